/**
 * Tables that outgrew their statistics are analysed within a second, so that a new database never works with the
 * plans of an empty one. Any number of workers may do this; a turn is bounded, and finds nothing to do once tables are large.
 */
import type { Transactions } from '../postgres/transaction.ts'
import type { Jobs } from './jobs.ts'

interface Deps {
  readonly transactions: Transactions
  readonly onAnalysed: (table: string) => void
}

/** As `analyse_grown_table` has it. */
const DUE = `exists (select from pg_class c where c.relkind = 'r'
  and c.relnamespace in (select n.oid from pg_namespace n where n.nspname in ('pursestrings', 'pgboss'))
  and pg_stat_get_live_tuples(c.oid) > 50 + 1.5 * greatest(c.reltuples, 0))`
/** Each in a transaction of its own, which the statement's time limit bounds. */
const TABLES_A_TURN = 8

export const analyseGrownTables = (jobs: Jobs, deps: Deps): void =>
  jobs.attend('analyse-grown-tables', { due: DUE }, async () => {
    await analyseInTurn(deps)
    return 'none'
  })

export const analyseInTurn = async ({ transactions, onAnalysed }: Deps): Promise<void> => {
  for (let i = 0; i < TABLES_A_TURN; i++) {
    const table = await transactions.asSystem(async ({ client }) => {
      const { rows } = await client.query<{ analysed: string | null }>('select analyse_grown_table() as analysed')
      return rows[0]?.analysed ?? undefined
    })
    if (table === undefined) return
    onAnalysed(table)
  }
}
