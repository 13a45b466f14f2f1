import { describe, expect, test } from 'vitest'
import { SourceFault } from './ledger-source.ts'
import { listingOf, pagesOf } from './listing.ts'

const scan = (more: { budget?: number; through?: number } = {}) => ({
  payee: 'G',
  own_assets: [],
  after: 10,
  through: 20,
  ...more,
})
const item = (ledger: number, n: number) => ({ hash: `${ledger} ${n}`, ledger, closed_at: 1n, shown: undefined })
const nothing = () => Promise.resolve(undefined)
const why = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as SourceFault).why
  }
  return undefined
}

describe('a listing', () => {
  test('takes what lies in its ledgers, each once, and says how far it is whole', async () => {
    const listing = listingOf<undefined>('node', scan())
    expect([item(11, 1), item(11, 1), item(20, 1), item(21, 1)].map((one) => listing.take(one))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(await listing.read(nothing)).toEqual({
      transactions: [],
      unreadable: [item(11, 1), item(20, 1)].map(({ hash, ledger, closed_at }) => ({ hash, ledger, closed_at })),
      through: 20,
    })
  })

  test('ends before the ledger after the budget, wherever that is, and always gets ahead', async () => {
    const listing = listingOf<undefined>('node', scan({ budget: 0 }))
    expect([listing.take(item(11, 1)), listing.take(item(11, 2)), listing.take(item(15, 1))]).toEqual([
      true,
      true,
      false,
    ])
    expect((await listing.read(nothing)).through).toBe(14)
  })

  test('is refused from whoever goes back', () => {
    const listing = listingOf<undefined>('node', scan())
    listing.take(item(12, 1))
    expect(why(() => listing.take(item(11, 1)))).toBe('malformed')
    expect(why(() => listingOf<undefined>('node', scan()).take(item(10, 1)))).toBe('malformed')
  })

  test('is refused from whoever never comes to the end of a ledger', () => {
    const listing = listingOf<undefined>('node', scan({ budget: 1 }))
    const all = () => {
      for (let n = 0; n < 10_001; n += 1) listing.take(item(11, n))
    }
    expect(why(all)).toBe('malformed')
  })
})

test('pages shrink while answers are too large, stay small, and give up at one', async () => {
  const inPages = pagesOf(200)
  const asked: number[] = []
  const upTo = (most: number) => (limit: number) => {
    asked.push(limit)
    return limit > most ? Promise.reject(new SourceFault('too_large', 'large')) : Promise.resolve(limit)
  }
  expect(await inPages(upTo(12))).toEqual({ page: 12, limit: 12 })
  expect(await inPages(upTo(12))).toEqual({ page: 12, limit: 12 })
  await expect(inPages(upTo(0))).rejects.toMatchObject({ why: 'too_large' })
  expect(asked).toEqual([200, 50, 12, 12, 12, 3, 1])
})
