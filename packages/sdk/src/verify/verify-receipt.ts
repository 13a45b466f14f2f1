/**
 * What a receipt proves, checked offline against the policy that you pinned. Nothing in it is believed because it is there:
 * keys count because the log has them, parts because they are signed and fit each other. What is false breaks the receipt; no
 * receipt makes it throw. A policy that can't be read throws `PolicyError`.
 */
import { canonicalJson } from '@pursestrings/protocol/canonical'
import type { DeviceJwk } from '@pursestrings/protocol/device-statements'
import { toHex, utf8Of, webSha256 } from '@pursestrings/protocol/log/log-bytes'
import { domainTag, judgeProof, readEntry, subjectTag } from '@pursestrings/protocol/log/log-entry'
import { type LogPolicy, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { originOf } from '@pursestrings/protocol/log/signed-note'
import { FACTS_TYPE, type PaymentFacts } from '@pursestrings/protocol/payment-facts'
import {
  DEVICE_BINDING,
  LEDGER_OBSERVATION,
  partDigest,
  partsOf,
  RECEIPT_PARTS,
  RECEIPT_STATEMENT,
  type Receipt,
  type ReceiptPart,
  type ReceiptStatement,
} from '@pursestrings/protocol/receipt'
import { deviceKid, readDecision } from '../device-decision.ts'
import type { PaymentRequest } from '../generated/records.ts'
import { FACTS_JWS_TYPE } from '../generated/wire-names.ts'
import { readLoggedKeys } from './audit-heads.ts'
import { listingSeen } from './listing-seen.ts'
import { type CompromisedKeys, keyName, kidIn, openingFault, readJws } from './read-jws.ts'
import { Broken, expect, readReceipt } from './read-receipt.ts'

export type ReceiptMark = 'facts' | 'payee' | 'record' | 'witnesses' | 'device' | 'ledger'
export type ReceiptLevel = 'proven' | 'settled' | 'agreed' | 'on_record' | 'stated' | 'broken'

/** What it means that a mark is missing. */
export const MISSING_MARKS: Readonly<Record<ReceiptMark, string>> = {
  facts: 'The receipt claims nothing.',
  payee: 'Only the service vouches for the address.',
  record: 'The payee may have been shown only to you.',
  witnesses: 'Only the log itself claims that everybody sees the same entries.',
  device: "The wallet's key didn't sign the approval: anyone with its token could have given it.",
  ledger: 'No payment is shown that is bound to this request.',
}

export const RECEIPT_LEVELS: Readonly<Record<ReceiptLevel, string>> = {
  proven:
    'Proven: the payee is on public record, the wallet approved, and the ledger has a payment that is bound to this request.',
  settled: 'Settled: the ledger has a payment that is bound to this request.',
  agreed: 'Agreed: the wallet approved it.',
  on_record: 'On record: the payee is on public record.',
  stated: 'Stated: the service signed the facts.',
  broken: "Broken: don't rely on it.",
}

type BoundBy = NonNullable<PaymentRequest['settlement']['bound_by']>
const BINDINGS: readonly BoundBy[] = ['reference', 'payer_signature']

export interface ReceiptVerdict {
  readonly level: ReceiptLevel
  readonly marks: readonly ReceiptMark[]
  readonly missing: readonly ReceiptMark[]
  /** Parts that the statement lists and that this copy leaves out. */
  readonly withheld: readonly ReceiptPart[]
  /** `observed`: the service looked; `checked`: you did. */
  readonly ledger: 'none' | 'observed' | 'checked'
  /** Why it is broken. */
  readonly reason?: string
  readonly facts?: PaymentFacts
  readonly statement?: ReceiptStatement
  /** What the wallet answered. */
  readonly decision?: string
  /** `policy`: the payer had agreed to limits, and was not asked about this payment. */
  readonly decided_by?: 'person' | 'policy'
  /** The thumbprint of the device's key: compare it with the one in the wallet. */
  readonly device_kid?: string
  readonly transaction_hash?: string
  /** What shows that the payment is for this request. */
  readonly bound_by?: BoundBy
  /** The account that paid. */
  readonly paid_by?: string
  /** Who decided for the merchant that a payment without such a binding was for this request. It is no mark. */
  readonly accepted_by?: string
  /** The ledger was a practice ledger: no money moved. */
  readonly simulated?: true
  /** Where an agent found the payee, which is no merchant's here: what the service saw on its domain. It is no mark. */
  readonly listing?: { readonly domain: string; readonly location: string; readonly seen_at: string }
}

export interface ReceiptOptions {
  /**
   * Asks a node of your own whether this transaction paid these facts. `false` breaks the receipt. If it rejects, nobody
   * looked: `ledger` stays `observed`.
   */
  readonly lookUp?: (transaction_hash: string, facts: PaymentFacts) => Promise<boolean>
  /** Keys that were reported stolen (`readCompromisedKeys`): a receipt that one of them signed is broken. */
  readonly compromised?: CompromisedKeys
}

/** How the payment belongs to the request, in a sentence. Undefined where the receipt shows no payment. */
export const bindingSentence = (verdict: Pick<ReceiptVerdict, 'bound_by' | 'paid_by' | 'accepted_by'>) => {
  const { bound_by, paid_by, accepted_by } = verdict
  if (bound_by === 'payer_signature')
    return `Bound by the payer's signature: account ${paid_by} signed for this request.`
  if (bound_by === 'reference')
    return `Bound by its reference: the payment from account ${paid_by} carries the digest of these facts.`
  if (accepted_by === undefined) return undefined
  return `The merchant accepted this payment by hand (${accepted_by}). Nobody has proven that it was for this request.`
}

const APPROVED: readonly unknown[] = ['signed', 'approved', 'broadcasted', 'confirmed']

export const verifyReceipt = async (
  text: string,
  policy: LogPolicy | string,
  options: ReceiptOptions = {},
): Promise<ReceiptVerdict> => {
  const believed = typeof policy === 'string' ? await readPolicy(policy) : policy
  try {
    return await judge(text, believed, options)
  } catch (error) {
    const reason = error instanceof Broken ? error.message : "This isn't a receipt that we can read."
    const missing = Object.keys(MISSING_MARKS) as ReceiptMark[]
    return { level: 'broken', marks: [], missing, withheld: [], ledger: 'none', reason }
  }
}

const judge = async (
  text: string,
  policy: LogPolicy,
  { lookUp, compromised }: ReceiptOptions,
): Promise<ReceiptVerdict> => {
  const receipt = readReceipt(text)
  const keys = await readLoggedKeys(policy, receipt.keys)
  const signedBy = async (purpose: string, jws: string, typ: string, type: string) => {
    const key = keys.find((one) => one.purpose === purpose && one.kid === kidIn(jws))
    const said = key && (await readJws(jws, typ, key))
    if (said?.['type'] !== type) throw new Broken(`No ${purpose} key of the service signed this part.`)
    return said
  }
  const { typ, type } = RECEIPT_STATEMENT
  const statement = (await signedBy('receipt', receipt.statement_jws, typ, type)) as unknown as ReceiptStatement
  const { issuer, request, parts } = statement
  const origin = originOf(issuer)
  expect(
    keys.every((key) => key.judged.checkpoint.origin === origin),
    'A key belongs to another service.',
  )
  expect(
    !keys.some((key) => compromised?.has(keyName(key))),
    'A key that signed this was reported stolen. Get a new receipt from the service.',
  )
  const given = partsOf(receipt)
  for (const part of RECEIPT_PARTS) {
    const digest = part in given ? await partDigest(given[part]) : undefined
    expect(digest === undefined || digest === parts[part], `The ${part} part doesn't belong to this receipt.`)
  }
  const withheld = RECEIPT_PARTS.filter((part) => part in parts && !(part in given))

  const said = await signedBy('facts', receipt.facts_jws, FACTS_JWS_TYPE, FACTS_TYPE)
  const facts = said as unknown as PaymentFacts
  const digest = toHex(await webSha256(utf8Of(canonicalJson(said))))
  expect(
    digest === request.facts_digest && facts.request_id === request.request_id,
    'The facts belong to another request.',
  )

  const marks: ReceiptMark[] = ['facts']
  const notes = keys.map((key) => key.judged)
  const { payee } = receipt
  if (payee) {
    await checkPayee(payee, facts, request.created_at)
    marks.push('payee')
    const judged = payee.proof === undefined ? undefined : await judgeProof(policy, utf8Of(payee.entry), payee.proof)
    expect(
      payee.proof === undefined || judged?.checkpoint.origin === origin,
      "The proof of the payee's log entry is wrong.",
    )
    if (judged) {
      marks.push('record')
      const witnessed = [...notes, judged].every((note) => note.quorum)
      if (witnessed && policy.quorum !== 'none') marks.push('witnesses')
    }
  }
  const listing = receipt.listing && listingSeen(receipt.listing.evidence, facts, request.created_at)
  const device = await readDevice(receipt, statement, (jws) =>
    signedBy('receipt', jws, DEVICE_BINDING.typ, DEVICE_BINDING.type),
  )
  if (APPROVED.includes(device?.decision)) marks.push('device')

  const seen =
    receipt.ledger_jws === undefined
      ? undefined
      : await signedBy('receipt', receipt.ledger_jws, LEDGER_OBSERVATION.typ, LEDGER_OBSERVATION.type)
  let ledger: ReceiptVerdict['ledger'] = 'none'
  const payment = seen && paymentSeen(seen, { digest, network: facts.payment.network }, device?.transaction_hash)
  if (payment?.bound_by !== undefined) {
    const found = lookUp && (await asked(() => lookUp(payment.transaction_hash, facts)))
    expect(found !== false, "Your own node doesn't find this payment on the ledger.")
    ledger = found === true ? 'checked' : 'observed'
  }
  if (ledger !== 'none') marks.push('ledger')
  const missing = (Object.keys(MISSING_MARKS) as ReceiptMark[]).filter((mark) => !marks.includes(mark))
  return {
    level: levelOf(marks),
    marks,
    missing,
    withheld,
    ledger,
    facts,
    statement,
    ...(device && { decision: device.decision, decided_by: device.by, device_kid: device.kid }),
    ...payment,
    ...(seen?.['simulated'] === true && { simulated: true as const }),
    ...(listing && { listing }),
  }
}

/** The payment of an observation, and how it belongs to this request: a payment that only fits says nothing. */
const paymentSeen = (
  seen: Readonly<Record<string, unknown>>,
  wanted: { readonly digest: string; readonly network: string },
  named: unknown,
) => {
  const fits = seen['facts_digest'] === wanted.digest && seen['network'] === wanted.network
  expect(fits, 'The ledger observation is about another payment.')
  const [transaction_hash, paid_by] = [String(seen['transaction_hash']), String(seen['paid_by'])]
  expect(named === undefined || named === transaction_hash, 'The wallet named another transaction.')
  if (seen['finding'] === 'accepted') return { transaction_hash, paid_by, accepted_by: String(seen['accepted_by']) }
  const bound_by = BINDINGS.find((one) => one === seen['bound_by'])
  if (seen['finding'] !== 'match' || bound_by === undefined)
    throw new Broken("The ledger observation doesn't say what binds the payment to this request.")
  return { transaction_hash, paid_by, bound_by }
}

/** Undefined where the node could not be asked. */
const asked = async (look: () => Promise<boolean>): Promise<boolean | undefined> => {
  try {
    return await look()
  } catch {
    return undefined
  }
}

const levelOf = (marks: readonly ReceiptMark[]): ReceiptLevel => {
  const has = (...some: ReceiptMark[]) => some.every((mark) => marks.includes(mark))
  if (has('payee', 'record', 'witnesses', 'device', 'ledger')) return 'proven'
  if (has('ledger')) return 'settled'
  if (has('device')) return 'agreed'
  return has('payee', 'record') ? 'on_record' : 'stated'
}

const checkPayee = async (
  payee: NonNullable<Receipt['payee']>,
  facts: PaymentFacts,
  created_at: string,
): Promise<void> => {
  const entry = readEntry(utf8Of(payee.entry))
  if (entry?.type !== 'svc.log.payee.v1' || entry.event !== 'activated')
    throw new Broken("The log entry doesn't activate a payee.")
  expect(
    entry.subject_tag === (await subjectTag('recipient', facts.recipient_id)),
    'The log entry is about another payee.',
  )
  expect(entry.domain_tag === (await domainTag(facts.payee.domain)), 'The log entry is about another domain.')
  expect(entry.at <= created_at, 'The payee was activated after the request was created.')
  const fault = await openingFault(facts, payee, entry.commitment)
  if (fault !== undefined) throw new Broken(fault)
}

/** What the wallet's key signed, where both the decision and the key are given. */
const readDevice = async (
  { decision_jws, device }: Receipt,
  { issuer, request }: ReceiptStatement,
  readBinding: (jws: string) => Promise<Readonly<Record<string, unknown>>>,
) => {
  if (!device) return undefined
  const bound = await readBinding(device.binding_jws)
  const jwk = device.jwk as unknown as DeviceJwk
  const kid = await deviceKid(jwk)
  expect(
    bound['kid'] === kid && bound['connection_id'] === request.connection_id,
    'The device key belongs to another wallet.',
  )
  if (decision_jws === undefined) return undefined
  const said = await readDecision(jwk, decision_jws)
  if (!said) throw new Broken("The wallet's key didn't sign the decision.")
  const expected = {
    aud: issuer,
    device_id: bound['device_id'],
    connection_id: request.connection_id,
    request_id: request.request_id,
    facts_digest: request.facts_digest,
  }
  const differs = Object.entries(expected).some(([name, value]) => said[name] !== value)
  expect(!differs, 'The decision is about another payment.')
  const by = said['by'] === 'policy' ? ('policy' as const) : ('person' as const)
  return { kid, decision: said['status'] as string, by, transaction_hash: said['transaction_hash'] }
}
