"""Client of the Customer Device API: lists, streams, summaries, and copies that follow the change feeds.

One file without dependencies, for Python 3.9 and newer. README.md has examples.
"""

from __future__ import annotations

import datetime
import email.utils
import gzip
import http.client
import json
import os
import sqlite3
import time
import urllib.error
import urllib.request
import warnings
import zlib
from contextlib import contextmanager
from typing import (
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Protocol,
    Sequence,
    Tuple,
    TypedDict,
    TypeVar,
    Union,
)
from urllib.parse import quote, urlencode, urlsplit

__version__ = "2.0.0-rc"
__all__ = ["ApiError", "Client", "Kind", "KeyExpires", "Page", "Problem", "SqliteStore", "Store", "Summary"]

Kind = Literal["devices", "applications", "datausage", "screentime", "locations"]
SummaryKind = Literal["datausage", "screentime"]
GroupBy = Literal["app", "device", "day"]
Item = Dict[str, Any]
Day = Union[str, datetime.date]
Result = TypeVar("Result")

# Paths below /api/v1
LISTS: Dict[Kind, str] = {
    "devices": "device",
    "applications": "device/app/bulk",
    "datausage": "device/datausage/bulk",
    "screentime": "device/screentime/bulk",
    "locations": "device-location/bulk",
}
CHANGES: Dict[Kind, str] = {
    "devices": "device/changes",
    "applications": "device/app/changes",
    "datausage": "device/datausage/changes",
    "screentime": "device/screentime/changes",
    "locations": "device-location/changes",
}
# Statuses after which the same request can succeed. 0 is a lost connection.
TEMPORARY = (0, 408, 429, 500, 502, 503, 504)
MAX_PAUSE_S = 60
MAX_RETRY_AFTER_S = 86_400
CHUNK_BYTES = 65_536
LOST = (OSError, EOFError, http.client.HTTPException, zlib.error, json.JSONDecodeError, UnicodeDecodeError)


