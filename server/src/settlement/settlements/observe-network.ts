/**
 * Rounds of looking at a network: where it stands, what was reported, what reached the payees. What concerns one payee is
 * judged at once, and each payment is written with its events in one transaction. What could not be written is looked at again
 * by the next round, from where the last look that was written ended.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { APPENDED_TOPIC, feedNotification } from '../../delivery/events/append-event.ts'
import type { LedgerSource } from '../../platform/egress/ledger/ledger-source.ts'
import type { ObservedNetwork } from '../../platform/egress/ledger/open-sources.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import type { SignReceipt } from '../../transparency/facts-keys/facts-keys.ts'
import { findHead, keepAnchors, standingsOf } from './find-head.ts'
import type { Verdict } from './judge.ts'
import { type Judged, judgePayee } from './judge-payee.ts'
import { type Around, lookUpNamed, oldestOf, scanPayee, sealOf } from './look-at-payments.ts'
import { type Open, openOf, wantedOf } from './open-payments.ts'
import * as store from './settlements.store.ts'
import { verdictOnRecord } from './verdict-on-record.ts'

export interface ObserverDeps {
  readonly transactions: Transactions
  readonly notifications: Notifications
  readonly holder: Uuid
  readonly signReceipt: SignReceipt
  readonly validators: readonly string[]
  readonly onFault: (source: LedgerSource, error: unknown) => void
  readonly onTrouble: (network: string, why: 'too_few_sources' | 'sources_disagree' | 'ledger_reset') => void
  readonly onOutcome: (outcome: string) => void
}

/** Longer than a round takes; who was killed is followed by another after that. */
const HELD_S = { real: 60, simulated: 3 }
/** So many payees of a round are read side by side. */
const SIDE_BY_SIDE = 8

/** Written in one transaction, which holds the connections of the payments that it tells of: creates of theirs wait. */
const SETTLED_AT_ONCE = 100

/** A round waits so long for its payees. One that takes longer goes on by itself, and the next round looks at all others. */
const PATIENCE_MS = 500

export type Observe = (within_s: number) => Promise<void>

export const observerOf = (deps: ObserverDeps, net: ObservedNetwork): Observe => {
  const busy = new Set<string>()
  const late: unknown[] = []
  // Looks that found nothing new are remembered here alone. Where more payees wait than a round takes, none has a second turn
  // before each had one.
  const seen = new Map<string, number>()
  let more_wait = false
  // When sources were last asked for nothing.
  let quiet_at = -Infinity
  return async (within_s) => {
    if (late.length > 0) throw late.shift()
    const rested = performance.now() - within_s * 1_000
    if (!more_wait) for (const [payee, at] of seen) if (at < rested) seen.delete(payee)
    // Of those that are busy now, the round may know less than what will have been written.
    const due = { within_s, without: new Set(busy), seen: [...seen.keys()] }
    const began = performance.now()
    if (began - quiet_at < net.reading.pace.quiet_s * 1_000 && (await isQuiet(deps, net, due))) return
    const round = await beginRound(deps, net, due)
    if (round === undefined) return
    const { payees } = round
    quiet_at = payees.length === 0 ? began : -Infinity
    more_wait = payees.length === store.PAYEES_MAX
    for (const [payee] of payees) busy.add(payee)
    const settleNext = async (): Promise<void> => {
      for (let next = payees.shift(); next !== undefined; next = payees.shift()) {
        const [payee, rows] = next
        await settleAll(deps, round.around, { network: net, payee, anchors: round.anchors, rows })
          .then(() => seen.set(payee, performance.now()))
          .finally(() => busy.delete(payee))
      }
    }
    let is_over = false
    const patience = new AbortController()
    const lanes = Array.from({ length: SIDE_BY_SIDE }, settleNext)
    const all = Promise.all(lanes).finally(() => patience.abort())
    all.catch((error: unknown) => is_over && late.push(error))
    await Promise.race([all, sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => all)])
    is_over = true
  }
}

type Due = Parameters<typeof store.readWatched>[2]

const hold = (tx: SystemTx, { holder }: ObserverDeps, { network, simulated }: ObservedNetwork): Promise<boolean> =>
  store.holdLedger(tx, network, holder, HELD_S[simulated ? 'simulated' : 'real'])

/** Nothing is due, or it is another process's turn. */
const isQuiet = (deps: ObserverDeps, net: ObservedNetwork, due: Due): Promise<boolean> =>
  deps.transactions.asSystem(
    async (tx) => !(await hold(tx, deps, net)) || (await store.readWatched(tx, net.network, due)).length === 0,
  )

