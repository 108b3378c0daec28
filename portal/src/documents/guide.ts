import './guide.css';

/** A part of a page below one heading. */
interface Entry {
  readonly label: string;
  readonly url: string;
  readonly text: string;
}

const MOST_RESULTS = 12;
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
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}

function addSearch(header: HTMLElement, index: string): void {
  const label = document.createElement('label');
  const input = document.createElement('input');
  const results = document.createElement('ul');
  label.className = 'search';
  input.type = 'search';
  label.append('Search ', input);
  results.setAttribute('aria-live', 'polite');
  results.className = 'results';
  header.append(label, results);
  let entries: Promise<Entry[]> | undefined;
  const show = async (): Promise<void> => {
    entries ??= fetch(index).then((response) => response.json() as Promise<Entry[]>);
    const found = search(await entries, input.value);
    results.replaceChildren(...found.map(resultOf));
    results.toggleAttribute('data-empty', found.length === 0 && input.value.trim() !== '');
  };
  input.addEventListener('input', () => void show());
}

/** Returns the entries that contain all words, first those with the words in their heading. */
function search(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found = entries.filter(({ label, text }) => hasAll(`${label} ${text}`));
  const isFirst = ({ label }: Entry): boolean => hasAll(label);
  return [...found.filter(isFirst), ...found.filter((entry) => !isFirst(entry))].slice(0, MOST_RESULTS);
}

function resultOf({ label, url }: Entry): HTMLElement {
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
