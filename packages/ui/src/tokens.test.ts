/** Colours that can be read, in light and in dark: words on every paper they stand on, by WCAG's measure. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CSS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const SCHEMES = ['light', 'dark'] as const
const PAPERS = ['bg', 'surface', 'sunken', 'hover', 'selected']
const WORDS = ['text', 'muted', 'ink', 'proven', 'look', 'stop', 'testnet']
const KINDS = ['ink', 'proven', 'look', 'stop', 'testnet']
/** On grounds of their own. */
const OWN = [
  ...KINDS.flatMap((kind) => [
    [kind, `${kind}-soft`],
    ['text', `${kind}-soft`],
  ]),
  // A row that is open.
  ...['muted', 'proven', 'stop'].map((word) => [word, 'ink-soft']),
  ['on-ink', 'ink'],
  ['on-ink', 'ink-hover'],
  ['on-proven', 'proven'],
  ['on-stop', 'stop'],
  ['on-stop', 'stop-hover'],
  ['on-testnet', 'testnet-bar'],
]

const blockOf = (scheme: string): string => CSS.slice(CSS.indexOf(`[data-scheme="${scheme}"]`)).split('}')[0] ?? ''
const colourOf = (scheme: string, name: string): string => {
  const [, value] = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(blockOf(scheme)) ?? []
  if (value === undefined) throw new Error(`${scheme} has no --${name}`)
  return value
}
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each(SCHEMES)('words have a contrast of 4.5 on every paper, and on their own ground, in %s', (scheme) => {
  const pairs = [...WORDS.flatMap((word) => PAPERS.map((paper) => [word, paper])), ...OWN]
  const faint = pairs.flatMap(([word = '', paper = '']) => {
    const found = contrast(colourOf(scheme, word), colourOf(scheme, paper))
    return found >= 4.5 ? [] : [`${word} on ${paper}: ${found.toFixed(2)}`]
  })
  expect(pairs.length).toBeGreaterThan(40)
  expect(faint).toEqual([])
})

test.each(SCHEMES)('the edges of controls and the areas of charts have a contrast of 3, in %s', (scheme) => {
  const drawn = ['line-strong', 'chart-proven', 'chart-open', 'chart-no', 'chart-late', 'chart-bad']
  const faint = drawn.filter((name) => contrast(colourOf(scheme, name), colourOf(scheme, 'surface')) < 3)
  expect(faint).toEqual([])
})

test('no other style names a colour', () => {
  const root = join(import.meta.dirname, '../../..')
  const styles = globSync(['packages/ui/src/**/*.css', 'apps/*/src/**/*.css'], { cwd: root })
  expect(styles.length).toBeGreaterThan(10)
  const naming = styles.filter((file) => {
    const rules = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    return !file.endsWith('tokens.css') && /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(rules)
  })
  expect(naming).toEqual([])
})
