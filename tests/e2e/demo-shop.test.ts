/** Who begins with the wallet of `npm run dev` approves a payment by clicks alone, and the ledger has it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage, skipBrowserTests } from './browser.ts'
import { payAtDemoShop } from './demo-shop-walk.ts'
import { CLI } from './demo-stage.ts'
import { type PortalWorld, startPortalWorld } from './portal-world.ts'

interface Listed {
  readonly payment_requests: readonly {
    readonly request_id: string
    readonly status: string
    readonly settlement: { readonly assurance: string }
  }[]
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
    await payAtDemoShop(page, dev.wallet_url, async (stage) => {
      if (stage !== 'review' && stage !== 'paid') await world.inspect(page, `demo-shop-${stage}`)
      // Words stand in a line, not one below the other.
      if (stage === 'connected') {
        const lines = await page.getByRole('status').filter({ hasText: 'Connected' }).boundingBox()
        expect(lines?.height).toBeLessThan(60)
      }
    })

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
    // Where it waited was told in the terminal as well; by now, it shows the end.
    const [, link = ''] = /demo shop: its request waits at (\S+)/.exec(dev.said()) ?? []
    expect(link).toBe(`${dev.wallet_url}/approve#${listed.payment_requests[0]?.request_id}`)
    expect(faults).toEqual([])
  })
})
