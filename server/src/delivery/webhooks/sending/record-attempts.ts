/**
 * What came of some attempts, in one transaction: the attempts themselves, where their deliveries stand, when the next ones
 * are due, and how the endpoints are doing. Whoever dies before it has made an attempt that nobody knows of, and it is made
 * again: at least once, never fewer.
 */
import { idOf } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../../organizations/audit-events/append-audit-event.ts'
import { operatorsOfMerchant } from '../../../organizations/merchant-accounts/letters.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { SystemTx, Transactions } from '../../../platform/postgres/transaction.ts'
import type { DisabledMail } from '../endpoints/disabled-mail.worker.ts'
import { type Disabled, noteSigns, type Signs } from '../endpoints/health.store.ts'
import type { Verdict } from './judge-attempt.ts'
import { type DeliveryKey, type EndpointKey, holdDeliveries, insertAttempts } from './sending.store.ts'

export interface Made extends DeliveryKey, EndpointKey {
  readonly claim: number
  readonly probe: boolean
  /** The endpoint had failed before. */
  readonly ailing: boolean
  readonly attempted_at: Date
  readonly latency_ms: number
  readonly verdict: Verdict
}

interface Deps {
  readonly transactions: Transactions
  readonly jobs: Jobs
  readonly time_scale: number
}

export const recordAttempts =
  ({ transactions, jobs, time_scale }: Deps) =>
  async (made: readonly Made[]): Promise<undefined[]> => {
    await transactions.asSystem(async (tx) => {
      // Endpoints before deliveries, here and wherever both are held: two who record at once must not wait for each other.
      const signs = signsOf(made)
      const disabled = signs.length > 0 ? await noteSigns(tx, signs, time_scale) : []
      const records = made.map(({ verdict, ...attempt }) => ({
        ...attempt,
        ...verdict,
        delay_s: verdict.delay_s / time_scale,
      }))
      await insertAttempts(tx, records)
      for (const endpoint of disabled) await holdDeliveries(tx, endpoint)
      if (disabled.length > 0) await tellOperators(tx, jobs, disabled)
    })
    return made.map(() => undefined)
  }

/** Successes of an endpoint that is well say nothing new. */
export const signsOf = (made: readonly Made[]): Signs[] =>
  [...Map.groupBy(made, (m) => m.webhook_endpoint_id).values()].filter(tells).map((of_one) => {
    const { merchant_id, webhook_endpoint_id } = of_one[0] as Made
    const last = of_one.findLastIndex((m) => m.verdict.status === 'delivered')
    return {
      merchant_id,
      webhook_endpoint_id,
      succeeded: last >= 0,
      failures: of_one.length - 1 - last,
      probed: of_one.some((m) => m.probe),
      gone: of_one.some((m) => m.verdict.gone),
    }
  })

const tells = (of_one: readonly Made[]) => of_one.some((m) => m.ailing || m.verdict.status !== 'delivered')

/** Never silently: a line in the audit log, and a letter to every operator. Comes last, since it goes on as the tenant. */
const tellOperators = async (tx: SystemTx, jobs: Jobs, disabled: readonly Disabled[]): Promise<void> => {
  const letters: { data: DisabledMail }[] = []
  for (const { merchant_id, webhook_endpoint_id, url, disabled_reason } of disabled) {
    const about = { webhook_endpoint_id, host: new URL(url).host, disabled_reason }
    const emails = await operatorsOfMerchant(tx, merchant_id)
    letters.push(...emails.map((email) => ({ data: { email, ...about } })))
  }
  await jobs.enqueueMany(tx, 'webhook-disabled-mail', letters)
  for (const { merchant_id, webhook_endpoint_id, disabled_reason } of disabled) {
    await appendAuditEvent(await tx.enterTenant(merchant_id), {
      action: 'webhook_endpoint.disabled',
      actor: 'service',
      target: idOf('whe', webhook_endpoint_id),
      details: { disabled_reason },
    })
  }
}
