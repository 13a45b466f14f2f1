/**
 * An agent asks. What needs no data is decided before (`check-create.ts`) and here: amount, facts and their digest. What must
 * hold at the commit is checked by the one statement that creates, together with its neighbours'; each gets its own verdict.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BodyOf } from '@pursestrings/contract/operation'
import { recipientVersionNotActive } from '@pursestrings/contract/payment-requests/errors'
import { type createPaymentRequest as operation } from '@pursestrings/contract/payment-requests/operations'
import { EXPIRY_DEFAULT_S } from '@pursestrings/contract/payment-requests/records'
import { idOf, NIL_UUID, newUuid, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { factsText } from '@pursestrings/protocol/payment-facts'
import { termsText } from '@pursestrings/protocol/payment-terms'
import type { Slot } from '@pursestrings/protocol/secrets'
import { activeVersions, type ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import type { DeferredCaller } from '../../platform/credentials/callers.ts'
import { refuseUnstorable } from '../../platform/postgres/table.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type FactsKeys, factsDigest } from '../../transparency/facts-keys/facts-keys.ts'
import { checkAmount, digestsOf } from './check-create.ts'
import { type CreateLimits, type NewPaymentRequest, rowOfReplay, type Verdict } from './create.store.ts'
import { factsOf, paymentRequestView, requestIdOnWire } from './payment-request-view.ts'
import type { Signer } from './sign-payment-requests.ts'
import { refusalFor } from './verdicts.ts'
import type { VersionFacts } from './version-facts.ts'

export type Body = BodyOf<typeof operation>

interface Deps {
  readonly transactions: Transactions
  readonly signer: Signer
  readonly facts_keys: FactsKeys
  readonly versionFacts: VersionFacts
  readonly submit: (item: NewPaymentRequest) => Promise<Verdict>
  readonly create_limits: CreateLimits
  readonly now: () => Date
}

interface Input {
  readonly caller: DeferredCaller
  readonly body: Body
  readonly idempotency_key: string
}

export interface Outcome {
  readonly replayed: boolean
  readonly payment_request: ReturnType<typeof paymentRequestView>
}

export const createPaymentRequest = async (deps: Deps, { caller, body, idempotency_key }: Input): Promise<Outcome> => {
  refuseUnstorable(body)
  const recipient_version_id = uuidOf('rcv', body.recipient_version_id)
  const recipient_id = uuidOf('rcp', body.recipient_id)
  const version = await deps.versionFacts(recipient_version_id)
  const amount_fault = version && faultOfAmount(body.payment.amount, version)
  const expires_at = expiryFrom(body.expires_at, deps.now())
  const terms = body.terms === undefined ? null : termsText(body.terms)
  const named = requestIdFrom(body.request_id, caller.slot)
  const request_id = requestIdOnWire(named)
  const facts =
    version &&
    !amount_fault &&
    factsOf(
      {
        connection_id: caller.owner_id,
        request_id,
        recipient_version_id,
        amount: body.payment.amount,
        expires_at,
        terms,
      },
      version,
      version.issuers[0],
    )
  const text = facts ? factsText(facts) : undefined
  const item: NewPaymentRequest = {
    ...named,
    token_hash: caller.token_hash,
    idempotency_key,
    ...digestsOf(body, idempotency_key),
    recipient_id,
    recipient_version_id,
    amount: body.payment.amount,
    facts_digest: text === undefined ? null : factsDigest(text),
    expires_at: expires_at.toISOString(),
    transaction_id: body.transaction_id ?? null,
    display: body.display === undefined ? null : JSON.stringify(body.display),
    metadata: body.metadata === undefined ? null : JSON.stringify(body.metadata),
    terms,
  }
  const [result, facts_jws] = await Promise.all([
    deps.submit(item),
    signature(deps.facts_keys, text, item.facts_digest),
  ])
  if (result.replay) return { replayed: true, payment_request: await deps.signer.shown(rowOfReplay(result.replay)) }
  if (result.verdict !== 'created' || !facts || !item.facts_digest || !facts_jws) {
    const own = result.verdict === recipientVersionNotActive.code && version?.recipient_id === recipient_id
    if (own && amount_fault) throw amount_fault
    if (result.verdict === recipientVersionNotActive.code) throw await notActive(deps, result.merchant_id, recipient_id)
    throw refusalFor(result.verdict, 'payment.requests.create', { ...result, limits: deps.create_limits })
  }
  const { merchant_id, connection_id, source, created_at, context_revision } = result
  const { facts_digest } = item
  const row = {
    ...item,
    merchant_id,
    connection_id,
    source,
    created_at,
    context_revision,
    facts_digest,
    expires_at,
    status: 'pending' as const,
  }
  const payment_request = paymentRequestView({ ...row, ...NEW }, facts, facts_jws)
  return { replayed: false, payment_request }
}

/** Nobody has said anything of it yet. */
const NEW = {
  transaction_hash: null,
  reason: null,
  device_signed: null,
  payee_verified: true,
  repeated: false,
  late_reports: null,
  ledger: null,
}

/** Tells which version to ask with instead; the payee is the caller's own merchant's. */
const notActive = async ({ transactions }: Deps, merchant_id: Uuid, recipient_id: Uuid): Promise<Refusal> => {
  const active = await transactions.asTenant(merchant_id, (tx) => activeVersions(tx, [recipient_id]))
  const id = active.get(recipient_id) ?? null
  const details = { active_version_id: id === null ? null : idOf('rcv', id) }
  return new Refusal(recipientVersionNotActive, { details, authenticated: true })
}

/** Made while the statement runs, which is on its way when this turn ends; shown to nobody unless the request was created. */
const signature = async (facts_keys: FactsKeys, text: string | undefined, digest: Buffer | null) => {
  if (text === undefined || !digest) return undefined
  await nextTurn()
  return facts_keys.signFacts(text, digest)
}

/**
 * What cannot be paid, and why. It is answered only once the statement has found the payee to be the caller's: otherwise it
 * would tell who does not know a version how many decimals it has.
 */
const faultOfAmount = (amount: string, version: ServedVersion): Refusal | undefined => {
  try {
    checkAmount(amount, version, 'payment.amount')
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return new Refusal(error.entry, { issues: error.issues, authenticated: true })
  }
}

/** Far outside of what the statement accepts and well inside of what PostgreSQL can read: it refuses the first itself. */
const EXPIRY_MS = { least: 0, most: Date.UTC(2200, 0) }

const expiryFrom = (input: string | undefined, now: Date): Date => {
  if (input === undefined) return new Date(now.getTime() + EXPIRY_DEFAULT_S * 1000)
  const asked = Date.parse(input)
  return new Date(Number.isNaN(asked) ? EXPIRY_MS.least : Math.min(Math.max(asked, EXPIRY_MS.least), EXPIRY_MS.most))
}

/** The caller's own id is kept as it is; one that has our form becomes the record's id itself. */
const requestIdFrom = (
  input: string | undefined,
  slot: Slot,
): { payment_request_id: Uuid; request_id: string | null } => {
  if (input === undefined) return { payment_request_id: newUuid(slot), request_id: null }
  const uuid = uuidOf('pr', input)
  return uuid === NIL_UUID
    ? { payment_request_id: newUuid(slot), request_id: input }
    : { payment_request_id: uuid, request_id: null }
}
