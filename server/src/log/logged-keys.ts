/** What the payee log says of the service's keys. Whoever believes the log believes the keys that are in it. */
import { subjectTag } from '@countersign/contract/log/log-entry'
import type { SystemTx } from '../postgres/transaction.ts'
import { isPublished } from './is-published.ts'
import { appendKey, type LoggedKey, selectKeyIndex, selectLoggedJwk, selectState } from './log.store.ts'
import { sha256 } from './read-log-key.ts'

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
export const logCompromised = async (tx: SystemTx, purpose: string, kid: string): Promise<boolean> => {
  const jwk = await selectLoggedJwk(tx, purpose, kid)
  if (jwk === undefined) return false
  await appendKey(tx, { purpose, kid, jwk }, 'compromised')
  return true
}
