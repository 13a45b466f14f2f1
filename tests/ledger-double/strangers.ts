/**
 * What strangers do to an account that takes payments: thousands of transactions that nobody asked for, put straight into
 * ledgers as full as the network allows. Bytes, hashes, signatures and headers are real; whether a stranger's account has the
 * money is not looked at.
 */
import { createHash } from 'node:crypto'
import {
  Address,
  Asset,
  Claimant,
  hash,
  Keypair,
  Memo,
  nativeToScVal,
  Operation,
  SorobanDataBuilder,
  StrKey,
  xdr,
} from '@stellar/stellar-sdk/base'
import { type Applied, appliedOf } from './apply-transaction.ts'
import type { ClosedLedger } from './close-ledger.ts'
import type { Ledger } from './ledger.ts'
import { amountOf, base64Of, contractOf, hexOf, type PlainAsset, written, XLM } from './plain-values.ts'
import { signBy } from './signatures.ts'
import { submittedParts } from './submitted.ts'
import { eventOf, type Movement } from './token-events.ts'

export interface Deed {
  /**
   * `payment`: of any amount and with any memo. `large`: a payment behind 98 other operations, 100 kB.
   * `token`: by the asset's own contract. `false_token`: another contract claims to have paid.
   * `unreadable`: a payment whose envelope or result is served as something else.
   */
  kind: 'payment' | 'large' | 'token' | 'false_token' | 'unreadable'
  count: number
  /** One, unless it is said: dust. */
  units?: bigint
  asset?: PlainAsset
  memo?: Memo
  /** Of `false_token`: how much its call carries, and how much its event. The network allows 131,000 and 16,000. */
  argument_bytes?: number
  event_bytes?: number
  /** Of `unreadable`. */
  part?: 'envelope' | 'result'
  /** Of `unreadable`: what is served; else bytes that mean nothing. */
  text?: string
}

/** What a ledger of the network takes. */
const OPERATIONS_MAX = 1000
const BYTES_MAX = 5_000_000
const KEYS = Array.from({ length: 8 }, (_, i) => Keypair.fromRawEd25519Seed(hash(`stranger ${i}`)))
const FALSE_CONTRACT = StrKey.encodeContract(hash('a contract of strangers'))
const SEQUENCE = 0x1a2b3c4d5e6f7081n
const SIGNATURE = new Uint8Array(64).fill(0xab)

let sequence = 1n << 40n

/** The kinds in turn, in ledgers that close so many seconds after one another. */
export function strangersPay(ledger: Ledger, to: string, deeds: readonly Deed[], seconds_apart = 1n): ClosedLedger[] {
  const makers = deeds.map((deed) => ({ left: deed.count, make: makerOf(ledger, to, deed) }))
  const closed: ClosedLedger[] = []
  let batch: Applied[] = []
  let [operations, bytes] = [0, 0]
  const close = () => {
    if (batch.length > 0) closed.push(ledger.closeWith(batch, ledger.latest().closed_at + seconds_apart))
    batch = []
    ;[operations, bytes] = [0, 0]
  }
  while (makers.some(({ left }) => left > 0)) {
    for (const maker of makers) {
      if (maker.left === 0) continue
      maker.left -= 1
      const made = maker.make()
      operations += made.inner.tx.operations.length
      bytes += made.bytes.length
      if (operations > OPERATIONS_MAX || bytes > BYTES_MAX) {
        close()
        ;[operations, bytes] = [made.inner.tx.operations.length, made.bytes.length]
      }
      batch.push(made)
    }
  }
  close()
  return closed
}

function makerOf(ledger: Ledger, to: string, deed: Deed): () => Applied {
  const forms = KEYS.map((key) => formOf(ledger.passphrase, key, to, deed))
  let turn = 0
  return () => {
    const made = forms[turn++ % forms.length]?.(sequence++)
    if (made === undefined) throw new Error('no stranger')
    const account = ledger.accounts.get(to)
    const [moved] = made.movements.flat()
    if (account !== undefined && moved?.asset.issuer === undefined) account.balance += moved?.units ?? 0n
    return made
  }
}

