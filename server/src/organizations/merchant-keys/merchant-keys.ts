/** Merchant keys: created, read and revoked. Owners hear of it by letter. */
import {
  type createMerchantKey as createMerchantKeyOperation,
  MERCHANT_KEYS_LIVE_MAX,
  tooManyMerchantKeys,
} from '@pursestrings/contract/merchant-keys/operations'
import type { BodyOf } from '@pursestrings/contract/operation'
import { MERCHANT_SCOPES } from '@pursestrings/contract/scopes'
import { resourceNotFound, validationFailed } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { actorOf, type MerchantCaller } from '../../platform/credentials/callers.ts'
import { newMerchantKey } from '../../platform/credentials/merchant-key.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { readAccount } from '../merchant-accounts/accounts.ts'
import { type TeamLetter, writeLetter } from '../merchant-accounts/letters.ts'
import {
  holdLiveKeyCount,
  insertMerchantKey,
  type MerchantKeyRow,
  revokeMerchantKey as revoke,
  selectMerchantKey,
} from './merchant-keys.store.ts'

// Owners hear of every merchant key that comes or goes, so that one made with a stolen session does not stay unseen.

/** Who does it, for the log and for the letter. */
interface By {
  readonly actor: string
  readonly email: string
}

export const byOf = async (transactions: Transactions, caller: MerchantCaller): Promise<By> => {
  const { email } = await transactions.asSystem((tx) => readAccount(tx, caller.account_id))
  return { actor: actorOf(caller), email }
}

const tellOwners = (tx: TenantTx, jobs: Enqueue, { subject, text }: Omit<TeamLetter, 'to'>): Promise<void> =>
  writeLetter(tx, jobs, {
    to: 'owners',
    subject,
    text: `${text}\n\nIf this was not meant to happen, look at the merchant keys and at the audit log.\n`,
  })

// A key is made, shown in this one answer, and kept only as its hash.

type CreateMerchantKeyInput = BodyOf<typeof createMerchantKeyOperation> & By

export const createMerchantKey = async (
  tx: TenantTx,
  jobs: Enqueue,
  { name, actor, email, ...input }: CreateMerchantKeyInput,
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

/** One merchant key, or the answer that there is none for this credential. */
const readMerchantKey = async (tx: TenantTx, merchant_key_id: Uuid): Promise<MerchantKeyRow> => {
  const key = await selectMerchantKey(tx, merchant_key_id)
  if (!key) throw new Refusal(resourceNotFound)
  return key
}

// A key is shut out at once and for good. Again changes nothing and leaves no second line in the log.

interface RevokeMerchantKeyInput extends By {
  readonly merchant_key_id: Uuid
}

export const revokeMerchantKey = async (
  tx: TenantTx,
  jobs: Enqueue,
  { merchant_key_id, actor, email }: RevokeMerchantKeyInput,
): Promise<MerchantKeyRow> => {
  const revoked = await revoke(tx, merchant_key_id)
  if (!revoked) return readMerchantKey(tx, merchant_key_id)
  const { name, last_four } = revoked
  await appendAuditEvent(tx, {
    action: 'merchant_key.revoked',
    actor,
    target: idOf('mky', merchant_key_id),
    details: { name, last_four },
  })
  await tellOwners(tx, jobs, {
    subject: `Merchant key ${name} was revoked`,
    text: `${email} revoked the merchant key "${name}", which ends in ${last_four}. It no longer works.`,
  })
  return revoked
}
