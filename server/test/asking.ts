/** An agent that may ask: a proven merchant, an active payee, a connected wallet; built by doing. */
import { expect } from 'vitest'
import type { Answer } from './call.ts'
import { newConnection, type TestConnection } from './connection.ts'
import type { MerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, type Payee, proveHost, verifiedPayee } from './payee.ts'
import type { World } from './world.ts'

export interface Asking extends TestConnection {
  readonly payee: Payee
  /** A create that is right in everything but what is given. */
  ask(more?: object, headers?: Record<string, string>): Promise<Answer>
  /** The request of a create that succeeds. */
  // oxlint-disable-next-line typescript/no-explicit-any
  asked(more?: object): Promise<any>
  report(request_id: string, body: object): Promise<Answer>
}

let keys = 0
export const freshKey = (): string => `order-${process.pid}-${keys++}`

export const askingOver = (connection: TestConnection, payee: Payee): Asking => {
  const { recipient_id, recipient_version_id } = payee
  const ask: Asking['ask'] = (more = {}, headers = {}) =>
    connection.call('POST', '/v1/payment-requests', {
      body: {
        recipient_id,
        recipient_version_id,
        payment: { amount: '12.5' },
        policy: { requires_user_approval: true },
        idempotency_key: freshKey(),
        ...more,
      },
      headers,
    })
  return {
    ...connection,
    payee,
    ask,
    async asked(more) {
      const created = await ask(more)
      expect([created.status, created.json.error]).toEqual([201, undefined])
      return created.json.payment_request
    },
    report: (request_id, body) => connection.device.call('POST', `/v1/payment-requests/${request_id}/status`, { body }),
  }
}

export const activePayee = async (web: MerchantWeb, operator: Operator): Promise<Payee> => {
  const payee = await verifiedPayee(web, operator, await proveHost(web, operator))
  const active = await activate(operator, payee)
  expect(active.status).toBe(200)
  return { ...payee, version: active.json.recipient.version }
}

export const newAsking = async (world: World, web: MerchantWeb, wanted: object = {}): Promise<Asking> => {
  const operator = await newOperator(world)
  const payee = await activePayee(web, operator)
  return askingOver(await newConnection(world, { operator, ...wanted }), payee)
}
