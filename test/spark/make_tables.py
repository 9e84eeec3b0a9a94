"""Writes JSON lines as a table of each kind, in their order: spark-submit make_tables.py LINES KIND PLACE"""
import sys
from pyspark.sql import SparkSession

lines, kind, place = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
rows = spark.read.json(lines).coalesce(1)
if kind == 'iceberg': rows.writeTo(place).using('iceberg').create()
elif kind == 'jsonl': spark.read.text(lines).coalesce(1).write.text(place)
else: rows.write.format(kind).save(place)
