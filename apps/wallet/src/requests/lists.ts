/** Lists of what a wallet was asked, whoever asked: payment requests and agent payments, as one. */
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import { api } from '../client.ts'
import { weekStart } from '../frame/day.ts'
import { serviceKeys } from '../review/service-keys.ts'
import { type Payment, requestOf, timeOfPayment } from './payment.ts'

const READ_MAX = 100
const ENDED = ['signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected'] as const

/** Everything that waits for this wallet, the latest first: what agents ask a person, and what they ask within limits. */
export const waitingPayments = async (): Promise<readonly Payment[]> => {
  const [requests, payments] = await Promise.all([
    api().paymentRequests.list({ status: 'pending' }).toArray({ limit: READ_MAX }),
    api().agentPayments.list({ status: 'intent_created' }).toArray({ limit: READ_MAX }),
  ])
  return [...requests, ...payments.map(requestOf)].toSorted((a, b) => b.created_at.localeCompare(a.created_at))
}

export const agentPayments = async (limit = READ_MAX): Promise<readonly Payment[]> =>
  (await api().agentPayments.list().toArray({ limit })).map(requestOf)

export const byTime = (payments: readonly Payment[]): readonly Payment[] =>
  payments.toSorted((a, b) => timeOfPayment(b).localeCompare(timeOfPayment(a)))

/** The last ones that came to something, by the time of the payment. */
export const recentPayments = async (limit: number): Promise<readonly Payment[]> => {
  const [requests, payments] = await Promise.all([
    api()
      .paymentRequests.list({ status: [...ENDED] })
      .toArray({ limit: READ_MAX }),
    agentPayments(),
  ])
  return byTime([...requests, ...payments.filter(({ status }) => status !== 'pending')]).slice(0, limit)
}

/** A payment of this week, whose facts were checked. */
export interface PaidLately {
  readonly connection_id: string
  readonly payment: CheckedFacts['payment']
}

export const paidThisWeek = async (): Promise<readonly PaidLately[]> => {
  const [keys, requests, payments] = await Promise.all([
    serviceKeys(),
    api().paymentRequests.list({ status: 'confirmed' }).toArray({ limit: READ_MAX }),
    api().agentPayments.list({ status: 'settled' }).toArray({ limit: READ_MAX }),
  ])
  const since = weekStart()
  const lately = [...requests, ...payments.map(requestOf)].filter((one) => Date.parse(timeOfPayment(one)) >= since)
  const checked = await Promise.all(lately.map(async (one: Payment) => ({ one, check: await keys.check(one, one) })))
  return checked.flatMap(({ one, check }) =>
    check.is === 'checked' ? [{ connection_id: one.connection_id, payment: check.facts.payment }] : [],
  )
}
