/**
 * Thousands who wait look again every few seconds, and hardly any of them finds anything. So those who were not rung are asked
 * for together, in one statement, whether there is news: an event, or that their token opens nothing any more. Only they read.
 */
import type pg from 'pg'

/** How long looks are gathered, and how many at most go into one statement. */
const GATHER_MS = 100
const ITEMS_MAX = 1_000

interface Item {
  readonly token_hash: Buffer
  readonly since: number
  readonly resolve: (has_news: boolean) => void
  readonly reject: (error: unknown) => void
}

export type HasNews = (since: number) => Promise<boolean>

const text = 'select readers_with_news($1, $2) as item'

export const quietLooksOn = (pool: pg.Pool): ((token_hash: Buffer) => HasNews) => {
  let gathered: Item[] = []
  let timer: NodeJS.Timeout | undefined

  const ask = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const asking = gathered
    gathered = []
    const values = [asking.map((one) => one.token_hash), asking.map((one) => one.since)]
    try {
      const { rows } = await pool.query<{ item: number }>({ name: 'readers_with_news', text, values })
      const news = new Set(rows.map(({ item }) => item))
      asking.forEach(({ resolve }, at) => resolve(news.has(at + 1)))
    } catch (error) {
      for (const { reject } of asking) reject(error)
    }
  }

  return (token_hash) => (since) =>
    new Promise((resolve, reject) => {
      gathered.push({ token_hash, since, resolve, reject })
      if (gathered.length >= ITEMS_MAX) void ask()
      else timer ??= setTimeout(() => void ask(), GATHER_MS)
    })
}