async function beginRound(deps: ObserverDeps, net: ObservedNetwork, due: Due) {
  const { transactions } = deps
  const { network, quorum } = net
  if (!(await transactions.asSystem((tx) => hold(tx, deps, net)))) return undefined
  const known = await transactions.asSystem((tx) => store.readAnchors(tx, network))
  const standings = await standingsOf(net.sources, deps.onFault)
  const found = await findHead(standings, known, { quorum, onFault: deps.onFault })
  if (found.is === 'nothing') {
    deps.onTrouble(network, found.why)
    return undefined
  }
  if (found.is === 'reset') {
    await endTheEpoch(deps, network, known[0]?.epoch ?? '')
    return undefined
  }
  const { head, usable } = found
  const anchors = await keepAnchors({ ...deps, ...net }, { head, usable, anchors: known })
  const rows = await transactions.asSystem((tx) => store.readWatched(tx, network, due))
  const payees = [...Map.groupBy(rows, ({ address }) => address)]
  return { payees, anchors, around: { ...deps, ...net, usable, head } }
}

interface OfPayee {
  readonly network: ObservedNetwork
  readonly payee: string
  readonly anchors: readonly store.Anchor[]
  readonly rows: readonly store.WatchedRow[]
}

async function settleAll(deps: ObserverDeps, around: Around, { network: net, payee, anchors, rows }: OfPayee) {
  const { network, simulated } = net
  const { transactions, holder, signReceipt } = deps
  const { head } = around
  const epoch = anchors[0]?.epoch ?? head.hash
  const oldest = oldestOf(around)
  const opens: Open[] = []
  const verdicts: object[] = []
  for (const row of rows) {
    const wanted = wantedOf(net, row)
    if (wanted !== undefined) opens.push(openOf(row, wanted, { anchors, oldest }))
    // Such as a token contract: nobody here can read it, so the wallet's word stays all there is.
    else verdicts.push(letGo(row))
  }
  const scan = opens.length === 0 ? undefined : await scanPayee(around, payee, opens)
  const looked = await lookUpNamed(around, opens, scan)
  const found = [
    ...(scan?.transactions ?? []).map(({ transaction }) => transaction),
    ...[...looked.values()].flatMap((one) => (one.is === 'found' ? [one.transaction] : [])),
  ]
  const hashes = new Set([...found.map(({ hash }) => hash), ...rows.flatMap(({ matched_hash }) => matched_hash ?? [])])
  const carried = new Set(
    found.flatMap(({ transfers }) => transfers.flatMap(({ memo }) => (memo.kind === 'hash' ? [memo.value] : []))),
  )
  const [claims, references] = await transactions.asSystem(async (tx) => [
    await store.readClaims(tx, network, epoch, [...hashes]),
    await store.readReferences(tx, [...carried]),
  ])
  const seen = { network, payee, opens, looked, scan, head, claims, references }
  const { judged, findings } = judgePayee({ ...seen, isProofOf: net.reading.isProofOf })
  // Of a crowd, only a part is looked at: what is written says who comes next.
  const in_turns = rows.length === store.EACH_MAX
  for (const { open, verdict, through, whole } of judged) {
    if (!in_turns && isNothingNew(open, verdict, through)) continue
    const sealed = verdict.says?.paid && (await sealOf(around, verdict.says.paid.transaction))
    const about = { network, epoch, simulated, head, signReceipt, sealed, through, whole, reading: net.reading }
    verdicts.push(verdictOnRecord(open, verdict, about))
  }
  const settling = { network, holder, epoch, payee }
  if (verdicts.length === 0 && findings.length === 0) return
  for (let from = 0; from === 0 || from < verdicts.length; from += SETTLED_AT_ONCE) {
    const some = verdicts.slice(from, from + SETTLED_AT_ONCE)
    await settleSome(deps, { ...settling, verdicts: some, findings: from === 0 ? findings : [] })
  }
}

/** What was read up to the newest ledger can be read again. Where a crowded account was read in part, the next look goes on from there. */
const isNothingNew = ({ row }: Open, { says, findings, done }: Verdict, through: Judged['through']): boolean =>
  row.noted && says === undefined && findings.length === 0 && !done && through?.closed_at !== null

const settleSome = ({ transactions, notifications, onOutcome }: ObserverDeps, settling: store.Settling) =>
  transactions.asSystem(async (tx) => {
    const settled = await store.settlePayments(tx, settling)
    const changed = settled.filter(({ outcome }) => outcome !== 'looked')
    for (const { outcome } of changed) onOutcome(outcome)
    tellAfter(tx, notifications, changed)
  })

const letGo = ({ merchant_id, connection_id, payment_id }: store.WatchedRow) => ({
  merchant_id,
  connection_id,
  payment_id,
  findings: [],
  done: true,
})

async function endTheEpoch(
  { transactions, notifications, holder, onTrouble }: ObserverDeps,
  network: string,
  epoch: string,
) {
  onTrouble(network, 'ledger_reset')
  await transactions.asSystem(async (tx) =>
    tellAfter(tx, notifications, await store.endEpoch(tx, { network, holder, epoch })),
  )
}

function tellAfter(tx: SystemTx, notifications: Notifications, about: readonly { connection_id: Uuid }[]): void {
  tx.afterCommit(() => {
    for (const { connection_id } of about) notifications.notify(feedNotification(connection_id))
    if (about.length > 0) notifications.notify(APPENDED_TOPIC)
  })
}
