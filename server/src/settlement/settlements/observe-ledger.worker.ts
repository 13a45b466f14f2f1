/**
 * The observer: one process per network looks, the others stand by. Where no source is configured none of this runs, and
 * what wallets say is all that is shown.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Logger } from 'pino'
import type { OnSequenced } from '../../delivery/events/append-event.ts'
import { SOURCE_FAULTS, SourceFault } from '../../platform/egress/ledger/ledger-source.ts'
import type { Pace } from '../../platform/egress/ledger/ledgers.ts'
import type { ObservedNetwork } from '../../platform/egress/ledger/open-sources.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import type { SignReceipt } from '../../transparency/facts-keys/facts-keys.ts'
import { observerOf } from './observe-network.ts'
import { releaseLedger, watchPayments } from './settlements.store.ts'

interface Deps {
  readonly transactions: Transactions
  readonly notifications: Notifications
  readonly log: Logger
  readonly metrics: Metrics
  readonly ledger: {
    readonly holder: Uuid
    readonly networks: readonly ObservedNetwork[]
    readonly validators: readonly string[]
    readonly signReceipt: SignReceipt
  }
}

const TROUBLES = ['too_few_sources', 'sources_disagree', 'ledger_reset'] as const
/** A practice ledger costs nobody anything. */
const SIMULATED: Omit<Pace, 'quiet_s'> = { round_ms: 500, rest_s: 0.5 }

export const watchSequenced =
  (networks: readonly ObservedNetwork[]): OnSequenced =>
  async (tx, sequenced) => {
    if (networks.length === 0) return
    const events = sequenced.flatMap(({ merchant_id, event_ids }) =>
      event_ids.map((event_id) => ({ merchant_id, event_id })),
    )
    await watchPayments(
      tx,
      events,
      networks.map(({ network }) => network),
    )
  }

export const observeLedger = (jobs: Jobs, { ledger, log, metrics, ...deps }: Deps): void => {
  const observer = {
    ...deps,
    ...ledger,
    onFault(source: { name: string }, error: unknown) {
      const known = error instanceof SourceFault
      const why = known ? error.why : 'failed'
      metrics.ledger_fault.inc({ source: source.name, why })
      const about = known ? { reason: error.message } : { err: error }
      log.warn({ source: source.name, why, ...about }, 'a source of the ledger could not be used')
    },
    onTrouble(network: string, why: (typeof TROUBLES)[number]) {
      metrics.ledger_fault.inc({ source: network, why })
      log.warn({ network, why }, 'no verdict about the ledger in this round')
    },
    onOutcome: (outcome: string) => metrics.settlement.inc({ outcome }),
  }
  for (const net of ledger.networks) {
    // A rate is seen only of what was there before: each begins at 0.
    for (const source of net.sources)
      for (const why of [...SOURCE_FAULTS, 'failed']) metrics.ledger_fault.inc({ source: source.name, why }, 0)
    for (const why of TROUBLES) metrics.ledger_fault.inc({ source: net.network, why }, 0)
    const { round_ms, rest_s } = net.simulated ? SIMULATED : net.reading.pace
    const observe = observerOf(observer, net)
    jobs.every(round_ms, `observe-${net.network}`, () => observe(rest_s))
  }
}

/** So that another process need not wait until this one has been silent for long enough. */
export const releaseLedgers = async (
  transactions: Transactions,
  { networks, holder }: Pick<Deps['ledger'], 'networks' | 'holder'>,
): Promise<void> => {
  for (const { network } of networks) await transactions.asSystem((tx) => releaseLedger(tx, network, holder))
}
