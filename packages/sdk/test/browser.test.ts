/** The wallet client in a page of another origin: nothing but what a browser has, and what the service lets such pages do. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { pinKeys } from '../../../tests/acceptance/steps/wallet.ts'
import { launchBrowser, openPage, skipBrowserTests } from '../../../tests/e2e/browser.ts'
import { startPlace, type TestPlace } from './place.ts'

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
