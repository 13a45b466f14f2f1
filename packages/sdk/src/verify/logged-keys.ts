/** The service's own keys count because their entries are in the log that was pinned. */
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { readEntry, subjectTag } from '@pursestrings/protocol/log/log-entry'
import type { JudgedNote, LogPolicy } from '@pursestrings/protocol/log/log-policy'
import { judgeProof } from '@pursestrings/protocol/log/log-proof'
import type { Receipt } from '@pursestrings/protocol/receipt'
import type { JwsKey } from './read-jws.ts'
import { Broken, expect } from './read-receipt.ts'

export interface LoggedKey extends JwsKey {
  readonly purpose: string
  readonly judged: JudgedNote
}

/** Keys of the service that the log has; throws `Broken` where one of them is not in it. */
export const readLoggedKeys = async (policy: LogPolicy, keys: Receipt['keys']): Promise<LoggedKey[]> => {
  const found: LoggedKey[] = []
  for (const { entry: text, proof } of keys) {
    const entry = readEntry(utf8Of(text))
    if (entry?.type !== 'svc.log.key.v1' || entry.state !== 'added')
      throw new Broken("A key's log entry doesn't add a key.")
    const { purpose, kid, jwk } = entry
    expect(entry.subject_tag === (await subjectTag('keys', purpose)), "A key's log entry is about something else.")
    expect(!found.some((one) => one.kid === kid && one.purpose === purpose), 'A key is listed twice.')
    const judged = await judgeProof(policy, utf8Of(text), proof)
    if (!judged) throw new Broken("A key of the service isn't in the log that you pinned.")
    found.push({ purpose, kid, jwk, judged })
  }
  return found
}
