/** Texts of any length: piece by piece, or whole; what broke off is never taken for the whole. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, createMerchantClient, NetworkError, TimeoutError } from '@pursestrings/sdk'
import { beforeAll, expect, test } from 'vitest'
import { newMerchantKey } from '../../../server/test/merchant-key.ts'
import { newOperator } from '../../../server/test/operator.ts'
import { sharedWorld } from '../../../server/test/shared-world.ts'
import type { World } from '../../../server/test/world.ts'

let world: World
let merchant_key: string
beforeAll(async () => {
  world = await sharedWorld()
  merchant_key = (await newMerchantKey(await newOperator(world), ['audit:read'])).secret
})

test('an export is read piece by piece, whole, or as a response', async () => {
  const { auditEvents } = createMerchantClient({ base_url: world.url, merchant_key })
  const asked = auditEvents.export({ format: 'ndjson', action: 'merchant.created' })
  expect(JSON.parse(await asked.text())).toMatchObject({ action: 'merchant.created' })
  let text = ''
  for await (const piece of auditEvents.export({ action: 'merchant.created' })) text += piece
  expect(text).toMatch(/^occurred_at,action,.*\r\n.*merchant\.created,/)
  expect((await asked.response()).headers.get('content-disposition')).toContain('audit-log')
})

test('a refusal is an error like that of every other call', async () => {
  const { paymentRequests } = createMerchantClient({ base_url: world.url, merchant_key })
  const refused = await paymentRequests
    .export()
    .text()
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ code: 'scope_missing', status: 403 })
})

test('what breaks off throws, and a slow text is no late answer', async () => {
  const server = createServer((request, response) => {
    if (request.url?.includes('ndjson')) return
    response.writeHead(200, { 'content-type': 'text/csv' })
    response.write('a,b\r\n')
    const cut = request.url?.includes('action') === true
    setTimeout(() => (cut ? response.destroy() : response.end('1,é\r\n')), 4_000)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { auditEvents } = createMerchantClient({ base_url, merchant_key, timeout_ms: 3_000, retries: 0 })
  expect(await auditEvents.export().text()).toBe('a,b\r\n1,é\r\n')
  await expect(auditEvents.export({ action: 'merchant.created' }).text()).rejects.toThrow(NetworkError)
  await expect(auditEvents.export({ format: 'ndjson' }).text()).rejects.toThrow(TimeoutError)
  server.closeAllConnections()
  server.close()
})
