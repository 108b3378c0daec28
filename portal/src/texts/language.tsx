import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { remember, remembered } from '../session/remembered.js';
import { de } from './de.js';
import { en, type Texts } from './en.js';

/** The name of each language in that language. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
type Language = keyof typeof LANGUAGES;

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
  const speak = (chosen: Language) => {
    remember('language', chosen);
    setLanguage(chosen);
  };
  const locale = LOCALES[language];
  return (
    <LanguageContext value={{ language, locale, texts: TEXTS[language], speak }}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
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
  return wanted === 'de' ? 'de' : 'en';
}
