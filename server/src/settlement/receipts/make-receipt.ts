/**
 * A receipt of a payment: what is signed about it already, gathered, and the service's statement over all of it. The
 * service's keys count for whoever checks it because they are in the log, so there is no receipt before they are.
 */
import { hash } from 'node:crypto'
import { receiptNotReady } from '@pursestrings/contract/receipts/operations'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { subjectTag } from '@pursestrings/protocol/log/log-entry'
import {
  DEVICE_BINDING,
  LEDGER_OBSERVATION,
  partDigest,
  partsOf,
  RECEIPT_STATEMENT,
  RECEIPT_TYPE,
  type Receipt,
  type ReceiptPayee,
} from '@pursestrings/protocol/receipt'
import { listingBefore } from '../../payees/recipients/recipients.reads.ts'
import type { agentPaymentView } from '../../payments/agent-payments/agent-payment-view.ts'
import type { PaymentRequestRow, paymentRequestView } from '../../payments/payment-requests/payment-request-view.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { receiptSignerOf } from '../../transparency/facts-keys/facts-keys.ts'
import type { KeySource } from '../../transparency/facts-keys/read-facts-keys.ts'
import { proofOf } from '../../transparency/log/prove.ts'
import { sha256 } from '../../transparency/log/read-log-key.ts'
import type { EvidenceOf } from '../settlements/settlements.reads.ts'
import { type DecisionRow, type LoggedRow, selectDecision, selectKey, selectPayeeBefore } from './receipts.store.ts'

/** A payment request or an agent payment. */
interface Row {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly payment_id: Uuid
  readonly recipient_version_id: Uuid
  readonly created_at: Date
  /** The wallet has not answered, and still can. */
  readonly waits: boolean
}

/** The same, as its readers are shown it. */
interface Shown {
  readonly request_id: string
  readonly connection_id: string
  readonly recipient_id: string
  readonly status: string
  readonly created_at: string
  readonly facts_digest: string
  readonly facts_jws: string
  readonly payee: { readonly name: string; readonly standing?: 'listed' }
  readonly payment: { readonly network: string }
  readonly settlement: object
}

interface Deps {
  readonly transactions: Transactions
  readonly base_url: string
  readonly receipt_keys: KeySource
  readonly evidenceOf: EvidenceOf
  readonly now: () => Date
}

type Say = (what: { readonly typ: string; readonly type: string }, statement: object) => string

type ReceiptOf = (row: Row, shown: Shown) => Promise<string>

const provenOf = async (tx: SystemTx, row: LoggedRow): Promise<string | undefined> =>
  row.log_index === null ? undefined : ((await proofOf(tx, Number(row.log_index)))?.proof ?? undefined)

const keyOf = async (tx: SystemTx, purpose: string, kid: string) => {
  const row = await selectKey(tx, Buffer.from(await subjectTag('keys', purpose, sha256), 'hex'), kid)
  const proof = row && (await provenOf(tx, row))
  if (!row || proof === undefined) throw new Refusal(receiptNotReady)
  return { entry: row.entry, proof }
}

/** As it was when the payment was asked for. Left out where the log did not have it by then, or it was erased. */
const payeeOf = async (tx: SystemTx, row: Row, shown: Shown): Promise<ReceiptPayee | undefined> => {
  const subject = Buffer.from(await subjectTag('recipient', shown.recipient_id, sha256), 'hex')
  const found = await selectPayeeBefore(tx, subject, row.recipient_version_id, shown.payee.name, row.created_at)
  if (found?.salt == null || found.document === null || found.evidence === null) return undefined
  const { entry, salt, document, evidence } = found
  const proof = await provenOf(tx, found)
  return { entry, opening: { salt: salt.toString('hex'), document }, evidence, ...(proof !== undefined && { proof }) }
}

