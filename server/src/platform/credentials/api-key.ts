/**
 * A project's key for the agent-payment surface. Its hash stands on the key's own record in the projects module, and every
 * call asks that row, so that a revoked key is dead at the next one.
 */
import { slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import type { ApiKeyCaller } from './callers.ts'
import { hashOf } from './presented.ts'

/** The projects module keeps the hash and the last four characters; nobody keeps the key. */
export const newApiKey = (merchant_id: Uuid): { secret: string; key_hash: Buffer; last_four: string } => {
  const secret = newSecret('key', slotOf(merchant_id))
  return { secret, key_hash: hashOf(secret), last_four: secret.slice(-4) }
}

type Key = Pick<ApiKeyCaller, 'merchant_id' | 'project_id' | 'api_key_id'>

const FIND = 'select merchant_id, project_id, api_key_id, is_stale from key_presented($1)'

export const findApiKey = async (transactions: Transactions, secret: string): Promise<ApiKeyCaller | undefined> => {
  const look = { name: 'find_api_key', text: FIND, values: [hashOf(secret)] }
  const [row] = await transactions.readAsSystem<Key & { is_stale: boolean }>(look)
  if (!row) return undefined
  const { is_stale, ...key } = row
  if (is_stale) await transactions.asSystem((tx) => noteKeyUse(tx, key))
  return { kind: 'api_key', rate_key: key.api_key_id, ...key }
}

export const noteKeyUse = (
  { client }: SystemTx,
  { merchant_id, api_key_id }: Pick<Key, 'merchant_id' | 'api_key_id'>,
) =>
  client.query('update api_key_credentials set last_used_at = now() where merchant_id = $1 and api_key_id = $2', [
    merchant_id,
    api_key_id,
  ])
