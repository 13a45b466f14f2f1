/**
 * Whether the changes of a payee, as the service lists them, are those of the log: each is in the tree of the signed head under
 * its number, says what its opening says, and no number is missing. Reads the log's files and checks every hash.
 */
import { commitmentOf, PAYEE_OPENING_TYPE, readEntry, subjectTag } from '@pursestrings/protocol/log/log-entry'
import { judgeNote, type LogPolicy } from '@pursestrings/protocol/log/log-policy'
import { entryAt, nodesOfFiles, type ReadLogFile } from '@pursestrings/protocol/log/log-tiles'
import { hashesOf, inclusionRanges, isIncluded, leafHash } from '@pursestrings/protocol/log/merkle-tree'
import { PursestringsError } from '../call.ts'
import type { PayeeOutcome } from './verify-payee.ts'

/** As `payees.read` answers. */
export interface PayeeHistory {
  readonly recipient_id: string
  readonly history: readonly {
    readonly seq: number
    readonly event: string
    readonly at: string
    readonly log_index: number | null
    readonly opening: { readonly salt: string; readonly document: string } | null
  }[]
  readonly checkpoint: string | null
}

export interface HistoryVerdict {
  /** How many entries are in the log as listed. */
  readonly checked: number
  /** Whether they are numbered 1, 2, 3 … without a gap. */
  readonly complete: boolean
  /** Entries that are too new for the signed head. */
  readonly waiting: number
  /** What is false; undefined where nothing is. */
  readonly fault?: string
}

/** An entry has the time of its statement, the list that of its transaction. */
const APART_MS = 60_000

export const verifyHistory = async (
  { recipient_id, history, checkpoint }: PayeeHistory,
  policy: LogPolicy,
  read: ReadLogFile,
): Promise<HistoryVerdict> => {
  const files = new Map<string, ReturnType<ReadLogFile>>()
  const readOnce: ReadLogFile = (path) => {
    const reading = files.get(path) ?? read(path)
    files.set(path, reading)
    return reading
  }
  const head = checkpoint === null ? undefined : (await judgeNote(policy, checkpoint))?.checkpoint
  const failed = (fault: string): HistoryVerdict => ({ checked: 0, complete: false, waiting: 0, fault })
  if (!head) return failed("The log has no head signed with the policy's key.")
  const { size, root } = head
  const subject = await subjectTag('recipient', recipient_id)
  const nodes = nodesOfFiles(size, readOnce)
  let waiting = 0
  for (const { seq, event, at, log_index, opening } of history) {
    if (log_index === null || log_index >= size) {
      waiting++
      continue
    }
    const bytes = await entryAt(readOnce, log_index, size)
    const leaf = await leafHash(bytes)
    const proof = await hashesOf(inclusionRanges(log_index, size), nodes)
    if (!(await isIncluded({ index: log_index, size, leaf, proof, root })))
      return failed(`Entry ${log_index} isn't in the log.`)
    const entry = readEntry(bytes)
    const same =
      entry?.type === 'svc.log.payee.v1' &&
      entry.subject_tag === subject &&
      entry.seq === seq &&
      entry.event === event &&
      Math.abs(Date.parse(entry.at) - Date.parse(at)) <= APART_MS &&
      (opening === null || entry.commitment === (await commitmentOf(PAYEE_OPENING_TYPE, opening)))
    if (!same) return failed(`Entry ${log_index} says something else.`)
  }
  const complete = history.length > 0 && history.every(({ seq }, place) => seq === history.length - place)
  return { checked: history.length - waiting, complete, waiting }
}

// A wallet's rule: what it does with the outcome of `verifyPayee` before it signs.

export class PayeeNotOnRecordError extends PursestringsError {
  override readonly name = 'PayeeNotOnRecordError'
  readonly outcome: Exclude<PayeeOutcome, { outcome: 'on_record' }>

  constructor(outcome: PayeeNotOnRecordError['outcome'], message: string) {
    super(message)
    this.outcome = outcome
  }

  /** Ask again in a few seconds: the payee is new, and the log is about to show it. */
  get pending(): boolean {
    return this.outcome.outcome === 'pending'
  }
}

export type PayeeStanding =
  | { readonly is: 'on_record'; readonly since: string }
  /** Only the service vouches for it: tell the user. */
  | { readonly is: 'unlogged'; readonly reason: string }
  /** No policy is pinned. */
  | { readonly is: 'not_checked' }

export interface OnRecordOptions {
  /** `warn` lets a payee pass that no log has, marked as such. A split view is refused in any case. */
  readonly unlogged?: 'refuse' | 'warn'
}

/** What to tell the user; throws PayeeNotOnRecordError where the wallet must not sign. Undefined: no policy is pinned. */
export const requireOnRecord = (
  outcome: PayeeOutcome | undefined,
  { unlogged = 'refuse' }: OnRecordOptions = {},
): PayeeStanding => {
  if (outcome === undefined) return { is: 'not_checked' }
  switch (outcome.outcome) {
    case 'on_record':
      return { is: 'on_record', since: outcome.since }
    case 'pending':
      throw new PayeeNotOnRecordError(outcome, 'This payee is new and not on public record yet. Try again in a minute.')
    case 'split_view':
      throw new PayeeNotOnRecordError(
        outcome,
        "The service now shows a different public log than before. Don't pay through it, and keep both heads.",
      )
    default:
      if (unlogged === 'warn') return { is: 'unlogged', reason: outcome.reason }
      throw new PayeeNotOnRecordError(outcome, `This payee is not on public record. ${outcome.reason} Do not pay.`)
  }
}