const receiptsOf = ({ transactions, base_url, receipt_keys, evidenceOf, now }: Deps): ReceiptOf => {
  const deviceOf = (say: Say, row: Row, decision: DecisionRow) => ({
    jwk: decision.jwk,
    binding_jws: say(DEVICE_BINDING, {
      device_id: idOf('dev', decision.device_id),
      connection_id: idOf('con', row.connection_id),
      kid: decision.kid,
      bound_at: decision.bound_at.toISOString(),
    }),
  })

  /** Only where the observer found the payment itself, or the merchant accepted what fits. */
  const ledgerOf = async (say: Say, row: Row, shown: Shown): Promise<string | undefined> => {
    const settlement = shown.settlement as Readonly<Record<string, unknown>>
    const { assurance } = settlement
    if (assurance !== 'chain_observed' && assurance !== 'merchant_accepted') return undefined
    const { judged_at, proof } = await evidenceOf(row.merchant_id, row.payment_id)
    const { transaction } = (proof ?? {}) as { transaction?: { envelope_xdr?: string } }
    const { transaction_hash, ledger, closed_at, simulated, bound_by, paid_by, accepted_by, accepted_at } = settlement
    return say(LEDGER_OBSERVATION, {
      facts_digest: shown.facts_digest,
      network: shown.payment.network,
      transaction_hash,
      ledger,
      closed_at,
      ...(transaction?.envelope_xdr && {
        envelope_digest: hash('sha256', Buffer.from(transaction.envelope_xdr, 'base64'), 'hex'),
      }),
      finding: assurance === 'chain_observed' ? 'match' : 'accepted',
      ...(bound_by !== undefined && { bound_by }),
      paid_by,
      ...(accepted_by !== undefined && { accepted_by, accepted_at }),
      ...(simulated === true && { simulated }),
      observed_at: judged_at,
    })
  }

  return async (row, shown) => {
    const set = receipt_keys()
    const { first } = set
    if (first === undefined) throw new Refusal(resourceNotFound)
    if (row.waits) throw new Refusal(receiptNotReady)
    // One key for all parts of a receipt, also where another one begins to sign meanwhile.
    const sign = receiptSignerOf(() => set)
    const say: Say = ({ typ, type }, statement) => sign(typ, { type, ...statement })
    const { facts_jws } = shown
    const { kid } = JSON.parse(Buffer.from(facts_jws.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }
    const ledger_jws = await ledgerOf(say, row, shown)
    const listing =
      shown.payee.standing === 'listed'
        ? await transactions.asTenant(row.merchant_id, (tx) =>
            listingBefore(tx, row.recipient_version_id, row.created_at),
          )
        : undefined
    return transactions.asSystem(async (tx) => {
      const keys = [await keyOf(tx, 'facts', kid), await keyOf(tx, 'receipt', first.kid)]
      const payee = await payeeOf(tx, row, shown)
      const decision = await selectDecision(tx, row)
      const unstated = {
        type: RECEIPT_TYPE,
        facts_jws,
        ...(decision && { decision_jws: decision.jws, device: deviceOf(say, row, decision) }),
        ...(payee && { payee }),
        ...(listing !== undefined && { listing: { evidence: listing } }),
        ...(ledger_jws !== undefined && { ledger_jws }),
        keys,
      } as const
      const parts = await Promise.all(
        Object.entries(partsOf({ ...unstated, statement_jws: '' })).map(
          async ([name, part]) => [name, await partDigest(part, sha256)] as const,
        ),
      )
      const { request_id, connection_id, facts_digest, status, created_at } = shown
      const receipt: Receipt = {
        ...unstated,
        statement_jws: say(RECEIPT_STATEMENT, {
          issuer: base_url,
          issued_at: now().toISOString(),
          request: { request_id, connection_id, facts_digest, status, created_at },
          parts: Object.fromEntries(parts),
        }),
      }
      return canonicalJson(receipt)
    })
  }
}

/** Of payments that their reader was shown already. */
export const receiptsFrom = (deps: Deps) => {
  const receiptOf = receiptsOf(deps)
  return {
    ofRequest: (row: PaymentRequestRow, shown: ReturnType<typeof paymentRequestView>) =>
      receiptOf({ ...row, payment_id: row.payment_request_id, waits: row.status === 'pending' }, shown),
    ofAgentPayment: (row: Parameters<typeof agentPaymentView>[0], shown: ReturnType<typeof agentPaymentView>) =>
      receiptOf(
        { ...row, payment_id: row.agent_payment_id, waits: row.status === 'intent_created' },
        // Its facts name the payment itself as the request.
        { ...shown, request_id: shown.id },
      ),
  }
}
