/**
 * Gives a restored database the leaves that it lost, from a copy of the log: all of them, and only if they lead to the head
 * that was signed. What waits gets numbers after them. What they meant is lost with the database; that they were there is not.
 */

import { growTree } from '@pursestrings/protocol/log/grow-tree'
import { type Bytes, sameBytes, textOf } from '@pursestrings/protocol/log/log-bytes'
import { canonicalObject } from '@pursestrings/protocol/log/log-entry'
import { judgeNote } from '@pursestrings/protocol/log/log-policy'
import { entriesFrom, type ReadLogFile } from '@pursestrings/protocol/log/log-tiles'
import { leafHash } from '@pursestrings/protocol/log/merkle-tree'
import { checkpointText, noteOf } from '@pursestrings/protocol/log/signed-note'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import { growLog, holdLog, keepCheckpoint, renumberPending, selectHashes } from './log.store.ts'
import { plain } from './log-tree.reads.ts'
import { type LogSigner, sha256 } from './read-log-key.ts'
import { LEAVES_A_TURN } from './sequence-log.ts'

export class RepairFault extends Error {}

export interface Repaired {
  readonly from: number
  readonly to: number
  /** Entries that waited and got other numbers. */
  readonly renumbered: number
}

export const repairLog = async (
  transactions: Transactions,
  signer: LogSigner,
  mirror: ReadLogFile,
): Promise<Repaired> => {
  const shown = textOf((await mirror('checkpoint')) ?? new Uint8Array()) ?? ''
  const head = (await judgeNote(signer.policy, shown))?.checkpoint
  if (head?.origin !== signer.origin) throw new RepairFault('the copy has no head signed by this log')
  return transactions.asSystem(async (tx) => {
    const held = await holdLog(tx)
    if (!held) throw new RepairFault('this database has no log, or a worker is using it: try again')
    const from = held.size
    if (from > head.size) throw new RepairFault(`the copy has only ${head.size} entries, but the log here has ${from}`)
    let [size, root] = [from, plain(held.root)]
    let some: Bytes[] = []
    const grow = async (): Promise<void> => {
      root = await appendEntries(tx, size, some)
      size += some.length
      some = []
    }
    for await (const { bytes } of entriesFrom(mirror, from, head.size)) {
      some.push(bytes)
      if (some.length === LEAVES_A_TURN) await grow()
    }
    if (some.length > 0) await grow()
    if (!sameBytes(root, head.root)) {
      throw new RepairFault("the log here doesn't lead to the copy's head: it has entries that were never published")
    }
    const renumbered = await renumberPending(tx, from)
    const text = checkpointText(head)
    if (!(await keepCheckpoint(tx, size, root, noteOf(text, [await signer.signatureUnder(text)])))) {
      throw new RepairFault(`a different root was already signed here for ${size} entries`)
    }
    return { from, to: size, renumbered }
  })
}

const numberedIn = (entry: string) => {
  const { subject_tag, domain_tag, seq } = canonicalObject(entry) ?? {}
  if (typeof subject_tag !== 'string' || typeof seq !== 'number')
    throw new RepairFault("the copy has something that isn't an entry")
  return {
    subject_tag: Buffer.from(subject_tag, 'hex'),
    domain_tag: typeof domain_tag === 'string' ? Buffer.from(domain_tag, 'hex') : null,
    seq,
  }
}

/** The root then. */
const appendEntries = async (tx: SystemTx, size: number, some: readonly Bytes[]): Promise<Bytes> => {
  const entries = some.map((bytes) => textOf(bytes) ?? '')
  const leaves = await Promise.all(some.map((bytes) => leafHash(bytes, sha256)))
  const readEdge = async (level: number, from: number, to: number) =>
    (await selectHashes(tx, level, from, to)).map(plain)
  const { root, tiles } = await growTree(size, leaves, readEdge, sha256)
  const numbered = entries.map(numberedIn)
  await growLog(tx, {
    size,
    new_root: root,
    leaf_hashes: leaves,
    subject_tags: numbered.map((one) => one.subject_tag),
    domain_tags: numbered.map((one) => one.domain_tag),
    seqs: numbered.map((one) => one.seq),
    entries,
    tiles,
  })
  return root
}
