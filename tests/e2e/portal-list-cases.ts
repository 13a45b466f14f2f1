/** Lists and figures in the portal: filtered, searched, saved as files, counted, and with hostile texts in them. */
import type { MerchantClient } from '@pursestrings/sdk'
import { createMerchantClient } from '@pursestrings/sdk'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { changeFacts } from '../../server/test/change-facts.ts'
import { reportUpTo } from '../acceptance/steps/wallet.ts'
import { saved, savedReceipt } from './browser.ts'
import { HOSTILE } from './hostile-strings.ts'
import { walkHostile } from './portal-hostile.ts'
import { openShop, type Shop, TOLD_MS } from './portal-shop.ts'
import type { PortalWorld } from './portal-world.ts'
import { slowDown, watchPage } from './watch-page.ts'

const EMAIL = 'lists@harbour-books.example'

/** What an organization with a payee, an agent, a domain and requests never reads. */
const NOTHING = [
  'No payment requests',
  'No agents',
  'No changes yet',
  'Verify a domain. Payers see',
  'Verify a domain first',
  'Lists no payee',
  '0 of 5',
]
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

  test('the list has views, filters and a search in its address, and is walked by keys beside what is open', async () => {
    const { page, faults } = await shop.signIn('/requests')
    const rows = page.locator('.asked li')
    const views = page.getByRole('navigation', { name: 'Views' })
    await page.getByText(/^1–3 of 3$/).waitFor()
    for (const counted of ['All 3', 'Waiting 2', 'Needs you 0', 'Paid 0', 'Not paid 0'])
      await views.getByRole('link', { name: counted, exact: true }).waitFor()
    await views.getByRole('link', { name: 'Waiting' }).click()
    await page.getByText(/^1–2 of 2$/).waitFor()
    expect(new URL(page.url()).search).toBe('?standing=waiting')
    await views.getByRole('link', { name: 'Not paid' }).click()
    await page.getByText('No payment requests match').waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByText('Amount', { exact: true }).click()
    await page.getByLabel('At least').fill('1e9')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).search).toBe('')
    await page.getByLabel('At least').fill('12.49')
    await world.inspect(page, 'requests-amount')
    await page.getByLabel('At most').fill('12.5')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('12.49 to 12.5').waitFor()
    await page.keyboard.press('Escape')
    // A view of one's own is kept, and taken away.
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name of the view').fill('Twelve and a half')
    await page.keyboard.press('Enter')
    await views.getByRole('link', { name: 'All' }).click()
    await page.reload()
    await views.getByRole('link', { name: 'Twelve and a half' }).click()
    await page.waitForURL(/min=12.49&max=12.5/)
    await page.getByRole('button', { name: 'Remove view' }).click()
    await views.getByRole('link', { name: 'Twelve and a half' }).waitFor({ state: 'detached' })
    await views.getByRole('link', { name: 'All' }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('lantern 2')
    await page.getByText(/^1–1 of 1$/).waitFor()
    await page.waitForURL(/q=lantern\+2/)
    await page.locator('input[type=search]').fill('')
    await rows.nth(2).waitFor()
    await page.keyboard.press('Escape')
    for (const key of ['j', 'ArrowDown', 'j', 'k']) await page.keyboard.press(key)
    const peek = page.getByRole('complementary', { name: 'The request' })
    await peek.getByText('Order 2: lantern').first().waitFor()
    await peek.getByText('Signed facts, checked in this browser').waitFor()
    await world.inspect(page, 'requests-peek')
    // On the narrow screens of that look there was no room for it.
    await peek.getByText('Signed facts, checked in this browser').waitFor()
    await page.keyboard.press('Escape')
    await peek.waitFor({ state: 'detached' })
    await rows.nth(0).click()
    await peek.getByText('Order 3: lantern').first().waitFor()
    expect(JSON.parse(await savedReceipt(page))).toMatchObject({ type: 'svc.receipt.v1' })
    const whole = await rows.nth(1).getByRole('link').getAttribute('href')
    await page.setViewportSize({ width: 390, height: 900 })
    await peek.waitFor({ state: 'detached' })
    await world.inspect(page, 'requests-list')
    await rows.nth(1).click()
    await page.waitForURL(`**${whole}`)
    await page.getByText('Signed facts, checked in this browser').waitFor()
    expect(faults).toEqual([])
  })

  test('what the list shows is saved as a file, and what the log holds', async () => {
    const { page, faults } = await shop.signIn('/requests?standing=waiting')
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
    // What was reported before is disputed a minute later, since no ledger has it.
    await reportUpTo(shop.ready.wallet, await shop.ask(), 'confirmed')
    const { page } = await shop.signIn('/')
    await page.getByRole('heading', { name: 'Requests by status' }).waitFor()
    await page.getByRole('img', { name: /^Payment requests by day .* Reported by wallets: [12]\./ }).waitFor()
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
    await page.getByText(`${before + 1} waiting`, { exact: true }).waitFor({ timeout: TOLD_MS })
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

  test('with every chunk and answer three seconds late, no page is blank, and none says that there is nothing', async () => {
    const { page, context, faults } = await shop.signIn('/settings')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    const watched = await watchPage(page)
    await slowDown(context)
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const paths = await Promise.all((await links.all()).map((link) => link.getAttribute('href')))
    for (const path of paths) {
      await page.locator(`.side nav a[href="${path}"]`).click()
      await page.waitForURL(`${world.dev.portal_url}${path}`)
      // Here, and nothing more on its way.
      await expect.poll(() => page.locator('.skeleton, .leaving').count(), { timeout: 60_000 }).toBe(0)
    }
    await page.locator('.side nav a[href="/requests"]').click()
    await page.locator('.asked a').first().press('Enter')
    await page.getByText('Signed facts, checked in this browser').waitFor()
    const { said, blank_ms } = await watched()
    expect(NOTHING.filter((words) => said.includes(words))).toEqual([])
    expect(blank_ms).toBeLessThan(300)
    // A page that doesn't come says so, in its frame, with a way on.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(`${world.dev.portal_url}/agents`)
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
    await context.route('**/assets/Members-*', (route) => route.abort())
    await page.locator('.side nav a[href="/members"]').click()
    await page.getByRole('heading', { name: 'This page didn’t load' }).waitFor()
    await world.inspect(page, 'page-fault')
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    expect(faults.filter((fault) => !/Failed to (load|fetch)|Members/.test(fault))).toEqual([])
  })

  test('one order among 10,000 is found by its title within five seconds of keys', async () => {
    await addMany(world.database_url, 10_000)
    const { page } = await shop.signIn('/requests')
    await page.getByText(/^1–25 of 10,/).waitFor()
    const found = page.getByText('Signed facts, checked in this browser')
    const typed = async (keys: readonly string[], words: string): Promise<number> => {
      const began = performance.now()
      for (const key of keys) await page.keyboard.press(key)
      await page.locator('input:focus').waitFor()
      await page.keyboard.type(words, { delay: 50 })
      return began
    }
    let began = await typed(['/'], 'tide 4714')
    await page.locator('.asked').getByText('Order 4714: tide tables').waitFor()
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
    await found.waitFor()
    expect(performance.now() - began).toBeLessThan(5_000)
    began = await typed(['Control+k'], 'signed 8001')
    await page.getByRole('option', { name: 'Order 8001: signed first edition', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Order 8001: signed first edition').first().waitFor()
    await found.waitFor()
    expect(performance.now() - began).toBeLessThan(5_000)
  })
}

// A merchant with many requests, copied by SQL from its newest one: each with a title and a number of its own.

const COPIES = `
  with one as materialized (
    select p.*, row_to_json(i) as entry from payment_requests p
    join payment_request_index i using (merchant_id, connection_id, payment_request_id) order by p.created_at desc limit 1),
  copies as materialized (
    select p.*, n, ('00' || substr(gen_random_uuid()::text, 3))::uuid as id, 'order-' || n as named,
      p.created_at - n * interval '1 minute' as at, jsonb_build_object('title', 'Order ' || n || ': ' ||
        (array['paper restock', 'signed first edition', 'two books', 'gift card', 'tide tables'])[1 + n % 5])::text as words
    from one p, generate_series(1, $1::int) n),
  requests as (
    insert into payment_requests
    select (jsonb_populate_record(null::payment_requests, to_jsonb(c) || jsonb_build_object('payment_request_id', id,
      'request_id', named, 'display', words, 'created_at', at, 'idempotency_digest', gen_random_uuid(),
      'facts_digest', sha256(id::text::bytea)))).* from copies c),
  entries as (
    insert into payment_request_index
    select (jsonb_populate_record(null::payment_request_index, entry::jsonb || jsonb_build_object('payment_request_id', id,
      'request_id', named, 'created_at', at))).* from copies),
  found_by as (
    insert into payment_request_words (merchant_id, word, payment_request_id)
    select merchant_id, unnest(request_words(words, named, null, amount)), id from copies on conflict do nothing)
  select id from copies`

const addMany = async (database_url: string, count: number): Promise<void> => {
  const pool = new pg.Pool({ connectionString: database_url, options: '-c search_path=pursestrings' })
  try {
    const { rows } = await pool.query(COPIES, [count])
    await changeFacts(
      pool,
      rows.map(({ id }) => id),
    )
  } finally {
    await pool.end()
  }
}
