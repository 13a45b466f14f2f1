/** Decides whether a transaction may enter a ledger: form, size, time, fee, sequence, signatures. The codes are the ledger's own. */
import { SignerKey, xdr } from '@stellar/stellar-sdk/base'
import { type AccountState, type Accounts, spendable } from './accounts.ts'
import { baseOf } from './plain-values.ts'
import { isSatisfied, isStray, weigh } from './signatures.ts'
import type { Submitted } from './submitted.ts'

const CONTRACT: readonly string[] = [
  'invokeHostFunction',
  'extendFootprintTtl',
  'restoreFootprint',
] satisfies xdr.OperationBodyVariantName[]
const CLASSIC: readonly string[] = [
  'payment',
  'createAccount',
  'accountMerge',
  'createClaimableBalance',
  'pathPaymentStrictReceive',
  'pathPaymentStrictSend',
  'changeTrust',
  'setOptions',
  'manageData',
  'bumpSequence',
] satisfies xdr.OperationBodyVariantName[]

/** As the network has them in 2026; the second is a setting that validators vote on. */
export const CLASSIC_BYTES_MAX = 102_400
export const CONTRACT_BYTES_MAX = 132_096

export type Refused = xdr.TransactionResultResult
const { TransactionResultResult: Code } = xdr

export const isContract = (tx: xdr.Transaction): boolean =>
  tx.operations.some(({ body }) => CONTRACT.includes(body.type))

/** The ledger that is to take it. */
export interface Next {
  sequence: number
  closed_at: bigint
}

/** Undefined when that ledger may take it. */
export function checkTransaction(submitted: Submitted, accounts: Accounts, next: Next): Refused | undefined {
  const { envelope, inner, fee_source, fee_offered, fee } = submitted
  const unfit = formFault(submitted) ?? timeFault(inner.tx.cond, next)
  if (unfit !== undefined) return unfit
  if (fee_offered < fee) return Code.txInsufficientFee()
  const payer = accounts.get(fee_source)
  if (payer === undefined) return Code.txNoAccount()
  if (envelope.type === 'envelopeTypeTxFeeBump') {
    const { signatures } = envelope.feeBump
    if (weigh(payer, submitted.listed_hash, signatures) < Math.max(1, payer.thresholds[1])) return Code.txBadAuth()
    if (signatures.some((one) => isStray(one, submitted.listed_hash, [payer]))) return Code.txBadAuthExtra()
  }
  return checkInner(submitted, accounts, next) ?? (spendable(payer) < fee ? Code.txInsufficientBalance() : undefined)
}

/** A contract is called by a transaction of its own, without a memo and without ids in addresses. */
function formFault({ bytes, inner: { tx } }: Submitted): Refused | undefined {
  if (tx.operations.length === 0) return Code.txMissingOperation()
  if (!isContract(tx)) return bytes.length > CLASSIC_BYTES_MAX || tx.ext.type !== 'v0' ? Code.txMalformed() : undefined
  if (tx.operations.length > 1) return Code.txMalformed()
  const muxed = [tx.sourceAccount, tx.operations[0]?.sourceAccount].some((one) => one?.type === 'keyTypeMuxedEd25519')
  const plain = tx.memo.type === 'memoNone' && !muxed
  return tx.ext.type === 'sorobanData' && plain && bytes.length <= CONTRACT_BYTES_MAX
    ? undefined
    : Code.txSorobanInvalid()
}

function checkInner({ inner, hash, source }: Submitted, accounts: Accounts, next: Next): Refused | undefined {
  const { tx, signatures } = inner
  const account = accounts.get(source)
  if (account === undefined) return Code.txNoAccount()
  const early = sequenceFault(tx, account, next)
  if (early !== undefined) return early
  const extra = tx.cond.type === 'precondV2' ? tx.cond.v2.extraSigners.map((one) => SignerKey.encodeSignerKey(one)) : []
  if (weigh(account, hash, signatures) < Math.max(1, account.thresholds[1])) return Code.txBadAuth()
  if (extra.some((key) => !isSatisfied(key, hash, signatures))) return Code.txBadAuth()
  const results = tx.operations.map((operation) => operationFault(operation, account, accounts, hash, signatures))
  if (results.some((fault) => fault !== undefined)) {
    // The ledger fills the others with an empty success of their kind; a caller looks for the first fault.
    return Code.txFailed(results.filter((fault) => fault !== undefined))
  }
  const holders = [account, ...tx.operations.flatMap(({ sourceAccount }) => holderOf(sourceAccount, accounts))]
  return signatures.some((one) => isStray(one, hash, holders, extra)) ? Code.txBadAuthExtra() : undefined
}

function operationFault(
  { sourceAccount, body }: xdr.Operation,
  account: AccountState,
  accounts: Accounts,
  hash: string,
  signatures: readonly xdr.DecoratedSignature[],
): xdr.OperationResult | undefined {
  if (![...CLASSIC, ...CONTRACT].includes(body.type)) return xdr.OperationResult.opNotSupported()
  const holder = sourceAccount === null ? account : accounts.get(baseOf(sourceAccount))
  if (holder === undefined) return xdr.OperationResult.opNoAccount()
  const needed = Math.max(1, holder.thresholds[levelOf(body)])
  return weigh(holder, hash, signatures) < needed ? xdr.OperationResult.opBadAuth() : undefined
}

function levelOf(body: xdr.OperationBody): 1 | 2 | 3 {
  if (body.type === 'bumpSequence') return 1
  if (body.type === 'accountMerge') return 3
  if (body.type !== 'setOptions') return 2
  const { signer, masterWeight, lowThreshold, medThreshold, highThreshold } = body.setOptionsOp
  return [signer, masterWeight, lowThreshold, medThreshold, highThreshold].some((one) => one !== null) ? 3 : 2
}

const holderOf = (account: xdr.MuxedAccount | null, accounts: Accounts): AccountState[] => {
  const holder = account && accounts.get(baseOf(account))
  return holder ? [holder] : []
}

function timeFault(cond: xdr.Preconditions, { sequence, closed_at }: Next): Refused | undefined {
  const bounds = cond.type === 'precondTime' ? cond.timeBounds : cond.type === 'precondV2' ? cond.v2.timeBounds : null
  const ledgers = cond.type === 'precondV2' ? cond.v2.ledgerBounds : null
  if (ledgers !== null && ledgers.minLedger > sequence) return Code.txTooEarly()
  if (ledgers !== null && ledgers.maxLedger !== 0 && ledgers.maxLedger <= sequence) return Code.txTooLate()
  if (bounds === null) return undefined
  if (bounds.minTime > closed_at) return Code.txTooEarly()
  return bounds.maxTime !== 0n && bounds.maxTime < closed_at ? Code.txTooLate() : undefined
}

function sequenceFault({ cond, seqNum }: xdr.Transaction, { sequence, used }: AccountState, next: Next) {
  if (cond.type !== 'precondV2') return seqNum === sequence + 1n ? undefined : Code.txBadSeq()
  const { minSeqNum, minSeqAge, minSeqLedgerGap } = cond.v2
  const follows = minSeqNum === null ? seqNum === sequence + 1n : sequence >= minSeqNum && sequence < seqNum
  if (!follows) return Code.txBadSeq()
  const rested = next.closed_at - used.at >= minSeqAge && next.sequence - used.ledger >= minSeqLedgerGap
  return rested ? undefined : Code.txBadMinSeqAgeOrGap()
}