/** The library writes a transaction once, with places for its number and its signature, which are then filled in. */
function formOf(passphrase: string, key: Keypair, to: string, deed: Deed): (number: bigint) => Applied {
  const { units = 1n, memo = Memo.none(), asset = XLM } = deed
  const { operations, results, moves, event } = partsOf(passphrase, key.publicKey(), to, deed)
  const isCall = deed.kind === 'token' || deed.kind === 'false_token'
  const ext = isCall
    ? xdr.TransactionExt.sorobanData(new SorobanDataBuilder().setResourceFee(1000).build())
    : xdr.TransactionExt.v0()
  const body = {
    sourceAccount: key.xdrMuxedAccount(),
    fee: 100 * operations.length + 1000,
    cond: xdr.Preconditions.precondNone(),
    memo: memo.toXdrObject(),
    operations,
    ext,
  }
  const tx = new xdr.Transaction({ ...body, seqNum: SEQUENCE })
  const signedWith = (signature: Uint8Array) => [new xdr.DecoratedSignature({ hint: key.signatureHint(), signature })]
  const envelopeOf = (one: xdr.Transaction, signature: Uint8Array) =>
    new xdr.TransactionV1Envelope({ tx: one, signatures: signedWith(signature) })
  const payload = new xdr.TransactionSignaturePayload({
    networkId: hash(passphrase),
    taggedTransaction: xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTx(tx),
  })
  const asSigned = Buffer.from(payload.toXdr('raw'))
  const asSent = Buffer.from(xdr.TransactionEnvelope.envelopeTypeTx(envelopeOf(tx, SIGNATURE)).toXdr('raw'))
  const movements: Movement[][] = operations.map(() => [])
  if (moves) movements[operations.length - 1] = [{ from: key.publicKey(), to, asset, units, memo: memo.toXdrObject() }]
  const changes = operations.map(() => [])
  let first: Applied | undefined
  return (number) => {
    const name = createHash('sha256').update(withNumber(asSigned, number)).digest()
    const signature = signBy(key, name)
    const bytes = withNumber(asSent, number)
    bytes.set(signature, asSent.indexOf(SIGNATURE))
    const inner = envelopeOf(new xdr.Transaction({ ...body, seqNum: number }), signature)
    const named = hexOf(name)
    const envelope = xdr.TransactionEnvelope.envelopeTypeTx(inner)
    const submitted = submittedParts({ bytes, envelope, inner, hash: named, listed_hash: named })
    first ??= appliedOf(submitted, { successful: true, results, movements, changes, passphrase })
    const shown = { envelope: base64Of(bytes), result: first.shown.result }
    if (deed.kind === 'unreadable') shown[deed.part ?? 'envelope'] = deed.text ?? base64Of(hash(name))
    return { ...first, ...submitted, shown, ...(event && { events: [[event]] }) }
  }
}

function withNumber(form: Buffer, number: bigint): Buffer {
  const bytes = Buffer.from(form)
  const place = Buffer.alloc(8)
  place.writeBigInt64BE(SEQUENCE)
  bytes.writeBigInt64BE(number, form.indexOf(place))
  return bytes
}

interface Parts {
  operations: xdr.Operation[]
  results: xdr.OperationResult[]
  /** Whether the last operation moves money. */
  moves: boolean
  /** Where it is not the one that a ledger writes for what moved. */
  event?: xdr.ContractEvent
}

const { OperationResult, OperationResultTr: Tr } = xdr
const PAID = OperationResult.opInner(Tr.payment(xdr.PaymentResult.paymentSuccess()))
const CALLED = OperationResult.opInner(
  Tr.invokeHostFunction(xdr.InvokeHostFunctionResult.invokeHostFunctionSuccess(new Uint8Array(32))),
)
const PROMISED = OperationResult.opInner(
  Tr.createClaimableBalance(
    xdr.CreateClaimableBalanceResult.createClaimableBalanceSuccess(
      xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(new Uint8Array(32)),
    ),
  ),
)

function partsOf(passphrase: string, from: string, to: string, deed: Deed): Parts {
  const { kind, units = 1n, asset = XLM, argument_bytes = 0, event_bytes } = deed
  if (kind === 'token') {
    const operations = [callOf(contractOf(asset, passphrase), transferArguments(from, to, units))]
    return { operations, results: [CALLED], moves: true }
  }
  if (kind === 'false_token') {
    const argument = xdr.ScVal.scvBytes(new Uint8Array(argument_bytes))
    const topics = [xdr.ScVal.scvSymbol('transfer'), ...transferArguments(from, to, units).slice(0, 2)]
    const amount = transferArguments(from, to, units).slice(2)
    const data = event_bytes === undefined ? amount[0] : xdr.ScVal.scvBytes(new Uint8Array(event_bytes))
    const event = eventOf(FALSE_CONTRACT, [...topics, xdr.ScVal.scvString('native')], data ?? xdr.ScVal.scvVoid())
    return { operations: [callOf(FALSE_CONTRACT, [argument])], results: [CALLED], moves: false, event }
  }
  const last = Operation.payment({ destination: to, asset: written(asset), amount: amountOf(units) })
  if (kind !== 'large') return { operations: [last], results: [PAID], moves: true }
  const before = largeOperations(98)
  return { operations: [...before, last], results: [...before.map(() => PROMISED), PAID], moves: true }
}

const transferArguments = (from: string, to: string, units: bigint): xdr.ScVal[] => [
  Address.fromString(from).toScVal(),
  Address.fromString(to).toScVal(),
  nativeToScVal(units, { type: 'i128' }),
]

function callOf(contract: string, args: xdr.ScVal[]): xdr.Operation {
  const call = new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(contract).toScAddress(),
    functionName: 'transfer',
    args,
  })
  return Operation.invokeHostFunction({ func: xdr.HostFunction.hostFunctionTypeInvokeContract(call), auth: [] })
}

// Transactions as large as the network takes.

const key = (fill: number): string => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(fill)).publicKey()

/** So many operations, each of about a thousand bytes: promises of one stroop, with conditions, to nine accounts. */
export function largeOperations(count: number): xdr.Operation[] {
  const both = (one: xdr.ClaimPredicate) => Claimant.predicateAnd(one, one)
  const condition = both(both(Claimant.predicateBeforeAbsoluteTime('4000000000')))
  const claimants = Array.from({ length: 9 }, (_, i) => new Claimant(key(200 + i), condition))
  const promise = Operation.createClaimableBalance({ asset: Asset.native(), amount: '0.0000001', claimants })
  return Array.from({ length: count }, () => promise)
}
