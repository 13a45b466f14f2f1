/** A key is made, shown in this one answer, and kept only as its hash. */
import { tooManyMerchantKeys } from '@countersign/contract/merchant-keys/errors'
import type { createMerchantKey as operation } from '@countersign/contract/merchant-keys/operations'
import { MERCHANT_KEYS_LIVE_MAX } from '@countersign/contract/merchant-keys/records'
import type { BodyOf } from '@countersign/contract/operation'
import { MERCHANT_SCOPES } from '@countersign/contract/scopes'
import { validationFailed } from '@countersign/contract/transport-errors'
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { newMerchantKey } from '../credentials/merchant-key.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { holdLiveKeyCount, insertMerchantKey, type MerchantKeyRow } from './merchant-keys.store.ts'
import { type By, tellOwners } from './tell-owners.ts'

type Input = BodyOf<typeof operation> & By

export const createMerchantKey = async (
  tx: TenantTx,
  jobs: Enqueue,
  { name, actor, email, ...input }: Input,
): Promise<{ row: MerchantKeyRow; secret: string }> => {
  if ((await holdLiveKeyCount(tx)) >= MERCHANT_KEYS_LIVE_MAX) throw new Refusal(tooManyMerchantKeys)
  const scopes = MERCHANT_SCOPES.filter((scope) => input.scopes.includes(scope))
  const expires_at = input.expires_at === undefined ? null : new Date(input.expires_at)
  const { secret, key_hash, last_four } = newMerchantKey(tx.merchant_id)
  const row = await insertMerchantKey(tx, { name, scopes, expires_at, key_hash, last_four })
  if (row.expired) throw expiresInThePast()
  await appendAuditEvent(tx, {
    action: 'merchant_key.created',
    actor,
    target: idOf('mky', row.merchant_key_id),
    details: { name, scopes, last_four, expires_at: expires_at?.toISOString() ?? null },
  })
  await tellOwners(tx, jobs, {
    subject: `Merchant key ${name} was created`,
    text: `${email} created the merchant key "${name}", which ends in ${last_four}. It may use: ${scopes.join(', ')}.`,
  })
  return { row, secret }
}

const expiresInThePast = (): Refusal => {
  const message = 'must be in the future; leave it out for a key that works until it is revoked'
  return new Refusal(validationFailed, { issues: [{ code: 'too_early', field: 'expires_at', message }] })
}
