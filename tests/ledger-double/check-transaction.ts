/** Decides whether a transaction may enter a ledger: form, time, fee, sequence, signatures. The codes are the ledger's own. */
import { innerTransaction, listedHash, transactionHash } from '@countersign/stellar/envelope'
import { bytesOf, muxedParts } from '@countersign/stellar/xdr-parts'
import { StrKey, xdr } from '@stellar/stellar-sdk/base'
import { type AccountState, type Accounts, BASE_FEE, spendable } from './accounts.ts'
import { isSignature } from './ed25519.ts'

export const SUPPORTED: ReadonlySet<string> = new Set<xdr.OperationBodyVariantName>([
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
])

/** A transaction with everything that is asked of it more than once. */
export interface Submitted {
  envelope: xdr.TransactionEnvelope
  inner: xdr.TransactionV1Envelope
  hash: string
  listed_hash: string
  source: string
  fee_source: string
  /** What its sender offers, and what a ledger that is not full takes. */
  fee_offered: bigint
  fee: bigint
}

export function submittedOf(envelope: xdr.TransactionEnvelope, passphrase: string): Submitted | undefined {
  const inner = innerTransaction(envelope)
  const hash = transactionHash(envelope, passphrase)
  const listed_hash = listedHash(envelope, passphrase)
  if (inner === undefined || hash === undefined || listed_hash === undefined) return undefined
  const source = muxedParts(inner.tx.sourceAccount).address
  const bump = envelope.type === 'envelopeTypeTxFeeBump' ? envelope.feeBump.tx : undefined
  return {
    envelope,
    inner,
    hash,
    listed_hash,
    source,
    fee_source: bump ? muxedParts(bump.feeSource).address : source,
    fee_offered: bump ? bump.fee : BigInt(inner.tx.fee),
    fee: BASE_FEE * BigInt(inner.tx.operations.length + (bump ? 1 : 0)),
  }
}

export type Refused = xdr.TransactionResultResult
const { TransactionResultResult: Code } = xdr

/** Undefined when a ledger that closes at this time may take it. */
export function checkTransaction(submitted: Submitted, accounts: Accounts, closed_at: bigint): Refused | undefined {
  const { envelope, inner, fee_source, fee_offered, fee } = submitted
  if (inner.tx.operations.length === 0) return Code.txMissingOperation()
  if (inner.tx.ext.type !== 'v0' || !isPlayed(inner.tx.cond)) return Code.txNotSupported()
  const untimely = timeFault(inner.tx.cond, closed_at)
  if (untimely !== undefined) return untimely
  if (fee_offered < fee) return Code.txInsufficientFee()
  const payer = accounts.get(fee_source)
  if (payer === undefined) return Code.txNoAccount()
  if (envelope.type === 'envelopeTypeTxFeeBump') {
    const used = weigh(payer, submitted.listed_hash, envelope.feeBump.signatures)
    if (used.weight < Math.max(1, payer.thresholds[1])) return Code.txBadAuth()
    if (used.unused) return Code.txBadAuthExtra()
  }
  return checkInner(submitted, accounts) ?? (spendable(payer) < fee ? Code.txInsufficientBalance() : undefined)
}

function checkInner({ inner, hash, source }: Submitted, accounts: Accounts): Refused | undefined {
  const account = accounts.get(source)
  if (account === undefined) return Code.txNoAccount()
  if (inner.tx.seqNum !== account.sequence + 1n) return Code.txBadSeq()
  if (weigh(account, hash, inner.signatures).weight < Math.max(1, account.thresholds[1])) return Code.txBadAuth()
  const results = inner.tx.operations.map((operation) =>
    operationFault(operation, account, accounts, hash, inner.signatures),
  )
  if (results.some((fault) => fault !== undefined)) {
    // The ledger fills the others with an empty success of their kind; a caller looks for the first fault.
    return Code.txFailed(results.filter((fault) => fault !== undefined))
  }
  const holders = [account, ...inner.tx.operations.flatMap(({ sourceAccount }) => holderOf(sourceAccount, accounts))]
  const stray = inner.signatures.some((one) => holders.every((holder) => signerOf(holder, hash, one) === undefined))
  return stray ? Code.txBadAuthExtra() : undefined
}

function operationFault(
  { sourceAccount, body }: xdr.Operation,
  account: AccountState,
  accounts: Accounts,
  hash: string,
  signatures: readonly xdr.DecoratedSignature[],
): xdr.OperationResult | undefined {
  if (!SUPPORTED.has(body.type)) return xdr.OperationResult.opNotSupported()
  const holder = sourceAccount === null ? account : accounts.get(muxedParts(sourceAccount).address)
  if (holder === undefined) return xdr.OperationResult.opNoAccount()
  const needed = Math.max(1, holder.thresholds[levelOf(body)])
  return weigh(holder, hash, signatures).weight < needed ? xdr.OperationResult.opBadAuth() : undefined
}

function levelOf(body: xdr.OperationBody): 1 | 2 | 3 {
  if (body.type === 'bumpSequence') return 1
  if (body.type === 'accountMerge') return 3
  if (body.type !== 'setOptions') return 2
  const { signer, masterWeight, lowThreshold, medThreshold, highThreshold } = body.setOptionsOp
  return [signer, masterWeight, lowThreshold, medThreshold, highThreshold].some((one) => one !== null) ? 3 : 2
}

const holderOf = (account: xdr.MuxedAccount | null, accounts: Accounts): AccountState[] => {
  const holder = account && accounts.get(muxedParts(account).address)
  return holder ? [holder] : []
}

/** Bounds by ledger, by age and further signers are not played here. */
function isPlayed(cond: xdr.Preconditions): boolean {
  if (cond.type !== 'precondV2') return true
  const { ledgerBounds, minSeqNum, minSeqAge, minSeqLedgerGap, extraSigners } = cond.v2
  return (
    ledgerBounds === null &&
    minSeqNum === null &&
    minSeqAge === 0n &&
    minSeqLedgerGap === 0 &&
    extraSigners.length === 0
  )
}

function timeFault(cond: xdr.Preconditions, closed_at: bigint): Refused | undefined {
  const bounds = cond.type === 'precondTime' ? cond.timeBounds : cond.type === 'precondV2' ? cond.v2.timeBounds : null
  if (bounds === null) return undefined
  if (bounds.minTime > closed_at) return Code.txTooEarly()
  return bounds.maxTime !== 0n && bounds.maxTime < closed_at ? Code.txTooLate() : undefined
}

/** Every key counts once. */
function weigh(
  account: AccountState,
  hash: string,
  signatures: readonly xdr.DecoratedSignature[],
): { weight: number; unused: boolean } {
  const found = signatures.map((one) => signerOf(account, hash, one))
  const keys = new Set(found.filter((key) => key !== undefined))
  return {
    weight: [...keys].reduce((sum, key) => sum + weightOf(account, key), 0),
    unused: found.includes(undefined),
  }
}

const weightOf = (account: AccountState, key: string): number =>
  key === account.id ? account.thresholds[0] : (account.signers.get(key) ?? 0)

function signerOf(
  account: AccountState,
  hash: string,
  { hint, signature }: xdr.DecoratedSignature,
): string | undefined {
  return [account.id, ...account.signers.keys()].find((key) => {
    const tail = StrKey.decodeEd25519PublicKey(key).slice(-4)
    return hint.equals(new xdr.SignatureHint(tail)) && isSignature(bytesOf(hash), signature.toBytes(), key)
  })
}
