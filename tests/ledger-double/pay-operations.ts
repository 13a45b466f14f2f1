/** The operations that move money: payment, create_account, merge, claimable balances, and paths at a rate that the test sets. */
import { hash, xdr } from '@stellar/stellar-sdk/base'
import { BASE_RESERVE, type Draft, keyOf, newAccount, spendable, subentries } from './accounts.ts'
import { accountXdr, addressOf, assetOf, baseOf, idIn, type PlainAsset, XLM } from './plain-values.ts'
import { credit, debit, type Movement, move } from './token-events.ts'

const { OperationResultTr: Tr } = xdr
const IMMUTABLE = 4

/** So many units of one asset for one of another. */
export interface Rate {
  from: PlainAsset
  to: PlainAsset
  numerator: bigint
  denominator: bigint
}

export interface Scene {
  draft: Draft
  source: string
  /** Names the operation: the transaction's account and number, and the place in it. */
  operation: { account: string; sequence: bigint; index: number }
  /** Of the ledger that is being closed. */
  sequence: number
  memo: xdr.Memo
  passphrase: string
  rates: readonly Rate[]
  movements: Movement[]
}

export interface Done {
  ok: boolean
  tr: xdr.OperationResultTr
}

export function pay(scene: Scene, { destination, asset: assetXdr, amount }: xdr.PaymentOp): Done {
  const fail = (fault: 'Malformed' | NonNullable<ReturnType<typeof move>>): Done => ({
    ok: false,
    tr: Tr.payment(xdr.PaymentResult[`payment${fault}`]()),
  })
  const asset = assetOf(assetXdr)
  if (amount <= 0n || asset === undefined) return fail('Malformed')
  const { address: to, memo } = receiver(scene, destination)
  const fault = move(scene.draft, { from: scene.source, to, asset, units: amount })
  if (fault !== undefined) return fail(fault)
  scene.movements.push({ from: scene.source, to, asset, units: amount, memo })
  return { ok: true, tr: Tr.payment(xdr.PaymentResult.paymentSuccess()) }
}

export function createAccount(scene: Scene, { destination, startingBalance }: xdr.CreateAccountOp): Done {
  const answer = (code: 'Success' | 'Malformed' | 'Underfunded' | 'LowReserve' | 'AlreadyExist'): Done => ({
    ok: code === 'Success',
    tr: Tr.createAccount(xdr.CreateAccountResult[`createAccount${code}`]()),
  })
  const to = addressOf(destination)
  if (startingBalance < 0n || to === scene.source) return answer('Malformed')
  if (scene.draft.get(to) !== undefined) return answer('AlreadyExist')
  if (startingBalance < 2n * BASE_RESERVE) return answer('LowReserve')
  if (debit(scene.draft, scene.source, XLM, startingBalance) !== undefined) return answer('Underfunded')
  scene.draft.put(newAccount(to, startingBalance, scene.sequence))
  scene.movements.push({ from: scene.source, to, asset: XLM, units: startingBalance, memo: scene.memo })
  return answer('Success')
}

export function merge(scene: Scene, destination: xdr.MuxedAccount): Done {
  const fail = (code: 'Malformed' | 'NoAccount' | 'ImmutableSet' | 'HasSubEntries' | 'SeqnumTooFar'): Done => ({
    ok: false,
    tr: Tr.accountMerge(xdr.AccountMergeResult[`accountMerge${code}`]()),
  })
  const { address: to, memo } = receiver(scene, destination)
  const account = scene.draft.get(scene.source)
  if (to === scene.source || account === undefined) return fail('Malformed')
  if (scene.draft.get(to) === undefined) return fail('NoAccount')
  if ((account.flags & IMMUTABLE) !== 0) return fail('ImmutableSet')
  if (subentries(account) > account.signers.size) return fail('HasSubEntries')
  if (account.sequence >= BigInt(scene.sequence) << 32n) return fail('SeqnumTooFar')
  const units = account.balance
  scene.draft.remove(scene.source)
  credit(scene.draft, to, XLM, units)
  scene.movements.push({ from: scene.source, to, asset: XLM, units, memo })
  return { ok: true, tr: Tr.accountMerge(xdr.AccountMergeResult.accountMergeSuccess(units)) }
}