class Problem(TypedDict):
    """A problem document (RFC 9457). Errors of parameters also have `errors`."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    request_id: str


class Page(TypedDict):
    """A page of a change feed. Items with `deleted` have only their identifiers."""

    items: List[Item]
    sync_token: str
    has_more: bool
    next: Optional[str]


class Summary(TypedDict):
    """Sums by app, device, or day. `total` sums all rows."""

    startdate: str
    enddate: str
    group_by: GroupBy
    rows: List[Item]
    total: Dict[str, int]
    row_count: int
    has_more: bool


class KeyExpires(UserWarning):
    """The API key expires soon."""


class ApiError(Exception):
    """A request that failed.

    `problem` is the problem document of the service, or one of the client for a lost connection or an error of a proxy.
    """

    def __init__(self, problem: Problem, retry_after: Optional[float] = None) -> None:
        self.problem = problem
        self.retry_after = retry_after
        request = f" (request {problem['request_id']})" if problem.get("request_id") else ""
        super().__init__(f"{problem['code']}: {problem.get('detail', '')}{request}")

    @property
    def status(self) -> int:
        """Returns the HTTP status, or 0 for a lost connection."""
        return self.problem["status"]

    @property
    def code(self) -> str:
        return self.problem["code"]

    @property
    def is_temporary(self) -> bool:
        return self.status in TEMPORARY


class Store(Protocol):
    """A place that `follow` keeps a copy in. Write one for another database with these five members."""

    @property
    def kinds(self) -> Sequence[Kind]: ...

    def fields(self, kind: Kind) -> Sequence[str]:
        """Returns the fields to copy. The identifiers always come with them."""

    def token(self, kind: Kind) -> Optional[str]:
        """Returns the token of the last page, or None at the beginning."""

    def write(self, kind: Kind, page: Page) -> None:
        """Writes the items and the token in one transaction. The last page also deletes the rows that are still marked."""

    def restart(self, kind: Kind) -> None:
        """Marks all rows and deletes the token in one transaction. Writing a row removes its mark."""


class Client:
    """A client of one enterprise. Every failed request raises an `ApiError`.

    The address, the key, and the enterprise default to `API_URL`, `API_KEY`, and `ENTERPRISE_ID` of the environment.
    A request has up to `tries` attempts. After a lost connection the first pause is `first_pause` seconds, and each
    pause is twice the last. A connection without data for `timeout` seconds is lost.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        api_key: Optional[str] = None,
        enterprise_id: Optional[str] = None,
        *,
        tries: int = 8,
        first_pause: float = 1,
        timeout: float = 60,
    ) -> None:
        self._base = _required("url", "API_URL", url).rstrip("/") + "/api/v1/"
        if not self._base.lower().startswith(("https://", "http://")):
            raise ValueError("The URL must begin with `https://` or `http://`.")
        enterprise = _required("enterprise_id", "ENTERPRISE_ID", enterprise_id)
        self._headers = {
            "Authorization": "Bearer " + _required("api_key", "API_KEY", api_key),
            # Headers are bytes. The service reads them as UTF-8.
            "x-enterprise-id": enterprise.encode().decode("latin-1"),
            "Accept-Encoding": "gzip",
        }
        self._tries = tries
        self._first_pause = first_pause
        self._timeout = timeout
        self._expires_at: Optional[str] = None
        self._opener = urllib.request.build_opener(_NoRedirects)

    def list(
        self,
        kind: Kind,
        *,
        startdate: Optional[Day] = None,
        enddate: Optional[Day] = None,
        device_id: Optional[Sequence[str]] = None,
        status: Optional[str] = None,
        fields: Sequence[str] = (),
    ) -> List[Item]:
        """Returns all records of a kind. `stream` does the same in constant memory."""
        query = _query(startdate=startdate, enddate=enddate, device_id=device_id, status=status, fields=fields)
        items: List[Item] = self._json(LISTS[kind], query)
        return items

    def stream(
        self,
        kind: Kind,
        *,
        startdate: Optional[Day] = None,
        enddate: Optional[Day] = None,
        device_id: Optional[Sequence[str]] = None,
        status: Optional[str] = None,
        fields: Sequence[str] = (),
    ) -> Iterator[Item]:
        """Yields all records of a kind in constant memory. Raises if the response is truncated."""
        query = _query(startdate=startdate, enddate=enddate, device_id=device_id, status=status, fields=fields)
        return self._ndjson(LISTS[kind], query)

    def get(self, device_id: str, *, fields: Sequence[str] = ()) -> Item:
        """Returns one device."""
        device: Item = self._json("device/id/" + quote(device_id, safe=""), _query(fields=fields))
        return device

    def latest(self, *, device_id: Optional[Sequence[str]] = None, fields: Sequence[str] = ()) -> List[Item]:
        """Returns the newest location of each device."""
        items: List[Item] = self._json("device-location/latest", _query(device_id=device_id, fields=fields))
        return items

    def summary(
        self,
        kind: SummaryKind,
        *,
        startdate: Day,
        enddate: Day,
        group_by: Optional[GroupBy] = None,
        device_id: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
    ) -> Summary:
        """Returns sums by app, device, or day."""
        query = _query(startdate=startdate, enddate=enddate, group_by=group_by, device_id=device_id, limit=limit)
        summary: Summary = self._json(f"device/{kind}/summary", query)
        return summary

    def follow(self, kind: Kind, store: Store, *, limit: int = 10_000) -> None:
        """Writes the changes since the last pass into a store, each page in one transaction with its token.

        If the service no longer has the state of the token (410), reads everything again and deletes what no longer
        exists. Raises the 410 that is the last of `tries` in one pass, also if pages came between them. Raises if a page
        has more items and the token of its request, because the next page would be the same. `limit` is the maximum
        number of items of a page.
        """
        restarts = 0
        while True:
            since = store.token(kind) or "beginning"
            try:
                query = _query(since=since, limit=limit, fields=store.fields(kind))
                page: Page = self._json(CHANGES[kind], query)
            except ApiError as error:
                restarts += 1
                if error.status != 410 or restarts >= self._tries:
                    raise
                store.restart(kind)
                continue
            if page["has_more"] and page["sync_token"] == since:
                raise _repeated_token(self._url(CHANGES[kind], []))
            store.write(kind, page)
            if not page["has_more"]:
                return

    def follow_all(self, store: Store, *, limit: int = 10_000) -> List[ApiError]:
        """Follows every kind of the store. Returns the errors of the kinds whose scope the key lacks."""
        refused = []
        for kind in store.kinds:
            try:
                self.follow(kind, store, limit=limit)
            except ApiError as error:
                if error.code != "insufficient_scope":
                    raise
                refused.append(error)
        return refused

    def _json(self, path: str, query: List[Tuple[str, str]]) -> Any:
        url = self._url(path, query)

        def read() -> Any:
            with self._send(url, "application/json") as response, _LostConnections(url):
                return json.loads(b"".join(_chunks(response)))

        return self._retry(read)

    def _ndjson(self, path: str, query: List[Tuple[str, str]]) -> Iterator[Item]:
        """Retries until the response begins, and not later."""
        url = self._url(path, query)
        with self._retry(lambda: self._send(url, "application/x-ndjson")) as response:
            rest = b""
            chunks = _chunks(response)
            while True:
                with _LostConnections(url):
                    chunk = next(chunks, None)
                    if chunk is None and rest:
                        raise http.client.IncompleteRead(rest)
                    if chunk is None:
                        return
                    *lines, rest = (rest + chunk).split(b"\n")
                    items = [json.loads(line) for line in lines]
                yield from items

    def _url(self, path: str, query: List[Tuple[str, str]]) -> str:
        return self._base + path + ("?" + urlencode(query) if query else "")

    def _send(self, url: str, accept: str) -> http.client.HTTPResponse:
        request = urllib.request.Request(url, headers={**self._headers, "Accept": accept})
        with _LostConnections(url):
            try:
                response: http.client.HTTPResponse = self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as refusal:
                with refusal:
                    self._warn(refusal.headers["X-Key-Expires-At"])
                    raise _error_of(refusal, url) from None
        self._warn(response.headers["X-Key-Expires-At"])
        return response

    def _retry(self, attempt: Callable[[], Result]) -> Result:
        tries = 1
        while True:
            try:
                return attempt()
            except ApiError as error:
                if not error.is_temporary or tries >= self._tries:
                    raise
                pause = min(self._first_pause * 2 ** (tries - 1), MAX_PAUSE_S)
                time.sleep(pause if error.retry_after is None else min(error.retry_after, MAX_RETRY_AFTER_S))
            tries += 1

    def _warn(self, expires_at: Optional[str]) -> None:
        """Warns once of each time."""
        if expires_at and expires_at != self._expires_at:
            self._expires_at = expires_at
            warnings.warn(f"The API key expires at {expires_at}", KeyExpires, stacklevel=2)


