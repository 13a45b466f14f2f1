/** Keys that the service makes itself are replaced in time. Where they are settings there is nothing to do. */
import type { Logger } from 'pino'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import { type RotationDeps, rotateKeys } from './rotate-keys.ts'
import { selectKeys } from './service-keys.store.ts'

const EVERY_MS = 60_000
const EVERY_MS_MIN = 500

export type KeyRotation = Pick<RotationDeps, 'sealer' | 'issuer' | 'time_scale' | 'notify'>

interface Deps extends Pick<RotationDeps, 'sealedRows'> {
  readonly transactions: Transactions
  readonly metrics: Metrics
  readonly log: Logger
  readonly key_rotation: KeyRotation | undefined
}

export const replaceKeys = (jobs: Jobs, { transactions, metrics, log, key_rotation, sealedRows }: Deps): void => {
  if (!key_rotation) return
  const deps = { ...key_rotation, transactions, sealedRows }
  jobs.every(Math.max(EVERY_MS / key_rotation.time_scale, EVERY_MS_MIN), 'replace-keys', async () => {
    for (const done of await rotateKeys(deps)) log.info({ done }, 'keys')
  })
  metrics.watchBy('svc_key_age_seconds', 'how long the key of a purpose has been in use', 'purpose', () =>
    transactions.asSystem(agesOf),
  )
}

const agesOf = async (tx: SystemTx): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await selectKeys(tx))
      .filter(({ state }) => state === 'current')
      .map(({ purpose, used_s }) => [purpose, used_s ?? 0]),
  )
