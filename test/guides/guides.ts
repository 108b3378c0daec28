import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../../docs/guides');

/** The names of all guides. */
export const GUIDES = readdirSync(FOLDER).map((name) => name.replace(/\.md$/, ''));

export interface Block {
  readonly language: string;
  readonly code: string;
}

/** The code blocks of a guide, in their order. */
export function blocksOf(guide: string): readonly Block[] {
  const text = readFileSync(join(FOLDER, `${guide}.md`), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}
