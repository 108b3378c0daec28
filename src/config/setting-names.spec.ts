import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from './load-config.js';
import { SETTING_NAMES } from './setting-names.js';

const fileOf = (name: string): string => readFileSync(join(__dirname, '../../..', name), 'utf8');

it('The names that a file .env may hold are those that are read', () => {
  const read = new Set<string>();
  loadConfig(new Proxy<Record<string, string>>({}, { get: (_env, name) => void read.add(String(name)) }));
  expect([...SETTING_NAMES].sort()).toEqual([...read].sort());
});

it('.env.example names every setting, once, and quotes nothing', () => {
  const lines = fileOf('.env.example').split('\n');
  const named = lines.flatMap((line) => /^#?([A-Z_]+)=/.exec(line)?.[1] ?? []);
  expect(named.sort()).toEqual([...SETTING_NAMES, 'MYSQL_PASSWORD'].sort());
  for (const line of lines.filter((each) => /^#?[A-Z_]+=/.test(each))) expect(line).not.toMatch(/["']/);
});
