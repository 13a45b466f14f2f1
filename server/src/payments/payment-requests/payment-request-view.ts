/**
 * A request as the wire shows it: the columns of its row, the facts of the version that it is pinned to, and what follows
 * from both. Expiry is told by the row and the database's clock, whether or not the sweep has been there.
 */
import { hash } from 'node:crypto'
import { PROTOCOL } from '@pursestrings/contract/payment-requests/records'
import { type Id, idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { ledgerOf } from '@pursestrings/protocol/networks'
import { methodOf, type PaymentFacts, paymentFactsOf } from '@pursestrings/protocol/payment-facts'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import type { PaymentTerms } from '@pursestrings/protocol/payment-terms'
import type { ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import type { Beside } from './beside.ts'
import { settlementOf } from './ledger-settlement.ts'

export interface PaymentRequestRow {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly payment_request_id: Uuid
  readonly request_id: string | null
  readonly recipient_version_id: Uuid
  readonly created_at: Date
  readonly expires_at: Date
  readonly status: PaymentStatus
  readonly amount: string
  readonly idempotency_key: string
  readonly facts_digest: Buffer
  readonly transaction_id: string | null
  /** Of the transaction's context, as it was at the create; null where there was none. */
  readonly context_revision: number | null
  readonly display: string | null
  readonly metadata: string | null
  /** What the payment is for, in canonical JSON. */
  readonly terms: string | null
  readonly transaction_hash: string | null
  readonly reason: string | null
  /** Whether the user's decision was signed with the device's key; null where nobody decided. */
  readonly device_signed: boolean | null
  /** Whether the service vouches for the payee now. */
  readonly payee_verified: boolean
}

export const requestIdOnWire = (row: Pick<PaymentRequestRow, 'request_id' | 'payment_request_id'>): string =>
  row.request_id ?? idOf('pr', row.payment_request_id)

/** The agent's task, if it named one. */
export const taskRefOf = (metadata: object | undefined): string | undefined =>
  metadata !== undefined && 'task_ref' in metadata && typeof metadata.task_ref === 'string'
    ? metadata.task_ref
    : undefined

/** What the agent calls it, as `title_of` has it in the database. */
export const titleOf = (display: unknown): string | undefined => {
  const title = typeof display === 'object' && display !== null && 'title' in display ? display.title : display
  return typeof title === 'string' && title.trim() !== '' ? title : undefined
}

interface Pinned {
  readonly connection_id: Uuid
  readonly request_id: string
  readonly recipient_version_id: Uuid
  readonly amount: string
  readonly expires_at: Date
  readonly terms: string | null
}

/** The facts that are digested, signed and shown: the same object at create and at every read. */
export const factsOf = (pinned: Pinned, version: ServedVersion, issuer: string): PaymentFacts =>
  paymentFactsOf({
    issuer,
    connection_id: idOf('con', pinned.connection_id),
    request_id: pinned.request_id,
    recipient_id: idOf('rcp', version.recipient_id),
    recipient_version_id: idOf('rcv', pinned.recipient_version_id),
    payee: { name: version.name, domain: version.domain, ...(version.listed && { standing: 'listed' }) },
    payment: { ...version, method: methodOf(version.reference), amount: pinned.amount, to: version.address },
    expires_at: pinned.expires_at.toISOString(),
    terms_digest: pinned.terms === null ? null : hash('sha256', pinned.terms),
  })

export type ShownRequest = PaymentRequestRow & Beside

/** Only what ended without a transaction of its own can have been reported too late. */
const ENDED_UNPAID: ReadonlySet<string> = new Set<PaymentStatus>(['expired', 'failed'])

export const paymentRequestView = (row: ShownRequest, facts: PaymentFacts, facts_jws: string) => {
  const facts_digest = row.facts_digest.toString('hex')
  return {
    protocol: PROTOCOL,
    request_id: facts.request_id,
    issuer: facts.issuer,
    connection_id: idOf('con', row.connection_id),
    created_at: row.created_at.toISOString(),
    expires_at: facts.expires_at,
    idempotency_key: row.idempotency_key,
    status: row.status,
    recipient_id: facts.recipient_id as Id<'rcp'>,
    recipient_version_id: facts.recipient_version_id as Id<'rcv'>,
    source: row.source,
    payee: { ...facts.payee, verified: row.payee_verified },
    payment: facts.payment,
    policy: { requires_user_approval: true as const },
    settlement: settlementOf(row),
    late_reports: ENDED_UNPAID.has(row.status) ? (row.late_reports ?? []) : [],
    ...factsShown(facts.payment, facts_digest),
    ...(row.transaction_id !== null && contextOf(row.transaction_id, row.context_revision)),
    ...(row.display !== null && { display: JSON.parse(row.display) as object }),
    ...(row.metadata !== null && { metadata: JSON.parse(row.metadata) as object }),
    ...termsShown(row, facts),
    ...(row.transaction_hash !== null && { transaction_hash: row.transaction_hash }),
    ...(row.reason !== null && { reason: row.reason }),
    facts_jws,
  }
}

export const termsShown = ({ terms }: { readonly terms: string | null }, { terms_digest }: PaymentFacts) =>
  terms !== null && terms_digest !== undefined && { terms: JSON.parse(terms) as PaymentTerms, terms_digest }

/** What follows from the digest: what the payment carries, and the link for other wallets. */
export const factsShown = (payment: PaymentFacts['payment'], facts_digest: string) => {
  const uri = ledgerOf(payment.network)?.link(payment, facts_digest)
  return {
    facts_digest,
    ...(payment.reference !== undefined && { reference_value: facts_digest }),
    ...(uri !== undefined && { handoff: { uri } }),
  }
}

const contextOf = (transaction_id: string, revision: number | null) =>
  revision === null
    ? { transaction_id, transaction_context: 'missing' as const }
    : { transaction_id, transaction_context: 'pinned' as const, transaction_revision: revision }
