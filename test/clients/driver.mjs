// Runs one call of the TypeScript client, described by JSON, and prints the result or the error as JSON.
import Database from 'better-sqlite3';
import { ApiError, Client, SqliteStore } from 'customer-device-api-client';

const { call, kind, id, query, options, fields, restart, limit } = JSON.parse(process.argv[2]);
const client = new Client(options);
const items = [];

async function result() {
  if (fields) {
    const store = new SqliteStore(new Database('copy.sqlite'), fields);
    if (restart) store.restart(restart);
    if (call === 'follow') return client.follow(kind, store, { limit });
    return (await client.followAll(store, { limit })).map(({ problem }) => problem);
  }
  if (call === 'get') return client.get(id, query);
  if (call === 'latest') return client.latest(query);
  if (call !== 'stream') return client[call](kind, query);
  for await (const item of client.stream(kind, query)) items.push(item);
  return items;
}

const print = (outcome) => console.log(JSON.stringify(outcome));
await result().then(
  (value) => print({ result: value ?? null }),
  (error) => {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, problem } = error;
    print({ error: { status, code, message, problem }, items: items.length });
  },
);
