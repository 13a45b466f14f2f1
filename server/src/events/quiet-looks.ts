/**
 * Thousands who wait look again every few seconds, and hardly any of them finds anything. So those who were not rung are asked
 * for together, in one statement, whether there is news. Only they read.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import type pg from 'pg'

/** How long looks are gathered, and how many at most go into one statement. */
const GATHER_MS = 100
const ITEMS_MAX = 1_000

/** By the hash of a connection's token, or by the id of a feed's owner. */
type Reader = Buffer | Uuid

interface Item {
  readonly reader: Reader
  readonly since: number
  readonly resolve: (has_news: boolean) => void
  readonly reject: (error: unknown) => void
}

export type HasNews = (since: number) => Promise<boolean>

/** Of connections. News is also that it opens nothing any more. */
export const connectionLooks = (pool: pg.Pool): ((token_hash: Buffer) => HasNews) =>
  quietLooks(pool, 'readers_with_news')

/** Every fourth look reads in any case, because reading asks for the credential again and a look doesn't. */
const LOOKS_PER_READ = 4

/** Of merchants, wallets and projects. */
export const feedLooks = (pool: pg.Pool): ((owner_id: Uuid) => HasNews) => {
  const looksOf = quietLooks(pool, 'feeds_with_news')
  return (owner_id) => {
    const look = looksOf(owner_id)
    let looks = 0
    return async (since) => ++looks % LOOKS_PER_READ === 0 || look(since)
  }
}

const quietLooks = (pool: pg.Pool, name: string): ((reader: Reader) => HasNews) => {
  const text = `select ${name}($1, $2) as item`
  let gathered: Item[] = []
  let timer: NodeJS.Timeout | undefined

  const ask = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const asking = gathered
    gathered = []
    const values = [asking.map((one) => one.reader), asking.map((one) => one.since)]
    try {
      const { rows } = await pool.query<{ item: number }>({ name, text, values })
      const news = new Set(rows.map(({ item }) => item))
      asking.forEach(({ resolve }, at) => resolve(news.has(at + 1)))
    } catch (error) {
      for (const { reject } of asking) reject(error)
    }
  }

  return (reader) => (since) =>
    new Promise((resolve, reject) => {
      gathered.push({ reader, since, resolve, reject })
      if (gathered.length >= ITEMS_MAX) void ask()
      else timer ??= setTimeout(() => void ask(), GATHER_MS)
    })
}
