/**
 * One turn of the sequencer: the oldest entries that wait become leaves, all or none. PostgreSQL is the only truth: nothing
 * is remembered between turns, so any process may take the next one.
 */
import { growTree } from '@countersign/contract/log/grow-tree'
import { utf8Of } from '@countersign/contract/log/log-bytes'
import { leafHash } from '@countersign/contract/log/merkle-tree'
import type { Transactions } from '../postgres/transaction.ts'
import { growLog, selectHashes, takePending } from './log.store.ts'
import { plain } from './log-tree.reads.ts'
import { sha256 } from './read-log-key.ts'

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
