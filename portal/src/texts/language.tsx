import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { savePreference, readPreference } from '../session/local-storage.js';
import { de } from './de.js';
import { en, type Texts } from './en.js';

/** The name of each language in that language. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
type Language = keyof typeof LANGUAGES;

const TEXTS: Record<Language, Texts> = { en, de };
/** Dates follow the British form in English: the day before the month, as elsewhere in Europe. */
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

interface LanguageContextValue {
  language: Language;
  locale: string;
  texts: Texts;
  changeLanguage: (language: Language) => void;
}

const LanguageContext = createContext<LanguageContextValue | undefined>(undefined);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(initialLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const changeLanguage = (chosen: Language) => {
    savePreference('language', chosen);
    setLanguage(chosen);
  };
  const locale = LOCALES[language];
  return (
    <LanguageContext value={{ language, locale, texts: TEXTS[language], changeLanguage }}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
    </LanguageContext>
  );
}

export function useLanguage(): LanguageContextValue {
  const context = use(LanguageContext);
  if (!context) throw new Error('No language is provided');
  return context;
}

export const useTexts = (): Texts => useLanguage().texts;

function initialLanguage(): Language {
  const preferred = readPreference('language') ?? navigator.language.slice(0, 2);
  return preferred === 'de' ? 'de' : 'en';
}
