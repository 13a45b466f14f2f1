/**
 * The seal of a payment: bytes by which anybody can check, without asking anybody, that a transaction was applied. A
 * validator's signature holds the transaction set of a later ledger, that set the hash of the header before it, that header
 * the results, and the results our transaction. It shows that one validator built on the ledger, not that a quorum did.
 */
import { hash, xdr } from '@stellar/stellar-sdk/base'
import { networkId, readXdr } from './envelope.ts'
import { readLedgerEnvelope } from './ledger-envelope.ts'
import { type ReadTransaction, readTransaction } from './read-transaction.ts'
import { verifies } from './sign-payment.ts'
import { addressOf, hexOf } from './xdr-parts.ts'

/** All XDR in base64. */
export interface Seal {
  readonly envelope: string
  /** Every result of the payment's ledger. */
  readonly results: string
  /** The header of the payment's ledger, then those between it and the signed set, usually none. */
  readonly headers: readonly string[]
  /** The transaction set of the ledger after the last header, and the signature over it and its close time. */
  readonly next_set: string
  readonly next_closed_at: string
  readonly node: string
  readonly signature: string
}

export interface Sealed {
  readonly ok: true
  readonly transaction: ReadTransaction
  /** Of the transaction, in base64. */
  readonly result: string
  readonly ledger: { readonly sequence: number; readonly hash: string; readonly closed_at: bigint }
  readonly node: string
}

export type SealVerdict =
  | Sealed
  | {
      readonly ok: false
      readonly reason:
        | 'unreadable'
        | 'node_not_trusted'
        | 'signature'
        | 'next_set'
        | 'headers'
        | 'close_time'
        | 'results'
        | 'transaction'
    }

export function verifySeal(
  seal: Seal,
  { passphrase, validators }: { passphrase: string; validators: readonly string[] },
): SealVerdict {
  const read = readSeal(seal)
  if (read === undefined) return refuse('unreadable')
  const { results, headers, set, closed_at, signature } = read
  if (!validators.includes(seal.node)) return refuse('node_not_trusted')
  const header = headers[0]
  const last = headers.at(-1)
  if (header === undefined || last === undefined) return refuse('headers')
  if (set.v1TxSet.previousLedgerHash.toString() !== headerHash(last)) return refuse('next_set')
  const chained = headers.every((one, i) => {
    const before = headers[i - 1]
    return before === undefined || one.previousLedgerHash.toString() === headerHash(before)
  })
  if (!chained) return refuse('headers')
  if (closed_at <= last.scpValue.closeTime) return refuse('close_time')
  if (header.txSetResultHash.toString() !== hexOf(hash(results.toXdr('raw')))) return refuse('results')
  const found = listed(seal.envelope, results, passphrase)
  if (found === undefined) return refuse('transaction')
  // Last, because it costs by far the most.
  const signed = signedBytes({ passphrase, set_hash: hash(set.toXdr('raw')), closed_at })
  if (!verifies(signed, signature, seal.node)) return refuse('signature')
  const ledger = { sequence: header.ledgerSeq, hash: headerHash(header), closed_at: header.scpValue.closeTime }
  return { ok: true, ...found, ledger, node: seal.node }
}

const refuse = (reason: Exclude<SealVerdict, Sealed>['reason']): SealVerdict => ({ ok: false, reason })

export const headerHash = (header: xdr.LedgerHeader): string => hexOf(hash(header.toXdr('raw')))

/** Of the ledger before, by a header as the RPC gives it (`headerXdr`). */
export const previousHash = (header: string): string | undefined =>
  readXdr(xdr.LedgerHeaderHistoryEntry, header)?.header.previousLedgerHash.toString()

/** What a validator signs of a ledger's value: the network, the kind, the hash of the set, the close time. */
export function signedBytes(value: { passphrase: string; set_hash: Uint8Array; closed_at: bigint }): Uint8Array {
  const bytes = new Uint8Array(76)
  bytes.set(networkId(value.passphrase))
  const view = new DataView(bytes.buffer)
  view.setUint32(32, xdr.EnvelopeType.envelopeTypeScpvalue.value)
  bytes.set(value.set_hash, 36)
  view.setBigUint64(68, value.closed_at)
  return bytes
}

function readSeal(seal: Seal) {
  const results = readXdr(xdr.TransactionResultSet, seal.results)
  const headers = seal.headers.map((one) => readXdr(xdr.LedgerHeader, one))
  const set = readXdr(xdr.GeneralizedTransactionSet, seal.next_set)
  const readable = /^(0|[1-9]\d{0,18})$/.test(seal.next_closed_at) && /^[0-9a-f]{128}$/.test(seal.signature)
  if (!results || !set || !readable || !headers.every((one) => one !== undefined)) return undefined
  return {
    results,
    headers,
    set,
    closed_at: BigInt(seal.next_closed_at),
    signature: xdr.decodeBytes(seal.signature, 'hex'),
  }
}

/** Listed once, or the result would be a choice. */
function listed(envelope: string, { results }: xdr.TransactionResultSet, passphrase: string) {
  const name = readLedgerEnvelope(envelope, passphrase)?.listed_hash
  const [pair, ...more] = results.filter(({ transactionHash }) => transactionHash.toString() === name)
  if (pair === undefined || more.length > 0) return undefined
  const result = pair.result.toXdr('base64')
  const transaction = readTransaction({ envelope, result }, passphrase)
  return transaction && { transaction, result }
}

/**
 * Takes a seal out of ledgers as the RPC gives them (`metadataXdr`): that of the payment first, then those that follow it.
 * Undefined until one of them has a signed set; the network may close some with an empty value first.
 */
export function takeSeal(listed_hash: string, envelope: string, ledgers: readonly string[]): Seal | undefined {
  const [own, ...later] = ledgers.map((text) => readXdr(xdr.LedgerCloseMeta, text))
  if (own === undefined || own.type === 'v0') return undefined
  const pairs = own.value.txProcessing.map(({ result }) => result)
  if (!pairs.some(({ transactionHash }) => transactionHash.toString() === listed_hash)) return undefined
  const headers = [own.value.ledgerHeader.header.toXdr('base64')]
  for (const meta of later) {
    if (meta === undefined || meta.type === 'v0') return undefined
    const { header } = meta.value.ledgerHeader
    const { ext } = header.scpValue
    if (ext.type === 'stellarValueSigned') {
      return {
        envelope,
        results: new xdr.TransactionResultSet({ results: pairs }).toXdr('base64'),
        headers,
        next_set: meta.value.txSet.toXdr('base64'),
        next_closed_at: header.scpValue.closeTime.toString(),
        node: addressOf(ext.lcValueSignature.nodeId),
        signature: hexOf(ext.lcValueSignature.signature.toBytes()),
      }
    }
    headers.push(header.toXdr('base64'))
  }
  return undefined
}
