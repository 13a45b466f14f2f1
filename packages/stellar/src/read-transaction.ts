/**
 * What a transaction in a ledger moved, read from its envelope and its result alone: nobody's summary is believed. A path
 * payment counts with what its result delivered, a fee bump with what it carries.
 */
import { type LedgerMemo, type LedgerTransfer, NO_MEMO } from '@pursestrings/protocol/match-payment'
import { StrKey, xdr } from '@stellar/stellar-sdk/base'
import { decoded, readLedgerEnvelope } from './ledger-envelope.ts'
import { addressOf, assetOf, hexOf, memoOf, muxedParts } from './xdr-parts.ts'

export interface ReadTransaction {
  readonly hash: string
  /** Where a ledger lists its result. Another than `hash` for a fee bump. */
  readonly listed_hash: string
  readonly successful: boolean
  readonly result_code: string
  /** Null where the transaction never expires. */
  readonly valid_until: bigint | null
  readonly transfers: readonly LedgerTransfer[]
  readonly signed: Signed
}

/** Of what a fee bump carries, where it is one: whoever wraps a transaction signs the outside only. */
export interface Signed {
  /** Every account that acts in it, and every key that must sign besides; each once, muxed ones by their base account. */
  readonly sources: readonly string[]
  /** In hexadecimal, and not verified. No hash holds them, so a source can add to them and leave some out. */
  readonly signatures: readonly { readonly hint: string; readonly signature: string }[]
}

/** Undefined where envelope and result are no pair: malformed, or of different operations. */
export function readTransaction(
  { envelope: envelopeText, result: resultText }: { envelope: string; result: string },
  passphrase: string,
): ReadTransaction | undefined {
  const envelope = readLedgerEnvelope(envelopeText, passphrase)
  const result = envelope && decoded(xdr.TransactionResult, resultText)
  if (envelope === undefined || result === undefined) return undefined
  const { inner, hash, listed_hash } = envelope
  const outcome = outcomeOf(result.value, { bumped: hash !== listed_hash, hash })
  if (outcome === undefined) return undefined
  const { result_code, results } = outcome
  const successful = result_code === 'txSuccess'
  const transfers = successful ? transfersOf(inner.tx, results) : []
  const valid_until = boundOf(inner.tx.cond)
  return transfers && { hash, listed_hash, successful, result_code, valid_until, transfers, signed: signedBy(inner) }
}

const sourceOf = ({ sourceAccount }: xdr.Operation, tx: xdr.Transaction): string =>
  muxedParts(sourceAccount ?? tx.sourceAccount).address

function signedBy({ tx, signatures }: xdr.TransactionV1Envelope): Signed {
  const { address } = muxedParts(tx.sourceAccount)
  return {
    sources: [...new Set([address, ...tx.operations.map((operation) => sourceOf(operation, tx)), ...extraSigners(tx)])],
    signatures: signatures.map(({ hint, signature }) => ({
      hint: hexOf(hint.toBytes()),
      signature: hexOf(signature.toBytes()),
    })),
  }
}

/** A transaction may ask for the signature of a key that is none of its accounts' keys. */
const extraSigners = ({ cond }: xdr.Transaction): string[] =>
  (cond.type === 'precondV2' ? cond.v2.extraSigners : []).flatMap((key) =>
    key.type === 'signerKeyTypeEd25519' ? [StrKey.encodeEd25519PublicKey(key.ed25519.toBytes())] : [],
  )

interface Outcome {
  result_code: string
  results: readonly xdr.OperationResult[]
}

/** A fee bump's result names the transaction inside; one that names another is no result of this envelope. */
function outcomeOf(
  { result }: xdr.TransactionResult,
  { bumped, hash }: { bumped: boolean; hash: string },
): Outcome | undefined {
  if (result.type === 'txFeeBumpInnerSuccess' || result.type === 'txFeeBumpInnerFailed') {
    const { transactionHash: named, result: inner } = result.innerResultPair
    return bumped && named.toString() === hash ? codeAndResults(inner.result) : undefined
  }
  // A fee bump that fails by itself, say for want of funds, has a plain code; it cannot succeed with one.
  return bumped && result.type === 'txSuccess' ? undefined : codeAndResults(result)
}

