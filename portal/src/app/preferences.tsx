import { Switcher } from '../design/switcher.js';
import { useLanguage } from '../texts/language.js';
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
