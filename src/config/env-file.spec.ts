import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_NAMES } from './config.js';

const fileOf = (name: string): string => readFileSync(join(__dirname, '../../..', name), 'utf8');

it('.env.example names every setting once, without quotes', () => {
  const lines = fileOf('.env.example').split('\n');
  const named = lines.flatMap((line) => /^#?([A-Z_]+)=/.exec(line)?.[1] ?? []);
  expect(named.sort()).toEqual([...SETTING_NAMES, 'MYSQL_PASSWORD'].sort());
  for (const line of lines.filter((each) => /^#?[A-Z_]+=/.test(each))) expect(line).not.toMatch(/["']/);
});