function codeAndResults(
  result: Exclude<xdr.TransactionResultResult, { innerResultPair: unknown }> | xdr.InnerTransactionResultResult,
): Outcome {
  const results = result.type === 'txSuccess' || result.type === 'txFailed' ? result.results : []
  return { result_code: result.type, results }
}

function boundOf(cond: xdr.Preconditions): bigint | null {
  const bounds = cond.type === 'precondTime' ? cond.timeBounds : cond.type === 'precondV2' ? cond.v2.timeBounds : null
  return bounds === null || bounds.maxTime === 0n ? null : bounds.maxTime
}

function transfersOf(tx: xdr.Transaction, results: readonly xdr.OperationResult[]): LedgerTransfer[] | undefined {
  if (tx.operations.length !== results.length) return undefined
  const memo = memoOf(tx.memo)
  const transfers: LedgerTransfer[] = []
  for (const [i, operation] of tx.operations.entries()) {
    const { body } = operation
    const result = results[i]
    if (result?.type !== 'opInner' || result.tr.type !== body.type) return undefined
    const moved = movedBy(body, result.tr)
    if (moved === undefined) return undefined
    const from = sourceOf(operation, tx)
    for (const { id, ...rest } of moved) transfers.push({ place: `op/${i}`, from, ...rest, memo: memoWith(memo, id) })
  }
  return transfers
}

/** A muxed address is an account and an id, which does the work of a memo. */
function memoWith(memo: LedgerMemo, id: bigint | undefined): LedgerMemo {
  if (id === undefined) return memo
  return memo.kind === NO_MEMO.kind ? { kind: 'id', value: id.toString() } : { kind: 'several', value: '' }
}

type Moved = Omit<LedgerTransfer, 'place' | 'from' | 'memo'> & { id?: bigint }

/** Undefined where the operation did not succeed, though its transaction is said to have. */
function movedBy(body: xdr.OperationBody, tr: xdr.OperationResultTr): Moved[] | undefined {
  if (body.type === 'payment' && tr.type === 'payment') {
    if (tr.paymentResult.type !== 'paymentSuccess') return undefined
    const { destination, asset, amount } = body.paymentOp
    return [{ kind: 'payment', ...received(destination), asset: assetOf(asset), units: amount }]
  }
  if (body.type === 'createAccount' && tr.type === 'createAccount') {
    if (tr.createAccountResult.type !== 'createAccountSuccess') return undefined
    const { destination, startingBalance } = body.createAccountOp
    return [{ kind: 'create_account', to: addressOf(destination), asset: { code: 'XLM' }, units: startingBalance }]
  }
  if (body.type === 'pathPaymentStrictReceive' && tr.type === 'pathPaymentStrictReceive') {
    if (tr.pathPaymentStrictReceiveResult.type !== 'pathPaymentStrictReceiveSuccess') return undefined
    const { destination, destAsset, destAmount } = body.pathPaymentStrictReceiveOp
    return [{ kind: 'path_payment', ...received(destination), asset: assetOf(destAsset), units: destAmount }]
  }
  if (body.type === 'pathPaymentStrictSend' && tr.type === 'pathPaymentStrictSend')
    return sentByPath(body.pathPaymentStrictSendOp, tr.pathPaymentStrictSendResult)
  if (body.type === 'createClaimableBalance') {
    const { claimants, asset, amount } = body.createClaimableBalanceOp
    return claimants.map(({ v0 }) => ({
      kind: 'claimable_balance',
      to: addressOf(v0.destination),
      asset: assetOf(asset),
      units: amount,
    }))
  }
  return []
}

/** The envelope only names a least amount; the result says what arrived, and must say it of the same payee and asset. */
function sentByPath(op: xdr.PathPaymentStrictSendOp, result: xdr.PathPaymentStrictSendResult): Moved[] | undefined {
  if (result.type !== 'pathPaymentStrictSendSuccess') return undefined
  const { destination, asset, amount } = result.success.last
  const payee = received(op.destination)
  if (addressOf(destination) !== payee.to || !asset.equals(op.destAsset) || amount < op.destMin) return undefined
  return [{ kind: 'path_payment', ...payee, asset: assetOf(asset), units: amount }]
}

function received(account: xdr.MuxedAccount): { to: string; id?: bigint } {
  const { address, id } = muxedParts(account)
  return { to: address, ...(id !== undefined && { id }) }
}
