/** Lists and figures in the portal: filtered, searched, saved as files, counted, and with hostile texts in them. */
import type { MerchantClient } from '@pursestrings/sdk'
import { createMerchantClient } from '@pursestrings/sdk'
import { beforeAll, expect, test } from 'vitest'
import { reportUpTo } from '../acceptance/steps/wallet.ts'
import { saved, savedReceipt } from './browser.ts'
import { HOSTILE } from './hostile-strings.ts'
import { walkHostile } from './portal-hostile.ts'
import { openShop, type Shop, TOLD_MS } from './portal-shop.ts'
import type { PortalWorld } from './portal-world.ts'

const EMAIL = 'lists@harbour-books.example'

export const listCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  let merchant: MerchantClient
  let shop: Shop
  /** Three requests, of which one was paid. */
  beforeAll(async () => {
    world = shared()
    merchant = createMerchantClient({ base_url: world.dev.base_url })
    await merchant.signIn({ link: await world.newLink(EMAIL), organization: () => ({ name: 'Harbour Books' }) })
    shop = await openShop(world, merchant, EMAIL)
    for (const last of [false, false, true]) {
      const request_id = await shop.ask()
      if (last) await reportUpTo(shop.ready.wallet, request_id, 'confirmed')
    }
  })

  test('the list is filtered and searched by its address, walked by keys and opened from a small screen', async () => {
    const { page } = await shop.signIn('/requests')
    const rows = page.locator('tbody tr')
    await page.getByText(/^1–3 of 3$/).waitFor()
    await page.getByText('Status', { exact: true }).first().click()
    await page.getByLabel('Waiting', { exact: true }).click()
    await page.waitForURL(/status=signed/)
    await page.getByText(/^1–2 of 2$/).waitFor()
    expect(new URL(page.url()).search).toBe('?status=pending&status=signed')
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
    const { page, faults } = await shop.signIn('/requests?status=pending')
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
    const { page } = await shop.signIn('/')
    await page.getByRole('heading', { name: 'Requests by status' }).waitFor()
    await page.getByRole('img', { name: /^Payment requests by day .* Reported by wallets: 1/ }).waitFor()
    await page.getByLabel('24 hours').click()
    await page.waitForURL(/range=day/)
    await page.getByText('Show as table').first().click()
    await page.getByRole('cell', { name: '1', exact: true }).first().waitFor()
    await page.getByText('Show as table').first().click()
    await page.getByLabel('30 days').click()
    await world.inspect(page, 'overview')
    const waiting = page.locator('.figures > div', { hasText: 'Waiting now' }).locator('b')
    const before = Number(await waiting.textContent())
    await shop.ask()
    await expect.poll(() => waiting.textContent(), { timeout: TOLD_MS }).toBe(String(before + 1))
    await page.getByText(`${before + 1} waiting for the payer`).waitFor({ timeout: TOLD_MS })
  })

  // All texts, fields and pages: `npm run faults -- portal-hostile`.
  test('hostile texts stand on pages and in fields as text', async () => {
    const { page, faults } = await shop.signIn('/')
    const strings = HOSTILE.filter((_, index) => index % 23 === 0)
    const [listed] = await merchant.agents.list().toArray()
    const paths = ['/requests', `/recipients/${shop.ready.payee.recipient_id}`, `/agents/${listed?.agent_id}`, '/audit']
    const fields = [{ path: '/agents' }, { path: '/webhooks', open: 'Add an endpoint' }]
    const { shown } = await walkHostile(page, { strings, base: world.dev.portal_url, paths, fields })
    expect(shown).toBeGreaterThan(strings.length)
    expect(faults).toEqual([])
  })
}
