/** Builds the one envelope that pays a request: one operation, bounded by the request's expiry, not signed. */
import { xdr } from '@stellar/stellar-sdk/base'
import type { Terms } from './terms.ts'
import { accountKey, assetXdr, memoXdr, muxedKey } from './xdr-parts.ts'

export const FEE_MIN = 100
export const FEE_MAX = 100_000
const STARTING_BALANCE_MIN = 10_000_000n

export interface Payer {
  readonly source: string
  /** Of this transaction: one more than the account's. */
  readonly sequence: bigint
  /** Stroops for the whole transaction. */
  readonly fee: number
  /** The payee has no account yet, so that the payment has to create it. */
  readonly creates: boolean
}

/** Base64. Throws on what a caller must have settled before: a network that is no testnet, a fee out of range. */
export function buildPayment(terms: Terms, { source, sequence, fee, creates }: Payer): string {
  if (!terms.testnet) throw new RangeError('payments are built for test networks only')
  if (!Number.isInteger(fee) || fee < FEE_MIN || fee > FEE_MAX) throw new RangeError(`fee out of range: ${fee}`)
  const tx = new xdr.Transaction({
    sourceAccount: muxedKey(source),
    fee,
    seqNum: sequence,
    cond: xdr.Preconditions.precondTime(new xdr.TimeBounds({ minTime: 0n, maxTime: terms.max_time })),
    memo: memoXdr(terms.memo),
    operations: [new xdr.Operation({ sourceAccount: null, body: creates ? creation(terms) : payment(terms) })],
    ext: xdr.TransactionExt.v0(),
  })
  return xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures: [] })).toXdr('base64')
}

function payment({ to, asset, units }: Terms): xdr.OperationBody {
  return xdr.OperationBody.payment(
    new xdr.PaymentOp({ destination: muxedKey(to), asset: assetXdr(asset), amount: units }),
  )
}

function creation({ to, asset, units }: Terms): xdr.OperationBody {
  if (asset.issuer !== undefined) throw new RangeError('only the native coin can create an account')
  if (units < STARTING_BALANCE_MIN) throw new RangeError('a new account needs at least 1 XLM')
  return xdr.OperationBody.createAccount(
    new xdr.CreateAccountOp({ destination: accountKey(to), startingBalance: units }),
  )
}
