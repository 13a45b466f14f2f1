import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CellsError, readCells, slotMapOf, slotNumber, withSlotsIn } from './cells.ts'
import { QUIET } from './move-fence.ts'
import { BESIDE_FENCED, DOORS, keyOf, OF_THE_CELL, OF_THE_SEQUENCER } from './move-tables.ts'
import { place, USE_MAX, zipfWeights } from './place.ts'
import { haproxyFile, slotMap } from './router.ts'
import { simulateCell } from './simulate-cell.ts'

const room = (name: string, more: object = {}) => ({ name, open: true, capacity_per_s: 1_000, used_per_s: 0, ...more })

describe('place', () => {
  test('a hundred thousand merchants with Zipf 1.0 weights fill ten cells evenly', () => {
    const merchants = zipfWeights(100_000, 1).map((weight, n) => ({
      merchant_id: `mer_${n}`,
      lives_per_s: weight * 4_000,
    }))
    const cells = Array.from({ length: 10 }, (_, n) => room(`cell-${n}`))
    const { placed, left_over, use } = place(cells, merchants)
    const shares = Object.values(use)
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    expect(left_over).toEqual([])
    expect(placed).toHaveLength(merchants.length)
    expect(Math.max(...shares) / mean).toBeLessThanOrEqual(1.05)
    expect(Math.max(...shares)).toBeLessThanOrEqual(USE_MAX)
  })

  test('no cell gets more than half of what it carries, and a closed one nothing', () => {
    const cells = [room('full', { used_per_s: 480 }), room('closed', { open: false }), room('free')]
    const merchants = [600, 300, 150, 40, 20].map((lives_per_s, n) => ({ merchant_id: `mer_${n}`, lives_per_s }))
    const { placed, left_over, use } = place(cells, merchants)
    expect(left_over.map(({ lives_per_s }) => lives_per_s)).toEqual([600])
    expect(placed.map(({ cell, lives_per_s }) => [cell, lives_per_s])).toEqual([
      ['free', 300],
      ['free', 150],
      ['free', 40],
      ['full', 20],
    ])
    expect(use).toEqual({ full: 0.5, closed: 0, free: 0.49 })
  })

  test('merchants that list the same address stay together, also by way of a third, and the plan says so', () => {
    const listing = (merchant_id: string, lives_per_s: number, ...addresses: string[]) => ({
      merchant_id,
      lives_per_s,
      addresses,
    })
    const merchants = [listing('a', 100, 'G1'), listing('b', 90), listing('c', 80, 'G2'), listing('d', 70, 'G1', 'G2')]
    const { placed, together } = place([room('one'), room('two')], merchants)
    expect(together).toEqual([['c', 'a', 'd']])
    const cellOf = Object.fromEntries(placed.map(({ merchant_id, cell }) => [merchant_id, cell]))
    expect(cellOf).toEqual({ a: 'one', d: 'one', c: 'one', b: 'two' })
  })

  test('what stays together and is too heavy for any cell is left over as a whole', () => {
    const merchants = ['a', 'b'].map((merchant_id) => ({ merchant_id, lives_per_s: 300, addresses: ['G1'] }))
    expect(place([room('one'), room('two')], merchants)).toMatchObject({ placed: [], left_over: merchants })
  })

  test('the same merchants in another order get the same places', () => {
    const merchants = Array.from({ length: 50 }, (_, n) => ({ merchant_id: `mer_${n}`, lives_per_s: 1 + (n % 7) }))
    const cells = [room('a'), room('b'), room('c')]
    expect(place(cells, merchants.toReversed())).toEqual(place(cells, merchants))
  })
})

describe('cells.json', () => {
  const file = (...cells: object[]) => JSON.stringify({ cells })
  const cell = (name: string, slots: string[]) => ({ name, servers: ['127.0.0.1:8787'], slots })

  test('every slot of a range has its cell', () => {
    const map = slotMapOf(readCells(file(cell('a', ['000-fzz']), cell('b', ['g00-zzz']))))
    expect(map.size).toBe(32_768)
    expect([map.get(0), map.get(16_383), map.get(16_384), map.get(32_767)]).toEqual(['a', 'a', 'b', 'b'])
  })

  test.each([
    ['no JSON', '{', 'this is not JSON'],
    ['no list', '{}', 'there is no list of cells'],
    ['a slot in two cells', file(cell('a', ['000-00z']), cell('b', ['00z'])), 'slot 00z is in a and in b'],
    ['two cells of one name', file(cell('a', []), cell('a', [])), 'two cells have the same name'],
    ['a letter that no slot has', file(cell('a', ['00i'])), 'is no slot'],
    ['a range backwards', file(cell('a', ['zzz-000'])), 'ends before it begins'],
    ['a name with a line end', file(cell('a\nb', [])), 'is no name'],
    ['a server with a space', file({ ...cell('a', []), servers: ['a b:1'] }), 'servers must be host:port'],
  ])('%s is refused', (_what, text, why) => {
    expect(() => readCells(text)).toThrow(CellsError)
    expect(() => readCells(text)).toThrow(why)
  })
})

