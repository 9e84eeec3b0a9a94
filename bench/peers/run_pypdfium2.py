"""The text of all pages of PDF files by pypdfium2. usage: run_pypdfium2.py FILE…"""
import json
import sys

import pypdfium2

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
print(json.dumps({"characters": characters}))
