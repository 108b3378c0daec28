import { useMemo, useSyncExternalStore } from 'react';

const NAMES = ['land', 'border', 'text', 'track-start', 'track-end'] as const;
export type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

const dark = matchMedia('(prefers-color-scheme: dark)');

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  dark.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', onChange);
  };
}

/** What the names stand for now. A variable itself may hold a choice; only a colour that is used has been made out. */
function shown(): string {
  const probe = document.body.appendChild(document.createElement('span'));
  const colours = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return colours.join('|');
}

/** The colours of the theme for what is drawn by WebGL, which knows no style sheets. */
export function useColours(): Colours {
  const colours = useSyncExternalStore(subscribe, shown);
  return useMemo(() => {
    const values = colours.split('|');
    return Object.fromEntries(NAMES.map((name, index) => [name, values[index]])) as Colours;
  }, [colours]);
}
