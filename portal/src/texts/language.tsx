import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { remember, remembered } from '../session/remembered.js';
import { de } from './de.js';
import { en, type Texts } from './en.js';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const TEXTS: Record<Language, Texts> = { en, de };
/** Dates follow the British form in English: the day before the month, as elsewhere in Europe. */
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

interface Spoken {
  language: Language;
  locale: string;
  texts: Texts;
  speak: (language: Language) => void;
}

const LanguageContext = createContext<Spoken | undefined>(undefined);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speak = useCallback((chosen: Language) => {
    remember('language', chosen);
    setLanguage(chosen);
  }, []);
  const spoken = useMemo(
    () => ({ language, locale: LOCALES[language], texts: TEXTS[language], speak }),
    [language, speak],
  );
  return (
    <LanguageContext value={spoken}>
      <I18nProvider locale={LOCALES[language]}>{children}</I18nProvider>
    </LanguageContext>
  );
}

export function useLanguage(): Spoken {
  const spoken = use(LanguageContext);
  if (!spoken) throw new Error('No language is provided');
  return spoken;
}

export const useTexts = (): Texts => useLanguage().texts;

function firstLanguage(): Language {
  const wanted = remembered('language') ?? navigator.language.slice(0, 2);
  return LANGUAGES.find((language) => language === wanted) ?? 'en';
}
