/**
 * A connected agent's token. Its hash stands on the connection itself, so that rotating, pausing and revoking are one
 * update, and every call asks that row: there is no cache that could outlive a revocation.
 */
import type { PausedBy } from '@pursestrings/contract/connections/records'
import type { Scope } from '@pursestrings/contract/scopes'
import { slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import { hashOf } from './credentials.ts'

export interface FoundConnection {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly agent_id: Uuid
  readonly device_id: Uuid
  /** Granted by the user and still allowed by the merchant. */
  readonly scopes: Scope[]
  readonly status: 'active' | 'paused' | 'revoked'
  readonly paused_by: PausedBy | null
  readonly agent_active: boolean
  /** Whether one of the agent's keys works now, by the database's clock. */
  readonly agent_has_key: boolean
}

/** The connections module keeps the hash; nobody keeps the token. */
export const newConnectionToken = (merchant_id: Uuid): { token: string; token_hash: Buffer } => {
  const token = newSecret('conn', slotOf(merchant_id))
  return { token, token_hash: hashOf(token) }
}

const text = `select token_hash, merchant_id, connection_id, agent_id, device_id, scopes, status, paused_by, agent_active,
    agent_has_key, unnoted
  from connection_credentials where token_hash = any($1::bytea[]) and token_lives`

type Row = FoundConnection & { readonly token_hash: Buffer; readonly unnoted: boolean }

/** Many at once, each undefined where it opens nothing. Only hashes go in: nothing that a caller wrote. */
export const findConnectionTokens = async (
  transactions: Transactions,
  hashes: readonly Buffer[],
): Promise<(FoundConnection | undefined)[]> => {
  const look = async (of: readonly Buffer[]) =>
    transactions.readAsSystem<Row>({ name: 'find_connection_tokens', text, values: [of] })
  let rows = await look(hashes)
  const known = new Set(rows.map(({ token_hash }) => token_hash.toString('latin1')))
  const unknown = hashes.filter((hash) => !known.has(hash.toString('latin1')))
  if (unknown.length > 0 && (await useNextTokens(transactions, unknown))) rows = [...rows, ...(await look(unknown))]
  const unnoted = rows.filter((row) => row.unnoted)
  if (unnoted.length > 0) await noteUse(transactions, unnoted)
  const found = new Map(rows.map((row) => [row.token_hash.toString('latin1'), row]))
  return hashes.map((hash) => connectionIn(found.get(hash.toString('latin1'))))
}

const connectionIn = (row: Row | undefined): FoundConnection | undefined => {
  if (!row) return undefined
  const { token_hash: _token_hash, unnoted: _unnoted, ...connection } = row
  return connection
}

/** The first use of a renewed token ends the old one. Whether any of these was one; two first uses at once are both told. */
const useNextTokens = async ({ asSystem, readAsSystem }: Transactions, hashes: readonly Buffer[]): Promise<boolean> => {
  const next = 'select from next_connection_tokens where next_token_hash = any($1::bytea[])'
  const waiting = await readAsSystem({ name: 'find_next_connection_tokens', text: next, values: [hashes] })
  if (waiting.length === 0) return false
  await asSystem(({ client }) => client.query('select use_next_connection_tokens($1)', [hashes]))
  return true
}

/** At most once a minute each; creates leave their own trace. */
const noteUse = ({ asSystem }: Transactions, rows: readonly Row[]) =>
  asSystem(({ client }) =>
    client.query('select note_connection_use($1, $2)', [
      rows.map((row) => row.merchant_id),
      rows.map((row) => row.connection_id),
    ]),
  )

/** Those that were renewed ten minutes ago, and those of 90 days. */
export const endOldConnectionTokens = async ({ client }: SystemTx): Promise<void> => {
  await client.query('select end_old_connection_tokens()')
}
