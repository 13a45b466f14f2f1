/** Closes a ledger as the network does: a set that names the header before it, signed by a validator, and a new header. */
import { hash, type Keypair, xdr } from '@stellar/stellar-sdk/base'
import { BASE_FEE, BASE_RESERVE } from './accounts.ts'
import type { Applied } from './apply-transaction.ts'
import { accountXdr, bytesOf, hexOf } from './plain-values.ts'
import { signBy } from './signatures.ts'
import { pairOf, setOf } from './transaction-set.ts'

export const PROTOCOL = 28

export interface ClosedLedger {
  sequence: number
  hash: string
  closed_at: bigint
  header: xdr.LedgerHeader
  /** XDR of the transaction set. */
  set: Uint8Array
  transactions: readonly Applied[]
}

const NO_HASH = new Uint8Array(32)
const COINS = 10n ** 18n

export interface Closing {
  before: ClosedLedger | undefined
  sequence: number
  closed_at: bigint
  transactions: readonly Applied[]
  passphrase: string
  validator: Keypair
}

export function closeLedger({
  before,
  sequence,
  closed_at,
  transactions,
  passphrase,
  validator,
}: Closing): ClosedLedger {
  const previous = before === undefined ? NO_HASH : bytesOf(before.hash)
  const set = setOf(previous, transactions)
  const set_hash = hash(set)
  const signature = signBy(validator, valueBytes(passphrase, set_hash, closed_at))
  const results = new xdr.TransactionResultSet({ results: transactions.map(pairOf) })
  const txSetResultHash = hash(results.toXdr('raw'))
  const header = new xdr.LedgerHeader({
    ledgerVersion: PROTOCOL,
    previousLedgerHash: previous,
    scpValue: new xdr.StellarValue({
      txSetHash: set_hash,
      closeTime: closed_at,
      upgrades: [],
      ext: xdr.StellarValueExt.stellarValueSigned(
        new xdr.LedgerCloseValueSignature({ nodeId: accountXdr(validator.publicKey()), signature }),
      ),
    }),
    txSetResultHash,
    // There are no buckets here. Anything will do that depends on all that went before.
    bucketListHash: hash(new Uint8Array([...previous, ...txSetResultHash])),
    ledgerSeq: sequence,
    totalCoins: COINS,
    feePool: transactions.reduce((sum, { fee }) => sum + fee, before?.header.feePool ?? 0n),
    inflationSeq: 0,
    idPool: 0n,
    baseFee: Number(BASE_FEE),
    baseReserve: Number(BASE_RESERVE),
    maxTxSetSize: 1000,
    skipList: [NO_HASH, NO_HASH, NO_HASH, NO_HASH],
    ext: xdr.LedgerHeaderExt.v0(),
  })
  return { sequence, hash: hexOf(hash(header.toXdr('raw'))), closed_at, header, set, transactions }
}

/** What a validator signs of a ledger: the network, the kind of value, the hash of the set, the time. */
function valueBytes(passphrase: string, set_hash: Uint8Array, closed_at: bigint): Uint8Array {
  const kind = Buffer.alloc(4)
  kind.writeInt32BE(xdr.EnvelopeType.envelopeTypeScpvalue.value)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(closed_at)
  return Buffer.concat([hash(passphrase), kind, set_hash, time])
}
