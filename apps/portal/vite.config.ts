import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Nothing is inlined: the page's policy allows files of its own origin and nothing else. */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@pursestrings/source', 'module', 'browser', 'production'] },
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, assetsDir: 'assets' },
})
