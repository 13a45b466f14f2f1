import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'

void i18next.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: en } },
  // React shows text as text.
  interpolation: { escapeValue: false },
})

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}
