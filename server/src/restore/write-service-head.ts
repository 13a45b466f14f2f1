/**
 * One head: numbered and committed first, then written to the mirror, so that the mirror never knows a number that the
 * database lacks. What it lists is kept until it is written; after a crash in between the next head lists it again.
 */
import { readAuditTotal } from '../audit-log/audit-total.ts'
import type { SignReceipt } from '../facts-keys/receipt-signer.ts'
import type { LogMirror } from '../outside/log-mirror.ts'
import { readEpoch } from '../postgres/epoch.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { isBehind } from './is-behind.ts'
import { listRevocations, noteWritten, takeNumber } from './service-head.store.ts'
import {
  type HeadReader,
  headPath,
  NEWEST_HEAD,
  readHead,
  SERVICE_HEAD_JWS_TYPE,
  SERVICE_HEAD_TYPE,
  type ServiceHead,
  ServiceHeadFault,
} from './service-head.ts'

/** A head stays small; what is left waits for the next one. */
export const LISTED_MAX = 1_000

export interface HeadWriter extends HeadReader {
  readonly mirror: LogMirror
  readonly sign: SignReceipt
  readonly transactions: Transactions
  readonly now: () => Date
}

/** How many revocations it lists; undefined where another worker writes one. */
export const writeServiceHead = async (writer: HeadWriter): Promise<number | undefined> => {
  const { transactions, mirror, sign, issuer, now } = writer
  const there = await readHead(writer, NEWEST_HEAD)
  const head = await transactions.asSystem(async (tx): Promise<ServiceHead | undefined> => {
    const { epoch } = await readEpoch(tx.client)
    const taken = await takeNumber(tx)
    if (!taken) return undefined
    // The number before this one.
    if (there && isBehind({ ...taken, number: taken.number - 1, epoch }, there)) {
      throw new ServiceHeadFault(
        `the mirror knows head ${there.number} of epoch ${there.epoch}: this database is behind`,
      )
    }
    const audit = await readAuditTotal(tx)
    const revocations = await listRevocations(tx, taken.number, LISTED_MAX)
    const { number, listed: previous } = taken
    return { type: SERVICE_HEAD_TYPE, issuer, epoch, number, at: now().toISOString(), audit, revocations, previous }
  })
  if (!head) return undefined
  const jws = sign(SERVICE_HEAD_JWS_TYPE, { ...head })
  const lists = head.revocations.length > 0
  if (lists) await mirror.write(headPath(head.number), jws)
  await mirror.write(NEWEST_HEAD, jws)
  await transactions.asSystem((tx) => noteWritten(tx, head.number, lists))
  return head.revocations.length
}
