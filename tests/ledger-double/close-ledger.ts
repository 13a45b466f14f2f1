/** Closes a ledger as the network does: a set that names the header before it, signed by a validator, and a new header. */
import { headerHash, signedBytes } from '@countersign/stellar/seal'
import { accountKey, bytesOf } from '@countersign/stellar/xdr-parts'
import { hash, type Keypair, xdr } from '@stellar/stellar-sdk/base'
import { BASE_FEE, BASE_RESERVE } from './accounts.ts'
import type { Applied } from './apply-transaction.ts'
import { signBy } from './ed25519.ts'

export const PROTOCOL = 28

export interface ClosedLedger {
  sequence: number
  hash: string
  closed_at: bigint
  header: xdr.LedgerHeader
  set: xdr.GeneralizedTransactionSet
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
  const set_hash = hash(set.toXdr('raw'))
  const signature = signBy(validator, signedBytes({ passphrase, set_hash, closed_at }))
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
        new xdr.LedgerCloseValueSignature({ nodeId: accountKey(validator.publicKey()), signature }),
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
  return { sequence, hash: headerHash(header), closed_at, header, set, transactions }
}

export const pairOf = ({ listed_hash, result }: Pick<Applied, 'listed_hash' | 'result'>): xdr.TransactionResultPair =>
  new xdr.TransactionResultPair({ transactionHash: listed_hash, result })

function setOf(previousLedgerHash: Uint8Array, transactions: readonly Applied[]): xdr.GeneralizedTransactionSet {
  const txs = transactions.toSorted((a, b) => (a.listed_hash < b.listed_hash ? -1 : 1)).map(({ envelope }) => envelope)
  const component = new xdr.TxSetComponentTxsMaybeDiscountedFee({ baseFee: BASE_FEE, txs })
  const classic = txs.length === 0 ? [] : [xdr.TxSetComponent.txsetCompTxsMaybeDiscountedFee(component)]
  return xdr.GeneralizedTransactionSet.v1TxSet(
    new xdr.TransactionSetV1({
      previousLedgerHash,
      phases: [xdr.TransactionPhase.v0Components(classic), xdr.TransactionPhase.v0Components([])],
    }),
  )
}

/** What a transaction leaves in the ledger's metadata, with its events or without. */
export function transactionMeta({ changes, events, fee_event }: Applied, classic_events: boolean): xdr.TransactionMeta {
  const ext = xdr.ExtensionPoint.v0()
  return xdr.TransactionMeta.v4(
    new xdr.TransactionMetaV4({
      ext,
      txChangesBefore: [],
      operations: changes.map(
        (one, i) => new xdr.OperationMetaV2({ ext, changes: one, events: classic_events ? (events[i] ?? []) : [] }),
      ),
      txChangesAfter: [],
      sorobanMeta: null,
      events: classic_events
        ? [
            new xdr.TransactionEvent({
              stage: xdr.TransactionEventStage.transactionEventStageBeforeAllTxs,
              event: fee_event,
            }),
          ]
        : [],
      diagnosticEvents: [],
    }),
  )
}

export const headerEntry = ({ hash: name, header }: ClosedLedger): xdr.LedgerHeaderHistoryEntry =>
  new xdr.LedgerHeaderHistoryEntry({ hash: name, header, ext: xdr.LedgerHeaderHistoryEntryExt.v0() })

export function ledgerMeta(ledger: ClosedLedger, classic_events: boolean): xdr.LedgerCloseMeta {
  return xdr.LedgerCloseMeta.v2(
    new xdr.LedgerCloseMetaV2({
      ext: xdr.LedgerCloseMetaExt.v0(),
      ledgerHeader: headerEntry(ledger),
      txSet: ledger.set,
      txProcessing: ledger.transactions.map(
        (one) =>
          new xdr.TransactionResultMetaV1({
            ext: xdr.ExtensionPoint.v0(),
            result: pairOf(one),
            feeProcessing: [],
            txApplyProcessing: transactionMeta(one, classic_events),
            postTxApplyFeeProcessing: [],
          }),
      ),
      upgradesProcessing: [],
      scpInfo: [],
      totalByteSizeOfLiveSorobanState: 0n,
      evictedKeys: [],
    }),
  )
}
