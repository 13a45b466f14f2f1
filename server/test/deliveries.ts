/** Webhook deliveries as a merchant sees them, and receivers that answer them as a test likes. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import type { Answer } from './call.ts'
import type { Operator } from './operator.ts'
import { until } from './until.ts'

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

// A merchant's webhook endpoint at the site of `merchant-web`, and what is done with it.

export const PATH = '/v1/webhook-endpoints'

export interface Endpoint {
  readonly webhook_endpoint_id: string
  readonly secret: string
}

export const newEndpoint = async (operator: Operator, body: object = {}): Promise<Endpoint> => {
  const sent = { body: { url: 'https://shop.test/webhooks', ...body } }
  const created = await operator.call('POST', PATH, sent)
  expect([created.status, created.json.webhook_endpoint?.status]).toEqual([201, 'pending_verification'])
  const { webhook_endpoint, secret } = created.json
  return { webhook_endpoint_id: webhook_endpoint.webhook_endpoint_id, secret }
}

export const activeEndpoint = async (operator: Operator, body: object = {}): Promise<Endpoint> => {
  const endpoint = await newEndpoint(operator, body)
  const verified = await act(operator, endpoint.webhook_endpoint_id, 'verify')
  expect([verified.status, verified.json.webhook_endpoint?.status]).toEqual([200, 'active'])
  return endpoint
}

export const readEndpoint = async ({ call }: Operator, id: string) =>
  (await call('GET', `${PATH}/${id}`)).json.webhook_endpoint
export const change = ({ call }: Operator, id: string, body: object) => call('PATCH', `${PATH}/${id}`, { body })
export const act = ({ call }: Operator, id: string, action: string) => call('POST', `${PATH}/${id}/${action}`)
export const said = ({ status, json }: Answer): unknown[] => [status, json.error?.code]

// A merchant's receiver of webhooks, behind the real HTTPS site of `merchant-web`: what arrived, and how it is answered.

export interface Heard {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Answering = (heard: Heard, response: ServerResponse) => unknown

export interface WebhookReceiver {
  /** Everything that arrived, in order. */
  readonly heard: Heard[]
  /** A path of its own, where what arrives is answered like this; elsewhere challenges are echoed and all else is taken. */
  place(answer?: Answering): { path: string; url: string }
  /** The last that arrived at a path; undefined, although the type does not say so, if nothing did. */
  lastAt(path: string): Heard
  receive(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export const answerJson = (response: ServerResponse, body: unknown, status = 200): unknown =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export const challengeIn = ({ body }: Heard): string => JSON.parse(body).data.challenge
const echo: Answering = (heard, response) => answerJson(response, { challenge: challengeIn(heard) })

export const createWebhookReceiver = (): WebhookReceiver => {
  const heard: Heard[] = []
  const answers = new Map<string, Answering>()
  return {
    heard,
    place(answer = echo) {
      const path = `/hooks/${answers.size}`
      answers.set(path, answer)
      return { path, url: `https://shop.test${path}` }
    },
    lastAt: (path) => heard.findLast((one) => one.path === path) as Heard,
    async receive(request, response) {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const one = { path: request.url ?? '', headers, body: await text(request) }
      heard.push(one)
      await (answers.get(one.path) ?? echo)(one, response)
    },
  }
}

/** Judged as a receiver would, by the package that others use. */
export const holds = (secret: string, { body, headers }: Heard): boolean => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
