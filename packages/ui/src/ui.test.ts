import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentLines, plain } from './agent-text.ts'
import { STANDING_WORDS, standingOf } from './standing.ts'

describe('texts and standing', () => {
  // Whatever an agent writes, a payer sees plain lines that cannot hide anything or turn anything around.
  describe('agent text', () => {
    test('a context is title, summary, items and references; the request’s own words follow once', () => {
      const context = {
        title: 'Order 1042',
        summary: 'Two books, sent to the usual place',
        line_items: [{ label: 'The Sea, the Sea', quantity: 2, amount_text: '6.25 XLM' }],
        references: { order: '1042' },
      }
      expect(agentLines({ title: 'Order 1042', note: 'thanks' }, context)).toEqual([
        'Order 1042',
        'Two books, sent to the usual place',
        '2 × The Sea, the Sea   6.25 XLM',
        'order: 1042',
        'note: thanks',
      ])
    })

    test('what turns text around or has no ink is spelled out', () => {
      expect(plain('pay \u202Eelpmaxe.live')).toBe('pay ⟨U+202E⟩elpmaxe.live')
      expect(plain('a\u200Bb\u2066c\u2069')).toBe('a⟨U+200B⟩b⟨U+2066⟩c⟨U+2069⟩')
      expect(plain('\u0000\u001B[31m\u3164')).toBe('⟨U+0000⟩⟨U+001B⟩[31m⟨U+3164⟩')
      expect(plain('\ud800')).toBe('⟨U+D800⟩')
    })

    test('markup and addresses stay text, and line ends of every kind are line ends', () => {
      expect(agentLines('<img src=x onerror=alert(1)>\r\nhttps://evil.example\u2028✓ Verified')).toEqual([
        '<img src=x onerror=alert(1)>',
        'https://evil.example',
        '✓ Verified',
      ])
    })

    test('names that an agent invents are text, too, and nothing goes deeper than it reads', () => {
      expect(agentLines({ 'Signed facts': { 'to\u202E': 'GEVIL' }, count: 2, none: null })).toEqual([
        'Signed facts:',
        '  to⟨U+202E⟩: GEVIL',
        'count: 2',
        'none: ',
      ])
      expect(agentLines(undefined)).toEqual([])
    })

    test('more than 16 KiB is not shown', () => {
      expect(agentLines('x'.repeat(100_000)).join('\n').length).toBe(16_384)
    })
  })

  describe('standing', () => {
    const STATUSES = [
      'pending',
      'signed',
      'broadcasted',
      'confirmed',
      'settled',
      'submitted',
      'failed',
      'expired',
      'rejected',
    ] as const
    const wordOf = (status: (typeof STATUSES)[number], assurance: string, reason?: string) =>
      STANDING_WORDS[standingOf({ status, reason, settlement: { assurance } })]

    test('paid is said only of what the ledger shows, whatever a wallet says', () => {
      for (const status of STATUSES) {
        expect(wordOf(status, 'chain_observed')).toBe('Paid')
        for (const assurance of [
          'none',
          'wallet_reported',
          'merchant_accepted',
          'disputed',
          'proven_unpaid',
          'another',
        ])
          expect(wordOf(status, assurance), `${status}, ${assurance}`).not.toBe('Paid')
      }
    })

    test('signed is not sent, and whoever takes a request back cancels it', () => {
      expect(wordOf('signed', 'wallet_reported')).toBe('Waiting')
      expect(wordOf('broadcasted', 'wallet_reported')).toBe('Sent')
      expect(wordOf('settled', 'wallet_reported')).toBe('Sent')
      expect(wordOf('broadcasted', 'proven_unpaid')).toBe('Not paid')
      expect(wordOf('failed', 'none')).toBe('Not paid')
      expect(wordOf('failed', 'none', 'canceled_by_agent')).toBe('Canceled')
      expect(wordOf('failed', 'none', 'recipient_recalled')).toBe('Canceled')
    })
  })
})

/**
 * A page that is opened by its address brings its own styles. Each page is loaded on its own, so a class that another page's
 * file defines is there only for people who saw that page first.
 */
describe('styles', () => {
  const UI = import.meta.dirname
  const read = (file: string): string => readFileSync(file, 'utf8')
  const isStyle = (file: string): boolean => file.endsWith('.css')

  /** What a file imports, and what that imports; not what is loaded later. */
  const loadedBy = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    if (isStyle(file)) return seen
    for (const [, path = ''] of read(file).matchAll(/(?:from |^import )'(\.[^'?]+)'/gm)) {
      loadedBy(join(dirname(file), path), seen)
    }
    return seen
  }
  const classesIn = (style: string): string[] => {
    const rules = read(style).replaceAll(/\/\*[^]*?\*\//g, '')
    return Array.from(rules.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name)
  }
  const usedIn = (file: string): string[] =>
    Array.from(read(file).matchAll(/className="([^"]+)"/g), ([, names = '']) => names.split(' ')).flat()

  test.each(['portal', 'wallet'])('every page of the %s loads the styles of the classes that it uses', (name) => {
    const app = join(UI, '../../../apps', name, 'src')
    const shared = globSync('*.css', { cwd: UI }).map((file) => join(UI, file))
    const always = [...shared, ...loadedBy(join(app, 'main.tsx'))]
    const defined = new Set(globSync('**/*.css', { cwd: app }).flatMap((file) => classesIn(join(app, file))))
    const pages = Array.from(read(join(app, 'router.tsx')).matchAll(/import\('(\.[^']+)'\)/g), ([, path = '']) => path)
    expect(pages.length).toBeGreaterThan(10)
    const missing = pages.flatMap((page) => {
      const loaded = [...loadedBy(join(app, page))]
      const there = new Set([...always, ...loaded].filter(isStyle).flatMap(classesIn))
      const used = loaded.filter((file) => file.endsWith('.tsx')).flatMap(usedIn)
      return used.filter((one) => defined.has(one) && !there.has(one)).map((one) => `${page}: .${one}`)
    })
    expect(missing).toEqual([])
  })
})

describe('sizes', () => {
  const root = join(import.meta.dirname, '../../..')
  const styles = globSync(['packages/ui/src/**/*.css', 'apps/*/src/**/*.css'], { cwd: root })

  test('text is as large as people have set it, and so are its lines; only a chart draws its words in place', () => {
    const fixed = styles.flatMap((file) => {
      const rules = readFileSync(join(root, file), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)
      return Array.from(rules, ([, names = '', rule = '']) => [names.trim(), rule]).flatMap(
        ([names = '', rule = '']) =>
          /^\s*(?:font(?:-size)?: (?:\d+ )?[\d.]+px|(?:font: .*\/ |line-height: )[\d.]+px)/m.test(rule) &&
          !/^\.chart-(?:axis|word)/.test(names)
            ? [`${file}: ${names}`]
            : [],
      )
    })
    expect(styles.length).toBeGreaterThan(20)
    expect(fixed).toEqual([])
  })
})

/** Colours that can be read, in light and in dark: words on every paper they stand on, by WCAG's measure. */
describe('tokens', () => {
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
})
