/** Who begins with the wallet of `npm run dev` approves a payment by clicks alone, and the ledger has it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage, skipBrowserTests } from './browser.ts'
import { CLI } from './demo-stage.ts'
import { type PortalWorld, startPortalWorld } from './portal-world.ts'

interface Listed {
  readonly payment_requests: readonly { readonly status: string; readonly settlement: { readonly assurance: string } }[]
}

describe.skipIf(skipBrowserTests)('the demo shop', () => {
  let world: PortalWorld
  beforeAll(async () => {
    world = await startPortalWorld({ DEV_SHOP: 'on' })
  }, 300_000)
  afterAll(() => world?.stop())

  test('leads by clicks from the first page to a payment that the ledger has', { timeout: 300_000 }, async () => {
    const { dev } = world
    await using opened = new AsyncDisposableStack()
    const { page, faults, context } = await openPage(world.browser, 390)
    opened.defer(() => context.close())
    await page.goto(dev.wallet_url)
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Use the demo shop' }).waitFor()
    await world.inspect(page, 'demo-shop-first')
    await press('Use the demo shop')
    await page.getByRole('heading', { name: 'Try it with the demo shop' }).waitFor()
    await world.inspect(page, 'demo-shop')
    await press('Open the demo shop')
    await page.getByRole('heading', { name: 'May this agent ask you?' }).waitFor()
    await page.getByText('Harbour Books').waitFor()
    await world.inspect(page, 'demo-shop-agent')
    await press('Connect')
    await page.getByRole('heading', { name: 'Pay this?' }).waitFor()
    await page.getByText('Sea charts, north coast').waitFor()
    // A first payment is decided in a second step.
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await press(/^Approve/)
    await page.getByRole('button', { name: 'Fill in the practice passphrase' }).waitFor()
    await world.inspect(page, 'demo-shop-sign')
    await press('Fill in the practice passphrase')
    await press('Sign and pay')
    await page.getByText('Bound to this request. The merchant can rely on it.').waitFor()

    const env = {
      ...process.env,
      PURSESTRINGS_CONFIG_DIR: `${dev.site_folder}-demo-shop`,
      PURSESTRINGS_PROFILE: `at-${new URL(dev.base_url).port}`,
      PURSESTRINGS_BASE_URL: dev.base_url,
    }
    const words = [CLI, 'requests', 'list', '--json']
    const listed = JSON.parse((await promisify(execFile)(process.execPath, words, { env })).stdout) as Listed
    expect(listed.payment_requests.map(({ status, settlement }) => [status, settlement.assurance])).toEqual([
      ['confirmed', 'chain_observed'],
    ])
    expect(faults).toEqual([])
  })
})
