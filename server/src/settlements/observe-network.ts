/**
 * One round of looking at a network: where it stands, what was reported, what reached the payees; then all of it is judged
 * and written in one transaction. A round that fails anywhere before has changed nothing, and the next one starts where the
 * last one that was written ended.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import { APPENDED_TOPIC, feedNotification } from '../events/feed-notification.ts'
import type { SignReceipt } from '../facts-keys/receipt-signer.ts'
import type { LedgerSource } from '../outside/ledger/ledger-source.ts'
import type { ObservedNetwork } from '../outside/ledger/open-sources.ts'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import type { Wake } from '../wake/wake.ts'
import type { Agreed } from './agree.ts'
import { findHead, standingsOf } from './find-head.ts'
import { judgePayee } from './judge-payee.ts'
import { keepAnchors } from './keep-anchors.ts'
import { type Around, lookUpReported, type Open, scanPayee, sealOf } from './look-at-payments.ts'
import { openOf, wantedOf } from './open-payments.ts'
import * as store from './settlements.store.ts'
import { verdictOnRecord } from './verdict-on-record.ts'

export interface ObserverDeps {
  readonly transactions: Transactions
  readonly wake: Wake
  readonly holder: Uuid
  readonly signReceipt: SignReceipt
  readonly validators: readonly string[]
  readonly onFault: (source: LedgerSource, error: unknown) => void
  readonly onTrouble: (network: string, why: string) => void
  readonly onOutcome: (outcome: string) => void
}

/** Longer than a round takes; who was killed is followed by another after that. */
const HELD_S = { real: 60, simulated: 3 }
/** Less than what is only found is left alone for; the time of a practice ledger can be moved. */
const BEHIND_S = { real: 5, simulated: 0 }

export async function observeNetwork(deps: ObserverDeps, net: ObservedNetwork, within_s: number): Promise<void> {
  const { transactions, holder } = deps
  const { network, quorum } = net
  const pace = net.simulated ? 'simulated' : 'real'
  if (!(await transactions.asSystem((tx) => store.holdLedger(tx, network, holder, HELD_S[pace])))) return
  const known = await transactions.asSystem((tx) => store.readAnchors(tx, network))
  const standings = await standingsOf(net.sources, deps.onFault)
  const found = await findHead(standings, known, { quorum, onFault: deps.onFault })
  if (found.is === 'nothing') return deps.onTrouble(network, found.why)
  if (found.is === 'reset') return endTheEpoch(deps, network, known[0]?.epoch ?? '')
  const { head, usable } = found
  const anchors = await keepAnchors({ ...deps, ...net }, { head, usable, anchors: known })
  const around = { ...deps, ...net, usable, head }
  // In this order: what is not watched yet when the rows are read was asked for after the ledgers that are judged.
  const behind = await transactions.asSystem((tx) => store.isWatchingBehind(tx, BEHIND_S[pace]))
  const rows = await transactions.asSystem((tx) => store.readWatched(tx, network, within_s))
  for (const [payee, group] of Map.groupBy(rows, ({ address }) => address)) {
    await settleAll(deps, around, { network: net, payee, anchors, rows: group, behind })
  }
}

interface OfPayee {
  readonly network: ObservedNetwork
  readonly payee: string
  readonly anchors: readonly store.Anchor[]
  readonly rows: readonly store.WatchedRow[]
  readonly behind: boolean
}

async function settleAll(deps: ObserverDeps, around: Around, { network: net, payee, anchors, rows, behind }: OfPayee) {
  const { network, simulated } = net
  const { transactions, holder, signReceipt } = deps
  const { head } = around
  const epoch = anchors[0]?.epoch ?? head.hash
  const opens: Open[] = []
  const verdicts: object[] = []
  for (const row of rows) {
    const wanted = wantedOf(network, row)
    if (wanted !== undefined) opens.push(openOf(row, wanted, anchors))
    // Such as a token contract: nobody here can read it, so the wallet's word stays all there is.
    else verdicts.push(letGo(row))
  }
  const told = rows.length < store.EACH_MAX
  const scan = opens.length === 0 || !told ? undefined : await scanPayee(around, payee, opens)
  const looked = new Map<Uuid, Agreed | undefined>()
  for (const open of opens) looked.set(open.row.payment_id, await lookUpReported(around, open))
  const hashes = new Set([
    ...(scan?.transactions ?? []).map(({ transaction }) => transaction.hash),
    ...[...looked.values()].flatMap((one) => (one?.is === 'found' ? [one.transaction.hash] : [])),
  ])
  const claims = await transactions.asSystem((tx) => store.readClaims(tx, network, epoch, [...hashes]))
  for (const { open, verdict, through } of judgePayee({ opens, looked, scan, head, claims, behind })) {
    const sealed = verdict.says?.paid && (await sealOf(around, verdict.says.paid.transaction))
    verdicts.push(verdictOnRecord(open, verdict, { network, epoch, simulated, head, signReceipt, sealed, through }))
  }
  await transactions.asSystem(async (tx) => {
    const settled = await store.settlePayments(tx, { network, holder, epoch, verdicts })
    for (const { outcome } of settled) if (outcome !== 'looked') deps.onOutcome(outcome)
    tellAfter(
      tx,
      deps.wake,
      settled.filter(({ outcome }) => outcome !== 'looked'),
    )
  })
}

const letGo = ({ merchant_id, connection_id, payment_id }: store.WatchedRow) => ({
  merchant_id,
  connection_id,
  payment_id,
  findings: [],
  done: true,
})

async function endTheEpoch({ transactions, wake, holder, onTrouble }: ObserverDeps, network: string, epoch: string) {
  onTrouble(network, 'ledger_reset')
  await transactions.asSystem(async (tx) => tellAfter(tx, wake, await store.endEpoch(tx, { network, holder, epoch })))
}

function tellAfter(tx: SystemTx, wake: Wake, about: readonly { connection_id: Uuid }[]): void {
  tx.afterCommit(() => {
    for (const { connection_id } of about) wake.notify(feedNotification(connection_id))
    if (about.length > 0) wake.notify(APPENDED_TOPIC)
  })
}
