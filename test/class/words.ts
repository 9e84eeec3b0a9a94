/** What the essays of the class are made of, in three languages: phrases that agree with each other, and the sheets that all essays have. */

export interface Language {
  readonly starts: readonly string[];
  readonly adjectives: readonly string[];
  readonly people: readonly string[];
  readonly verbs: readonly string[];
  readonly kinds: readonly string[];
  readonly things: readonly string[];
  readonly places: readonly string[];
  /** Words that replace others of the same meaning. */
  readonly synonyms: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  readonly entries: readonly string[];
  /** Between words. */
  readonly space: string;
  readonly stop: string;
  readonly heading: string;
  cover(name: string, number: number): string;
}

const list = (words: string) => words.split(', ');

export const ENGLISH: Language = {
  starts: list(
    'In spring, Before the war, Every winter, After the flood, For a long time, Without much noise, At first, Year after year, By contrast, In the end, As records show, On market days, According to letters, For this reason, Under the old law, During the strike, Before sunrise, Strangely enough, In those years, Against all advice',
  ),
  adjectives: list(
    'careful, poor, young, rich, tired, foreign, skilled, honest, quiet, hungry, proud, strict, loyal, clever, lonely, stubborn, modest, angry, cautious, brave, idle, patient',
  ),
  people: list(
    'merchants, sailors, farmers, clerks, widows, masons, teachers, priests, fishermen, lawyers, printers, weavers, millers, soldiers, doctors, bakers, officers, painters, brewers, pilots, carpenters, nuns',
  ),
  verbs: list(
    'repaired, bought, watched, described, defended, measured, avoided, started, finished, rented, counted, ended, praised, hid, exchanged, inspected, built, forgot, shared, carried, questioned, replaced',
  ),
  kinds: list(
    'wooden, narrow, large, old, broken, expensive, secret, northern, official, heavy, public, local, precious, useful, empty, famous, private, simple, strange, modern, green, square',
  ),
  things: list(
    'bridges, ledgers, barrels, lanterns, contracts, warehouses, maps, orchards, cranes, letters, taxes, chapels, ropes, boats, gardens, bells, canals, towers, carts, mills, windows, fences',
  ),
  places: list(
    'near the old harbor, along the river, behind the town hall, in the upper valley, outside the walls, on the island, below the castle, beside the railway, at the north gate, around the lake, across the border, under the bridge, in rented rooms, on the western shore, between two markets, close to the mill, far from the coast, inside the monastery, at the crossroads, above the quay',
  ),
  synonyms: {
    bought: 'purchased',
    started: 'began',
    finished: 'completed',
    repaired: 'mended',
    large: 'big',
    old: 'ancient',
    expensive: 'costly',
    rich: 'wealthy',
    brave: 'courageous',
    angry: 'furious',
    famous: 'renowned',
    strange: 'odd',
    built: 'constructed',
    quiet: 'silent',
    carried: 'transported',
    clever: 'smart',
  },
  names: list(
    'Anna Campbell, Binh Nguyen, Clara Okafor, David Stone, Elif Demir, Farid Aziz, Greta Lund, Hugo Marin, Ines Duarte, Jonas Weber',
  ),
  entries: [
    'Ellison, R. (2011). The harbor and its people. Northport: Quay Press.',
    'Marsh, T., and Lowe, P. (1998). Trade on small rivers. Journal of Local History 14: 55–78.',
    'Okonkwo, A. (2004). Bridges before steel. London: Arch Books.',
    'Petrov, I. (2016). Ledgers of the north gate. Archive Studies 3: 101–131.',
    'Quist, B. (1987). A town between two markets. Oslo: Fjord Forlag.',
    'Rossi, M. (2020). Floods and memory. https://doi.org/10.1000/flood.2020',
  ],
  space: ' ',
  stop: '.',
  heading: 'References',
  cover: (name, number) =>
    `Westfield College\nDepartment of History\n\nName: ${name}\nStudent number: ${number}\nCourse: History of the Harbor Towns, 201\nTeacher: Dr. Ruth Ellison\nDate: ${1 + (number % 28)} May 2025\nEssay 2: The people of the harbor\n\nDiscuss how trade changed the lives of people in one harbor town of your choice. Use at least three sources from the reading list, and give a page for every claim. Essays of fewer than eight hundred words will not be marked.\n\nDeclaration: I, ${name}, declare that this essay is my own work, that I have not copied any part of it from another person or from a published source without saying so, and that it has not been handed in for any other course at this or any other college. I understand that copied work may lead to a mark of zero.`,
};

