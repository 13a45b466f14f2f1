/** The portal while things change elsewhere: one stream for all tabs, and a session that ends without taking anything away. */
import type { MerchantClient } from '@pursestrings/sdk'
import type { BrowserContext, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { reportUpTo } from '../acceptance/steps/wallet.ts'
import { openShop, type Shop, sees, TOLD_MS } from './portal-shop.ts'
import type { PortalWorld } from './portal-world.ts'

const EMAIL = 'live@harbour-books.example'

export const liveCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  let merchant: MerchantClient
  let shop: Shop
  beforeAll(() => {
    world = shared()
  })

  /** Streams that the browser has open, whichever tab opened them. */
  const countStreams = (context: BrowserContext) => {
    const open = new Set<Request>()
    context.on('request', (request) => {
      if (/\/v1\/events\?since=\d/.test(request.url())) open.add(request)
    })
    context.on('requestfailed', (request) => open.delete(request))
    context.on('requestfinished', (request) => open.delete(request))
    return () => Array.from(open, (request) => request.frame().page()).filter((page) => !page.isClosed()).length
  }

  test('a request made elsewhere shows in every tab without asking, over one stream, also once the tab that held it is closed', async () => {
    const signed = await world.signedIn(EMAIL, 'Harbour Books', '/requests')
    const { page, context, faults } = signed
    merchant = signed.merchant
    await page.getByText('No payment requests yet').waitFor()
    await page.getByRole('tab', { name: 'curl' }).click()
    await world.inspect(page, 'requests-none')
    shop = await openShop(world, merchant, EMAIL)
    const streams = countStreams(context)
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    const second = await context.newPage()
    await second.goto(`${world.dev.portal_url}/requests`)
    await second.getByText('Live', { exact: true }).waitFor()
    const first_request = await shop.ask()
    await Promise.all([page, second].map((tab) => sees(tab, first_request)))
    expect(streams()).toBe(1)
    await page.close()
    const next = await shop.ask()
    await sees(second, next)
    await expect.poll(streams).toBe(1)
    const last = await shop.ask()
    await sees(second, last)
    await reportUpTo(shop.ready.wallet, last, 'confirmed')
    await second.getByText('reported, not on the ledger yet').waitFor({ timeout: TOLD_MS })
    expect(faults).toEqual([])
  })

  test('a lost connection is said with the time of what is shown, which stays; back again, it catches up', async () => {
    const { page, context } = await shop.signIn('/requests')
    const shown = await shop.ask()
    await sees(page, shown)
    await context.setOffline(true)
    await page.getByText('Not live', { exact: true }).waitFor()
    await page.getByText('Connection lost.').waitFor()
    await sees(page, shown)
    await world.inspect(page, 'offline')
    const missed = await shop.ask()
    await context.setOffline(false)
    await page.getByText('Live', { exact: true }).waitFor({ timeout: TOLD_MS })
    await sees(page, missed)
    expect(await page.getByText('Connection lost.').count()).toBe(0)
  })

  test('a session that ends leaves the page and what was typed; a link opened in another tab lets the person go on', async () => {
    const { page, context } = await shop.signIn('/agents')
    await page.getByLabel('Name').fill('Restock agent')
    await merchant.merchantSessions.close('all')
    await page.getByRole('heading', { name: 'Your session expired. Sign in to continue.' }).waitFor()
    await world.inspect(page, 'ended')
    await page.keyboard.press('Escape')
    const link = await world.newLink(EMAIL, () => page.getByRole('button', { name: 'Email me a link' }).click())
    const other = await context.newPage()
    await other.goto(world.dev.portal_url + link)
    await other.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your session expired' }).waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Restock agent')
    await page.getByRole('button', { name: 'Add agent' }).click()
    await page.getByRole('heading', { name: 'Restock agent' }).waitFor()
  })
}
