# Runs one call of the Python client, described by JSON, and prints the result or the error as JSON.
import json
import sqlite3
import sys

from customer_device_api import ApiError, Client, SqliteStore

wanted = json.loads(sys.argv[1])
call, kind, query = wanted["call"], wanted.get("kind"), wanted.get("query", {})
names = {"apiKey": "api_key", "enterpriseId": "enterprise_id", "firstPause": "first_pause"}
client = Client(**{names.get(name, name): value for name, value in wanted["options"].items()})
items = []


def result():
    if "fields" in wanted:
        store = SqliteStore(sqlite3.connect("copy.sqlite"), wanted["fields"])
        if "restart" in wanted:
            store.restart(wanted["restart"])
        if call == "follow":
            return client.follow(kind, store, limit=wanted["limit"])
        return [error.problem for error in client.follow_all(store, limit=wanted["limit"])]
    if call == "get":
        return client.get(wanted["id"], **query)
    if call == "latest":
        return client.latest(**query)
    if call != "stream":
        return getattr(client, call)(kind, **query)
    for item in client.stream(kind, **query):
        items.append(item)
    return items


try:
    print(json.dumps({"result": result()}))
except ApiError as error:
    said = {"status": error.status, "code": error.code, "message": str(error), "problem": error.problem}
    print(json.dumps({"error": said, "items": len(items)}))
