import { describe, expect, test } from 'vitest'
import { createBatcher } from './batch.ts'
import { type Table, unstorableField } from './table.ts'
import type { TenantTx } from './transaction.ts'

describe('batch', () => {
  /** A run that the test ends when it likes. */
  const held = () => {
    const runs: { items: readonly string[]; end: () => void; fail: (e: Error) => void }[] = []
    const run = (items: readonly string[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        runs.push({ items, end: () => resolve(items.map((i) => `done ${i}`)), fail: reject })
      })
    return { runs, run }
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  test('a lone item runs at once; what arrives meanwhile goes together into the next statement', async () => {
    const { runs, run } = held()
    const submit = createBatcher(run, (item: string) => item)
    const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => submit(item)))
    expect(runs.map((r) => r.items)).toEqual([['a'], ['b']])
    runs[0]?.end()
    await settle()
    expect(runs[2]?.items).toEqual(['c', 'd', 'e'])
    for (const r of runs) r.end()
    expect(await answers).toEqual(['a', 'b', 'c', 'd', 'e'].map((i) => `done ${i}`))
  })

  test('two items of one key never share a statement, and keep their order', async () => {
    const { runs, run } = held()
    const submit = createBatcher(run, (item: string) => item[0] as string)
    const answers = Promise.all(['x', 'y', 'k1', 'k2', 'k3', 'z'].map((item) => submit(item)))
    runs[0]?.end()
    await settle()
    expect(runs[2]?.items).toEqual(['k1', 'z'])
    runs[1]?.end()
    await settle()
    expect(runs[3]?.items).toEqual(['k2'])
    for (let i = 0; i < runs.length; i++) {
      runs[i]?.end()
      await settle()
    }
    expect((await answers).at(-2)).toBe('done k3')
  })

  test('at most 64 items share a statement, and a failed statement fails its own items only', async () => {
    const { runs, run } = held()
    const submit = createBatcher(run, (item: string) => item)
    const answers = Array.from({ length: 100 }, (_, i) => submit(String(i)).catch((e: Error) => e.message))
    runs[0]?.fail(new Error('lost'))
    runs[1]?.end()
    await settle()
    expect(runs[2]?.items).toHaveLength(64)
    expect(runs[3]?.items).toHaveLength(34)
    for (const r of runs) r.end()
    const said = await Promise.all(answers)
    expect(said[0]).toBe('lost')
    expect(said.slice(1).every((s) => s.startsWith('done'))).toBe(true)
  })

  const poisonedBy = (poison: string, code: string) => {
    const runs: (readonly string[])[] = []
    const run = (items: readonly string[]) => {
      runs.push(items)
      return items.includes(poison)
        ? Promise.reject(Object.assign(new Error(`bad ${poison}`), { code }))
        : Promise.resolve(items.map((i) => `done ${i}`))
    }
    return { runs, run }
  }

  test.each(['22021', '22008', '23514'])(
    'after a data error (%s) every item runs by itself, and only the bad one fails',
    async (code) => {
      const { runs, run } = poisonedBy('p', code)
      const submit = createBatcher(run, (item: string) => item)
      const said = await Promise.all(['x', 'y', 'a', 'p', 'b'].map((i) => submit(i).catch((e: Error) => e.message)))
      expect(said).toEqual(['done x', 'done y', 'done a', 'bad p', 'done b'])
      expect(runs).toEqual([['x'], ['y'], ['a', 'p', 'b'], ['a'], ['p'], ['b']])
    },
  )

  test.each(['40P01', '57014', '08006'])('after any other error (%s) nothing runs again', async (code) => {
    const { runs, run } = poisonedBy('p', code)
    const submit = createBatcher(run, (item: string) => item)
    const said = await Promise.all(['x', 'y', 'a', 'p', 'b'].map((i) => submit(i).catch((e: Error) => e.message)))
    expect(said).toEqual(['done x', 'done y', 'bad p', 'bad p', 'bad p'])
    expect(runs).toHaveLength(3)
  })

  test('a value that cannot be stored never joins a statement', async () => {
    const { runs, run } = poisonedBy('none', '')
    const submit = createBatcher(run, (item: string) => item)
    await expect(submit('a\0b')).rejects.toMatchObject({ entry: { code: 'validation_failed' } })
    expect(await submit('c')).toBe('done c')
    expect(runs).toEqual([['c']])
  })
})

describe('storable', () => {
  test.each([
    ['a NUL', { note: 'a\0b' }],
    ['the first half of a surrogate pair', { note: 'a\ud83d' }],
    ['the second half alone', { note: '\ude00b' }],
    ['a number without end', { note: Number.POSITIVE_INFINITY }],
    ['what is no number', { note: Number.NaN }],
    ['a date that is none', { note: new Date('2026-12-31T23:59:60Z') }],
    ['a date before our era', { note: new Date('0000-01-01T00:00:00Z') }],
    ['a date after the year 9999', { note: new Date('9999-12-31T23:59:59-23:59') }],
  ])('%s cannot be stored, and its field is named', (_, item) => {
    expect(unstorableField({ fine: 'x', ...item })).toBe('note')
  })

  test('everything else can', () => {
    const item = { text: 'é 😀 ﷺ \u202e', none: null, bytes: Buffer.from([0]), count: 0, at: new Date(), own: { a: 1 } }
    expect(unstorableField(item)).toBeUndefined()
  })
})

// Statements are written against the tables that the database has; the compiler is the one that tests it.
describe('table', () => {
  const tx = { tables: () => ({ selectFrom: () => ({ select: () => 'compiled' }) }) } as unknown as TenantTx

  test('a column that the database does not have, or has otherwise, does not compile', () => {
    expect(tx.tables<{ agents: Table<'agents', { name: 'A' }> }>().selectFrom('agents').select('status')).toBe(
      'compiled',
    )
    // @ts-expect-error agents have no such column
    tx.tables<{ agents: Table<'agents'> }>().selectFrom('agents').select('nickname')
    // @ts-expect-error a name is no number
    tx.tables<{ agents: Table<'agents', { name: number }> }>()
    // @ts-expect-error there is no such table
    tx.tables<{ robots: Table<'agents'> }>()
    // @ts-expect-error written by hand, and some columns are missing
    tx.tables<{ agents: { name: string } }>()
  })
})
