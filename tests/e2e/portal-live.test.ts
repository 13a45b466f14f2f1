/** The portal while things change elsewhere: one stream for all tabs, and a session that ends without taking anything away. */
import type { AgentClient, MerchantClient, WalletClient } from '@countersign/sdk'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Options } from '../acceptance/options.ts'
import { openPlace } from '../acceptance/place-at.ts'
import { registerAgent } from '../acceptance/steps/agent.ts'
import { connectByKey } from '../acceptance/steps/connect.ts'
import { type Payee, preparePayee } from '../acceptance/steps/merchant.ts'
import { registerWallet, reportUpTo } from '../acceptance/steps/wallet.ts'
import { saved, savedReceipt, skipBrowserTests } from './browser.ts'
import { HOSTILE } from './hostile-strings.ts'
import { walkHostile } from './portal-hostile.ts'
import { type PortalWorld, startPortalWorld } from './portal-world.ts'

const EMAIL = 'ops@harbour-books.example'

describe.skipIf(skipBrowserTests)('the portal stays up to date', () => {
  let world: PortalWorld
  let merchant: MerchantClient
  let payee: Payee
  let agent: AgentClient
  let wallet: WalletClient
  let tasks = 0
  beforeAll(async () => {
    world = await startPortalWorld()
  })
  afterAll(() => world.stop())

  const getReady = async (): Promise<void> => {
    const { base_url, mail_url, site_folder } = world.dev
    const place = await openPlace({
      'base-url': base_url,
      'mail-url': mail_url,
      site: site_folder,
      quick: true,
    } as Options)
    payee = await preparePayee(place, merchant)
    agent = await registerAgent(place, merchant)
    wallet = await registerWallet(place)
    await connectByKey(agent, wallet)
    await place.close()
  }
  /** In a browser of its own, to the organization that the first test made. */
  const signInAgain = async (path: string) => {
    const watched = await world.open(await world.newLink(EMAIL))
    await watched.page.getByRole('button', { name: 'Continue' }).click()
    await watched.page.getByRole('button', { name: 'Harbour Books', exact: true }).click()
    await watched.page.getByRole('navigation').waitFor()
    await watched.page.goto(world.dev.portal_url + path)
    return watched
  }
  const ask = async (): Promise<string> => {
    const { recipient_id, recipient_version_id } = payee
    const task = { task_ref: `order-${++tasks}`, recipient_id, recipient_version_id, amount: '12.5' }
    return (await agent.requestPayment(task)).payment_request.request_id
  }
  /** Nothing is polled, so what shows was told. It takes under a second; a loaded machine gets more. */
  const TOLD_MS = 15_000
  const sees = (page: Page, request_id: string) =>
    page.getByRole('link', { name: request_id }).waitFor({ timeout: TOLD_MS })
  /** Streams that the browser has open, whichever tab opened them. */
  const countStreams = (context: BrowserContext) => {
    const open = new Set<Request>()
    context.on('request', (request) => {
      if (request.url().includes('/v1/merchant/events/stream')) open.add(request)
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
    await getReady()
    const streams = countStreams(context)
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    const second = await context.newPage()
    await second.goto(`${world.dev.portal_url}/requests`)
    await second.getByText('Live', { exact: true }).waitFor()
    const first_request = await ask()
    await Promise.all([page, second].map((tab) => sees(tab, first_request)))
    expect(streams()).toBe(1)
    await page.close()
    const next = await ask()
    await sees(second, next)
    await expect.poll(streams).toBe(1)
    const last = await ask()
    await sees(second, last)
    await reportUpTo(wallet, last, 'confirmed')
    await second.getByText('reported', { exact: true }).waitFor({ timeout: TOLD_MS })
    expect(faults).toEqual([])
  })

  test('the list is filtered and searched by its address, walked by keys and opened from a small screen', async () => {
    const { page } = await signInAgain('/requests')
    const rows = page.locator('tbody tr')
    await page.getByText(/^1–3 of 3$/).waitFor()
    await page.getByText('Status', { exact: true }).first().click()
    for (const status of ['Pending', 'Rejected']) {
      await page.getByLabel(status).click()
      await page.waitForURL(new RegExp(`status=${status.toLowerCase()}`))
    }
    await page.getByText(/^1–2 of 2$/).waitFor()
    expect(new URL(page.url()).search).toBe('?status=pending&status=rejected')
    await world.inspect(page, 'requests-filter')
    await page.keyboard.press('Escape')
    await page.goto(`${world.dev.portal_url}/requests`)
    await page.getByText('Amount', { exact: true }).first().click()
    await page.getByLabel('At least').fill('1e9')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).search).toBe('')
    await page.getByLabel('At least').fill('12.51')
    await world.inspect(page, 'requests-amount')
    await page.keyboard.press('Enter')
    await page.getByText('No payment requests match').waitFor()
    await page.getByLabel('At least').fill('12.49')
    await page.getByLabel('At most').fill('12.5')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText(/^1–3 of 3$/).waitFor()
    await page.getByText('12.49 to 12.5').waitFor()
    expect(new URL(page.url()).search).toBe('?min=12.49&max=12.5')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.waitForURL(`${world.dev.portal_url}/requests`)
    await page.keyboard.press('Escape')
    await page.getByLabel('Search by').selectOption('Task')
    await page.getByRole('heading', { name: 'Payment requests' }).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('order-1')
    await page.keyboard.press('Enter')
    await page.getByText(/^1–1 of 1$/).waitFor()
    await page.goto(`${world.dev.portal_url}/requests?task=order-none`)
    await page.getByText('No payment requests match').waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await rows.nth(2).waitFor()
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
    const [second] = [await rows.nth(1).getByRole('link').textContent()]
    await page.setViewportSize({ width: 390, height: 900 })
    await world.inspect(page, 'requests-list')
    await page.keyboard.press('Enter')
    await page.getByText('Signed facts, checked in this browser').waitFor()
    expect(page.url()).toContain(encodeURIComponent(second ?? ''))
    await page.goBack()
    await rows.nth(0).click()
    await page.getByText('Signed facts, checked in this browser').waitFor()
    expect(JSON.parse(await savedReceipt(page))).toMatchObject({ type: 'svc.receipt.v1' })
  })

  test('what the list shows is saved as a file, and what the log holds', async () => {
    const { page, faults } = await signInAgain('/requests?status=pending')
    await page.getByText(/^1–2 of 2$/).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByText('2 rows', { exact: true }).waitFor()
    await world.inspect(page, 'requests-export')
    const [head, ...rows] = (await saved(page, 'Download')).trimEnd().split('\r\n')
    expect(head).toMatch(/^request_id,.*assurance/)
    expect(rows).toHaveLength(2)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByLabel('Everything').check()
    await page.getByText('3 rows', { exact: true }).waitFor()
    await page.getByText('NDJSON', { exact: true }).click()
    const lines = (await saved(page, 'Download')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).protocol)).toEqual(lines.map(() => 'svc.payment_request.v1'))
    expect(lines).toHaveLength(3)
    await page.goto(`${world.dev.portal_url}/audit`)
    await page.getByText('Exported payment requests').first().waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    expect(await saved(page, 'Download')).toContain('payment_request.exported')
    expect(faults).toEqual([])
  })

  test('the overview shows what became of requests and how deliveries went, and says it in sentences and tables', async () => {
    const { page } = await signInAgain('/')
    await page.getByRole('heading', { name: 'Requests by status' }).waitFor()
    await page.getByRole('img', { name: /^Payment requests by day .* Confirmed: 1/ }).waitFor()
    await page.getByLabel('24 hours').click()
    await page.waitForURL(/range=day/)
    await page.getByText('Show as table').first().click()
    await page.getByRole('cell', { name: '1', exact: true }).first().waitFor()
    await page.getByText('Show as table').first().click()
    await page.getByLabel('30 days').click()
    await world.inspect(page, 'overview')
    const waiting = page.locator('.figures > div', { hasText: 'Waiting now' }).locator('b')
    const before = Number(await waiting.textContent())
    await ask()
    await expect.poll(() => waiting.textContent(), { timeout: TOLD_MS }).toBe(String(before + 1))
    await page.getByText(`${before + 1} waiting for the payer`).waitFor({ timeout: TOLD_MS })
  })

  test('a lost connection is said with the time of what is shown, which stays; back again, it catches up', async () => {
    const { page, context } = await signInAgain('/requests')
    const shown = await ask()
    await sees(page, shown)
    await context.setOffline(true)
    await page.getByText('Not live', { exact: true }).waitFor()
    await page.getByText('Connection lost.').waitFor()
    await sees(page, shown)
    await world.inspect(page, 'offline')
    const missed = await ask()
    await context.setOffline(false)
    await page.getByText('Live', { exact: true }).waitFor({ timeout: TOLD_MS })
    await sees(page, missed)
    expect(await page.getByText('Connection lost.').count()).toBe(0)
  })

  // All texts, fields and pages: `npm run faults -- portal-hostile`.
  test('hostile texts stand on pages and in fields as text', async () => {
    const { page, faults } = await signInAgain('/')
    const strings = HOSTILE.filter((_, index) => index % 23 === 0)
    const [listed] = await merchant.agents.list().toArray()
    const paths = ['/requests', `/recipients/${payee.recipient_id}`, `/agents/${listed?.agent_id}`, '/audit']
    const fields = [{ path: '/agents' }, { path: '/webhooks', open: 'Add an endpoint' }]
    const { shown } = await walkHostile(page, { strings, base: world.dev.portal_url, paths, fields })
    expect(shown).toBeGreaterThan(strings.length)
    expect(faults).toEqual([])
  })

  test('a session that ends leaves the page and what was typed; a link opened in another tab lets the person go on', async () => {
    const { page, context } = await signInAgain('/agents')
    await page.getByLabel('Name').fill('Restock agent')
    await merchant.merchantSessions.closeAll()
    await page.getByRole('heading', { name: 'Your session expired. Sign in to continue.' }).waitFor()
    await world.inspect(page, 'ended')
    await page.keyboard.press('Escape')
    const link = await world.newLink(EMAIL, () => page.getByRole('button', { name: 'Email me a link' }).click())
    const other = await context.newPage()
    await other.goto(world.dev.portal_url + link)
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.getByRole('button', { name: 'Harbour Books', exact: true }).click()
    await page.getByRole('heading', { name: 'Your session expired' }).waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Restock agent')
    await page.getByRole('button', { name: 'Add agent' }).click()
    await page.getByRole('heading', { name: 'Restock agent' }).waitFor()
  })

  test('back, refresh and a second tab keep their place; signing out ends every tab', async () => {
    const { dev, signedIn } = world
    const { page, context, faults } = await signedIn('tabs@merchant.example', 'Quay Records')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('d')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('shop.localhost')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'shop.localhost' }).waitFor()
    const here = page.url()
    await page.reload()
    await page.getByRole('heading', { name: 'shop.localhost' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'shop.localhost' }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'shop.localhost' }).waitFor()
    const second = await context.newPage()
    await second.goto(here)
    await second.getByRole('heading', { name: 'shop.localhost' }).waitFor()
    await second.locator('.side-foot summary').click()
    await second.getByRole('button', { name: 'Sign out' }).click()
    await second.getByRole('heading', { name: 'Sign in or sign up' }).waitFor()
    await page.goto(`${dev.portal_url}/requests`)
    await page.getByRole('heading', { name: 'Sign in or sign up' }).waitFor()
    expect(faults).toEqual([])
  })
})
