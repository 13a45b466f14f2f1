/** Pictures show their pages as they are, and are shown themselves. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { msOf } from './animated-webp.ts'
import { drawnBy, IMAGES, oldPictures, PICTURES, ROOT, sourcesOf } from './pictures.ts'

test('no picture is older than the page it shows; if one is: npm run screenshots', () => {
  expect(oldPictures()).toEqual([])
})

test('a page is drawn from its components, styles and words, and from those of what stands on it', () => {
  const sources = sourcesOf('wallet-review.webp')
  expect(sources).toEqual(
    expect.arrayContaining([
      'apps/wallet/src/review/Foot.tsx',
      'apps/wallet/src/review/strings.ts',
      'apps/wallet/src/wallet.css',
      'packages/ui/src/FactsCard.tsx',
      'packages/ui/src/tokens.css',
    ]),
  )
  expect(sources.filter((file) => /settings|check-request|welcome/.test(file))).toEqual([])
})

test('an element, a word or a color makes a page newer than its picture; a name and a comment do not', () => {
  const [component, words, styles] = ['review/Foot.tsx', 'review/strings.ts', 'review/review.css'].map((file) => {
    const path = `apps/wallet/src/${file}`
    const text = readFileSync(ROOT + path, 'utf8')
    return (from: string, to: string) => {
      expect([path, text.includes(from)]).toEqual([path, true])
      return drawnBy(path, text.replaceAll(from, to)) === drawnBy(path)
    }
  })
  expect([component?.('<button', '<a'), words?.('Pay this?', 'Pay?'), styles?.('var(--line)', 'red')]).toEqual([
    false,
    false,
    false,
  ])
  expect([component?.('useTranslation', 'useWords'), words?.('/**', '/** Really:')]).toEqual([true, true])
})

test('every picture is listed, shown somewhere, and small', () => {
  const files = globSync('*', { cwd: ROOT + IMAGES })
  expect(files.toSorted()).toEqual([...Object.keys(PICTURES), 'taken.json'].toSorted())
  const pages = globSync(['README.md', 'docs/*.md', 'site/src/pages/*.astro'], { cwd: ROOT })
  const texts = pages.map((page) => readFileSync(ROOT + page, 'utf8')).join('\n')
  expect(Object.keys(PICTURES).filter((picture) => !texts.includes(picture))).toEqual([])
  const large = Object.keys(PICTURES).filter((picture) => statSync(ROOT + IMAGES + picture).size > 600_000)
  expect(large).toEqual([])
})

test('the animation takes twenty seconds', () => {
  expect(msOf(readFileSync(`${ROOT}${IMAGES}ask-approve-paid.webp`))).toBe(20_000)
})
