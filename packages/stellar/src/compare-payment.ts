/**
 * Decides whether an envelope pays exactly what the facts say, and names everything that differs. The wallet runs it on what
 * it is about to sign, the service on what a wallet says it signed; neither trusts whoever built the envelope.
 */
import { NO_MEMO, sameMemo } from '@pursestrings/protocol/match-payment'
import type { xdr } from '@stellar/stellar-sdk/base'
import type { Payer } from './build-payment.ts'
import { readEnvelope } from './envelope.ts'
import type { Terms } from './terms.ts'
import { addressOf, assetXdr, memoOf, muxedParts } from './xdr-parts.ts'

/** In the order in which they are reported. */
export const PAYMENT_FIELDS = [
  'encoding',
  'source',
  'fee',
  'sequence',
  'time_bounds',
  'memo',
  'operations',
  'operation_source',
  'operation_kind',
  'destination',
  'asset',
  'amount',
  'extension',
  'signatures',
] as const
export type PaymentField = (typeof PAYMENT_FIELDS)[number]

/** What only the payer knows is compared where it is given; a wallet gives all of it. */
export interface Expected extends Partial<Payer> {
  /** For the service's own look at what a wallet reports: one that knows only the specification sends no reference. */
  readonly reference_optional?: boolean
}

/** Empty when the envelope is the one. */
export function comparePayment(text: string, terms: Terms, expected: Expected = {}): PaymentField[] {
  const envelope = readEnvelope(text)
  if (envelope?.type !== 'envelopeTypeTx') return ['encoding']
  const { tx, signatures } = envelope.v1
  const [operation, ...more] = tx.operations
  const differs: Partial<Record<PaymentField, boolean>> = {
    source: !isPlain(tx.sourceAccount, expected.source),
    fee: expected.fee !== undefined && tx.fee !== expected.fee,
    sequence: tx.seqNum <= 0n || (expected.sequence !== undefined && tx.seqNum !== expected.sequence),
    time_bounds: !isBoundBy(tx.cond, terms.max_time),
    memo: !isMemoOf(tx.memo, terms, expected),
    operations: operation === undefined || more.length > 0,
    ...(operation !== undefined && {
      operation_source: operation.sourceAccount !== null,
      ...compareOperation(operation.body, terms, expected.creates),
    }),
    extension: tx.ext.type !== 'v0',
    signatures: signatures.length > 0,
  }
  return PAYMENT_FIELDS.filter((field) => differs[field] === true)
}

function isMemoOf(carried: xdr.Memo, { memo, referenced }: Terms, { reference_optional = false }: Expected): boolean {
  const found = memoOf(carried)
  return sameMemo(found, memo) || (reference_optional && referenced && sameMemo(found, NO_MEMO))
}

function compareOperation(
  body: xdr.OperationBody,
  { to, asset, units }: Terms,
  creates: boolean | undefined,
): Partial<Record<PaymentField, boolean>> {
  if (body.type === 'payment') {
    const { destination, amount } = body.paymentOp
    return {
      operation_kind: creates === true,
      destination: !isPlain(destination, to),
      asset: !body.paymentOp.asset.equals(assetXdr(asset)),
      amount: amount !== units,
    }
  }
  if (body.type === 'createAccount') {
    const { destination, startingBalance } = body.createAccountOp
    return {
      operation_kind: creates === false,
      destination: addressOf(destination) !== to,
      asset: asset.issuer !== undefined,
      amount: startingBalance !== units,
    }
  }
  return { operation_kind: true }
}

/** An id hidden in an address would be a second memo. */
function isPlain(account: xdr.MuxedAccount, address: string | undefined): boolean {
  const parts = muxedParts(account)
  return parts.id === undefined && (address === undefined || parts.address === address)
}

const isBoundBy = (cond: xdr.Preconditions, max_time: bigint): boolean =>
  cond.type === 'precondTime' && cond.timeBounds.minTime === 0n && cond.timeBounds.maxTime === max_time