export const UKRAINIAN: Language = {
  starts: list(
    'Навесні, До війни, Щозими, Після повені, Довгий час, Без зайвого галасу, Спершу, Рік за роком, Натомість, Зрештою, Як свідчать записи, У базарні дні, Судячи з листів, Саме тому, За старим законом, Під час страйку, Удосвіта, Хоч як дивно, У ті роки, Усупереч порадам',
  ),
  adjectives: list(
    'обережні, бідні, молоді, багаті, втомлені, чужоземні, вправні, чесні, тихі, голодні, горді, суворі, віддані, розумні, самотні, уперті, скромні, сердиті, завбачливі, хоробрі, ледачі, терплячі',
  ),
  people: list(
    'купці, моряки, селяни, писарі, вдови, муляри, вчителі, священники, рибалки, адвокати, друкарі, ткачі, мірошники, солдати, лікарі, пекарі, урядовці, малярі, пивовари, лоцмани, теслі, черниці',
  ),
  verbs: list(
    'лагодили, купували, стерегли, описували, захищали, вимірювали, оминали, починали, закінчували, винаймали, рахували, згадували, хвалили, ховали, міняли, оглядали, будували, забували, ділили, переносили, розпитували, заміняли',
  ),
  kinds: list(
    'деревʼяні, вузькі, великі, старі, зламані, дорогі, таємні, північні, урядові, важкі, громадські, місцеві, коштовні, корисні, порожні, відомі, приватні, прості, дивні, сучасні, зелені, квадратні',
  ),
  things: list(
    'мости, книги, бочки, ліхтарі, угоди, склади, мапи, сади, крани, листи, податки, каплиці, канати, човни, городи, дзвони, канали, вежі, вози, млини, вікна, паркани',
  ),
  places: list(
    'біля старої гавані, уздовж річки, за ратушею, у верхній долині, поза мурами, на острові, під замком, поруч із залізницею, коло північної брами, навколо озера, за кордоном, під мостом, у найманих кімнатах, на західному березі, між двома ринками, неподалік від млина, далеко від моря, усередині монастиря, на роздоріжжі, над пристанню',
  ),
  synonyms: {
    купували: 'придбавали',
    починали: 'розпочинали',
    закінчували: 'завершували',
    лагодили: 'ремонтували',
    великі: 'величезні',
    старі: 'давні',
    дорогі: 'коштовні',
    багаті: 'заможні',
    хоробрі: 'відважні',
    сердиті: 'розгнівані',
    відомі: 'знані',
    дивні: 'чудні',
    будували: 'зводили',
    тихі: 'мовчазні',
    переносили: 'перевозили',
    розумні: 'кмітливі',
  },
  names: list(
    'Анна Коваль, Богдан Лисенко, Віра Мельник, Гліб Савчук, Дарина Ткач, Євген Бондар, Жанна Кравець, Захар Гнатюк, Ірина Шевчук, Клим Олійник',
  ),
  entries: [
    'Еліс Р. Гавань та її люди. Київ: Пристань, 2011. 214 с.',
    'Марченко Т., Левко П. Торгівля на малих річках. Краєзнавчий вісник. 1998. № 14. С. 55–78.',
    'Оконко А. Мости до сталі. Львів: Арка, 2004. 180 с.',
    'Петренко І. Книги північної брами. Архівні студії. 2016. № 3. С. 101–131.',
    'Квіст Б. Місто між двома ринками. Одеса: Фіорд, 1987. 96 с.',
    'Россі М. Повені й памʼять. https://doi.org/10.1000/flood.2020',
  ],
  space: ' ',
  stop: '.',
  heading: 'Список літератури',
  cover: (name, number) =>
    `Західний коледж\nКафедра історії\n\nСтудент: ${name}\nНомер квитка: ${number}\nКурс: Історія портових міст, група 201\nВикладач: доцент Рута Еліс\nДата: ${1 + (number % 28)} травня 2025 року\nЕсе 2: Люди гавані\n\nРозкажіть, як торгівля змінила життя людей в одному портовому місті на ваш вибір. Використайте щонайменше три джерела зі списку, і для кожного твердження вкажіть сторінку. Есе, у яких менше ніж вісімсот слів, не оцінюються.\n\nДекларація: я, ${name}, заявляю, що це есе є моєю власною роботою, що я не списав жодної його частини в іншої особи чи з опублікованого джерела без посилання і що його не було подано на жоден інший курс цього або будь-якого іншого коледжу. Я розумію, що за списану роботу можуть поставити нуль балів.`,
};

