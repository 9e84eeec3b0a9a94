"""The text of all pages of PDF files by pypdfium2. usage: run_pypdfium2.py FILE…"""
import json
import resource
import sys

import pypdfium2


def usage():
    return resource.getrusage(resource.RUSAGE_SELF)


characters = 0
for path in sys.argv[1:]:
    document = pypdfium2.PdfDocument(path)
    for number in range(len(document)):
        page = document[number]
        text = page.get_textpage()
        characters += len(text.get_text_range())
        text.close()
        page.close()
    document.close()
told = usage()
print(json.dumps({"characters": characters, "cpu": told.ru_utime + told.ru_stime, "megabytes": told.ru_maxrss / 1024}))
