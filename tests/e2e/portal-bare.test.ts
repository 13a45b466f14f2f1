/**
 * The portal of a service without modules: everything that leads somewhere is followed and everything that can be pressed is pressed,
 * and no page asks for what the service does not serve. What a dialog would send is refused on the way, so that nothing changes
 * and the next button is there, too.
 */
import { isServed } from '@pursestrings/contract/tiers'
import { createProjectClient, type MerchantClient } from '@pursestrings/sdk'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { operationOf } from '../../server/test/operation-of.ts'
import { until } from '../../server/test/until.ts'
import { newStellarAddress, preparePayee } from '../acceptance/steps/merchant.ts'
import { getReady } from '../acceptance/steps/ready.ts'
import { reportUpTo } from '../acceptance/steps/wallet.ts'
import { openPage, skipBrowserTests } from './browser.ts'
import { receive } from './portal-receiver.ts'
import { placeOf } from './portal-stock.ts'
import { type PortalWorld, startPortalWorld } from './portal-world.ts'
import { pressButtons } from './press-buttons.ts'
import { deviceOf } from './wallet-review-world.ts'
import { goTo, makeWallet } from './wallet-world.ts'

const PRESSED_AT_LEAST = 30
const PAGES = [
  '/',
  '/requests',
  '/requests/con_…/…',
  '/agent-payments',
  '/agent-payments/apy_…',
  '/recipients',
  '/recipients/rcp_…',
  '/domains',
  '/domains/dom_…',
  '/agents',
  '/agents/agt_…',
  '/policies',
  '/policies/new',
  '/policies/pol_…',
  '/api-keys',
  '/webhooks',
  '/webhooks/whe_…',
]