export const CHINESE: Language = {
  starts: list(
    '春天里, 战争之前, 每到冬季, 洪水过后, 很久以来, 悄无声息地, 起初, 一年又一年, 相比之下, 到了最后, 据记载, 赶集的日子, 从书信看, 正因如此, 按照旧法, 罢工期间, 天亮以前, 说来奇怪, 那些年里, 不顾劝告',
  ),
  adjectives: list(
    '谨慎的, 贫穷的, 年轻的, 富有的, 疲惫的, 外来的, 熟练的, 诚实的, 安静的, 饥饿的, 骄傲的, 严厉的, 忠诚的, 聪明的, 孤独的, 固执的, 谦虚的, 愤怒的, 细心的, 勇敢的, 懒散的, 耐心的',
  ),
  people: list(
    '商人, 水手, 农民, 书记, 寡妇, 石匠, 教师, 神父, 渔夫, 律师, 印工, 织工, 磨坊主, 士兵, 医生, 面包师, 官员, 画家, 酿酒师, 领航员, 木匠, 修女',
  ),
  verbs: list(
    '修理了, 购买了, 看守着, 描写过, 保卫过, 测量了, 避开了, 开始造, 造完了, 租用了, 清点了, 记起了, 称赞过, 藏起了, 交换了, 检查了, 建造了, 忘记了, 分享了, 搬走了, 打听过, 更换了',
  ),
  kinds: list(
    '木制的, 狭窄的, 巨大的, 古老的, 破损的, 昂贵的, 秘密的, 北方的, 官方的, 沉重的, 公共的, 本地的, 珍贵的, 有用的, 空空的, 著名的, 私人的, 简单的, 奇怪的, 现代的, 绿色的, 方形的',
  ),
  things: list(
    '桥梁, 账本, 木桶, 灯笼, 契约, 仓库, 地图, 果园, 吊车, 信件, 税款, 教堂, 绳索, 小船, 花园, 大钟, 运河, 高塔, 推车, 磨坊, 窗户, 篱笆',
  ),
  places: list(
    '在老港口附近, 沿着河岸, 在市政厅后面, 在上游山谷, 在城墙之外, 在小岛上, 在城堡下方, 在铁路旁边, 在北门口, 环绕湖边, 在边境那头, 在石桥底下, 在出租屋里, 在西岸, 在两个集市之间, 靠近水磨, 远离海岸, 在修道院里, 在十字路口, 在码头上方',
  ),
  synonyms: {
    购买了: '买下了',
    修理了: '修好了',
    建造了: '盖起了',
    巨大的: '庞大的',
    古老的: '陈旧的',
    昂贵的: '贵重的',
    富有的: '有钱的',
    勇敢的: '英勇的',
    愤怒的: '气愤的',
    著名的: '知名的',
    奇怪的: '怪异的',
    安静的: '沉默的',
    聪明的: '机灵的',
    搬走了: '运走了',
    测量了: '量过了',
    租用了: '租下了',
  },
  names: list('陈安娜, 阮斌, 欧可心, 石大卫, 戴艾丽, 法立德, 葛兰, 马雨果, 杜宜, 魏若南'),
  entries: [
    '艾利森：《港口与人》，北京：码头出版社，2011年。',
    '马什、罗威：《小河上的贸易》，《地方史学刊》1998年第14期，第55至78页。',
    '奥孔科：《钢铁之前的桥》，上海：拱门书店，2004年。',
    '彼得罗夫：《北门账本》，《档案研究》2016年第3期，第101至131页。',
    '奎斯特：《两个集市之间的城》，广州：海湾出版社，1987年。',
    '罗西：《洪水与记忆》，2020年，https://doi.org/10.1000/flood.2020',
  ],
  space: '',
  stop: '。',
  heading: '参考文献',
  cover: (name, number) =>
    `西野学院\n历史系\n\n姓名：${name}\n学号：${number}\n课程：港口城市史201\n教师：艾如特博士\n日期：2025年5月${1 + (number % 28)}日\n论文二：港口的人们\n\n请任选一座港口城市，讨论贸易怎样改变了人们的生活。至少使用书目中的三种资料，每个论点都要注明页码。少于八百字的论文不予评分。\n\n声明：本人${name}郑重声明，本论文是我自己的作品，没有未加说明地抄袭他人或已发表资料的任何部分，也没有提交给本校或其他学校的任何别的课程。我明白抄袭的作业可能得零分。`,
};
