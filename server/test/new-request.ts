/** A request that fits the statement that creates, for feeds in numbers; what it asks for does not matter here. */
import { hash, randomBytes } from 'node:crypto'
import { newUuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { CreateLimits, NewPaymentRequest } from '../src/payments/payment-requests/create.store.ts'
import type { PauseAfter } from '../src/payments/payment-requests/reports.store.ts'
import type { Payee } from './payee.ts'

/** For tests of something else than what keeps wallets from being worn down. */
export const UNLIMITED: CreateLimits = {
  pending_max: 1_000_000_000,
  wallet_pending_max: 1_000_000_000,
  minute_max: 1_000_000_000,
}
export const NEVER_PAUSED: PauseAfter = { max: 1_000, within_s: 1 }

export const itemOf = (
  connection_token: string,
  payee: Pick<Payee, 'recipient_id' | 'recipient_version_id'>,
): NewPaymentRequest => {
  const idempotency_key = newUuid()
  return {
    token_hash: hash('sha256', connection_token, 'buffer'),
    payment_request_id: newUuid(),
    request_id: null,
    idempotency_key,
    idempotency_digest: hash('sha256', idempotency_key, 'hex').slice(0, 32),
    intent_digest: randomBytes(32),
    recipient_id: uuidOf('rcp', payee.recipient_id),
    recipient_version_id: uuidOf('rcv', payee.recipient_version_id),
    amount: '1',
    facts_digest: randomBytes(32),
    expires_at: new Date(Date.now() + 1_800_000).toISOString(),
    transaction_id: null,
    display: null,
    metadata: null,
    terms: null,
  }
}
