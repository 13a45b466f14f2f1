/** Every page of an open wallet with an agent and a request, and every button on it. */
import { beforeAll, expect, test } from 'vitest'
import { pressButtons } from './press-buttons.ts'
import type { ReviewWorld } from './wallet-review-world.ts'
import { goTo } from './wallet-world.ts'

const PRESSED_AT_LEAST = 8

export const walkCases = (shared: () => ReviewWorld): void => {
  let world: ReviewWorld
  beforeAll(() => {
    world = shared()
  })

  test('every page opens, and every button on it answers', async () => {
    const { page, faults, ready } = await world.payer()
    const { request_id } = (await ready.ask('walked')).payment_request
    const { pressed, dumb } = await pressButtons({
      page,
      paths: [
        '/',
        '/agents',
        '/agents/connect',
        '/agents/pair',
        `/agents/${ready.connection_id}`,
        '/activity',
        '/receipts/check',
        '/settings',
        '/settings/backup',
        '/settings/passphrase',
        '/settings/passkey',
        '/settings/devices',
        '/settings/link',
        `/review/${ready.connection_id}/${request_id}`,
      ],
      within: 'body',
      async go(path) {
        await goTo(page, path)
        await page.locator('main h1').first().waitFor()
      },
      look: (path) => world.wallet.inspect(page, `wallet ${path}`),
      but: /^Lock/,
    })
    expect(dumb).toEqual([])
    expect(pressed).toBeGreaterThanOrEqual(PRESSED_AT_LEAST)
    expect(faults).toEqual([])
  })
}
