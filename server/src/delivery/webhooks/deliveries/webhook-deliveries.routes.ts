import * as contract from '@pursestrings/contract/webhook-deliveries/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { actorOf } from '../../../platform/credentials/callers.ts'
import { beforeCursor, pageOf } from '../../../platform/http/page.ts'
import type { Route } from '../../../platform/http/route.ts'
import type { Transactions } from '../../../platform/postgres/transaction.ts'
import { type Check, unfit } from '../../../platform/refusal.ts'
import { type DeliveryRow, selectDeliveries } from './deliveries.store.ts'
import type { Notify } from './due.store.ts'
import { redeliver, redeliverMissed } from './redeliver.ts'

interface Deps {
  readonly transactions: Transactions
  readonly notifications: Notify
}

const deliveryOnWire = ({ attempts, ...row }: DeliveryRow) => ({
  ...row,
  webhook_delivery_id: idOf('whd', row.webhook_delivery_id),
  webhook_endpoint_id: idOf('whe', row.webhook_endpoint_id),
  event_id: idOf('evt', row.event_id),
  occurred_at: row.occurred_at.toISOString(),
  created_at: row.created_at.toISOString(),
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  delivered_at: row.delivered_at?.toISOString() ?? null,
  attempts: attempts.map((a) => ({ ...a, attempted_at: new Date(a.attempted_at).toISOString() })),
})

const checkWhich: Check = ({ body: { webhook_delivery_id: one, webhook_endpoint_id, since }, failed }) => {
  if (failed) return
  const missed = webhook_endpoint_id !== undefined && since !== undefined
  if (one === undefined ? missed : webhook_endpoint_id === undefined && since === undefined) return
  throw unfit('body', 'must have either `webhook_delivery_id`, or `webhook_endpoint_id` and `since`')
}

export const webhookDeliveryRoutes = (route: Route, { transactions, notifications }: Deps): void => {
  route(contract.listWebhookDeliveries, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('whd', query)
    const { webhook_endpoint_id, event_id, status, event_type, about, created_from, created_to } = query
    const wanted = {
      ...(webhook_endpoint_id !== undefined && { webhook_endpoint_id: uuidOf('whe', webhook_endpoint_id) }),
      ...(event_id !== undefined && { event_id: uuidOf('evt', event_id) }),
      ...(status !== undefined && { status }),
      ...(event_type !== undefined && { event_type }),
      ...(about !== undefined && { about }),
      from: created_from === undefined ? undefined : new Date(created_from),
      to: created_to === undefined ? undefined : new Date(created_to),
    }
    const rows = await transactions.asTenant(caller.merchant_id, (tx) =>
      selectDeliveries(tx, wanted, before, limit + 1),
    )
    const { records, next_cursor } = pageOf(rows.map(deliveryOnWire), limit, (d) => d.webhook_delivery_id)
    return { webhook_deliveries: records, next_cursor }
  })

  route(
    contract.redeliverWebhooks,
    ({ caller, body: { webhook_delivery_id: one, webhook_endpoint_id, since } }) =>
      transactions.asTenant(caller.merchant_id, async (tx) => {
        const actor = actorOf(caller)
        if (one !== undefined) {
          await redeliver(tx, notifications, { webhook_delivery_id: uuidOf('whd', one), actor })
          return { redelivered: 1 }
        }
        const missed = { webhook_endpoint_id: uuidOf('whe', webhook_endpoint_id ?? ''), since: new Date(since ?? '') }
        return { redelivered: await redeliverMissed(tx, notifications, { ...missed, actor }) }
      }),
    [checkWhich],
  )
}
