/** Statements on transaction_contexts: rows are added and read, never changed. */

import type { BodyOf } from '@pursestrings/contract/operation'
import type { createTransactionContext } from '@pursestrings/contract/transaction-contexts/operations'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'

export type Words = Omit<BodyOf<typeof createTransactionContext>, 'transaction_id'>

interface Tables {
  transaction_contexts: Table<'transaction_contexts', { words: Words }>
}

export interface ContextRow {
  readonly connection_id: Uuid
  readonly transaction_id: string
  readonly revision: number
  readonly words: Words
  readonly created_at: Date
}

const COLUMNS = ['connection_id', 'transaction_id', 'revision', 'words', 'created_at'] as const

export const contextOnWire = ({ connection_id, transaction_id, revision, words, created_at }: ContextRow) => ({
  ...words,
  transaction_id,
  connection_id: idOf('con', connection_id),
  revision,
  created_at: created_at.toISOString(),
})

/** One writer at a time per transaction, until the commit: two that count at once would give one number twice. */
export const lockTransaction = async (tx: TenantTx, connection_id: Uuid, transaction_id: string): Promise<void> => {
  const name = `transaction_contexts ${tx.merchant_id} ${connection_id} ${transaction_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.tables<Tables>())
}

interface NewContext {
  readonly connection_id: Uuid
  readonly device_id: Uuid
  readonly transaction_id: string
  readonly words: Words
}

export const insertRevision = (tx: TenantTx, context: NewContext): Promise<ContextRow> => {
  const { connection_id, transaction_id, words } = context
  const latest = tx
    .tables<Tables>()
    .selectFrom('transaction_contexts')
    .select(sql<number>`coalesce(max(revision), 0) + 1`.as('next'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', '=', connection_id)
    .where('transaction_id', '=', transaction_id)
  return tx
    .tables<Tables>()
    .insertInto('transaction_contexts')
    .values({ ...context, merchant_id: tx.merchant_id, words: JSON.stringify(words) as never, revision: latest })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export interface Wanted {
  readonly transaction_id: string
  /** The latest if there is none. */
  readonly revision: number | undefined
}

export const selectOfConnection = (
  tx: TenantTx,
  connection_id: Uuid,
  { transaction_id, revision }: Wanted,
): Promise<ContextRow | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('transaction_contexts')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', '=', connection_id)
    .where('transaction_id', '=', transaction_id)
    .$if(revision !== undefined, (q) => q.where('revision', '=', revision as number))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Of each connection of the device that has the transaction, two at most: that is one too many. */
export const selectOfDevice = (
  tx: WalletTx,
  { transaction_id, revision }: Wanted,
  connection_id: Uuid | undefined,
): Promise<ContextRow[]> => {
  const query = tx
    .tables<Tables>()
    .selectFrom('transaction_contexts')
    .select(COLUMNS)
    .distinctOn('connection_id')
    .where('device_id', '=', tx.wallet_id)
    .where('transaction_id', '=', transaction_id)
    .$if(revision !== undefined, (q) => q.where('revision', '=', revision as number))
    .orderBy('connection_id')
    .orderBy('revision', 'desc')
    .limit(2)
  return (connection_id === undefined ? query : query.where('connection_id', '=', connection_id)).execute()
}
