"""Samples of real texts in 30 charsets, and what charset-normalizer makes of them, one JSON object a line.

The texts are the translated messages of the programs on this system (/usr/share/locale/*/LC_MESSAGES/*.mo, as Debian has
them). usage: charsets.py [samples per language, charset and length] [seed]; needs charset-normalizer (pip)."""
import base64, gettext, glob, hashlib, json, random, re, sys, unicodedata, warnings

warnings.filterwarnings('ignore')
try:
    from charset_normalizer import from_bytes
except ImportError:
    sys.exit('charset-normalizer is not installed')

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


def half(language):
    return 'tuned' if hashlib.sha256(f'split 1 {language}'.encode()).digest()[0] % 2 == 0 else 'held out'


cache = {}
for charset, languages in CHARSETS.items():
    for language in languages.split():
        if language not in cache:
            cache[language] = messages(language)
        texts = cache[language]
        draw = random.Random(f'{SEED} {charset} {language}')
        for length in (120, 500, 4000):
            made = 0
            for _ in range(20 * EACH):
                if made == EACH or len(texts) < 50:
                    break
                parts = []
                while sum(len(part) + 1 for part in parts) < length:
                    parts.append(draw.choice(texts))
                # only what the charset has, as a writer would type it
                text = ' '.join(parts).replace('’', "'").replace('\u200e', '').replace('\u200f', '')[:length]
                try:
                    data = text.encode(charset)
                except UnicodeEncodeError:
                    text = ''.join(c for c in text if c.encode(charset, 'ignore'))
                    data = text.encode(charset)
                if len(text) < 0.9 * length or sum(ord(c) > 127 for c in text) < 3:
                    continue
                made += 1
                best = from_bytes(data).best()
                peer = best is not None and str(best).lstrip('\ufeff') == text
                print(json.dumps({'charset': charset, 'language': language, 'length': length, 'half': half(language),
                                  'bytes': base64.b64encode(data).decode(), 'text': text, 'peer': peer}))
