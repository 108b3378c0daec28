import { useState } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components';
import { Button } from '../../design/controls/button.js';
import { Switcher } from '../../design/controls/switcher.js';
import { Popover } from '../../design/fields/choice.js';
import { Icon } from '../../design/icons/icon.js';
import { remember, remembered } from '../../session/remembered.js';
import { LANGUAGES, useLanguage, useTexts } from '../../texts/language.js';
import styles from './preferences.module.css';

export function Preferences() {
  const { texts, language, speak } = useLanguage();
  const { preferences } = texts;
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <div className={styles.preferences}>
      <Switcher
        label={preferences.theme}
        value={theme}
        options={{ system: preferences.system, light: preferences.light, dark: preferences.dark }}
        onChange={(chosen) => {
          remember('theme', chosen);
          showTheme(chosen);
          setTheme(chosen);
        }}
      />
      <Switcher label={preferences.language} value={language} options={LANGUAGES} onChange={speak} />
    </div>
  );
}

/** The preferences in a popover, for narrow windows. */
export function FoldedPreferences() {
  const { preferences } = useTexts();
  return (
    <DialogTrigger>
      <Button kind="sign" aria-label={preferences.title}>
        <Icon name="adjust" />
      </Button>
      <Popover>
        <Dialog className={styles.folded} aria-label={preferences.title}>
          <Preferences />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

function chosenTheme(): Theme {
  const chosen = remembered('theme');
  return THEMES.find((theme) => theme === chosen) ?? 'system';
}

/** Applies a theme. Must run before the first paint, so that the other theme does not flash. */
export function showTheme(theme = chosenTheme()): void {
  document.documentElement.dataset.theme = theme;
}
