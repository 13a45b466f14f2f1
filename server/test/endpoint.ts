/** A merchant's webhook endpoint at the site of `merchant-web`, and what is done with it. */
import { expect } from 'vitest'
import type { Answer } from './call.ts'
import type { Operator } from './operator.ts'

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
