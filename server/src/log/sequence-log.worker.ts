/**
 * The payee log at work: it begins, takes what serves already, and then turns entries into leaves and leaves into signed
 * checkpoints. A log that is not what was signed, or that witnesses know to be longer, is not signed again: an operator must
 * look. Payees go on being changed meanwhile; their entries wait.
 */

import { toHex, utf8Of } from '@countersign/contract/log/log-bytes'
import { judgeNote } from '@countersign/contract/log/log-policy'
import type { Logger } from 'pino'
import type { Metrics } from '../http/metrics.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { WitnessClient } from '../outside/witness-client.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { appendKey, appendMissing, beginLog, countPending, type LoggedKey, selectState } from './log.store.ts'
import { LogFault, publishCheckpoint } from './publish-checkpoint.ts'
import { type LogSigner, sha256 } from './read-log-key.ts'
import { LEAVES_A_TURN, sequenceLog } from './sequence-log.ts'

export const LOG_TOPIC = 'log'

/** A second after the first entry at the latest; a full turn is followed by the next at once. */
const POLL_MS = 500
const MISSING_A_TURN = 200
const MISSING_EVERY_MS = 600_000

interface Deps {
  readonly transactions: Transactions
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => Date
  readonly log_signer: LogSigner | undefined
  readonly logged_keys: () => readonly LoggedKey[]
  readonly witnesses: WitnessClient
}

export const keepPayeeLog = async (jobs: Jobs, deps: Deps): Promise<void> => {
  const { transactions, metrics, log, now, log_signer: signer, witnesses } = deps
  if (!signer) return
  const begun = await transactions.asSystem((tx) => beginLog(tx, signer.origin, signer.policy_text))
  if (!begun) {
    log.error({ origin: signer.origin }, 'the payee log in this database has another name: BASE_URL has changed')
    return
  }
  await transactions.asSystem(async (tx) => {
    for (const key of deps.logged_keys()) await appendKey(tx, key, 'added')
  })
  metrics.watch('svc_log_pending', 'entries that are not in the payee log yet', async () => {
    const { n } = await transactions.asSystem(countPending)
    return n
  })
  metrics.watch('svc_log_oldest_pending_s', 'how long the oldest of them has waited', async () => {
    const { oldest_s } = await transactions.asSystem(countPending)
    return oldest_s
  })
  let fault: LogFault | undefined
  metrics.watch('svc_log_fault', '1 while the payee log is not signed because it is not what was signed before', () =>
    Promise.resolve(fault ? 1 : 0),
  )
  let looked = false
  const stand = (error: unknown): void => {
    if (!(error instanceof LogFault)) throw error
    if (fault?.message !== error.message) log.error({ err: error, reason: error.reason }, 'the payee log is not signed')
    fault = error
  }
  jobs.every(MISSING_EVERY_MS, 'append-missing-log', async () => {
    while ((await transactions.asSystem((tx) => appendMissing(tx, MISSING_A_TURN))) > 0) {
      // Until all stand in it.
    }
  })
  jobs.attend('sequence-log', { topic: LOG_TOPIC, poll_ms: POLL_MS }, async () => {
    try {
      // Before the first leaf of this process: what a restored backup lacks must not be filled with other leaves.
      if (!looked) await refuseIfBehind(deps, signer)
      looked = true
      const added = await sequenceLog(transactions)
      if (added < LEAVES_A_TURN) await publishCheckpoint({ transactions, signer, witnesses }, now)
      fault = undefined
      return added === LEAVES_A_TURN ? 'all' : 'none'
    } catch (error) {
      stand(error)
      return 'none'
    }
  })
}

/** Witnesses remember what this database may have forgotten. */
const refuseIfBehind = async ({ transactions, witnesses }: Deps, { policy, origin }: LogSigner): Promise<void> => {
  const state = await transactions.asSystem(selectState)
  const origin_hash = toHex(await sha256(utf8Of(origin)))
  const notes = await Promise.all(policy.witnesses.map(({ url = '' }) => witnesses.newest(url, origin_hash)))
  for (const note of notes) {
    const seen = note === undefined ? undefined : await judgeNote(policy, note)
    if (seen && state && seen.checkpoint.size > state.size) {
      const [there, here] = [seen.checkpoint.size, state.size]
      throw new LogFault(
        'log_behind',
        `a witness has seen ${there} leaves, and here are ${here}: was a backup restored?`,
      )
    }
  }
}
