/** Connect Keys: issued to a wallet, and claimed once by an agent. */
import { newConnectKey, readConnectKey } from '@pursestrings/contract/connect-invitations/connect-key'
import type { claimConnectKey as claimConnectKeyOperation } from '@pursestrings/contract/connect-invitations/operations'
import {
  CLAIM_TOKEN_LIFETIME_S,
  CONNECT_KEY_LIFETIME_S,
  connectKeyUnknown,
  OPEN_KEYS_MAX,
  PENDING_INVITATIONS_MAX,
  scopesNotAllowed,
  tooManyInvitations,
} from '@pursestrings/contract/connect-invitations/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import type { Scope } from '@pursestrings/contract/scopes'
import { validationFailed } from '@pursestrings/contract/transport-errors'
import { slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import { isOfAnotherWallet } from '../../organizations/merchants/personal-spaces.ts'
import { issueClaimToken } from '../../platform/credentials/agent-token.ts'
import type { AgentCaller } from '../../platform/credentials/callers.ts'
import { hashOf } from '../../platform/credentials/credentials.ts'
import type { Limits } from '../../platform/http/limits.ts'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, TenantTx, Transactions, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { scopesWithin } from '../connections/change-connection.ts'
import { sourceOf } from '../connections/connections.reads.ts'
import { forgetOldInvitations, insertInvitation } from './connect-invitations.store.ts'
import { countWaiting, oneAtATime } from './waiting.store.ts'

// Statements on connect_keys. The wallet adds and closes its own; an agent that shows one knows not whose it is.

interface Tables {
  connect_keys: Table<'connect_keys'>
}

const now = sql<Date>`now()`

const insertConnectKey = async (tx: WalletTx, key: string): Promise<Date> => {
  const { expires_at } = await tx
    .tables<Tables>()
    .insertInto('connect_keys')
    .values({
      key_hash: hashOf(key),
      device_id: tx.wallet_id,
      expires_at: sql<Date>`now() + make_interval(secs => ${CONNECT_KEY_LIFETIME_S})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** Keeps the newest open ones; used and expired ones go too, so that the table has a bound. */
const keepNewestKeys = async (tx: WalletTx, keep: number): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('connect_keys')
    .where('device_id', '=', tx.wallet_id)
    .where('key_hash', 'not in', (q) =>
      q
        .selectFrom('connect_keys')
        .select('key_hash')
        .where('device_id', '=', tx.wallet_id)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('expires_at', 'desc')
        .limit(keep),
    )
    .execute()
}

/** The device whose key it is, once, for whoever comes first. */
export const spendConnectKey = async (tx: SystemTx, key: string): Promise<Uuid | undefined> => {
  const row = await tx
    .tables<Tables>()
    .updateTable('connect_keys')
    .set({ used_at: sql`now()` })
    .where('key_hash', '=', hashOf(key))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('device_id')
    .executeTakeFirst()
  return row?.device_id
}

/**
 * A wallet hands out a key. What can come to wait for its decision stays within bounds from here on: every open key may
 * become a pending invitation without asking again, so both are counted together.
 */
export const issueConnectKey = async (tx: WalletTx): Promise<{ key: string; expires_at: string }> => {
  await oneAtATime(tx)
  await forgetOldInvitations(tx)
  const { pending } = await countWaiting(tx)
  await keepNewestKeys(tx, Math.max(0, Math.min(OPEN_KEYS_MAX, PENDING_INVITATIONS_MAX - pending) - 1))
  const key = newConnectKey(slotOf(tx.wallet_id))
  const expires_at = await insertConnectKey(tx, key)
  // A claim in between only turns an open key into a pending invitation: the sum of this moment cannot grow.
  const waiting = await countWaiting(tx)
  if (waiting.pending + waiting.open > PENDING_INVITATIONS_MAX) throw new Refusal(tooManyInvitations)
  return { key, expires_at: expires_at.toISOString() }
}

// An agent shows a Connect Key: the key is spent and the invitation made in one transaction. A mistyped key is
// told by its check symbol, costs no query and counts as nothing. A well-formed one that opens nothing counts against the
// agent and its organization, and against nobody else; with 80 bits that is a courtesy to wallets, not the protection.

interface Deps {
  readonly transactions: Transactions
  readonly limits: Limits
}

export const claimConnectKey = async (
  { transactions, limits }: Deps,
  { merchant_id, agent_id, allowed_scopes }: AgentCaller,
  { connect_key, scopes }: BodyOf<typeof claimConnectKeyOperation>,
) => {
  const requested_scopes = scopesWithin(scopes, allowed_scopes, scopesNotAllowed)
  const key = readTypedKey(connect_key)
  await limits.refuseIfSpent('wrong_connect_key', agent_id)
  await limits.refuseIfSpent('wrong_connect_key_merchant', merchant_id)
  const claimed = await transactions.asSystem(async (system) => {
    const device_id = await spendConnectKey(system, key)
    if (device_id === undefined) return undefined
    // Another wallet would take it for an agent of its own user. The key stays whole.
    if (isOfAnotherWallet(merchant_id, device_id)) throw new Refusal(connectKeyUnknown)
    return inviteWith(await system.enterTenant(merchant_id), { agent_id, device_id, requested_scopes })
  })
  if (claimed) return claimed
  return refuseUnknownKey(limits, ['wrong_connect_key', agent_id], ['wrong_connect_key_merchant', merchant_id])
}

interface Invited {
  readonly agent_id: Uuid
  readonly device_id: Uuid
  readonly requested_scopes: Scope[]
}

export const inviteWith = async (tx: TenantTx, { agent_id, device_id, requested_scopes }: Invited) => {
  const source = await sourceOf(tx, agent_id)
  const invitation = await insertInvitation(tx, { agent_id, device_id, source, requested_scopes })
  const { connect_invitation_id, created_at } = invitation
  const expires_at = new Date(created_at.getTime() + CLAIM_TOKEN_LIFETIME_S * 1000)
  const claim_token = await issueClaimToken(tx, { agent_id, connect_invitation_id, expires_at })
  return { invitation, claim_token }
}

/** Counted against whoever showed it. */
export const refuseUnknownKey = async (
  limits: Limits,
  ...counted: readonly (readonly [policy: Parameters<Limits['take']>[0], key: string])[]
): Promise<never> => {
  for (const [policy, key] of counted) await limits.take(policy, key)
  throw new Refusal(connectKeyUnknown)
}

/** In its one spelling. */
export const readTypedKey = (connect_key: string): string => {
  const key = readConnectKey(connect_key)
  if (key !== undefined) return key
  throw new Refusal(validationFailed, {
    issues: [{ code: 'mistyped', field: 'connect_key', message: 'is mistyped: its check character is wrong' }],
  })
}

/** After a restored backup: a Connect Key opens once, and which of them did is not known any more. */
export const forgetConnectKeys = async ({ client }: SystemTx): Promise<void> => {
  await client.query('delete from connect_keys')
}
