/** A person on a slow line: whatever the wallet says meanwhile is so. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { approveAndSign, expectApprove, type ReviewWorld } from './wallet-review-world.ts'

const DELAY_MS = 3_000
/** Said to somebody who has just signed here, each of these is wrong. */
const NEVER = ['another device', 'Already answered', 'This wallet hasn’t signed anything', 'We can’t find']

export const slowCases = (shared: () => ReviewWorld): void => {
  let world: ReviewWorld
  beforeAll(() => {
    world = shared()
  })

  test('with every chunk and answer three seconds late, who has signed here never reads that another device did', async () => {
    const { page, context, ask, faults, device } = await world.payer()
    await watch(page)
    const request_id = await ask('slow-line')
    await expectApprove(page, true)
    await context.route('**/*', async (route) => {
      await new Promise((resume) => setTimeout(resume, DELAY_MS))
      await route.continue().catch(() => {})
    })
    await approveAndSign(page)
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    const said = await page.evaluate<string>('window.said')
    expect(NEVER.filter((words) => said.includes(words))).toEqual([])
    // It was watched all along: both pages are in it.
    expect(said).toContain('Sign and pay')
    expect(said).toContain('On the ledger')
    await expect
      .poll(async () => (await device.paymentRequests.read(request_id)).payment_request.status)
      .toBe('confirmed')
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    expect(faults).toEqual([])
  })

  test('offline is said at once, and what was there stays', async () => {
    const { page, context, faults } = await world.payer()
    await page.getByText('more stays as reserve').waitFor()
    await context.setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    await page.getByText('more stays as reserve').waitFor()
    await world.wallet.inspect(page, 'wallet-offline-390')
    await context.setOffline(false)
    await page.getByText('You’re offline.').waitFor({ state: 'detached' })
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
}

/** Every text that the page ever shows. */
const watch = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const seen = new Set()
    const look = () => { seen.add(document.body.innerText); window.said = [...seen].join('\\n') }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
  })()`)
