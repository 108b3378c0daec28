import { useState } from 'react';
import { remember, remembered } from '../../session/remembered.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

function chosenTheme(): Theme {
  const chosen = remembered('theme');
  return THEMES.find((theme) => theme === chosen) ?? 'system';
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** Applies the chosen theme. Must run before the first paint, so that the other theme does not flash. */
export function showChosenTheme(): void {
  show(chosenTheme());
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return [
    theme,
    (chosen) => {
      remember('theme', chosen);
      show(chosen);
      setTheme(chosen);
    },
  ];
}
