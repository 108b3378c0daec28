import { Dialog, DialogTrigger } from 'react-aria-components';
import { Icon } from '../../design/icons/icon.js';
import { Switcher } from '../../design/controls/switcher.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { useTheme } from './theme.js';
import { Button } from '../../design/controls/button.js';
import { Popover } from '../../design/fields/choice.js';
import styles from './preferences.module.css';

export function Preferences() {
  const { texts, language, speak } = useLanguage();
  const { preferences } = texts;
  const [theme, chooseTheme] = useTheme();
  return (
    <div className={styles.preferences}>
      <Switcher
        label={preferences.theme}
        value={theme}
        options={{ system: preferences.system, light: preferences.light, dark: preferences.dark }}
        onChange={chooseTheme}
      />
      <Switcher
        label={preferences.language}
        value={language}
        options={{ en: preferences.english, de: preferences.german }}
        onChange={speak}
      />
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
