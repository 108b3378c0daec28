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

/**
 * Returns the current colors of the theme. Uses a probe element, because the value of a custom
 * property may be an unresolved `light-dark()`.
 */
function shown(): string {
  const probe = document.body.appendChild(document.createElement('span'));
  const colours = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return colours.join('|');
}

/** Returns the colors of the theme for WebGL, which cannot use CSS variables. */
export function useColours(): Colours {
  const colours = useSyncExternalStore(subscribe, shown);
  return useMemo(() => {
    const values = colours.split('|');
    return Object.fromEntries(NAMES.map((name, index) => [name, values[index]])) as Colours;
  }, [colours]);
}
