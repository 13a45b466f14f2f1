/**
 * Tables that outgrew their statistics are analysed within a second or two, so that a new database never works with the
 * plans of an empty one. Any number of workers may do this; a turn is bounded, and finds nothing to do once tables are large.
 */
import type { Transactions } from '../postgres/transaction.ts'
import type { Jobs } from './jobs.ts'

interface Deps {
  readonly transactions: Transactions
  readonly onAnalysed: (table: string) => void
}

const EVERY_MS = 1_000
/** Each in a transaction of its own, which the statement's time limit bounds. */
const TABLES_A_TURN = 8

export const analyseGrownTables = (jobs: Jobs, deps: Deps): void =>
  jobs.every(EVERY_MS, 'analyse-grown-tables', () => analyseInTurn(deps))

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
