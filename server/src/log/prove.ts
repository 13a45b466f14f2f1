/** Proofs out of the tree as it is kept, up to what is published and no further. */

import { type Bytes, toBase64 } from '@countersign/contract/log/log-bytes'
import { type LogPolicy, readPolicy } from '@countersign/contract/log/log-policy'
import { proofText } from '@countersign/contract/log/log-proof'
import { consistencyRanges, hashesOf, inclusionRanges } from '@countersign/contract/log/merkle-tree'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { SystemTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { selectAbout, selectHashes, selectState } from './log.store.ts'
import { nodesOf } from './log-tree.reads.ts'
import { type Published, readPublished } from './publish-checkpoint.ts'
import { sha256 } from './read-log-key.ts'

const policies = new Map<string, Promise<LogPolicy>>()

/** It changes with a release, if ever; texts are few. */
const policyOf = (text: string): Promise<LogPolicy> => {
  const known = policies.get(text)
  if (known) return known
  policies.clear()
  const reading = readPolicy(text, sha256)
  policies.set(text, reading)
  return reading
}

/** Undefined before anything is published. */
export const readNewest = async (tx: SystemTx, size?: number): Promise<Published | undefined> => {
  const state = await selectState(tx)
  return state && readPublished(tx, await policyOf(state.policy), size)
}

export const readPolicyText = async (tx: SystemTx): Promise<string | undefined> => (await selectState(tx))?.policy

/** Undefined where the leaf is not in what is published. */
export const proofOf = async (tx: SystemTx, index: number, wanted?: number) => {
  const newest = await readNewest(tx)
  const size = wanted ?? newest?.size ?? 0
  if (!newest || size > newest.size || index >= size) return undefined
  const [leaf] = await selectHashes(tx, 0, index, index + 1)
  const hashes = await hashesOf(inclusionRanges(index, size), nodesOf(tx, size), sha256)
  const published = size === newest.size ? newest : await readNewest(tx, size)
  return {
    index,
    size,
    leaf_hash: toBase64(leaf as Buffer),
    hashes: hashes.map(toBase64),
    proof: published ? proofText({ index, hashes, checkpoint: published.note }) : null,
  }
}

/** Entries about a subject that are in what is published, the newest first, each with its proof. */
export const provenAbout = async (tx: SystemTx, subject_tag: Buffer, at_most: number) => {
  const found: { readonly entry: string; readonly proof: string }[] = []
  for (const { entry, log_index } of await selectAbout(tx, subject_tag, at_most)) {
    const proof = (await proofOf(tx, log_index))?.proof
    if (proof != null) found.push({ entry, proof })
  }
  return found
}

export const proveEntry = async (tx: SystemTx, { index, size }: { index: number; size?: number }) => {
  const proof = await proofOf(tx, index, size)
  if (!proof) throw new Refusal(resourceNotFound)
  return proof
}

export const proveConsistency = async (tx: SystemTx, { from, to }: { from: number; to?: number }) => {
  const newest = await readNewest(tx)
  const size = to ?? newest?.size ?? 0
  if (!newest || size > newest.size || from > size) throw new Refusal(resourceNotFound)
  const hashes: Bytes[] = await hashesOf(consistencyRanges(from, size), nodesOf(tx, size), sha256)
  return { old_size: from, size, hashes: hashes.map(toBase64) }
}
