import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Icon } from '../design/icon.js';
import { Switcher } from '../design/switcher.js';
import { useLanguage, useTexts } from '../texts/language.js';
import { useTheme } from './theme.js';

export function Preferences() {
  const { texts, language, speak } = useLanguage();
  const { preferences } = texts;
  const [theme, chooseTheme] = useTheme();
  return (
    <div className="preferences">
      <Switcher
        label={preferences.theme}
        value={theme}
        options={[
          { id: 'system', label: preferences.system },
          { id: 'light', label: preferences.light },
          { id: 'dark', label: preferences.dark },
        ]}
        onChange={chooseTheme}
      />
      <Switcher
        label={preferences.language}
        value={language}
        options={[
          { id: 'en', label: preferences.english },
          { id: 'de', label: preferences.german },
        ]}
        onChange={speak}
      />
    </div>
  );
}

/** The same behind a button, for where the page needs the room. */
export function FoldedPreferences() {
  const { preferences } = useTexts();
  return (
    <DialogTrigger>
      <Button className="button quiet icon-only" aria-label={preferences.title}>
        <Icon name="adjust" />
      </Button>
      <Popover className="popover">
        <Dialog className="folded-preferences" aria-label={preferences.title}>
          <Preferences />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
