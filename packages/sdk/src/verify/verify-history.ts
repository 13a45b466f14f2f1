/**
 * Whether the changes of a payee, as the service lists them, are those of the log: each is in the tree of the signed head under
 * its number, says what its opening says, and no number is missing. Reads the log's files and checks every hash.
 */
import { commitmentOf, PAYEE_OPENING_TYPE, readEntry, subjectTag } from '@pursestrings/protocol/log/log-entry'
import { judgeNote, type LogPolicy } from '@pursestrings/protocol/log/log-policy'
import { entryAt, nodesOfFiles, type ReadLogFile } from '@pursestrings/protocol/log/log-reader'
import { hashesOf, inclusionRanges, isIncluded, leafHash } from '@pursestrings/protocol/log/merkle-tree'

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
