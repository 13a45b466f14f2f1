/**
 * One turn of the sequencer: the oldest entries that wait become leaves, all or none. PostgreSQL is the only truth: nothing
 * is remembered between turns, so any process may take the next one.
 */
import { growTree } from '@pursestrings/protocol/log/grow-tree'
import { toHex, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { judgeNote } from '@pursestrings/protocol/log/log-policy'
import { leafHash } from '@pursestrings/protocol/log/merkle-tree'
import type { Logger } from 'pino'
import type { WitnessClient } from '../../platform/egress/witness-client.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import {
  appendKey,
  appendMissing,
  beginLog,
  countPending,
  growLog,
  type LoggedKey,
  selectHashes,
  selectState,
  takePending,
} from './log.store.ts'
import { plain } from './log-tree.reads.ts'
import { checkpointDue, LogFault, publishCheckpoint } from './publish-checkpoint.ts'
import { type LogSigner, sha256 } from './read-log-key.ts'

export const LEAVES_A_TURN = 1_024

/** How many leaves were added. */
export const sequenceLog = (transactions: Transactions, at_most = LEAVES_A_TURN): Promise<number> =>
  transactions.asSystem(async (tx) => {
    const taken = await takePending(tx, at_most)
    if (!taken) return 0
    const { size, entries } = taken
    const leaves = await Promise.all(entries.map((entry) => leafHash(utf8Of(entry), sha256)))
    const readEdge = async (level: number, from: number, to: number) =>
      (await selectHashes(tx, level, from, to)).map(plain)
    const { root, tiles } = await growTree(size, leaves, readEdge, sha256)
    await growLog(tx, { ...taken, new_root: root, leaf_hashes: leaves, tiles })
    return leaves.length
  })

// The payee log at work: it begins, takes what serves already, and then turns entries into leaves and leaves into signed
// checkpoints. A log that is not what was signed, or that witnesses know to be longer, is not signed again: an operator must
// look. Payees go on being changed meanwhile; their entries wait.

const LOG_TOPIC = 'log'

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
  const due = `exists (select from log_pending) or ${checkpointDue(signer.policy)}`
  jobs.attend('sequence-log', { topic: LOG_TOPIC, due }, async () => {
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
