/** Applies a transaction: fee and sequence are spent whatever happens, the operations count all together or not at all. */
import { xdr } from '@stellar/stellar-sdk/base'
import { bumpSequence, changeTrust, manageData, setOptions } from './account-operations.ts'
import { type Accounts, draftOf } from './accounts.ts'
import { extend, invoke, restore } from './contract-operations.ts'
import { changesOf } from './ledger-entries.ts'
import {
  createAccount,
  createClaimableBalance,
  type Done,
  merge,
  pay,
  payByReceive,
  payBySend,
  type Rate,
  type Scene,
} from './pay-operations.ts'
import { base64Of, baseOf } from './plain-values.ts'
import { useUp } from './signatures.ts'
import type { Submitted } from './submitted.ts'
import { feeEvent, type Movement, movementEvent } from './token-events.ts'

export interface Applied extends Submitted {
  successful: boolean
  result: xdr.TransactionResult
  /** Envelope and result as they are served, in base64. */
  shown: { envelope: string; result: string }
  /** By operation. */
  movements: readonly (readonly Movement[])[]
  fee_event: xdr.ContractEvent
  /** By operation, under the assets' contracts. */
  events: xdr.ContractEvent[][]
  changes: xdr.LedgerEntryChange[][]
}

export interface Ground {
  accounts: Accounts
  sequence: number
  closed_at: bigint
  rates: readonly Rate[]
  passphrase: string
}

export function applyTransaction(submitted: Submitted, ground: Ground): Applied {
  const { accounts, sequence } = ground
  const { inner, source, fee_source, fee } = submitted
  const spent = draftOf(accounts, sequence)
  const payer = spent.get(fee_source)
  const account = spent.get(source)
  if (payer === undefined || account === undefined) throw new Error('applied without being checked')
  payer.balance -= fee
  account.sequence = inner.tx.seqNum
  account.used = { ledger: sequence, at: ground.closed_at }
  for (const one of inner.tx.operations) {
    const signer = spent.get(one.sourceAccount === null ? source : baseOf(one.sourceAccount))
    if (signer !== undefined) useUp(signer, submitted.hash)
  }
  spent.keep()

  const draft = draftOf(accounts, sequence)
  const results: xdr.OperationResult[] = []
  const moved: Movement[][] = []
  const changes: xdr.LedgerEntryChange[][] = []
  let successful = true
  for (const [index, operation] of inner.tx.operations.entries()) {
    const { done, result, movements } = applyOperation(operation, index, submitted, ground, draft)
    successful &&= done
    results.push(result)
    moved.push(movements)
    // Each operation's changes are told against the state before the transaction.
    changes.push(done ? changesOf(draft, sequence) : [])
  }
  if (successful) draft.keep()
  const nothing = moved.map(() => [])
  return appliedOf(submitted, {
    successful,
    results,
    movements: successful ? moved : nothing,
    changes: successful ? changes : nothing,
    passphrase: ground.passphrase,
  })
}

interface Outcome extends Pick<Applied, 'successful' | 'movements' | 'changes'> {
  results: xdr.OperationResult[]
  passphrase: string
}

export function appliedOf(submitted: Submitted, outcome: Outcome): Applied {
  const { successful, results, movements, changes, passphrase } = outcome
  const result = resultOf(submitted, successful, results)
  return {
    ...submitted,
    successful,
    result,
    shown: { envelope: base64Of(submitted.bytes), result: result.toXdr('base64') },
    movements,
    fee_event: feeEvent(submitted.fee_source, submitted.fee, passphrase),
    events: movements.map((ones) => ones.map((one) => movementEvent(one, passphrase))),
    changes,
  }
}

function applyOperation(
  { sourceAccount, body }: xdr.Operation,
  index: number,
  { inner, source }: Submitted,
  { sequence, rates, passphrase }: Ground,
  draft: Scene['draft'],
): { done: boolean; result: xdr.OperationResult; movements: Scene['movements'] } {
  const scene: Scene = {
    draft,
    source: sourceAccount === null ? source : baseOf(sourceAccount),
    operation: { account: source, sequence: inner.tx.seqNum, index },
    sequence,
    memo: inner.tx.memo,
    passphrase,
    rates,
    movements: [],
  }
  // An earlier operation may have merged the account away.
  if (draft.get(scene.source) === undefined)
    return { done: false, result: xdr.OperationResult.opNoAccount(), movements: [] }
  const done = run(scene, body)
  const result = done === undefined ? xdr.OperationResult.opNotSupported() : xdr.OperationResult.opInner(done.tr)
  return { done: done?.ok === true, result, movements: scene.movements }
}

function run(scene: Scene, body: xdr.OperationBody): Done | undefined {
  switch (body.type) {
    case 'payment':
      return pay(scene, body.paymentOp)
    case 'createAccount':
      return createAccount(scene, body.createAccountOp)
    case 'accountMerge':
      return merge(scene, body.destination)
    case 'createClaimableBalance':
      return createClaimableBalance(scene, body.createClaimableBalanceOp)
    case 'pathPaymentStrictReceive':
      return payByReceive(scene, body.pathPaymentStrictReceiveOp)
    case 'pathPaymentStrictSend':
      return payBySend(scene, body.pathPaymentStrictSendOp)
    case 'changeTrust':
      return changeTrust(scene, body.changeTrustOp)
    case 'setOptions':
      return setOptions(scene, body.setOptionsOp)
    case 'manageData':
      return manageData(scene, body.manageDataOp)
    case 'bumpSequence':
      return bumpSequence(scene, body.bumpSequenceOp)
    case 'invokeHostFunction':
      return invoke(scene, body.invokeHostFunctionOp)
    case 'extendFootprintTtl':
      return extend()
    case 'restoreFootprint':
      return restore()
    default:
      return undefined
  }
}

/** A fee bump's result holds the result of what it carries. */
export function resultOf(
  { envelope, hash, fee }: Submitted,
  successful: boolean,
  results: xdr.OperationResult[],
): xdr.TransactionResult {
  const { TransactionResultResult: Outer, InnerTransactionResultResult: Inner } = xdr
  const written = (result: xdr.TransactionResultResult) =>
    new xdr.TransactionResult({ feeCharged: fee, result, ext: xdr.TransactionResultExt.v0() })
  if (envelope.type !== 'envelopeTypeTxFeeBump')
    return written(successful ? Outer.txSuccess(results) : Outer.txFailed(results))
  const pair = new xdr.InnerTransactionResultPair({
    transactionHash: hash,
    result: new xdr.InnerTransactionResult({
      feeCharged: 0n,
      result: successful ? Inner.txSuccess(results) : Inner.txFailed(results),
      ext: xdr.InnerTransactionResultExt.v0(),
    }),
  })
  return written(successful ? Outer.txFeeBumpInnerSuccess(pair) : Outer.txFeeBumpInnerFailed(pair))
}
