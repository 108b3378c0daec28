import type { Texts } from '../../texts/en.js';

/** A word that is part of more labels is searched as it was typed. */
const MOST_NAMES = 20;
const LONGEST = 2_000;

/**
 * Returns the search for the service, which has names where the reader sees labels of a language: each word, or any of the names that
 * have it in their label. Undefined if there are no words.
 */
export function searchTerms(search: string, texts: Texts): string | undefined {
  const labels = labelsOf(texts);
  const words = search.toLocaleLowerCase().split(/[\s,:|]+/);
  const terms = words
    .filter((word) => word !== '')
    .map((word) => {
      const names = labels.filter(({ label }) => label.includes(word)).map(({ name }) => name);
      return [word, ...(names.length > MOST_NAMES ? [] : names)].join('|');
    });
  while (terms.join(' ').length > LONGEST) terms.pop();
  return terms.length === 0 ? undefined : terms.join(' ');
}

function labelsOf({ audit, scopes }: Texts): { name: string; label: string }[] {
  const scopeLabels = Object.entries(scopes).map(([name, { label }]) => [name, label] as const);
  const named = [audit.actors, audit.actions, audit.members, audit.values, audit.codes].flatMap((names) =>
    Object.entries(names),
  );
  return [...named, ...scopeLabels].map(([name, label]) => ({
    name: name.toLowerCase(),
    label: label.toLocaleLowerCase(),
  }));
}
