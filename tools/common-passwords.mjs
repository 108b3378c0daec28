// Writes the list of common passwords and its license from the package @zxcvbn-ts/language-common, most common passwords first.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const PACKAGE = '@zxcvbn-ts/language-common';
const FILE = 'src/auth/common-passwords';
const COUNT = 10_000;

const passwords = require(PACKAGE).dictionary['passwords-common'].slice(0, COUNT);
const { version } = JSON.parse(readFileSync(`node_modules/${PACKAGE}/package.json`, 'utf8'));
const text = passwords.join(' ');
if (passwords.length !== COUNT || /['\\\n]/.test(text)) throw new Error('The list has another form');
const license = readFileSync(`node_modules/${PACKAGE}/LICENSE.txt`, 'utf8').trim();
const origin = `common-passwords.ts has the first 10,000 passwords of ${PACKAGE} ${version} (MIT).`;
writeFileSync(`${FILE}.license.txt`, `${origin}\n\n${license}\n`);
// the comment is in the compiled file too, because copies must contain the license
const lines = license.split('\n').map((line) => ` * ${line}`.trimEnd());
writeFileSync(
  `${FILE}.ts`,
  `/**
 * ${origin} tools/common-passwords.mjs writes this file.
 *
${lines.join('\n')}
 */
export const COMMON_PASSWORDS =
  '${text}';
`,
);
