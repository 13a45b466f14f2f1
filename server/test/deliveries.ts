/** Webhook deliveries as a merchant sees them, and receivers that answer them as a test likes. */
import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'
import type { Operator } from './operator.ts'
import { until } from './until.ts'
import { type Answering, answerJson, challengeIn, type Heard } from './webhook-receiver.ts'

export const DELIVERIES = '/v1/webhook-deliveries'

export interface Attempt {
  attempt: number
  attempted_at: string
  latency_ms: number
  status_code: number | null
  error_kind: string | null
}

export interface Delivery {
  webhook_delivery_id: string
  webhook_endpoint_id: string
  event_id: string
  event_type: string
  about: string | null
  created_at: string
  status: 'pending' | 'held' | 'delivered' | 'failed'
  next_attempt_at: string | null
  delivered_at: string | null
  attempts: Attempt[]
}

/** Challenges are echoed, so that the endpoint can be proven; deliveries are answered like this. */
export const toDeliveries =
  (answer: (heard: Heard, response: ServerResponse) => unknown): Answering =>
  (heard, response) =>
    typeOf(heard) === 'webhook_endpoint.challenge'
      ? answerJson(response, { challenge: challengeIn(heard) })
      : answer(heard, response)

/** With one status after the other, the last one forever. */
export const withStatuses = (...statuses: readonly number[]): Answering => {
  let n = 0
  return toDeliveries((_, response) => response.writeHead(statuses[Math.min(n++, statuses.length - 1)] as number).end())
}

export const typeOf = ({ body }: Heard): string => JSON.parse(body).type

export const deliveriesOf = async (operator: Operator, query = ''): Promise<Delivery[]> => {
  const listed = await operator.call('GET', `${DELIVERIES}?limit=100${query && `&${query}`}`)
  expect(listed.status).toBe(200)
  return listed.json.webhook_deliveries
}

export const readDelivery = async (operator: Operator, id: string): Promise<Delivery> =>
  (await deliveriesOf(operator)).find((one) => one.webhook_delivery_id === id) as Delivery

export const untilDelivery = async (
  operator: Operator,
  id: string,
  holds: (delivery: Delivery) => boolean,
  deadline_ms?: number,
): Promise<Delivery> => {
  let delivery = await readDelivery(operator, id)
  await until(async () => {
    delivery = await readDelivery(operator, id)
    return holds(delivery)
  }, deadline_ms)
  return delivery
}

/** A test event for an endpoint; answers with its delivery's id. */
export const sendTest = async (operator: Operator, endpoint: string): Promise<string> => {
  const tested = await operator.call('POST', `/v1/webhook-endpoints/${endpoint}/test`)
  expect(tested.status).toBe(202)
  return tested.json.webhook_delivery_id
}
