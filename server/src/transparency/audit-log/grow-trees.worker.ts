/**
 * Gives audit events their places in the tree of their organization, and writes heads of the trees into the payee log, so that
 * nobody can change what happened before without being noticed. Not in the operator's transaction: a tree needs an order.
 */

import { idOf } from '@pursestrings/contract/wire/ids'
import { auditEntryText } from '@pursestrings/protocol/audit-tree'
import { growTree as grow } from '@pursestrings/protocol/log/grow-tree'
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { leafHash } from '@pursestrings/protocol/log/merkle-tree'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { plain } from '../log/log-tree.reads.ts'
import { sha256 } from '../log/read-log-key.ts'
import { beginTrees, growTree, logHeads, selectHashes, takeWaiting } from './audit-log.store.ts'

const EVENTS_A_TURN = 1_024
const HEADS_EVERY_MS = 60_000
const HEADS_A_TURN = 200
/** Of each organization at most one head a day goes into the payee log. */
const HEAD_AFTER_S = 86_400

/** How many events got their places. */
export const growTrees = (transactions: Transactions, at_most = EVENTS_A_TURN): Promise<number> =>
  transactions.asSystem(async (tx) => {
    const waiting = await takeWaiting(tx, at_most)
    for (const { merchant_id, size, events } of waiting) {
      const texts = events.map((one) => auditEntryText({ ...one, audit_event_id: idOf('aud', one.audit_event_id) }))
      const leaves = await Promise.all(texts.map((text) => leafHash(utf8Of(text), sha256)))
      const readEdge = async (level: number, from: number, to: number) =>
        (await selectHashes(tx, merchant_id, level, from, to)).map(plain)
      const { root, tiles } = await grow(size, leaves, readEdge, sha256)
      const event_ids = events.map(({ audit_event_id }) => audit_event_id)
      await growTree(tx, { merchant_id, size, root, event_ids, leaves, tiles })
    }
    return waiting.reduce((sum, { events }) => sum + events.length, 0)
  })

export const keepAuditTrees = async (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> => {
  await transactions.asSystem(beginTrees)
  jobs.attend('grow-audit-trees', { due: 'exists (select from audit_pending)' }, async () =>
    (await growTrees(transactions)) === EVENTS_A_TURN ? 'all' : 'none',
  )
  jobs.every(HEADS_EVERY_MS, 'log-audit-heads', async () => {
    while ((await transactions.asSystem((tx) => logHeads(tx, HEAD_AFTER_S, HEADS_A_TURN))) === HEADS_A_TURN) {
      // Until all are in.
    }
  })
}
