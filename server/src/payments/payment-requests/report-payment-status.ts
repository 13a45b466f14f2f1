/**
 * A wallet says what became of a request. All is decided by the one statement, together with its neighbours': whose the
 * token is, which request is meant, what the report does to it. Racing reports and the expiry meet at the connection's row,
 * which it holds first. The user has acted, so a connection that is paused or revoked meanwhile
 * changes nothing.
 */
import { decisionSignatureRequired } from '@pursestrings/contract/devices/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { recipientSuspended } from '@pursestrings/contract/payment-requests/errors'
import type { reportPaymentStatus as operation } from '@pursestrings/contract/payment-requests/operations'
import { SERVICE_REASONS } from '@pursestrings/contract/payment-requests/records'
import { validationFailed } from '@pursestrings/contract/transport-errors'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { noteDeviceUse } from '../../platform/credentials/device-token.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { transactionHashOn } from '../../rules/networks/check-memo.ts'
import { checkDecision } from './check-decision.ts'
import { type CheckedProof, checkPayerProof } from './check-payer-proof.ts'
import { checkTransaction, refuseEarlyTransaction } from './check-transaction.ts'
import type { Bindings } from './ledger-settlement.ts'
import { factsOf, requestIdOnWire } from './payment-request-view.ts'
import { isAccepted, isLate, type PaymentReport, type Reported, type ReportedRequest } from './reports.store.ts'
import type { Signer } from './sign-payment-requests.ts'
import { refusalFor } from './verdicts.ts'
import { factsAsPinned, type VersionFacts } from './version-facts.ts'

interface Deps {
  readonly transactions: Transactions
  readonly submitReport: (report: PaymentReport) => Promise<Reported>
  readonly findReported: (report: PaymentReport) => Promise<ReportedRequest | undefined>
  readonly versionFacts: VersionFacts
  readonly signer: Signer
  readonly base_url: string
  readonly keepProof: Bindings['keepProof']
}

interface Input extends BodyOf<typeof operation> {
  readonly token_hash: Buffer
  readonly request_id: string
}

/** Refused, and the transaction that was named is kept all the same. */
const KEEPING = [recipientSuspended, decisionSignatureRequired]

/** The request as it stands then. */
export const reportPaymentStatus = async (deps: Deps, input: Input) => {
  const { transactions, submitReport, signer } = deps
  const { token_hash, request_id, status, connection_id, transaction_hash = null, reason = null } = input
  if ((SERVICE_REASONS as readonly unknown[]).includes(reason)) {
    const message = `${reason} is a reason that only the service gives`
    throw new Refusal(validationFailed, { issues: [{ code: 'reserved', field: 'reason', message }] })
  }
  refuseEarlyTransaction(input, 'signed')
  const plain = {
    token_hash,
    request_id,
    connection_id: connection_id === undefined ? null : uuidOf('con', connection_id),
    status,
    transaction_hash,
    reason,
  }
  const { proof, ...brought } = await lookFirst(deps, plain, input)
  const reported = await submitReport({ ...plain, ...brought })
  const { verdict, stands, unnoted_device_id } = reported
  if (unnoted_device_id !== null) await transactions.asSystem((tx) => noteDeviceUse(tx, unnoted_device_id))
  const keeping = KEEPING.find(({ code }) => code === verdict)
  if (keeping && transaction_hash !== null) {
    throw new Refusal(keeping, { details: { hash_kept: true }, authenticated: true })
  }
  if (!isAccepted(reported)) throw refusalFor(verdict, undefined, { stands })
  if (proof) await deps.keepProof({ ...reported, payment_id: reported.payment_request_id }, proof)
  return {
    payment_request: await signer.shown(reported),
    late: isLate(reported),
  }
}

/** A report that brings nothing to compare costs no look. */
const lookFirst = async (
  { findReported, versionFacts, base_url }: Deps,
  report: PaymentReport,
  { unsigned_transaction: text, decision_jws, handoff_shown, payer_proof }: Input,
): Promise<Partial<PaymentReport> & { proof?: CheckedProof }> => {
  const shown = handoff_shown === undefined ? undefined : { handoff_shown }
  if (text === undefined && decision_jws === undefined && payer_proof === undefined) return shown ? { more: shown } : {}
  const row = await findReported(report)
  if (!row) return {}
  const request_id = requestIdOnWire(row)
  const pinned = { ...row, request_id }
  const { facts } = await factsAsPinned(versionFacts, row, (version, issuer) => factsOf(pinned, version, issuer))
  const named = report.transaction_hash
  const checked =
    text === undefined ? undefined : await checkTransaction({ facts, facts_digest: row.facts_digest }, text, named)
  const { transaction_hash: own, ...envelope } = checked ?? {}
  const transaction_hash = own ?? (named === null ? undefined : transactionHashOn(facts.payment.network, named))
  const about = { ...row, request_id, issuer: base_url, status: report.status, transaction_hash }
  const decision = decision_jws === undefined ? undefined : checkDecision(decision_jws, row.key ?? undefined, about)
  const { facts_digest } = row
  return {
    ...(payer_proof && { proof: await checkPayerProof(payer_proof, { facts, facts_digest, transaction_hash }) }),
    transaction_hash: transaction_hash ?? null,
    more: { ...envelope, ...shown, ...(decision && { decision }) },
  }
}