# Fields that are not text. Boolean values become 0 and 1, objects become JSON text.
INTEGERS = {
    *("ID", "mobile", "wifi", "screentime", "versionCode", "dpc_version_code", "remaining_battery"),
    *("hasLauncher", "isSystem", "inside_geofence", "using_mock_location"),
}
REALS = {"accuracy", "altitude", "lat", "lng", "remaining_storage", "storage_capacity"}


class SqliteStore:
    """Copies each kind into a table of its name, and the tokens into `tokens`. Adds new columns to an older table.

    `fields` has the fields to copy of each kind. A kind without fields is not copied.
    """

    def __init__(self, database: sqlite3.Connection, fields: Mapping[Kind, Sequence[str]]) -> None:
        self._database = database
        self._fields = fields
        unknown = ", ".join(kind for kind in fields if kind not in LISTS)
        if unknown:
            raise TypeError(f"There is no kind `{unknown}`. Kinds: {', '.join(LISTS)}.")
        self._run("CREATE TABLE IF NOT EXISTS tokens (name TEXT PRIMARY KEY, token TEXT)")
        for kind in self.kinds:
            self._create_table(kind)

    @property
    def kinds(self) -> List[Kind]:
        return [kind for kind in LISTS if kind in self._fields]

    def fields(self, kind: Kind) -> List[str]:
        identifiers = ["id"] if kind == "devices" else [_id_of(kind), "device_id"]
        return list(dict.fromkeys([*identifiers, *self._fields[kind]]))

    def token(self, kind: Kind) -> Optional[str]:
        rows = self._run("SELECT token FROM tokens WHERE name = ?", kind)
        return rows[0][0] if rows else None

    def write(self, kind: Kind, page: Page) -> None:
        key, columns = _id_of(kind), self.fields(kind)
        names = ", ".join(map(_quoted, columns))
        changes = [f"{_quoted(name)} = excluded.{_quoted(name)}" for name in columns if name != key]
        store = f"""INSERT INTO {kind} ({names}) VALUES ({', '.join('?' * len(columns))})
            ON CONFLICT ({key}) DO UPDATE SET {', '.join([*changes, 'stale = NULL'])}"""
        stored = [item for item in page["items"] if not item["deleted"]]
        deleted = [[item[key]] for item in page["items"] if item["deleted"]]
        with self._transaction():
            self._database.executemany(f"DELETE FROM {kind} WHERE {key} = ?", deleted)
            self._database.executemany(store, ([_value_of(item.get(name)) for name in columns] for item in stored))
            self._run("INSERT OR REPLACE INTO tokens VALUES (?, ?)", kind, page["sync_token"])
            if not page["has_more"]:
                self._run(f"DELETE FROM {kind} WHERE stale")

    def restart(self, kind: Kind) -> None:
        """Makes the next pass read everything again, for example to fill a new column in all rows."""
        with self._transaction():
            self._run(f"UPDATE {kind} SET stale = 1")
            self._run("DELETE FROM tokens WHERE name = ?", kind)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Does not use the connection as a context manager, which commits nothing in autocommit mode."""
        # With autocommit=False, the connection always has a transaction
        is_open = getattr(self._database, "autocommit", None) is False
        if is_open and self._database.in_transaction:
            self._run("COMMIT")
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            if self._database.in_transaction:  # after some errors, SQLite has already rolled back
                self._run("ROLLBACK")
            raise
        finally:
            if is_open:
                self._run("BEGIN")

    def _create_table(self, kind: Kind) -> None:
        key = _id_of(kind)
        self._run(f"CREATE TABLE IF NOT EXISTS {kind} ({key} {_type_of(kind, key)} PRIMARY KEY, stale INTEGER)")
        present = {name for (name,) in self._run("SELECT name FROM pragma_table_info(?)", kind)}
        for name in self.fields(kind):
            if name not in present:
                self._run(f"ALTER TABLE {kind} ADD COLUMN {_quoted(name)} {_type_of(kind, name)}")
        self._run(f"CREATE INDEX IF NOT EXISTS {kind}_stale ON {kind} (stale) WHERE stale")

    def _run(self, sql: str, *values: str) -> List[Tuple[Any, ...]]:
        cursor = self._database.cursor()
        cursor.row_factory = None  # the connection can have another
        return cursor.execute(sql, values).fetchall()


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key must not follow a redirect to another host."""

    def redirect_request(self, *_request: Any) -> None:
        return None


