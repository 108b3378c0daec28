import type { Texts } from '../../../texts/en.js';

/** Words that so many names have in them say nothing. */
const MOST_NAMES = 20;
const LONGEST = 2_000;

/**
 * What the service is asked to look for so that it finds at least what the reader means: it has the events as they were written, and
 * the reader knows them by the names of a language. A word stands beside what is named by it; a word that may be part of a time, as only
 * the reader sees it, is left out. Undefined where nothing is left.
 */
export function searchTerms(
  search: string,
  texts: Texts,
  writeTime: (at: string) => string,
): string | undefined {
  const names = namesOf(texts);
  const times = timesOfYear(writeTime);
  const terms = search
    .toLocaleLowerCase()
    .split(/\s+/)
    .flatMap((typed) => {
      // the service knows | as "or", and where names are listed signs follow them
      const [word = ''] = typed
        .replace(/^[,:]+|[,:]+$/g, '')
        .split('|')
        .sort((a, b) => b.length - a.length);
      if (word === '' || isOfTime(word, times)) return [];
      const meant = names.filter(({ label }) => label.includes(word)).map(({ name }) => name);
      return meant.length > MOST_NAMES ? [] : [[word, ...meant].join('|')];
    });
  while (terms.join(' ').length > LONGEST) terms.pop();
  return terms.length === 0 ? undefined : terms.join(' ');
}

/** What the service calls something, and what the reader does. */
function namesOf({ audit, scopes }: Texts): { name: string; label: string }[] {
  const labels = Object.entries(scopes).map(([name, { label }]) => [name, label] as const);
  const named = [audit.actors, audit.actions, audit.members, audit.values, audit.codes].flatMap((names) =>
    Object.entries(names),
  );
  return [...named, ...labels].map(([name, label]) => ({
    name: name.toLowerCase(),
    label: label.toLocaleLowerCase(),
  }));
}

/** Names of months and zones stand in what is shown of a time and not in what was written; so do days with dots. */
const isOfTime = (word: string, times: string): boolean =>
  /^\d{0,2}\.\d{0,2}(\.\d{0,4})?$/.test(word) || (/\p{L}/u.test(word) && times.includes(word));

function timesOfYear(writeTime: (at: string) => string): string {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2025, month, 15)).toISOString());
  return months.map(writeTime).join('\n').toLocaleLowerCase();
}
