import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { demoShopStrings } from '../demo-shop/strings.ts'
import { en } from './en.ts'
import type { enOpen } from './en-open.ts'

void i18next.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: en } },
  // React shows text as text.
  interpolation: { escapeValue: false },
})

/** Before the first page of the open wallet is drawn. */
export const addOpenWords = async (): Promise<void> => {
  const words = await import('./en-open.ts')
  i18next.addResourceBundle('en', 'translation', words.enOpen)
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof enOpen & typeof demoShopStrings }
  }
}
