"""moto as a store that checks signatures. Prints its address and the keys of a user; ends with its standard input."""
import json
import sys

import boto3
import requests
from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
url = f"http://{host}:{port}"
first = {"endpoint_url": url, "region_name": "us-east-1", "aws_access_key_id": "a", "aws_secret_access_key": "b"}
iam = boto3.client("iam", **first)
iam.create_user(UserName="reader")
allowed = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
document = json.dumps({"Version": "2012-10-17", "Statement": [allowed]})
iam.put_user_policy(UserName="reader", PolicyName="all", PolicyDocument=document)
key = iam.create_access_key(UserName="reader")["AccessKey"]
store = boto3.client("s3", **first)
store.create_bucket(Bucket="docs")
# from here on every request is judged
requests.post(f"{url}/moto-api/reset-auth", data=b"0")
print(json.dumps({"url": url, "id": key["AccessKeyId"], "secret": key["SecretAccessKey"]}), flush=True)

s3 = boto3.client(
    "s3",
    endpoint_url=url,
    region_name="us-east-1",
    aws_access_key_id=key["AccessKeyId"],
    aws_secret_access_key=key["SecretAccessKey"],
)
for line in sys.stdin:
    verb, name, path = json.loads(line)
    if verb == "put":
        s3.upload_file(path, "docs", name)
    elif verb == "get":
        s3.download_file("docs", name, path)
    print(json.dumps([o["Key"] for o in s3.list_objects_v2(Bucket="docs").get("Contents", [])]), flush=True)
