import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiError, createMerchantClient, NetworkError, TimeoutError } from '@pursestrings/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOperator } from '../../../server/test/operator.ts'
import { newMerchantKey } from '../../../server/test/project.ts'
import { sharedWorld, type World } from '../../../server/test/world.ts'
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { pinKeys } from '../../../tests/acceptance/steps/wallet.ts'
import { launchBrowser, openPage, skipBrowserTests } from '../../../tests/e2e/browser.ts'
import { startPlace, type TestPlace } from './place.ts'

// The wallet client in a page of another origin: nothing but what a browser has, and what the service lets such pages do.
describe('browser', () => {
  const HERE = fileURLToPath(new URL('..', import.meta.url))

  /** The SDK as it is published, and a page that does nothing by itself. */
  const startSite = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pursestrings-page-'))
    const built = spawnSync(process.execPath, [join(HERE, 'build.ts'), folder])
    if (built.status !== 0) throw new Error(String(built.stdout))
    const server = createServer(({ url = '/' }, response) => {
      const script = url.endsWith('.js')
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
      response.end(script ? readFileSync(join(folder, url)) : '<!doctype html><link rel="icon" href="data:,">')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      async stop() {
        server.close()
        server.closeAllConnections()
        await once(server, 'close')
        rmSync(folder, { recursive: true })
      },
    }
  }

  describe.skipIf(skipBrowserTests)('in Chromium', () => {
    let place: TestPlace
    let ready: Ready
    let site: Awaited<ReturnType<typeof startSite>>
    beforeAll(async () => {
      place = await startPlace()
      ready = await getReady(place)
      site = await startSite()
    })
    afterAll(async () => {
      await site?.stop()
      await place.stop()
    })

    test('a wallet checks the signed facts, rejects, and an agent does not even begin', async () => {
      const { request_id } = (await ready.ask('in-a-page')).payment_request
      const { device_id } = ready.wallet
      const { token } = await ready.wallet.devices.rotateToken(device_id ?? '')
      const browser = await launchBrowser()
      const { page, faults } = await openPage(browser, 800)
      await page.goto(site.url)
      const given = JSON.stringify({
        base_url: place.base_url,
        audience: place.audience,
        pinned_keys: await pinKeys(place),
        device_id,
        token,
        request_id,
      })
      const said: unknown = await page.evaluate(`(async ({ request_id, ...options }) => {
      const sdk = await import('/index.js')
      const wallet = sdk.createWalletClient(options)
      const { facts, payment_request } = await wallet.review(request_id)
      await wallet.useDeviceKey(await sdk.generateDeviceKey('ES256'))
      const reported = await wallet.report(payment_request, { status: 'rejected' })
      let agent = 'was made'
      try { sdk.createAgentClient(options) } catch (error) { agent = error.name }
      return [facts.payment.amount, reported.payment_request.settlement.decision, reported.payment_request.status, agent]
    })(${given})`)
      await browser.close()
      expect(said).toEqual(['12.5', 'device_signed', 'rejected', 'TypeError'])
      expect(faults).toEqual([])
      expect((await ready.agent.paymentRequests.waitForPaid(request_id)).outcome).toBe('rejected')
    })
  })
})

// Texts of any length: piece by piece, or whole; what broke off is never taken for the whole.
describe('exports', () => {
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
})
