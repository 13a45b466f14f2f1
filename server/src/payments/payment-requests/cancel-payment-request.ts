/**
 * An agent takes back what it asked for, while the user has not decided. Whoever moves a request holds its connection first,
 * so of a cancel, a report and the expiry exactly one comes first, and the others are told where the request stands.
 */
import { invalidTransition } from '@pursestrings/contract/payment-requests/errors'
import type { SERVICE_REASONS } from '@pursestrings/contract/payment-requests/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { holdAnyConnection } from '../../connections/connections/hold-connection.ts'
import { APPENDED_TOPIC, feedNotification } from '../../delivery/events/append-event.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PaymentRequestRow } from './payment-request-view.ts'
import { failPending, findRequestOfConnection } from './payment-requests.store.ts'

const REASON: (typeof SERVICE_REASONS)[number] = 'canceled_by_agent'

/** The request as it is then. */
export const cancelPaymentRequest = async (
  tx: TenantTx,
  notifications: Notifications,
  { connection_id, request_id }: { connection_id: Uuid; request_id: string },
): Promise<PaymentRequestRow> => {
  await holdAnyConnection(tx, connection_id)
  const request = await findRequestOfConnection(tx, connection_id, request_id)
  if (!request) throw new Refusal(resourceNotFound)
  const { status, reason, payment_request_id } = request
  if (status === 'failed' && reason === REASON) return request
  if (status !== 'pending') {
    throw new Refusal(invalidTransition, { details: { current_status: status, allowed: [] } })
  }
  await failPending(tx, { connection_id, payment_request_id, reason: REASON })
  tx.afterCommit(() => {
    notifications.notify(APPENDED_TOPIC)
    notifications.notify(feedNotification(connection_id))
  })
  return { ...request, status: 'failed', reason: REASON }
}
