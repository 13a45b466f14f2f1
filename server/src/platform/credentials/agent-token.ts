/**
 * Short tokens, opaque. A registered agent's lasts ten minutes, and is dead the moment its key or its agent is; a claimant's
 * opens one invitation.
 */
import type { Scope } from '@pursestrings/contract/scopes'
import { newUuidFor, slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import type { AgentCaller, ClaimCaller } from './callers.ts'
import { hashOf } from './credentials.ts'

export const AGENT_TOKEN_LIFETIME_S = 600

interface Tables {
  agent_tokens: Table<'agent_tokens'>
  usable_agent_credentials: Table<
    'usable_agent_credentials',
    { merchant_id: Uuid; agent_id: Uuid; credential_id: Uuid; allowed_scopes: Scope[] }
  >
}

/** Undefined where the assertion was spent before, on any node: one insert decides. */
export const issueAgentToken = async (
  tx: TenantTx,
  spent: { readonly agent_id: Uuid; readonly credential_id: Uuid; readonly jti: string },
): Promise<string | undefined> => {
  const token = newSecret('agent', slotOf(tx.merchant_id))
  const row = await tx
    .tables<Tables>()
    .insertInto('agent_tokens')
    .values({
      merchant_id: tx.merchant_id,
      agent_token_id: newUuidFor(tx.merchant_id),
      token_hash: hashOf(token),
      ...spent,
      expires_at: sql<Date>`now() + make_interval(secs => ${AGENT_TOKEN_LIFETIME_S})`,
    })
    .onConflict((c) => c.columns(['merchant_id', 'agent_id', 'jti']).doNothing())
    .returning('jti')
    .executeTakeFirst()
  return row && token
}

/** The key and the agent are asked at every call, so that revocation holds from the next one on. */
export const findAgentToken = async (tx: SystemTx, token: string): Promise<AgentCaller | undefined> => {
  const row = await tx
    .tables<Tables>()
    .selectFrom('agent_tokens as t')
    .innerJoin('usable_agent_credentials as c', (join) =>
      join.onRef('c.merchant_id', '=', 't.merchant_id').onRef('c.credential_id', '=', 't.credential_id'),
    )
    .select(['t.merchant_id', 't.agent_id', 'c.credential_id', 'c.allowed_scopes'])
    .where('t.token_hash', '=', hashOf(token))
    .where('t.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && { kind: 'agent_token', rate_key: row.agent_id, ...row }
}

/** What a claimant shows when it asks after its invitation or exchanges it; opens nothing else (specification 5, rule 4). */
export const issueClaimToken = async (
  tx: TenantTx,
  of: { readonly agent_id: Uuid; readonly connect_invitation_id: Uuid; readonly expires_at: Date },
): Promise<string> => {
  const token = newSecret('claim', slotOf(tx.merchant_id))
  await tx
    .tables<Tables>()
    .insertInto('agent_tokens')
    .values({
      merchant_id: tx.merchant_id,
      agent_token_id: newUuidFor(tx.merchant_id),
      token_hash: hashOf(token),
      ...of,
    })
    .execute()
  return token
}

export const findClaimToken = async (tx: SystemTx, token: string): Promise<ClaimCaller | undefined> => {
  const row = await tx
    .tables<Tables>()
    .selectFrom('agent_tokens')
    .select(['merchant_id', sql<Uuid>`connect_invitation_id`.as('connect_invitation_id')])
    .where('token_hash', '=', hashOf(token))
    .where('connect_invitation_id', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && { kind: 'claim_token', rate_key: row.connect_invitation_id, ...row }
}

/** A day after its token an assertion has long expired, so none can be sent again once it is forgotten. */
export const forgetExpiredAgentTokens = async (tx: SystemTx): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('agent_tokens')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
