import './guide.css';

/** A part of a page below one heading. */
interface SearchEntry {
  readonly label: string;
  readonly url: string;
  readonly text: string;
}

const COPIED_FOR_MS = 2_000;

function addCopyButton(block: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), COPIED_FOR_MS);
  };
  button.addEventListener('click', () => void copy());
  const wrapper = document.createElement('div');
  wrapper.className = 'code';
  block.replaceWith(wrapper);
  wrapper.append(block, button);
}

function addSearch(header: HTMLElement, indexUrl: string): void {
  const label = document.createElement('label');
  const input = document.createElement('input');
  const count = document.createElement('output');
  const results = document.createElement('ul');
  label.className = 'search';
  input.type = 'search';
  label.append('Search ', input);
  results.className = 'results';
  header.append(label, ' ', count, results);
  let entries: Promise<SearchEntry[]> | undefined;
  const loadEntries = async (): Promise<SearchEntry[] | undefined> => {
    try {
      return await (entries ??= fetchEntries(indexUrl));
    } catch {
      entries = undefined; // the next input tries again
      return undefined;
    }
  };
  const show = async (): Promise<void> => {
    const loaded = await loadEntries();
    const found = search(loaded ?? [], input.value);
    results.replaceChildren(...found.map(toResultItem));
    count.textContent = loaded && input.value.trim() !== '' ? `Results: ${found.length}` : '';
  };
  input.addEventListener('input', () => void show());
}

async function fetchEntries(indexUrl: string): Promise<SearchEntry[]> {
  const response = await fetch(indexUrl);
  if (!response.ok) throw new Error(`The request for the search index failed with ${response.status}.`);
  return (await response.json()) as SearchEntry[];
}

/** Returns the entries that contain all words, first those with the words in their heading. */
function search(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found = entries.filter(({ label, text }) => hasAll(`${label} ${text}`));
  const isHeadingMatch = ({ label }: SearchEntry): boolean => hasAll(label);
  return [...found.filter(isHeadingMatch), ...found.filter((entry) => !isHeadingMatch(entry))];
}

function toResultItem({ label, url }: SearchEntry): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.textContent = label;
  item.append(link);
  return item;
}

const header = document.querySelector('header');
if (header?.dataset.search) addSearch(header, header.dataset.search);
// browsers have a clipboard only on https and localhost
if ('clipboard' in navigator) document.querySelectorAll('pre').forEach(addCopyButton);
