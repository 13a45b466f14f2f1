import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { en } from './en.ts'

/** With the words of the pages that can be shown. */
export const startWords = (words: Partial<typeof en>): void => {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { translation: words } },
    // React shows text as text.
    interpolation: { escapeValue: false },
  })
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}
