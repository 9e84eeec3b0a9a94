"""What trafilatura takes for the main text of web pages, one JSON object a line: page, text, seconds.

usage: main_text.py FOLDER with pages as *.html.gz; needs trafilatura (.ci/install-peers)."""
import gzip, json, os, sys, time

try:
    import trafilatura
except ImportError as error:
    sys.exit(f'trafilatura is not installed: {error}')

for name in sorted(os.listdir(sys.argv[1])):
    html = gzip.open(os.path.join(sys.argv[1], name)).read()
    start = time.process_time()
    text = trafilatura.extract(html) or ''
    print(json.dumps({'page': name.removesuffix('.html.gz'), 'text': text, 'seconds': time.process_time() - start}))
