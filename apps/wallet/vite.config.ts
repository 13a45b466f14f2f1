import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What the first page needs, as one file: it is smaller than its parts, whichever of them other pages share. */
const FIRST =
  /i18next|preload-helper|wallet\/src\/(keys\/(session|vault|bytes)|frame\/(Shell|Icon|Skeleton|Foot)|strings\/i18n)\.tsx?$/

/** Nothing is inlined: the page's policy allows files of its own origin and nothing else. */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@pursestrings/source', 'module', 'browser', 'production'] },
  worker: { format: 'es' },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    assetsDir: 'assets',
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', test: FIRST }] } } },
  },
})
