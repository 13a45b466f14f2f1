/**
 * One head: numbered and committed first, then written to the mirror, so that the mirror never knows a number that the
 * database lacks. What it lists is kept until it is written; after a crash in between the next head lists it again.
 */
import type { LogMirror } from '../../platform/egress/log-mirror.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { readEpoch } from '../../platform/postgres/epoch.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { readAuditTotal } from '../audit-log/read-audit-head.ts'
import type { SignReceipt } from '../facts-keys/facts-keys.ts'
import {
  type HeadReader,
  headPath,
  isBehind,
  listRevocations,
  NEWEST_HEAD,
  noteWritten,
  readHead,
  SERVICE_HEAD_JWS_TYPE,
  SERVICE_HEAD_TYPE,
  type ServiceHead,
  ServiceHeadFault,
  takeNumber,
} from './service-head.ts'

/** A head stays small; what is left waits for the next one. */
const LISTED_MAX = 1_000

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

// Every minute the mirror is told how far the database has come, and what was revoked. Without a mirror there is nothing to do.

const EVERY_MS = 60_000

interface Deps {
  readonly metrics: Metrics
  readonly now: () => Date
  readonly head_writer: Omit<HeadWriter, 'transactions' | 'now'> | undefined
  readonly transactions: HeadWriter['transactions']
}

export const keepServiceHead = (jobs: Jobs, { metrics, now, head_writer, transactions }: Deps): void => {
  if (!head_writer) return
  let written_at = now().getTime()
  metrics.watch('svc_service_head_age_seconds', 'since this worker last saw a service head written to the mirror', () =>
    Promise.resolve((now().getTime() - written_at) / 1000),
  )
  jobs.every(EVERY_MS, 'service-head', async () => {
    while ((await writeServiceHead({ ...head_writer, transactions, now })) === LISTED_MAX) {
      // Until none is full.
    }
    written_at = now().getTime()
  })
}
