/** The messages that the kit sends, in the form of the service's own. */
import { randomUUID } from 'node:crypto'

/** What can be said about a payment request that is not paid yet, or never will be. */
export const UNPAID = [
  'pending',
  'signed',
  'broadcasted',
  'failed',
  'rejected',
  'expired',
  'late_report',
  'disputed',
  'proven_unpaid',
  'ledger_finding',
] as const
/** What makes an order due: the ledger shows a payment that is bound to the request. */
export const PAID = 'chain_observed'
export const WALLETS_WORD = 'confirmed'

const id = (kind: string): string => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 26)}`

export interface Order {
  readonly request_id: string
  /** The body of an event about it; `cursor` is its place among the events of its connection. */
  event(kind: string, cursor: number, more?: Readonly<Record<string, unknown>>): string
}

export const newOrder = (): Order => {
  const [request_id, connection_id] = [id('pr'), id('con')]
  return {
    request_id,
    event: (kind, cursor, more = {}) =>
      JSON.stringify({
        type: `payment_request.${kind}`,
        timestamp: new Date().toISOString(),
        data: { request_id, connection_id, status: 'confirmed', previous_status: 'broadcasted', cursor, ...more },
      }),
  }
}

export const eventOf = (type: string, data: object = {}): string =>
  JSON.stringify({ type, timestamp: new Date().toISOString(), data })

/** One of each part of the service, beside those of payment requests. */
export const OTHER_TYPES = [
  'webhook_endpoint.test',
  'connection.created',
  'connection.revoked',
  'recipient.version_activated',
  'merchant.suspended',
  'merchant_domain.failing',
  'agent_payment.canceled',
  'automation_policy.paused',
]

export const newChallenge = () => {
  const challenge = randomUUID()
  return { challenge, body: eventOf('webhook_endpoint.challenge', { webhook_endpoint_id: id('whe'), challenge }) }
}
