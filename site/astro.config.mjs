import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const sidebar = read('src/content/menu.json')
const ranking = read('search-ranking.json')

export default defineConfig({
  base: '/docs',
  trailingSlash: 'always',
  // Not in node_modules, which other checkouts use too.
  cacheDir: './.astro/cache',
  // Whatever could stand inline is a file: the pages' policy allows nothing else.
  build: { inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 }, logLevel: 'warn' },
  integrations: [
    starlight({
      title: 'Pursestrings',
      description: 'Let AI agents ask for money. Let people say yes.',
      favicon: '/mark.svg',
      sidebar,
      customCss: [
        '@fontsource-variable/atkinson-hyperlegible-next',
        '@fontsource-variable/atkinson-hyperlegible-mono',
        './src/styles/tokens.css',
        './src/styles/theme.css',
        './src/styles/parts.css',
      ],
      head: [{ tag: 'script', attrs: { type: 'module', src: '/docs/code-tabs.js' } }],
      components: {
        SiteTitle: './src/components/SiteTitle.astro',
        SocialIcons: './src/components/HeaderLinks.astro',
        PageTitle: './src/components/PageTitle.astro',
      },
      expressiveCode: {
        themes: ['github-light', 'github-dark'],
        // A frame would put words into the page that nobody wrote, and the search would find them.
        defaultProps: { frame: 'none' },
        styleOverrides: {
          borderRadius: '8px',
          borderColor: 'var(--line)',
          codeBackground: 'var(--sunken)',
          codeFontFamily: 'var(--mono)',
          codeFontSize: '0.875rem',
          frames: { shadowColor: 'transparent' },
        },
      },
      pagefind: { ranking },
      pagination: true,
      lastUpdated: false,
    }),
  ],
})
