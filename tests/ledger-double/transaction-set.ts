/**
 * The set of a ledger's transactions, and the ledger's metadata. A set may hold megabytes that strangers wrote: the library
 * writes everything around the envelopes, and their bytes are put where it has left a place for each.
 */
import { hash, xdr } from '@stellar/stellar-sdk/base'
import { BASE_FEE } from './accounts.ts'
import type { Applied } from './apply-transaction.ts'
import { isContract } from './check-transaction.ts'
import type { ClosedLedger } from './close-ledger.ts'

/** By their hashes, as the network orders them; those that call contracts in a phase of their own. */
export function setOf(previousLedgerHash: Uint8Array, transactions: readonly Applied[]): Uint8Array {
  const sorted = transactions.toSorted((a, b) => (a.listed_hash < b.listed_hash ? -1 : 1))
  const classic = sorted.filter(({ inner }) => !isContract(inner.tx))
  const contract = sorted.filter(({ inner }) => isContract(inner.tx))
  const stages = contract.length === 0 ? [] : [[contract.map(placeOf)]]
  const component = new xdr.TxSetComponentTxsMaybeDiscountedFee({ baseFee: BASE_FEE, txs: classic.map(placeOf) })
  const set = xdr.GeneralizedTransactionSet.v1TxSet(
    new xdr.TransactionSetV1({
      previousLedgerHash,
      phases: [
        xdr.TransactionPhase.v0Components(
          classic.length === 0 ? [] : [xdr.TxSetComponent.txsetCompTxsMaybeDiscountedFee(component)],
        ),
        xdr.TransactionPhase.parallelTxsComponent(
          new xdr.ParallelTxsComponent({ baseFee: BASE_FEE, executionStages: stages }),
        ),
      ],
    }),
  )
  return filled(set.toXdr('raw'), [...classic, ...contract])
}

/** A small envelope that nobody sent, known by its hash. */
function placeOf({ listed_hash }: Pick<Applied, 'listed_hash'>): xdr.TransactionEnvelope {
  const tx = new xdr.Transaction({
    sourceAccount: xdr.MuxedAccount.keyTypeEd25519(hash(listed_hash)),
    fee: 0,
    seqNum: 0n,
    cond: xdr.Preconditions.precondNone(),
    memo: xdr.Memo.memoNone(),
    operations: [],
    ext: xdr.TransactionExt.v0(),
  })
  return xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures: [] }))
}

function filled(around: Uint8Array, transactions: readonly Applied[]): Uint8Array {
  const parts: Uint8Array[] = []
  const rest = Buffer.from(around.buffer, around.byteOffset, around.length)
  let from = 0
  for (const one of transactions) {
    const place = placeOf(one).toXdr('raw')
    const at = rest.indexOf(place, from)
    if (at === -1) throw new Error('the set has no place for a transaction')
    parts.push(rest.subarray(from, at), one.bytes)
    from = at + place.length
  }
  return Buffer.concat([...parts, rest.subarray(from)])
}

export const pairOf = ({ listed_hash, result }: Pick<Applied, 'listed_hash' | 'result'>): xdr.TransactionResultPair =>
  new xdr.TransactionResultPair({ transactionHash: listed_hash, result })

/** What a transaction leaves in the ledger's metadata, with its events or without. */
export function transactionMeta(applied: Applied, classic_events: boolean): xdr.TransactionMeta {
  const { changes, events, fee_event, inner } = applied
  const ext = xdr.ExtensionPoint.v0()
  const contract = isContract(inner.tx)
  const told = classic_events || contract
  const { SorobanTransactionMetaExt: Ext } = xdr
  return xdr.TransactionMeta.v4(
    new xdr.TransactionMetaV4({
      ext,
      txChangesBefore: [],
      operations: changes.map(
        (one, i) => new xdr.OperationMetaV2({ ext, changes: one, events: told ? (events[i] ?? []) : [] }),
      ),
      txChangesAfter: [],
      sorobanMeta: contract ? new xdr.SorobanTransactionMetaV2({ ext: Ext.v0(), returnValue: null }) : null,
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

const EMPTY_SET = xdr.GeneralizedTransactionSet.v1TxSet(
  new xdr.TransactionSetV1({ previousLedgerHash: hash('no set of this ledger'), phases: [] }),
)

/** XDR of a `LedgerCloseMeta`. */
export function ledgerMeta(ledger: ClosedLedger, classic_events: boolean): Uint8Array {
  const meta = xdr.LedgerCloseMeta.v2(
    new xdr.LedgerCloseMetaV2({
      ext: xdr.LedgerCloseMetaExt.v0(),
      ledgerHeader: headerEntry(ledger),
      txSet: EMPTY_SET,
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
  const around = Buffer.from(meta.toXdr('raw'))
  const place = EMPTY_SET.toXdr('raw')
  const at = around.indexOf(place)
  return Buffer.concat([around.subarray(0, at), ledger.set, around.subarray(at + place.length)])
}
