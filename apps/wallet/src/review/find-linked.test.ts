/** What a wallet makes of a link, by what the service answers to its calls. */
import { newSecret } from '@pursestrings/protocol/secrets'
import { createWalletClient } from '@pursestrings/sdk'
import { expect, test } from 'vitest'
import { findLinked } from './find-linked.ts'

const PAYMENT = `apy_${'0'.repeat(26)}`
const refusal = (status: number, code: string) =>
  Response.json({ ok: false, error: { code, message: '', request_id: 'req_1', doc_url: '' } }, { status })

/** A wallet whose calls are answered by path, and the paths that it called. */
const walletOf = (answers: (path: string) => Response | undefined) => {
  const called: string[] = []
  const wallet = createWalletClient({
    base_url: 'http://127.0.0.1:8787',
    device_id: 'dev_1',
    token: newSecret('device'),
    retries: 0,
    fetch: async (input) => {
      const path = new URL(input instanceof Request ? input.url : input).pathname
      called.push(path)
      return answers(path) ?? refusal(404, 'resource_not_found')
    },
  })
  return { wallet, called }
}

test('its own request and its own agent payment are found', async () => {
  const { wallet } = walletOf((path) => {
    if (path === '/v1/payment-requests/order%2F1')
      return Response.json({ ok: true, payment_request: { request_id: 'order/1', connection_id: 'con_1' } })
    if (path === `/v1/agent-payments/${PAYMENT}`)
      return Response.json({ success: true, data: { id: PAYMENT, connection_id: 'con_2' } })
    return undefined
  })
  expect(await findLinked(wallet, '#order%2F1')).toEqual({ request_id: 'order/1', connection_id: 'con_1' })
  expect(await findLinked(wallet, `#${PAYMENT}`)).toEqual({
    request_id: PAYMENT,
    connection_id: 'con_2',
    kind: 'agent_payment',
  })
})

test('what is not its own is not here, whatever the service says of it', async () => {
  for (const [status, code] of [
    [404, 'resource_not_found'],
    [422, 'validation_failed'],
  ] as const) {
    const { wallet } = walletOf(() => refusal(status, code))
    await expect(findLinked(wallet, '#order-1')).resolves.toBe('not_here')
    await expect(findLinked(wallet, `#${PAYMENT}`)).resolves.toBe('not_here')
  }
})

test('what is no name is asked of nobody', async () => {
  const { wallet, called } = walletOf(() => undefined)
  for (const none of ['', '#', '#..', '#%2E%2E', '#events', '#%zz'])
    expect([none, await findLinked(wallet, none)]).toEqual([none, 'not_here'])
  expect(called).toEqual([])
})

test('of two requests with one name none is chosen', async () => {
  const { wallet } = walletOf(() => refusal(409, 'request_id_ambiguous'))
  await expect(findLinked(wallet, '#order-1')).resolves.toBe('several')
})

test('a service that fails says nothing about the link', async () => {
  const { wallet } = walletOf(() => refusal(503, 'service_unavailable'))
  await expect(findLinked(wallet, '#order-1')).rejects.toMatchObject({ code: 'service_unavailable' })
})