describe('the simulation', () => {
  const small = { seed: 7, seconds: 5, lives_per_s: 50 }

  test('the same seed gives the same figures, another one others', () => {
    expect(simulateCell(small)).toEqual(simulateCell(small))
    expect(simulateCell({ ...small, seed: 8 })).not.toEqual(simulateCell(small))
  })

  test('use is what the costs add up to, and an idle cell answers in statement and commit', () => {
    const { use, p50_ms } = simulateCell(small)
    // A create alone is 0.96 ms, and what follows 2.9: 50 of them a second on 14 cores.
    expect(use).toBeCloseTo((50 * (0.96 + 2.9)) / 14_000, 2)
    expect(p50_ms).toBeCloseTo(2.96, 1)
  })

  test('a tenant without a budget makes the others wait, one with a budget does not', () => {
    const hot = { seed: 7, seconds: 2.5, lives_per_s: 50, hot_per_s: 8_000 }
    const [unbound, bound] = [simulateCell(hot), simulateCell({ ...hot, hot_budget_per_s: 200 })]
    expect(unbound.p99_ms).toBeGreaterThan(20 * bound.p99_ms)
    expect(bound.refused).toBeGreaterThan(0.8)
  })
})

test('the router maps every slot that has a cell, and takes no path that HAProxy would read as something else', () => {
  const cells = readCells(
    JSON.stringify({
      cells: [
        { name: 'one', servers: ['127.0.0.1:1'], slots: ['000-001'] },
        { name: 'two', servers: ['127.0.0.1:2'], slots: ['0z7'] },
      ],
    }),
  )
  expect(slotMap(cells)).toBe('000 one\n001 one\n0z7 two\n')
  const file = haproxyFile({ cells, map_file: '/run/slots.map', bind: '127.0.0.1:80' })
  expect(file).toContain('map(/run/slots.map)')
  expect(file).toMatch(/backend cell_two\n.*\n.*\n.*\n {2}server two-1 127\.0\.0\.1:2\n/)
  expect(() => haproxyFile({ cells, map_file: '/run/my slots', bind: ':80' })).toThrow(CellsError)
})

describe('slots that move', () => {
  const cells = readCells(
    JSON.stringify({
      cells: [
        { name: 'a', servers: ['127.0.0.1:1'], slots: ['000-00z'] },
        { name: 'b', servers: ['127.0.0.1:2'], slots: ['010', '100-1zz'] },
      ],
    }),
  )
  const ranges = (slots: string[], to: string) =>
    withSlotsIn(cells, slots.map(slotNumber), to).map((cell) => cell.slots.join(' '))

  test('leave a hole in their range, and join another where they fit', () => {
    expect(ranges(['007'], 'b')).toEqual(['000-006 008-00z', '007 010 100-1zz'])
    expect(ranges(['000', '00z'], 'b')).toEqual(['001-00y', '000 00z-010 100-1zz'])
    expect(ranges(['010'], 'a')).toEqual(['000-010', '100-1zz'])
    expect(ranges(['zzz'], 'a')).toEqual(['000-00z zzz', '010 100-1zz'])
    expect(() => ranges(['007'], 'c')).toThrow(CellsError)
    expect(() => slotNumber('0l7')).toThrow(CellsError)
  })

  test('of every table somebody has said how it moves', () => {
    const schema = readFileSync(new URL('../../docs/generated/schema.sql', import.meta.url), 'utf8')
    const tables = new Map(
      [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)^\).*;/gm)].map(
        ([, name = '', body = '']) => [name, [...body.matchAll(/^ {2}(\w+) /gm)].map(([, column = '']) => column)],
      ),
    )
    expect(tables.size).toBeGreaterThan(80)
    const unsaid = [...tables].filter(([name, columns]) => !OF_THE_CELL.has(name) && keyOf(name, columns) === undefined)
    expect(unsaid).toEqual([])
    const named = [...DOORS, ...OF_THE_SEQUENCER, ...BESIDE_FENCED, ...QUIET]
    expect(named.filter((name) => !tables.has(name) || OF_THE_CELL.has(name))).toEqual([])
  })
})
