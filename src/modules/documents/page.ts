import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../../config/config.js';

const FOLDER = join(PROJECT_FOLDER, 'docs');
/** Placeholder for the address of the service in all pages. */
const EXAMPLE_URL = 'https://api.example.com';

/** Folders of `docs` whose pages the service serves. */
export const SECTIONS = ['guides', 'reference', 'errors'] as const;
export type Section = (typeof SECTIONS)[number];

export interface Page {
  readonly section: Section;
  /** The path below `/docs`, such as `guides/quick-start`. */
  readonly path: string;
  readonly title: string;
  /** Markdown with the address of this service. */
  readonly text: string;
}

/** Returns the README of a section, then the pages that it links to, in the same order. */
export function readSection(section: Section, publicUrl: string): Page[] {
  const read = (name: string, path: string): Page => {
    const file = readFileSync(join(FOLDER, section, `${name}.md`), 'utf8');
    const text = file.replaceAll(EXAMPLE_URL, () => publicUrl);
    return { section, path, title: plainText(/^# (.*)/.exec(text)?.[1] ?? name), text };
  };
  const index = read('README', section);
  const names = new Set(Array.from(index.text.matchAll(/\]\(([\w.-]+)\.md\)/g), ([, name = '']) => name));
  return [index, ...[...names].map((name) => read(name, `${section}/${name}`))];
}

export const plainText = (heading: string): string => heading.replaceAll('`', '');

/** Returns the anchor of a heading, as GitHub names it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
