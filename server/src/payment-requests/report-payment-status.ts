/**
 * A wallet says what became of a request. Racing reports and the expiry meet at the connection's row, which is held first:
 * one of them moves the request, the others see where it stands then (racing pairs 10 to 13). The user has acted, so a
 * connection that is paused or revoked meanwhile changes nothing.
 *
 * A repeated report commits too: the row that it held makes the commit wait for all before it, so that it never
 * acknowledges what is not replicated yet (I3).
 */

import { requestIdAmbiguous } from '@countersign/contract/payment-requests/errors'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import { noteDecision, type PauseAfter } from '../connections/note-decision.ts'
import { APPENDED_TOPIC, feedNotification } from '../events/feed-notification.ts'
import { transactionHashOn } from '../networks/transaction-hash.ts'
import type { SystemTx, TenantTx, Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import type { Wake } from '../wake/wake.ts'
import { judgeReport, type Report } from './report-payment-status-judge.ts'
import {
  appendEvent,
  findRequestsOfDevice,
  holdRequest,
  insertLateReport,
  moveRequest,
  type Place,
} from './reports.store.ts'
import type { Signer } from './sign-payment-requests.ts'
import type { VersionFacts } from './version-facts.ts'
import { findWalletRequest } from './wallet-requests.ts'

interface Deps {
  readonly transactions: Transactions
  readonly wake: Wake
  readonly rejections: PauseAfter
}

interface Showing {
  readonly versionFacts: VersionFacts
  readonly signer: Signer
}

interface Input extends Report {
  readonly device_id: Uuid
  /** As the wire shows it: ours, or the agent's own. */
  readonly request_id: string
  readonly connection_id?: string | undefined
  readonly reason?: string | undefined
}

export interface Reported extends Place {
  readonly late: boolean
}

/** The report, with its hash spelt as the network spells it, and the request as it stands then. */
export const reportAsWallet = async (deps: Deps & Showing, input: Input) => {
  const { transactions, versionFacts, signer } = deps
  const find = () => findWalletRequest(transactions, input)
  const spelt = async (transaction_hash: string) => {
    const version = await versionFacts((await find()).recipient_version_id)
    return version ? transactionHashOn(version.network, transaction_hash) : transaction_hash
  }
  const transaction_hash = input.transaction_hash && (await spelt(input.transaction_hash))
  const { late } = await reportPaymentStatus(deps, { ...input, transaction_hash })
  return { payment_request: await signer.one(await find()), late }
}

export const reportPaymentStatus = ({ transactions, wake, rejections }: Deps, input: Input): Promise<Reported> =>
  transactions.asSystem(async (system) => {
    const place = await findPlace(system, input)
    const tx = await system.enterTenant(place.merchant_id)
    const { now, ...standing } = await holdRequest(tx, place)
    const judged = judgeReport(standing, input, now)
    if (judged.does === 'refuse') throw new Refusal(judged.entry, { details: judged.details })
    if (judged.does === 'repeat') return { ...place, late: judged.late }
    tx.afterCommit(() => {
      wake.notify(feedNotification(place.connection_id))
      wake.notify(APPENDED_TOPIC)
    })
    const reason = input.reason ?? null
    if (judged.does === 'move') {
      const { transaction_hash } = judged
      await move(tx, place, standing.status, { status: input.status, transaction_hash, reason })
      if (standing.status === 'pending') {
        await noteDecision(tx, place.connection_id, { rejected: input.status === 'rejected', rejections })
      }
      return { ...place, late: false }
    }
    if (judged.expires) {
      await move(tx, place, 'pending', { status: 'expired', transaction_hash: null, reason: null })
    }
    const { transaction_hash } = judged
    await insertLateReport(tx, place, { reported_status: input.status, transaction_hash, reason })
    await appendEvent(tx, place, { previous: 'expired', next: 'expired', late: true })
    return { ...place, late: true }
  })

const move = async (
  tx: TenantTx,
  place: Place,
  previous: Parameters<typeof appendEvent>[2]['previous'],
  set: Parameters<typeof moveRequest>[2],
): Promise<void> => {
  await moveRequest(tx, place, set)
  await appendEvent(tx, place, { previous, next: set.status, late: false })
}

const findPlace = async (tx: SystemTx, { device_id, request_id, connection_id }: Input): Promise<Place> => {
  const all = await findRequestsOfDevice(tx, device_id, request_id)
  const wanted = connection_id === undefined ? undefined : uuidOf('con', connection_id)
  const [place, other] = wanted === undefined ? all : all.filter((p) => p.connection_id === wanted)
  if (!place) throw new Refusal(resourceNotFound)
  if (other) throw new Refusal(requestIdAmbiguous)
  return place
}
