/** What the calls to a service of this process ask of its database, each statement a round trip: not its workers, nor its look at the database. */
import pg from 'pg'

const OF_CALLS = /^pursestrings (?:app|system) /

interface Asked {
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

export const statementsDuring = async (work: () => Promise<unknown>): Promise<Asked[]> => {
  const asked: Asked[] = []
  const { query } = pg.Client.prototype
  const watched = function (this: pg.Client, ...args: unknown[]) {
    const { application_name } = (this as unknown as { connectionParameters: { application_name?: string } })
      .connectionParameters
    const [what, values] = args
    if (OF_CALLS.test(application_name ?? '')) {
      asked.push(typeof what === 'string' ? { text: what, values: values as unknown[] } : (what as Asked))
    }
    return Reflect.apply(query, this, args)
  }
  pg.Client.prototype.query = watched as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return asked
}

const nameOf = ({ name, text }: Asked): string => name ?? text.replaceAll(/\s+/g, ' ').slice(0, 60)

export interface Counted {
  readonly statements: readonly string[]
  readonly transactions: number
}

/** What each of `calls` equal calls asked; what came less often than they did was somebody else's. */
export const countedOf = (asked: readonly Asked[], calls: number): Counted => {
  const statements: string[] = []
  let transactions = 0
  for (const [name, times] of Map.groupBy(asked, nameOf)) {
    const each = Math.floor(times.length / calls)
    if (name.startsWith('begin')) transactions += each
    else if (name !== 'commit') statements.push(...Array.from({ length: each }, () => name))
  }
  return { statements, transactions }
}