/** One of each kind; a request is named by its agent. */
const kindOf = (path: string): string =>
  (path.split(/[#?]/)[0] ?? '').replace(/\/(con_)[^/]+\/.+/, '/$1…/…').replaceAll(/\b([a-z]{2,4}_)\w{10,}/g, '$1…')

/** A page for every kind of record, as far as it takes no module, in the state with the most buttons. */
const stock = async (world: PortalWorld, merchant: MerchantClient): Promise<void> => {
  const receiver = await receive(world.dev.site_folder)
  const place = placeOf(world)
  const payee = await preparePayee(place, merchant)
  const { recipient_id, recipient_version_id } = payee
  const { agent, wallet, connection_id, ask } = await getReady(place, {}, { merchant, payee })
  const { version } = (await merchant.recipients.read(recipient_id)).recipient
  const facts = { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress() } as const
  await merchant.recipients.addVersion(recipient_id, { ...facts, version })
  const { webhook_endpoint } = await merchant.webhookEndpoints.create({ url: 'https://shop.localhost/webhooks' })
  await merchant.webhookEndpoints.verify(webhook_endpoint.webhook_endpoint_id)
  receiver.answer = 503
  const { request_id } = (await ask('order-1', { display: { title: 'Order 1' } })).payment_request
  await reportUpTo(wallet, request_id, 'confirmed')
  expect((await agent.paymentRequests.read(request_id)).payment_request.status).toBe('confirmed')
  await until(
    async () => (await merchant.webhookDeliveries.list({ status: 'pending' }).page()).webhook_deliveries.length > 0,
  )

  const { project_id } = (await merchant.projects.create({ name: 'Checkout assistant' })).project
  const { secret: api_key } = await merchant.apiKeys.create(project_id, { name: 'Server' })
  const project = createProjectClient({ base_url: place.base_url, api_key })
  const intent = { connection_id, recipient_id, recipient_version_id, amount: '2.5', purpose: 'Paper' }
  await project.agentPayments.create({ initiator: 'human', ...intent })
  await project.agentPayments.create({ initiator: 'agent', ...intent }).catch(() => {})
  expect((await project.agentPayments.list({ status: 'refused' }).page()).refused_attempts.length).toBe(1)
  const [from, to] = [0, 86_400_000].map((later) => new Date(Date.now() + later).toISOString())
  const policy = await project.automationPolicies.create({
    connection_id,
    name: 'Weekly groceries',
    network: 'stellar_testnet',
    asset: 'XLM',
    single_tx_limit: '5',
    cumulative_limit: '60',
    validity_window: { from: from ?? '', to: to ?? '' },
    allowlist: [recipient_id],
  })
  const agreed = await wallet.automationPolicies.optIn(policy.id, { policy_digest: policy.policy_digest ?? '' })
  // Wider limits wait for the wallet.
  await project.automationPolicies.update(policy.id, { version: agreed.version, single_tx_limit: '9' })
}

describe.skipIf(skipBrowserTests)('without modules', () => {
  let world: PortalWorld
  beforeAll(async () => {
    world = await startPortalWorld({ EXTENSIONS: 'none' })
  })
  afterAll(() => world?.stop())

  test('the wallet offers no stop of everything', async () => {
    const { page, context, faults } = await openPage(world.browser, 390)
    onTestFinished(() => context.close())
    await page.goto(world.dev.wallet_url)
    await makeWallet(page)
    const place = placeOf(world)
    const { merchant } = await world.signedIn('stop@harbour-books.example', 'Harbour Books')
    await getReady(
      place,
      { wallet: await deviceOf(page, place) },
      { merchant, payee: await preparePayee(place, merchant) },
    )
    for (const path of ['/', '/agents']) {
      await goTo(page, path)
      await page.getByRole('link', { name: /Checkout agent/ }).waitFor()
      expect(await page.getByRole('button', { name: 'Stop everything' }).count()).toBe(0)
    }
    expect(faults).toEqual([])
  })

  test('no page, link, button, dialog or key of the portal asks for what is not served', async () => {
    const { page, faults, merchant } = await world.signedIn('bare@harbour-books.example', 'Harbour Books')
    await stock(world, merchant)
    const found = new Set(['/'])
    const queue = ['/']
    let at = '/'
    const asked = new Set<string>()
    page.on('request', (request) => {
      const operation = calledBy(request)
      if (operation && !isServed(operation.tier, 'none')) asked.add(`${at}: ${operation.id}`)
    })
    const sent = new Set<string>()
    await page.route(/\/v1\//, (route, request) => {
      if (request.method() === 'GET') return route.continue()
      sent.add(calledBy(request)?.id ?? request.url())
      const error = { code: 'validation_failed', message: 'Kept as it was.', request_id: 'req_1', issues: [] }
      return route.fulfill({ status: 422, json: { ok: false, error } })
    })
    const { pressed } = await pressButtons({
      page,
      paths: queue,
      within: 'body',
      but: /^(Sign out|Copy)\b/,
      async go(path) {
        at = path
        const [address, tab] = path.split('#')
        await page.goto(world.dev.portal_url + address)
        await page.locator('main h1').first().waitFor()
        if (tab) await page.getByRole('tab', { name: tab, exact: true }).click()
        await page.evaluate(`document.querySelectorAll('details').forEach((one) => (one.open = true))`)
      },
      async look(path) {
        for (const more of [...(await linksOn(page)), ...(await tabsOn(page, path))]) {
          const kind = more.includes('#') ? `${kindOf(more)}#${more.split('#')[1]}` : kindOf(more)
          if (found.has(kind)) continue
          found.add(kind)
          queue.push(more)
        }
      },
      pressed: () => answerDialog(page),
    })
    expect([...asked]).toEqual([])
    expect([...found].filter((kind) => !kind.includes('#')).toSorted()).toEqual(PAGES.toSorted())
    // It has pressed what is served: dialogs were filled in and sent.
    expect([...sent]).toEqual(
      expect.arrayContaining(['agents.update', 'automation_policies.withdraw', 'projects.create']),
    )
    expect(pressed).toBeGreaterThanOrEqual(PRESSED_AT_LEAST)

    await page.goto(world.dev.portal_url)
    await page.locator('main h1').first().waitFor()
    for (const key of ['?', 'Control+k']) {
      await page.keyboard.press(key)
      const words = await page.getByRole('dialog').innerText()
      expect(words).toContain('Domains')
      expect(words).not.toMatch(/Members|Audit|Settings|merchant key/i)
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    expect(new URL(page.url()).pathname).toBe('/')
    expect(faults).toEqual([])
  })
})

const calledBy = (request: Request) => operationOf(request.method(), new URL(request.url()).pathname)

/** To pages of the portal; its docs are not part of this service. */
const linksOn = async (page: Page): Promise<string[]> => {
  const all = await page.locator('a[href]').evaluateAll((links) => links.map((one) => one.getAttribute('href') ?? ''))
  return all.filter((href) => href.startsWith('/') && !href.startsWith('/docs'))
}

const tabsOn = async (page: Page, path: string): Promise<string[]> =>
  path.includes('#')
    ? []
    : (await page.getByRole('tab').allTextContents()).map((name) => `${path.split('?')[0]}#${name}`)

/** Fills in what is asked for, and sends it. */
const answerDialog = async (page: Page): Promise<void> => {
  const dialog = page.locator('dialog[open]')
  if ((await dialog.count()) === 0) return
  for (const field of await dialog
    .locator('input:is([type=text], [type=url], [type=email], [type=search], :not([type]))')
    .all())
    if ((await field.isVisible()) && (await field.inputValue()) === '') await field.fill('https://shop.localhost/x')
  const submit = dialog.locator('button[type=submit]:enabled')
  if ((await submit.count()) > 0) await submit.first().click()
}
