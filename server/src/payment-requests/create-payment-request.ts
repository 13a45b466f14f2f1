/**
 * An agent asks. What needs no data is decided here: key, amount, overrides, facts and their digest. What must hold at the
 * commit is checked by the one statement that creates, together with its neighbours'; each gets its own verdict.
 */
import { NIL_UUID, newUuid, type Uuid, uuidOf } from '@countersign/contract/ids'
import { overridesIn, refusalOfOverrides } from '@countersign/contract/no-overrides'
import type { BodyOf } from '@countersign/contract/operation'
import { factsText } from '@countersign/contract/payment-facts'
import { EXPIRY_DEFAULT_S, type createPaymentRequest as operation } from '@countersign/contract/payment-requests'
import type { DeferredCaller } from '../credentials/callers.ts'
import { factsDigest } from '../facts-keys/facts-digest.ts'
import { Refusal } from '../refusal.ts'
import { checkAmount } from './check-amount.ts'
import type { NewPaymentRequest, Verdict } from './create.store.ts'
import { digestsOf } from './intent-digest.ts'
import { factsOf, paymentRequestView, requestIdOnWire } from './payment-request-view.ts'
import { refusalFor } from './verdicts.ts'
import type { VersionFacts } from './version-facts.ts'

export type Body = BodyOf<typeof operation>

interface Means {
  readonly versionFacts: VersionFacts
  readonly submit: (item: NewPaymentRequest) => Promise<Verdict>
  readonly now: () => Date
}

interface Asked {
  readonly caller: DeferredCaller
  readonly body: Body
  readonly idempotency_key: string
}

export type Outcome =
  | {
      readonly replayed: false
      readonly payment_request: ReturnType<typeof paymentRequestView>
      readonly told: Verdict
    }
  | { readonly replayed: true; readonly told: Verdict }

export const createPaymentRequest = async (
  means: Means,
  { caller, body, idempotency_key }: Asked,
): Promise<Outcome> => {
  const issues = [...overridesIn('display', body.display), ...overridesIn('metadata', body.metadata)]
  if (issues.length > 0) throw new Refusal(refusalOfOverrides(issues), { issues })
  const recipient_version_id = uuidOf('rcv', body.recipient_version_id)
  const version = await means.versionFacts(recipient_version_id)
  if (version) checkAmount(body.payment.amount, version, 'payment.amount')
  const expires_at =
    body.expires_at === undefined
      ? new Date(means.now().getTime() + EXPIRY_DEFAULT_S * 1000)
      : new Date(body.expires_at)
  const named = requestIdFrom(body.request_id)
  const request_id = requestIdOnWire(named)
  const facts =
    version && factsOf({ request_id, recipient_version_id, amount: body.payment.amount, expires_at }, version)
  const item: NewPaymentRequest = {
    ...named,
    token_hash: caller.token_hash,
    idempotency_key,
    ...digestsOf(body, idempotency_key),
    recipient_id: uuidOf('rcp', body.recipient_id),
    recipient_version_id,
    amount: body.payment.amount,
    facts_digest: facts ? factsDigest(factsText(facts)) : null,
    expires_at: expires_at.toISOString(),
    transaction_id: body.transaction_id ?? null,
    display: body.display === undefined ? null : JSON.stringify(body.display),
    metadata: body.metadata === undefined ? null : JSON.stringify(body.metadata),
  }
  const told = await means.submit(item)
  if (told.verdict === 'replayed') return { replayed: true, told }
  if (told.verdict !== 'created' || !facts || !item.facts_digest) {
    throw refusalFor(told.verdict, 'payment.requests.create')
  }
  const { connection_id, source, created_at } = told
  const { facts_digest } = item
  const row = { ...item, connection_id, source, created_at, facts_digest, expires_at, status: 'pending' as const }
  const payment_request = paymentRequestView({ ...row, transaction_hash: null, reason: null }, facts)
  return { replayed: false, payment_request, told }
}

/** The caller's own id is kept as it is; one that has our form becomes the record's id itself. */
const requestIdFrom = (given: string | undefined): { payment_request_id: Uuid; request_id: string | null } => {
  if (given === undefined) return { payment_request_id: newUuid(), request_id: null }
  const uuid = uuidOf('pr', given)
  return uuid === NIL_UUID
    ? { payment_request_id: newUuid(), request_id: given }
    : { payment_request_id: uuid, request_id: null }
}