class _LostConnections:
    """Turns errors of the connection, and of a body that is not complete, into an `ApiError`."""

    def __init__(self, url: str) -> None:
        self._url = url

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, LOST):
            reason = repr(getattr(error, "reason", error))
            raise ApiError(_problem(self._url, 0, "connection_lost", "Connection lost", reason)) from error


def _chunks(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """Yields the decoded bytes of a response. Raises if it is truncated."""
    is_gzip = response.headers["Content-Encoding"] == "gzip"
    body = gzip.GzipFile(fileobj=response, mode="rb") if is_gzip else response
    yield from iter(lambda: body.read(CHUNK_BYTES), b"")
    if response.length:
        raise http.client.IncompleteRead(b"")


def _error_of(refusal: urllib.error.HTTPError, url: str) -> ApiError:
    status = refusal.code
    text = b"".join(_chunks(refusal)).decode(errors="replace")  # type: ignore[arg-type]
    problem = _problem(url, status, "http_error", f"HTTP status {status}", text[:200])
    try:
        found = json.loads(text)
        if isinstance(found["code"], str) and isinstance(found["status"], int):
            problem = found
    except (ValueError, KeyError, TypeError):
        pass  # the error of a proxy
    return ApiError(problem, _seconds_of(refusal.headers["Retry-After"] or ""))


def _seconds_of(retry_after: str) -> Optional[float]:
    """`Retry-After` is a number of seconds or a date."""
    if retry_after.isdecimal():
        return int(retry_after)
    try:
        then = email.utils.parsedate_to_datetime(retry_after)
    except (TypeError, ValueError):
        return None
    return max(then.timestamp() - time.time(), 0)


def _repeated_token(url: str) -> ApiError:
    detail = "The feed has more items, but returned the sync token of the request. Tell the operator."
    return ApiError(_problem(url, 200, "repeated_token", "Repeated sync token", detail))


def _problem(url: str, status: int, code: str, title: str, detail: str) -> Problem:
    return {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail,
        "instance": urlsplit(url).path,
        "code": code,
        "request_id": "",
    }


def _required(name: str, variable: str, value: Optional[str]) -> str:
    found = (value or os.environ.get(variable, "")).strip(" \t\r\n")
    if not found:
        raise TypeError(f"Set `{name}`, or `{variable}` in the environment.")
    return found


def _query(**parameters: Any) -> List[Tuple[str, str]]:
    pairs: List[Tuple[str, str]] = []
    for name, value in parameters.items():
        values = [value] if isinstance(value, (str, int, datetime.date)) else list(value or [])
        if name == "device_id" and value is not None and not values:
            values = [""]  # Without the parameter, the response would have all devices
        pairs += [(name, str(each)) for each in values]
    return pairs


def _id_of(kind: Kind) -> str:
    return "ID" if kind == "applications" else "id"


def _type_of(kind: Kind, field: str) -> str:
    if field in INTEGERS or (field == "id" and kind != "devices"):
        return "INTEGER"
    return "REAL" if field in REALS else "TEXT"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _value_of(value: Any) -> Any:
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return value
