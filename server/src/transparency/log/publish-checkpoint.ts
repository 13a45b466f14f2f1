/**
 * Signs how far the tree has grown, after looking whether it still begins with what was signed before, and asks the witnesses
 * to sign that they saw it. Outside any transaction: the database is read, the network asked, and then the answers are kept.
 */

import { toBase64 } from '@pursestrings/protocol/log/log-bytes'
import { hasQuorum, type LogPolicy, type Witness } from '@pursestrings/protocol/log/log-policy'
import { consistencyRanges, hashesOf, isConsistent, rootOf } from '@pursestrings/protocol/log/merkle-tree'
import {
  checkpointText,
  noteOf,
  readNote,
  readSignatureLine,
  signaturesBy,
  signedAt,
} from '@pursestrings/protocol/log/signed-note'
import type { WitnessClient } from '../../platform/egress/witness-client.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import {
  type CheckpointRow,
  keepCheckpoint,
  keepCosignature,
  selectCheckpoints,
  selectState,
  selectWitnessed,
} from './log.store.ts'
import { nodesOf, plain } from './log-tree.reads.ts'
import { type LogSigner, sha256 } from './read-log-key.ts'

/** The log is not what was signed, or a witness has seen more of it than there is: nothing more is signed. */
export class LogFault extends Error {
  readonly reason: 'log_rewritten' | 'log_behind'
  constructor(reason: LogFault['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

interface Deps {
  readonly transactions: Transactions
  readonly signer: LogSigner
  readonly witnesses: WitnessClient
}

/** With nothing new, witnesses are asked again after this long: a checkpoint says when it was last seen. */
const AGAIN_MS = 600_000

/** In SQL: the newest checkpoint is not of this tree, or a witness has not seen it lately. */
export const checkpointDue = ({ witnesses }: LogPolicy): string => `exists (
  select from log_state t left join lateral (select c.size, c.root from log_checkpoints c order by c.size desc limit 1) c on true
  where t.root is distinct from c.root or ${witnesses.length} > (select count(*) from log_cosignatures s
    where s.size = c.size and s.created_at > now() - interval '${AGAIN_MS} ms'))`

/** The size that is signed now; undefined before the log began. */
export const publishCheckpoint = async (deps: Deps, now: () => Date): Promise<number | undefined> => {
  const signed = await signNow(deps)
  if (!signed) return undefined
  const { policy } = deps.signer
  const due = policy.witnesses.filter(({ name }) => {
    const seen = signed.cosigned.find(({ witness }) => witness === name)
    return !seen || now().getTime() - Date.parse(seen.at) > AGAIN_MS
  })
  const faults = await Promise.all(due.map((witness) => askWitness(deps, witness, signed)))
  const behind = faults.find((fault) => fault !== undefined)
  if (behind) throw behind
  return signed.size
}

const signNow = ({ transactions, signer }: Deps): Promise<CheckpointRow | undefined> =>
  transactions.asSystem(async (tx) => {
    const state = await selectState(tx)
    if (!state) return undefined
    const [newest] = await selectCheckpoints(tx, { at_most: 1 })
    if (newest?.size === state.size && newest.root.equals(state.root)) return newest
    const nodes = nodesOf(tx, state.size)
    const root = await rootOf(state.size, nodes, sha256)
    const kept = { size: state.size, root: plain(state.root) }
    const grown =
      state.root.equals(root) &&
      (newest === undefined ||
        (newest.size <= state.size &&
          (await isConsistent(
            { size: newest.size, root: plain(newest.root) },
            kept,
            await hashesOf(consistencyRanges(newest.size, state.size), nodes, sha256),
            sha256,
          ))))
    if (!grown) {
      throw new LogFault(
        'log_rewritten',
        `the log of ${state.size} entries doesn't extend the checkpoint that was signed before`,
      )
    }
    const text = checkpointText({ origin: signer.origin, ...kept })
    const note = noteOf(text, [await signer.signatureUnder(text)])
    if (!(await keepCheckpoint(tx, state.size, root, note))) {
      throw new LogFault('log_rewritten', `a different root was already signed for ${state.size} entries`)
    }
    return (await selectCheckpoints(tx, { size: state.size, at_most: 1 }))[0]
  })

const askWitness = async (
  { transactions, witnesses }: Deps,
  { name, key, url = '' }: Witness,
  { size, note }: CheckpointRow,
): Promise<LogFault | undefined> => {
  const proofFrom = (old: number) =>
    transactions.asSystem(async (tx) =>
      (await hashesOf(consistencyRanges(old, size), nodesOf(tx, size), sha256)).map(toBase64),
    )
  let old = Math.min(size, await transactions.asSystem(async (tx) => (await selectWitnessed(tx)).get(name) ?? 0))
  for (let tries = 0; tries < 2; tries++) {
    const lines = [`old ${old}`, ...(await proofFrom(old)), '', note].join('\n')
    const answer = await witnesses.add(url, lines)
    if (answer.is === 'silent') return undefined
    if (answer.is === 'elsewhere') {
      if (answer.size > size) {
        return new LogFault(
          'log_behind',
          `the witness ${name} has seen ${answer.size} entries, but there are only ${size} here`,
        )
      }
      // It has seen this very size, with another root.
      if (answer.size !== old) {
        old = answer.size
        continue
      }
    }
    if (answer.is !== 'signed') {
      return new LogFault(
        'log_rewritten',
        `the witness ${name} refuses the checkpoint of ${size} entries: it signed a different one`,
      )
    }
    for (const line of answer.lines) {
      const read = readSignatureLine(line)
      const with_line = read && readNote(`${note}${line}\n`)
      if (!with_line || signaturesBy(key, with_line).length === 0) continue
      if ((await signedAt(key, with_line)) === undefined) continue
      await transactions.asSystem((tx) => keepCosignature(tx, size, name, line))
    }
    return undefined
  }
  return undefined
}

export interface Published {
  readonly size: number
  readonly root: Buffer
  /** With the log's signature and those of the witnesses. */
  readonly note: string
  readonly created_at: Date
}

const LOOKED_THROUGH = 100

/** The largest that enough witnesses have seen; what no quorum has seen is not shown. */
export const readPublished = async (tx: SystemTx, policy: LogPolicy, size?: number): Promise<Published | undefined> => {
  const rows = await selectCheckpoints(tx, { at_most: LOOKED_THROUGH, ...(size !== undefined && { size }) })
  const row = rows.find(({ cosigned }) => hasQuorum(policy, new Set(cosigned.map(({ witness }) => witness))))
  return row && { ...row, note: row.note + row.cosigned.map(({ line }) => `${line}\n`).join('') }
}
