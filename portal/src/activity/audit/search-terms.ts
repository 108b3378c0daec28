import type { Texts } from '../../texts/en.js';

/** The maximum number of names for one word. A word in more labels is searched as typed. */
const MAX_NAMES = 20;
const MAX_LENGTH = 2_000;

/**
 * Returns the search text for the service, or undefined if there are no words. The audit log
 * contains names, but the user sees translated labels. So each word becomes alternatives: the word,
 * and the names with the word in their label.
 */
export function searchTerms(search: string, texts: Texts): string | undefined {
  const labels = labelsOf(texts);
  const words = search.toLocaleLowerCase().split(/[\s,:|]+/);
  const terms = words
    .filter((word) => word !== '')
    .map((word) => {
      const names = labels.filter(({ label }) => label.includes(word)).map(({ name }) => name);
      return [word, ...(names.length > MAX_NAMES ? [] : names)].join('|');
    });
  while (terms.join(' ').length > MAX_LENGTH) terms.pop();
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
