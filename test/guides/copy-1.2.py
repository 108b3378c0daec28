import json, os, sqlite3, time, urllib.error, urllib.parse, urllib.request

TABLES = {
    "devices": ("/api/v1/device/", "id TEXT PRIMARY KEY, status TEXT, model TEXT, last_connect TEXT"),
    "applications": ("/api/v1/device/app/bulk",
        "ID INTEGER PRIMARY KEY, device_id TEXT, packageName TEXT, versionName TEXT"),
    "datausage": ("/api/v1/device/datausage/bulk",
        "id INTEGER PRIMARY KEY, device_id TEXT, package_name TEXT, start TEXT, mobile INTEGER, wifi INTEGER"),
    "screentime": ("/api/v1/device/screentime/bulk",
        "id INTEGER PRIMARY KEY, device_id TEXT, package_name TEXT, start TEXT, screentime INTEGER"),
    "locations": ("/api/v1/device-location/bulk",
        "id INTEGER PRIMARY KEY, device_id TEXT, created_at TEXT, lat REAL, lng REAL"),
}

def ask(address, tries=5):
    """Returns the items of a page, its token, and the URL of the next page."""
    request = urllib.request.Request(address, headers={
        "Authorization": "Bearer " + os.environ["API_KEY"],
        "x-enterprise-id": os.environ["ENTERPRISE_ID"],
    })
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            items, token, link = json.load(answer), answer.headers["X-Sync-Token"], answer.headers["Link"]
    except urllib.error.HTTPError as refusal:
        if refusal.code not in (429, 503) or tries == 1:
            raise
        time.sleep(int(refusal.headers["Retry-After"] or 10))
        return ask(address, tries - 1)
    return items, token, link and urllib.parse.urljoin(address, link[1:link.index(">")])

def follow(table, path, columns):
    names = [column.split()[0] for column in columns.split(", ")]
    copy.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns}, stale INTEGER)")
    copy.execute(f"CREATE INDEX IF NOT EXISTS {table}_stale ON {table} (stale) WHERE stale")
    since = f"{os.environ['API_URL']}{path}?fields={','.join(names)}&limit=10000&since="
    known = copy.execute("SELECT token FROM tokens WHERE name = ?", [table]).fetchone()
    address = since + (known[0] if known else "beginning")
    while address:
        try:
            items, token, address = ask(address)
        except urllib.error.HTTPError as refusal:
            if refusal.code != 410:
                raise
            items, token, address = [], "beginning", since + "beginning"
            copy.execute(f"UPDATE {table} SET stale = 1")
        with copy:  # the items and their token, or neither
            copy.executemany(f"DELETE FROM {table} WHERE {names[0]} = ?",
                [[item[names[0]]] for item in items if item["deleted"]])
            copy.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({'?, ' * len(names)} 0)",
                [[item[name] for name in names] for item in items if not item["deleted"]])
            copy.execute("INSERT OR REPLACE INTO tokens VALUES (?, ?)", [table, token])
            if not address:  # complete: rows that are still stale no longer exist
                copy.execute(f"DELETE FROM {table} WHERE stale")

copy = sqlite3.connect("copy.sqlite")
copy.execute("CREATE TABLE IF NOT EXISTS tokens (name TEXT PRIMARY KEY, token TEXT)")
for table, (path, columns) in TABLES.items():
    follow(table, path, columns)
