// Writes src/modules/sign-in/common-passwords.ts from the package @zxcvbn-ts/language-common, most common passwords first.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const PACKAGE = '@zxcvbn-ts/language-common';
const FILE = 'src/modules/sign-in/common-passwords.ts';
const COUNT = 10_000;

const passwords = require(PACKAGE).dictionary['passwords-common'].slice(0, COUNT);
const { version } = JSON.parse(readFileSync(`node_modules/${PACKAGE}/package.json`, 'utf8'));
const text = passwords.join(' ');
if (passwords.length !== COUNT || /['\\\n]/.test(text)) throw new Error('The list has another form');
writeFileSync(
  FILE,
  `/** The most common passwords, from ${PACKAGE} ${version} (common-passwords.license.txt). tools/common-passwords.mjs writes this file. */
export const COMMON_PASSWORDS =
  '${text}';
`,
);
