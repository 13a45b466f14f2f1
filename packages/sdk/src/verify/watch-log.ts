/**
 * Watches the payee log for the owner of a domain: is it still the log that was seen before, is what it shows complete, and
 * is every payee that it activated for the domain one that the owner expects? Reads the log's files and checks every hash.
 */
import { sameBytes, textOf } from '@pursestrings/protocol/log/log-bytes'
import {
  canonicalObject,
  commitmentOf,
  domainTag,
  PAYEE_OPENING_TYPE,
  type PayeeEntry,
  readEntry,
} from '@pursestrings/protocol/log/log-entry'
import { judgeNote, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { entriesFrom, nodesOfFiles, type ReadLogFile } from '@pursestrings/protocol/log/log-tiles'
import { consistencyRanges, hashesOf, isConsistent, leafHash, rootOf } from '@pursestrings/protocol/log/merkle-tree'

/** What is kept from one look to the next. */
export interface WatchState {
  readonly checkpoint: string
  /** The last number of each subject of the domain. */
  readonly seqs: Readonly<Record<string, number>>
}

export interface WatchedPayee {
  readonly event: PayeeEntry['event']
  readonly at: string
  readonly log_index: number
  /** What the entry means; undefined where nobody shows it. */
  readonly document?: Readonly<Record<string, unknown>>
}

export type Watched =
  | { readonly found: 'nothing_new' | 'expected'; readonly state: WatchState; readonly payees: readonly WatchedPayee[] }
  | { readonly found: 'unexpected_payee'; readonly state: WatchState; readonly payees: readonly WatchedPayee[] }
  | { readonly found: 'split_view'; readonly checkpoints: readonly [string, string] }
  | { readonly found: 'stale' | 'missing_seq'; readonly reason: string }

export interface Watch {
  readonly policy: string
  readonly domain: string
  readonly read: ReadLogFile
  readonly state?: WatchState | undefined
  /** Openings of the domain's payees, as `payees.read` shows them. Each is checked against its commitment. */
  readonly openings: () => Promise<readonly { readonly salt: string; readonly document: string }[]>
  /** Whether the owner expects a payee with these facts. */
  readonly expects: (payment: Readonly<Record<string, unknown>>) => boolean
  /** A head that witnesses signed longer ago than this is stale. */
  readonly stale_after_s?: number
}

const stale = (reason: string): Watched => ({ found: 'stale', reason })

export const watchLog = async (watch: Watch): Promise<Watched> => {
  const { read, state, stale_after_s = 3_600 } = watch
  const policy = await readPolicy(watch.policy)
  const shown = textOf((await read('checkpoint')) ?? new Uint8Array())
  const judged = shown ? await judgeNote(policy, shown) : undefined
  if (shown === undefined || !judged) return stale("The log has no head signed with the policy's key.")
  if (!judged.quorum) return stale("Too few of the policy's witnesses have signed the log's head.")
  const oldest_s = Math.min(...judged.witnesses.map(({ time_s }) => time_s))
  if (Date.now() / 1000 - oldest_s > stale_after_s)
    return stale("The witnesses last signed the log's head too long ago.")
  const { size, root } = judged.checkpoint
  const kept = state && (await judgeNote(policy, state.checkpoint))?.checkpoint
  const split: Watched = { found: 'split_view', checkpoints: [state?.checkpoint ?? '', shown] }
  const nodes = nodesOfFiles(size, read)
  // Where the tiles are not those of the signed root, nothing that they say counts.
  if (!sameBytes(await rootOf(size, nodes), root)) return stale("The log's files don't match its signed head.")
  if (kept) {
    if (kept.size > size) return stale('The log shows an older head than the one you saw before.')
    const proof = await hashesOf(consistencyRanges(kept.size, size), nodes)
    if (!(await isConsistent(kept, judged.checkpoint, proof))) return split
  }
  const tag = await domainTag(watch.domain)
  const seqs: Record<string, number> = { ...state?.seqs }
  const mine: (WatchedPayee & { readonly commitment: string })[] = []
  for await (const { bytes, index } of entriesFrom(read, kept?.size ?? 0, size)) {
    if (!sameBytes(await leafHash(bytes), await nodes(0, index))) return stale(`Entry ${index} doesn't match its hash.`)
    const entry = readEntry(bytes)
    if (!entry || !('domain_tag' in entry) || entry.domain_tag !== tag) continue
    const expected = (seqs[entry.subject_tag] ?? 0) + 1
    if (entry.seq !== expected) {
      return { found: 'missing_seq', reason: `Entry ${index} has number ${entry.seq}, but ${expected} was expected.` }
    }
    seqs[entry.subject_tag] = entry.seq
    if (entry.type !== 'svc.log.payee.v1') continue
    mine.push({ event: entry.event, at: entry.at, log_index: index, commitment: entry.commitment })
  }
  const meanings = mine.length === 0 ? new Map<string, WatchedPayee['document']>() : await meaningsOf(watch)
  const payees = mine.map(({ commitment, ...one }) => {
    const document = meanings.get(commitment)
    return document ? { ...one, document } : one
  })
  const next = { checkpoint: shown, seqs }
  const surprising = payees.filter((one) => one.event !== 'retired' && !isExpected(watch, one))
  if (surprising.length > 0) return { found: 'unexpected_payee', state: next, payees: surprising }
  return { found: payees.length === 0 ? 'nothing_new' : 'expected', state: next, payees }
}

const isExpected = ({ domain, expects }: Watch, { document }: WatchedPayee): boolean =>
  document?.['domain'] === domain && expects(document['payment'] as Readonly<Record<string, unknown>>)

const meaningsOf = async ({ openings }: Watch): Promise<Map<string, WatchedPayee['document']>> => {
  const found = new Map<string, WatchedPayee['document']>()
  for (const opening of await openings()) {
    const commitment = await commitmentOf(PAYEE_OPENING_TYPE, opening)
    const document = canonicalObject(opening.document)
    if (commitment !== undefined && document) found.set(commitment, document)
  }
  return found
}
