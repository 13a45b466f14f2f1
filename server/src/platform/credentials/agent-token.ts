/** A registered agent's short token: opaque, ten minutes, and dead the moment its key or its agent is. */
import type { Scope } from '@pursestrings/contract/scopes'
import { newUuidFor, slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import type { AgentCaller } from './callers.ts'
import { hashOf } from './presented.ts'

export const AGENT_TOKEN_LIFETIME_S = 600

interface Tables {
  agent_tokens: Table<'agent_tokens'>
  usable_agent_credentials: Table<
    'usable_agent_credentials',
    { merchant_id: Uuid; agent_id: Uuid; credential_id: Uuid; allowed_scopes: Scope[] }
  >
  spent_assertions: Table<'spent_assertions'>
}

export const issueAgentToken = async (tx: TenantTx, agent_id: Uuid, credential_id: Uuid): Promise<string> => {
  const token = newSecret('agent', slotOf(tx.merchant_id))
  await tx
    .tables<Tables>()
    .insertInto('agent_tokens')
    .values({
      merchant_id: tx.merchant_id,
      agent_token_id: newUuidFor(tx.merchant_id),
      token_hash: hashOf(token),
      agent_id,
      credential_id,
      expires_at: sql<Date>`now() + make_interval(secs => ${AGENT_TOKEN_LIFETIME_S})`,
    })
    .execute()
  return token
}

/** The key and the agent are asked at every call, so that revocation holds from the next one on. */
export const findAgentToken = async (tx: SystemTx, token: string): Promise<AgentCaller | undefined> => {
  const row = await tx
    .tables<Tables>()
    .selectFrom('agent_tokens as t')
    .innerJoin('usable_agent_credentials as c', (join) =>
      join.onRef('c.merchant_id', '=', 't.merchant_id').onRef('c.credential_id', '=', 't.credential_id'),
    )
    .select(['t.merchant_id', 't.agent_id', 't.credential_id', 'c.allowed_scopes'])
    .where('t.token_hash', '=', hashOf(token))
    .where('t.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && { kind: 'agent_token', rate_key: row.agent_id, ...row }
}

/** Whether this assertion is spent now, and not before, on any node: decided by one insert. */
export const spendAssertion = async (
  tx: TenantTx,
  { agent_id, jti, expires_at }: { agent_id: Uuid; jti: string; expires_at: Date },
): Promise<boolean> => {
  const row = await tx
    .tables<Tables>()
    .insertInto('spent_assertions')
    .values({ merchant_id: tx.merchant_id, agent_id, jti, expires_at })
    .onConflict((c) => c.doNothing())
    .returning('jti')
    .executeTakeFirst()
  return row !== undefined
}

export const forgetExpiredAgentTokens = async (tx: SystemTx): Promise<void> => {
  const day = sql<Date>`now() - interval '1 day'`
  await tx.tables<Tables>().deleteFrom('agent_tokens').where('expires_at', '<', day).execute()
  await tx.tables<Tables>().deleteFrom('spent_assertions').where('expires_at', '<', day).execute()
}
