/**
 * Keys of the service that were reported stolen, as the payee log has them. Reads the whole log and checks every hash, so that
 * nobody between you and the log can leave one out.
 */
import { sameBytes, textOf } from '@pursestrings/protocol/log/log-bytes'
import { KEY_ENTRY_TYPE, readEntry } from '@pursestrings/protocol/log/log-entry'
import { judgeNote, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { entriesFrom, nodesOfFiles, type ReadLogFile } from '@pursestrings/protocol/log/log-reader'
import { leafHash, rootOf } from '@pursestrings/protocol/log/merkle-tree'

/** By purpose and id. */
export type CompromisedKeys = ReadonlySet<string>

export const keyName = ({ purpose, kid }: { readonly purpose: string; readonly kid: string }): string =>
  `${purpose} ${kid}`

/** The log could not be read, or isn't the one of the policy: nothing is known of its keys. */
export class LogUnreadableError extends Error {
  override readonly name = 'LogUnreadableError'
}

const refuse = (reason: string): never => {
  throw new LogUnreadableError(reason)
}

export const readCompromisedKeys = async (policy_text: string, read: ReadLogFile): Promise<CompromisedKeys> => {
  const policy = await readPolicy(policy_text)
  const shown = textOf((await read('checkpoint')) ?? new Uint8Array())
  const judged = shown ? await judgeNote(policy, shown) : undefined
  if (!judged) return refuse("The log has no head signed with the policy's key.")
  if (!judged.quorum) return refuse("Too few of the policy's witnesses have signed the log's head.")
  const { size, root } = judged.checkpoint
  const nodes = nodesOfFiles(size, read)
  if (!sameBytes(await rootOf(size, nodes), root)) return refuse("The log's files don't match its signed head.")
  const found = new Set<string>()
  for await (const { bytes, index } of entriesFrom(read, 0, size)) {
    if (!sameBytes(await leafHash(bytes), await nodes(0, index))) refuse(`Entry ${index} doesn't match its hash.`)
    const entry = readEntry(bytes)
    if (entry?.type === KEY_ENTRY_TYPE && entry.state === 'compromised') found.add(keyName(entry))
  }
  return found
}
