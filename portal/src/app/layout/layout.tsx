import { type ReactNode, useState } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components';
import { Button } from '../../design/controls/button.js';
import { Switcher } from '../../design/controls/switcher.js';
import { Popover } from '../../design/fields/select.js';
import { savePreference, readPreference } from '../../session/local-storage.js';
import { LANGUAGES, useLanguage, useTexts } from '../../texts/language.js';
import card from '../../design/page/card.module.css';
import styles from './frame.module.css';

export function Brand() {
  const texts = useTexts();
  return (
    <div className={styles.brand}>
      <img src="./icon.svg" alt="" width="32" height="32" />
      <div>
        <strong>{texts.product}</strong>
        <span>{texts.portal}</span>
      </div>
    </div>
  );
}

/** A page without sidebar and header. */
export function BareLayout({ children }: { children: ReactNode }) {
  return <main className={styles.alone}>{children}</main>;
}

/** The layout of pages for signed-out users. */
export function SignedOutLayout({ title, children }: { title: string; children: ReactNode }) {
  const { product } = useTexts();
  return (
    <div className={styles.signIn}>
      <title>{`${title} · ${product}`}</title>
      <header>
        <Brand />
      </header>
      <main className={card.card}>{children}</main>
      <footer>
        <Preferences />
      </footer>
    </div>
  );
}

export function Preferences() {
  const { texts, language, changeLanguage } = useLanguage();
  const { preferences } = texts;
  const [theme, setTheme] = useState(storedTheme);
  return (
    <div className={styles.preferences}>
      <Switcher
        label={preferences.theme}
        value={theme}
        options={{ system: preferences.system, light: preferences.light, dark: preferences.dark }}
        onChange={(chosen) => {
          savePreference('theme', chosen);
          applyTheme(chosen);
          setTheme(chosen);
        }}
      />
      <Switcher label={preferences.language} value={language} options={LANGUAGES} onChange={changeLanguage} />
    </div>
  );
}

/** The preferences in a popover, for narrow windows. */
export function PreferencesMenu() {
  const { preferences } = useTexts();
  return (
    <DialogTrigger>
      <Button kind="sign" icon="adjust" aria-label={preferences.title} />
      <Popover>
        <Dialog className={styles.preferences} aria-label={preferences.title}>
          <Preferences />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

function storedTheme(): Theme {
  const stored = readPreference('theme');
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Applies a theme. Must run before the first paint, so that the other theme does not flash. */
export function applyTheme(theme = storedTheme()): void {
  document.documentElement.dataset.theme = theme;
}
