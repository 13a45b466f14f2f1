/** What a claimant shows when it asks after its invitation or exchanges it; opens nothing else (specification 5, rule 4). */
import { slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import type { ClaimCaller } from './callers.ts'
import { hashOf } from './presented.ts'

interface Tables {
  claim_tokens: Table<'claim_tokens'>
}

export const issueClaimToken = async (tx: TenantTx, connect_invitation_id: Uuid, expires_at: Date): Promise<string> => {
  const token = newSecret('claim', slotOf(tx.merchant_id))
  await tx
    .tables<Tables>()
    .insertInto('claim_tokens')
    .values({ merchant_id: tx.merchant_id, connect_invitation_id, token_hash: hashOf(token), expires_at })
    .execute()
  return token
}

export const findClaimToken = async (tx: SystemTx, token: string): Promise<ClaimCaller | undefined> => {
  const row = await tx
    .tables<Tables>()
    .selectFrom('claim_tokens')
    .select(['merchant_id', 'connect_invitation_id'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && { kind: 'claim_token', rate_key: row.connect_invitation_id, ...row }
}

export const forgetExpiredClaimTokens = async (tx: SystemTx): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('claim_tokens')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