/** Money leaves its account and waits for somebody to claim it. Claiming isn't simulated here, so it waits forever. */
export function createClaimableBalance(scene: Scene, op: xdr.CreateClaimableBalanceOp): Done {
  const fail = (code: 'Malformed' | 'LowReserve' | 'NoTrust' | 'NotAuthorized' | 'Underfunded'): Done => ({
    ok: false,
    tr: Tr.createClaimableBalance(xdr.CreateClaimableBalanceResult[`createClaimableBalance${code}`]()),
  })
  const { asset: assetXdr, amount, claimants } = op
  const asset = assetOf(assetXdr)
  if (amount <= 0n || asset === undefined || claimants.length === 0) return fail('Malformed')
  const account = scene.draft.get(scene.source)
  if (account === undefined || spendable(account) < BigInt(claimants.length) * BASE_RESERVE) return fail('LowReserve')
  const unpaid = debit(scene.draft, scene.source, asset, amount)
  if (unpaid === 'SrcNoTrust') return fail('NoTrust')
  if (unpaid === 'SrcNotAuthorized') return fail('NotAuthorized')
  if (unpaid !== undefined) return fail('Underfunded')
  const { account: payer, sequence: seqNum, index: opNum } = scene.operation
  const operation = new xdr.HashIdPreimageOperationId({ sourceAccount: accountXdr(payer), seqNum, opNum })
  const id = hash(xdr.HashIdPreimage.envelopeTypeOpId(operation).toXdr('raw'))
  const balance = xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(id)
  const result = xdr.CreateClaimableBalanceResult.createClaimableBalanceSuccess(balance)
  return { ok: true, tr: Tr.createClaimableBalance(result) }
}

export function payByReceive(scene: Scene, op: xdr.PathPaymentStrictReceiveOp): Done {
  const fail = (fault: 'Malformed' | 'TooFewOffers' | 'OverSendmax' | NonNullable<ReturnType<typeof move>>): Done => ({
    ok: false,
    tr: Tr.pathPaymentStrictReceive(xdr.PathPaymentStrictReceiveResult[`pathPaymentStrictReceive${fault}`]()),
  })
  if (op.destAmount <= 0n || op.sendMax <= 0n) return fail('Malformed')
  const rate = rateOf(scene, op.sendAsset, op.destAsset)
  if (rate === undefined) return fail('TooFewOffers')
  const needed = (op.destAmount * rate.denominator + rate.numerator - 1n) / rate.numerator
  if (needed > op.sendMax) return fail('OverSendmax')
  const fault = exchange(scene, op, needed, op.destAmount)
  if (fault !== undefined) return fail(fault)
  const success = new xdr.PathPaymentStrictReceiveResultSuccess({ offers: [], last: delivered(op, op.destAmount) })
  const result = xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveSuccess(success)
  return { ok: true, tr: Tr.pathPaymentStrictReceive(result) }
}

export function payBySend(scene: Scene, op: xdr.PathPaymentStrictSendOp): Done {
  const fail = (fault: 'Malformed' | 'TooFewOffers' | 'UnderDestmin' | NonNullable<ReturnType<typeof move>>): Done => ({
    ok: false,
    tr: Tr.pathPaymentStrictSend(xdr.PathPaymentStrictSendResult[`pathPaymentStrictSend${fault}`]()),
  })
  if (op.sendAmount <= 0n || op.destMin <= 0n) return fail('Malformed')
  const rate = rateOf(scene, op.sendAsset, op.destAsset)
  if (rate === undefined) return fail('TooFewOffers')
  const arrives = (op.sendAmount * rate.numerator) / rate.denominator
  if (arrives < op.destMin) return fail('UnderDestmin')
  const fault = exchange(scene, op, op.sendAmount, arrives)
  if (fault !== undefined) return fail(fault)
  const success = new xdr.PathPaymentStrictSendResultSuccess({ offers: [], last: delivered(op, arrives) })
  const result = xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSuccess(success)
  return { ok: true, tr: Tr.pathPaymentStrictSend(result) }
}

type Path = Pick<xdr.PathPaymentStrictSendOp, 'sendAsset' | 'destAsset' | 'destination'>

/** The market is nobody in particular: it takes what is sent and gives what arrives. */
function exchange(scene: Scene, op: Path, sends: bigint, arrives: bigint) {
  const { address: to, memo } = receiver(scene, op.destination)
  const [gives, asset] = [assetOf(op.sendAsset), assetOf(op.destAsset)]
  if (gives === undefined || asset === undefined) return 'Malformed'
  if (scene.draft.get(to) === undefined) return 'NoDestination'
  const fault = debit(scene.draft, scene.source, gives, sends) ?? credit(scene.draft, to, asset, arrives)
  if (fault === undefined) scene.movements.push({ from: scene.source, to, asset, units: arrives, memo })
  return fault
}

const delivered = ({ destination, destAsset }: Path, amount: bigint): xdr.SimplePaymentResult =>
  new xdr.SimplePaymentResult({
    destination: accountXdr(baseOf(destination)),
    asset: destAsset,
    amount,
  })

function rateOf({ rates }: Scene, from: xdr.Asset, to: xdr.Asset): Pick<Rate, 'numerator' | 'denominator'> | undefined {
  if (from.equals(to)) return { numerator: 1n, denominator: 1n }
  const [gives, takes] = [assetOf(from), assetOf(to)]
  if (gives === undefined || takes === undefined) return undefined
  return rates.find((rate) => keyOf(rate.from) === keyOf(gives) && keyOf(rate.to) === keyOf(takes))
}

/** An id inside the address stands in for the memo. */
function receiver(scene: Scene, account: xdr.MuxedAccount): { address: string; memo: xdr.Memo } {
  const id = idIn(account)
  return { address: baseOf(account), memo: id === undefined ? scene.memo : xdr.Memo.memoId(id) }
}
