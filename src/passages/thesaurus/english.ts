/** Everyday English words that may replace each other: a group on each line, written for this project. */
export const ENGLISH_THESAURUS = `
abandon desert forsake leave
ability capacity capability skill competence
able capable competent
abolish eliminate eradicate
about around approximately roughly nearly
accept approve endorse
accurate precise exact correct
achieve accomplish attain reach realize
acquire obtain get gain procure
act deed action
active energetic lively
actual real true genuine
actually really truly indeed
add append attach include
address speech talk lecture
adequate sufficient enough
admit acknowledge concede confess
adult grown mature
advance progress headway
advantage benefit merit
advice counsel guidance recommendation
afraid scared frightened fearful
aggressive hostile belligerent
agreement accord pact treaty deal
aid help assist assistance support
aim goal objective target purpose
allow permit let enable
almost nearly practically virtually
also too additionally likewise
although though albeit
amazing astonishing surprising astounding remarkable
amount quantity sum volume
ancient old antique archaic
anger rage fury wrath
angry furious irate mad
announce declare proclaim state
annual yearly
answer reply response respond
anxious worried nervous uneasy
apparent evident obvious clear plain
appear seem look
appoint name designate nominate
area region zone district territory
argue contend maintain assert claim
army military troops forces
arrange organize order
arrive come reach
article piece essay paper
ask inquire request query
assemble gather collect convene
assess evaluate appraise judge
associate colleague partner companion
attack assault strike raid
attempt try effort endeavor
attract draw lure
author writer
authority power
autumn fall
average mean
avoid evade dodge escape
aware conscious mindful
bad poor awful terrible
ban prohibit forbid bar
basic fundamental elementary essential
battle fight combat
beautiful lovely pretty gorgeous handsome
because since as
begin start commence initiate
behavior conduct
believe think suppose
besides furthermore moreover additionally
big large huge great vast
book volume
border boundary frontier edge
boring dull tedious
brave courageous bold fearless
break smash shatter fracture
brief short concise
bright brilliant radiant
build construct erect
building structure edifice
business company firm enterprise
buy purchase
calculate compute
call name
calm peaceful quiet tranquil
car automobile vehicle
care concern worry
careful cautious prudent
carry transport convey bear
catch capture seize
cause reason
center middle core heart
certain sure definite
change alter modify transform
characteristic feature trait attribute property
cheap inexpensive
child kid youngster
choose select pick opt
citizen national resident
city town
clean pure spotless
clever smart intelligent bright
close near nearby
close shut
clothes clothing garments
collect gather accumulate
combine merge unite join
comment remark observation
common ordinary usual frequent
compare contrast
complete entire full whole total
complete finish conclude
complex complicated intricate
concept idea notion
conclusion end ending
condition state
conflict dispute
connect link join
consequence result outcome effect
consider regard contemplate
constant steady continual continuous
contain include comprise hold
continue proceed persist last
contribute donate
control manage govern
convince persuade
cook prepare
cost price expense
country nation state land
courage bravery
create make produce generate
crime offense
critical crucial vital decisive
criticize condemn denounce
crowd mob throng
cruel brutal savage
cry weep
current present
customer client buyer
cut reduce decrease lower slash
damage harm injure hurt
danger peril hazard risk threat
dangerous hazardous risky unsafe
data information
dead deceased
decide determine resolve
decision ruling verdict
decline drop fall decrease
defeat beat conquer overcome
defend protect guard
delay postpone defer
delicious tasty
demand require
demonstrate show display exhibit
deny refuse reject
depart leave go
describe depict portray
design plan
desire wish want
destroy ruin demolish wreck
detail particular
develop evolve grow
device gadget instrument tool
different distinct diverse
difficult hard tough
difficulty trouble problem
diminish lessen reduce decrease shrink
disaster catastrophe calamity
discover find detect
discuss debate
disease illness sickness
distribute allocate
divide split separate
doctor physician
document paper record
doubt uncertainty
earth world globe planet
easy simple effortless
economical thrifty
education schooling instruction
effective efficient
elect choose
emotion feeling
emphasize stress underline
employ hire engage
employ use utilize
employee worker
employment job work
empty vacant
encourage inspire motivate
enemy foe opponent adversary
enjoy like
enormous huge giant immense gigantic
ensure guarantee secure
equal same identical
error mistake fault
especially particularly notably
establish found
estimate guess
event incident occurrence
every each
example instance sample
excellent superb outstanding
exhausted tired weary
exist live
expand enlarge extend grow widen
expect anticipate
expensive costly
expert specialist
explain clarify
explore investigate
express voice
extra additional further
extremely very highly exceedingly
fair just
faith belief trust
famous renowned celebrated known
fast quick rapid swift speedy
father dad
fear dread terror
finally eventually ultimately
fire blaze
first initial
flat apartment
flaw defect
follow pursue
food nourishment
foreign alien
form shape
former previous prior
fortunate lucky
free liberate release
freedom liberty
frequently often regularly
friend pal buddy
friendly amicable
function role
funny amusing comical
furniture furnishings
future forthcoming
gift present
give grant provide
glad happy pleased joyful
global worldwide international
good fine
grateful thankful
group band
guess suppose
habit custom
happen occur
hate detest loathe
hide conceal
holiday vacation
home house residence dwelling
honest sincere truthful
however nevertheless nonetheless yet
human person
humble modest
hurry rush hasten
idle lazy
imagine envision
immediately instantly directly
important significant
improve enhance better
incorrect wrong false
increase raise boost
increase rise growth
independent autonomous
inform notify tell
inhabitant resident
intend plan
interesting fascinating
invent devise
job task
journey trip voyage
judge referee
jump leap
keep retain preserve
kill murder slay
kind sort type
know understand
lack absence shortage
last final
law statute
lawyer attorney
lead guide
leader chief head
learn study
legal lawful
limit restrict
main chief principal primary major
man guy
many numerous several
maybe perhaps possibly
meaning sense significance
meeting gathering
method technique way approach
minor small little
money cash
mother mom
move shift
movie film
mysterious puzzling
naked bare
narrow thin
native indigenous
necessary needed required
need require
new novel fresh
nice pleasant
noise sound
normal regular
notice observe
now currently presently
number figure
obey comply
object thing item
opportunity chance
oppose resist
option choice alternative
origin source
part portion section
participate join
particular specific
path route way
pay compensate
payment compensation
people folk
perform execute
period era
picture image
place location site spot
poor needy impoverished
population inhabitants
position post
powerful strong mighty
prevent stop hinder
principle rule
prison jail
prize award
probable likely
probably likely
process procedure
product goods
profit gain
promise pledge vow
proof evidence
propose suggest
protest demonstration
proud arrogant
publish issue
punish penalize
quickly rapidly swiftly fast
quiet silent
rare scarce uncommon
reasonable sensible
recall remember
recent new
recover regain
refer mention
relation relationship connection link
relevant pertinent
rely depend
remain stay
remove delete
rent lease
repair fix mend
repeat reiterate
replace substitute
report account
representative delegate
rescue save
research study
respect esteem
restore renew
reveal disclose
rich wealthy affluent
road street
rubbish trash garbage
sad unhappy sorrowful
safe secure
sale selling
say state
scientist researcher
sea ocean
search seek
see view
sell vend
send dispatch
serious grave
ship vessel boat
shop store
shout yell
similar alike comparable
situation circumstances
sleep slumber
slow sluggish
smell odor scent
soldier warrior
sometimes occasionally
soon shortly
speak talk
stone rock
story tale narrative
strange odd peculiar weird
strengthen reinforce
student pupil
stupid foolish silly
succeed prosper
success triumph
suddenly abruptly
suffer endure
supply provide
surface exterior
symbol sign
take grab
teach instruct
teacher instructor
team squad
tendency trend
test trial examination
thorough complete
throw toss hurl
thus therefore hence consequently
topic subject theme
toxic poisonous
trade commerce
traditional conventional
travel journey
true correct
unclear vague
understand comprehend grasp
unusual uncommon
use utilize employ
useful helpful
usually normally generally typically
valuable precious
various diverse
verify confirm
viewpoint opinion view
war conflict
watch observe
weak feeble
weapon arms
while whereas
win triumph
woman lady
word term
work labor
worth value
wound injury
young youthful
`;
