/** Proofs out of the tree as it is kept, up to what is published and no further. */

import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { toBase64 } from '@pursestrings/protocol/log/log-bytes'
import { proofText, subjectTag } from '@pursestrings/protocol/log/log-entry'
import { type LogPolicy, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { consistencyRanges, hashesOf, inclusionRanges } from '@pursestrings/protocol/log/merkle-tree'
import type { SystemTx } from '../../platform/postgres/transaction.ts'
import { Refusal, unfit } from '../../platform/refusal.ts'
import {
  appendKey,
  type LoggedKey,
  selectAbout,
  selectCoolingIndex,
  selectHashes,
  selectKeyIndex,
  selectState,
} from './log.store.ts'
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

interface Wanted {
  readonly index?: number
  readonly from?: number
  readonly size?: number
}

export const proveLog = async (tx: SystemTx, { index, from, size: wanted }: Wanted) => {
  if (index === undefined && from === undefined) throw unfit('index', 'is required where there is no `from`')
  const newest = await readNewest(tx)
  const size = wanted ?? newest?.size ?? 0
  if (!newest || size > newest.size || (from ?? 0) > size) throw new Refusal(resourceNotFound)
  const found = index === undefined ? undefined : await proofOf(tx, index, size)
  if (index !== undefined && !found) throw new Refusal(resourceNotFound)
  const hashes = from === undefined ? [] : await hashesOf(consistencyRanges(from, size), nodesOf(tx, size), sha256)
  return {
    size,
    ...(found && { entry: found }),
    ...(from !== undefined && { consistency: { old_size: from, hashes: hashes.map(toBase64) } }),
  }
}

// Whether everybody can see an entry of the payee log: it is in a checkpoint that enough witnesses have seen.

/** True without a log. */
const isPublished = async (tx: SystemTx, place: () => Promise<number | undefined>): Promise<boolean> => {
  if (!(await selectState(tx))) return true
  const index = await place()
  const newest = await readNewest(tx)
  return index !== undefined && newest !== undefined && index < newest.size
}

export const isCoolingPublished = (
  tx: SystemTx,
  { merchant_id, recipient_version_id }: { merchant_id: Uuid; recipient_version_id: Uuid },
): Promise<boolean> => isPublished(tx, () => selectCoolingIndex(tx, merchant_id, recipient_version_id))

// What the payee log says of the service's keys. Whoever believes the log believes the keys that are in it.

/** In the transaction that makes it so. Nothing is written before the log has begun; it takes what there is then. */
export const logKey = async (
  tx: SystemTx,
  key: LoggedKey,
  state: 'added' | 'retired' | 'compromised',
): Promise<void> => {
  if (await selectState(tx)) await appendKey(tx, key, state)
}

/** Whether everybody can see that the key was added. True without a log. */
export const isKeyPublished = (tx: SystemTx, purpose: string, kid: string): Promise<boolean> =>
  isPublished(tx, async () => selectKeyIndex(tx, Buffer.from(await subjectTag('keys', purpose, sha256), 'hex'), kid))

/** For everybody who checks what it signed. False where the log has no such key. */
export const logCompromised = (tx: SystemTx, purpose: string, kid: string): Promise<boolean> =>
  appendKey(tx, { purpose, kid, jwk: null }, 'compromised')
