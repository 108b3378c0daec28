import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestApp } from '../kit/app/test-app.js';
import { engine, type EngineName } from '../kit/database/engine.js';
import type { Recording } from './record.js';
import { record } from './recorded-requests.js';

/** `npm run record` rewrites this file. A response that both engines share is in it once. */
const FILE = join(__dirname, '../../../test/contract/recorded.json');

type Responses = Record<string, string | Partial<Record<EngineName, string>>>;

const recorded: { headers: Recording['headers']; responses: Responses } = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as never)
  : { headers: {}, responses: {} };

const recordedOf = (name: string, on: EngineName): string | undefined => {
  const response = recorded.responses[name];
  return typeof response === 'object' ? response[on] : response;
};

function rewrite({ headers, responses }: Recording): void {
  const merged = Object.entries(responses).map(([name, response]) => {
    const otherEngine = engine === 'sqlite' ? 'mysql' : 'sqlite';
    const ofOther = recordedOf(name, otherEngine) ?? response;
    return [name, ofOther === response ? response : { [engine]: response, [otherEngine]: ofOther }] as const;
  });
  const text = JSON.stringify(merged);
  const sets = Object.entries({ ...recorded.headers, ...headers }).filter(([id]) => text.includes(id));
  const lines = (entries: readonly (readonly [string, unknown])[]): string =>
    entries.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(',\n');
  const sorted = sets.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(
    FILE,
    `{\n  "headers": {\n${lines(sorted)}\n  },\n  "responses": {\n${lines(merged)}\n  }\n}\n`,
  );
}

it('The recorded requests have the recorded responses', async () => {
  const app = await TestApp.start();
  const recording = await record(app).finally(() => app.close());
  if (process.env.TEST_RECORD) rewrite(recording);
  const { headers, responses } = recording;
  const names = new Set([...Object.keys(recorded.responses), ...Object.keys(responses)]);
  const differences = [...names].flatMap((name) => {
    const before = recordedOf(name, engine);
    const now = responses[name];
    if (before === now) return [];
    const id = now?.split(' ').find((part) => part in headers) ?? '';
    return [{ name, before, now, ...(!(id in recorded.headers) && { headers: headers[id] }) }];
  });
  if (!process.env.TEST_RECORD) expect(differences).toEqual([]);
}, 60_000);
