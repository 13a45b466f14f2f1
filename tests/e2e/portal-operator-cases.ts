/** The portal as an operator meets it: real mail, a real site, real requests, in Chromium. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAgentClient } from '@pursestrings/sdk'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Place } from '../acceptance/place.ts'
import { newStellarAddress } from '../acceptance/steps/merchant.ts'
import { connectByKey } from '../acceptance/steps/ready.ts'
import { registerWallet, reportUpTo } from '../acceptance/steps/wallet.ts'
import { receive } from './portal-receiver.ts'
import { sees } from './portal-shop.ts'
import type { PortalWorld } from './portal-world.ts'
import { expectRows } from './specification-rows.ts'

const TABS_MAX = 120

/** Tabs until it has the focus. */
const reach = async (page: Page, wanted: Locator): Promise<void> => {
  await wanted.waitFor()
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  expect.fail(`not reached by Tab: ${String(wanted)}`)
}

const press = async (page: Page, button: string): Promise<void> => {
  await reach(page, page.getByRole('button', { name: button, exact: true }))
  await page.keyboard.press('Enter')
}

/** One key after the other, as in `g` then `d`. */
const keys = async (page: Page, ...each: string[]): Promise<void> => {
  for (const key of each) await page.keyboard.press(key)
}

export const operatorCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  beforeAll(() => {
    world = shared()
  })

  test('an operator gets in by mail alone, and out again on a small screen', async () => {
    const { dev, open, inspect, newLink } = world
    const email = 'operator@merchant.example'
    const asking = await open('/')
    await asking.page.getByRole('heading', { name: 'Sign in or sign up' }).waitFor()
    await inspect(asking.page, 'signin')
    await asking.page.getByLabel('Email').fill(email)
    const link = await newLink(email, async () => {
      await asking.page.keyboard.press('Enter')
      await asking.page.getByRole('heading', { name: 'Check your email' }).waitFor()
    })
    await inspect(asking.page, 'sent')

    // In another browser than the one that asked.
    const { page, faults, requests } = await open(link)
    await page.getByRole('heading', { name: 'Continue to Pursestrings' }).waitFor()
    expect(page.url(), 'the token leaves the address bar').toBe(`${dev.portal_url}/verify`)
    await inspect(page, 'link')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(`This link signs in ${email}.`).waitFor()
    await page.getByLabel('Code').fill((await asking.page.locator('b.mono').textContent()) ?? '')
    await inspect(page, 'code')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Name your organization' }).waitFor()
    await inspect(page, 'name')
    const name = 'Harbour Books and Every Other Thing That Is Printed on Paper or Bound in Cloth'
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('heading', { name: 'Verify your domain' }).waitFor()
    await inspect(page, 'setup')
    await page.reload()
    await page.getByRole('heading', { name: 'Verify your domain' }).waitFor()
    await page.setViewportSize({ width: 390, height: 900 })
    await page.locator('.side > details > summary').click()
    await page.locator('.side-foot summary').click()
    await inspect(page, 'menu')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in or sign up' }).waitFor()
    expect(faults).toEqual([])
    expect(requests.filter((request) => !request.includes(` ${dev.portal_url}/`))).toEqual([])
    expectRows([...asking.requests, ...requests])
  })

  test('a mail scanner that opens the link and runs its script uses nothing up', async () => {
    const { open, newLink } = world
    const link = await newLink('scanned@merchant.example')
    const scanner = await open(link, 1280)
    await scanner.page.getByRole('button', { name: 'Continue' }).waitFor()
    await scanner.page.waitForLoadState('networkidle')
    expect(scanner.requests.filter((request) => !request.startsWith('GET '))).toEqual([])
    expect(scanner.requests.filter((request) => request.includes('svc_link_'))).toEqual(
      scanner.requests.filter((request) => request.includes('/verify#token=')),
    )
    const { page } = await open(link, 1280)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Name your organization' }).waitFor()
  })

  test('a link that is spent or invented says what to do next', async () => {
    const { open, inspect } = world
    const { page, faults } = await open('/verify#token=svc_link_invented', 320)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'This link has been used or has expired.' }).waitFor()
    await inspect(page, 'spent')
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await page.getByLabel('Email').waitFor()
    expect(faults).toEqual([])
  })

  test('by keyboard alone, an operator proves a domain, adds a payee, an agent and an endpoint, sees a request arrive, and reads what became of it', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults, requests, merchant } = await signedIn('ops@harbour-books.example', 'Harbour Books')
    const receiver = await receive(dev.site_folder)
    const bodies: string[] = []
    page.on('request', (request) => bodies.push(request.postData() ?? ''))
    await keys(page, 'g', 'r')
    await page.getByText('No payment requests yet').waitFor()
    await inspect(page, 'requests-empty')
    await keys(page, 'n', 'd')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('shop.localhost')
    await reach(page, page.locator('input[type=radio]:checked'))
    await page.keyboard.press('ArrowDown')
    expect(await page.getByLabel('File on the site').isChecked()).toBe(true)
    await inspect(page, 'domains')
    await press(page, 'Continue')
    await page.getByRole('heading', { name: 'shop.localhost' }).waitFor()
    await press(page, 'Check again')
    await page.getByText('What each place found').waitFor()
    await inspect(page, 'domain-missing')
    const value = await page.locator('.copy-fields .mono').last().textContent()
    await mkdir(join(dev.site_folder, '.well-known'), { recursive: true })
    await writeFile(join(dev.site_folder, '.well-known/svc-challenge.txt'), value ?? '')
    await press(page, 'Check again')
    await page.getByText('Verified', { exact: true }).waitFor()
    await inspect(page, 'domain')

    const address = newStellarAddress()
    await keys(page, 'n', 'p')
    await page.getByRole('heading', { name: 'Payees', exact: true }).waitFor()
    await reach(page, page.getByLabel('Name'))
    await page.keyboard.type('Harbour Books till')
    await reach(page, page.getByLabel('Address'))
    await page.keyboard.insertText(address)
    await inspect(page, 'recipients')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Harbour Books till' }).waitFor()
    await inspect(page, 'recipient-draft')
    const listing = await page.locator('.code code').textContent()
    await writeFile(join(dev.site_folder, '.well-known/svc-recipients.json'), listing ?? '')
    await press(page, 'Check the domain')
    await press(page, 'Activate version 1')
    await page.getByText(/^live since/).waitFor()
    await inspect(page, 'recipient')

    await keys(page, 'g', 'a')
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
    await reach(page, page.getByLabel('Name'))
    await page.keyboard.type('Checkout agent')
    await inspect(page, 'agents')
    await page.keyboard.press('Enter')
    await press(page, 'Add a key')
    await press(page, 'Make the key')
    await page.getByText('Save this private key').waitFor()
    await inspect(page, 'agent-key')
    const private_key = (await page.locator('.secret').textContent()) ?? ''
    await keys(page, 'Escape', 'Escape')
    const sent = bodies.join()
    expect([sent.includes('public_key'), sent.includes(private_key)]).toEqual([true, false])
    await press(page, 'I’ve saved it')
    await page.getByRole('button', { name: 'Add a key' }).waitFor()
    expect(await page.content()).not.toContain(private_key)
    await inspect(page, 'agent')

    await keys(page, 'n', 'w')
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('https://shop.localhost/webhooks')
    await page.keyboard.press('Enter')
    await press(page, 'I’ve saved it')
    await press(page, 'Verify endpoint')
    await page.getByText('Active', { exact: true }).waitFor()

    // The agent runs elsewhere, with the key that was copied; a wallet answers.
    const agent_id = (await merchant.agents.list().toArray())[0]?.agent_id ?? ''
    const kid = (await merchant.agents.read(agent_id)).credentials[0]?.kid ?? ''
    const agent = createAgentClient({ base_url: dev.base_url, agent_id, kid, private_key })
    const wallet = await registerWallet({ base_url: dev.base_url } as Place)
    await connectByKey(agent, wallet)
    const [payee] = await merchant.recipients.list().toArray()
    await keys(page, 'g', 'r')
    await page.getByText('No payment requests yet').waitFor()
    const asked = await agent.requestPayment({
      task_ref: 'order-1042',
      recipient_id: payee?.recipient_id ?? '',
      recipient_version_id: payee?.active_version_id ?? '',
      amount: '12.5',
      display: { title: '<img src=x onerror=alert(1)>' },
    })
    const { request_id } = asked.payment_request
    await sees(page, request_id)
    await reportUpTo(wallet, request_id, 'confirmed')
    await page.getByText('reported, not on the ledger yet').waitFor()
    await inspect(page, 'requests')
    await keys(page, 'j', 'Enter')
    await page.waitForURL(/\/requests\/con_/)
    await page.getByText('Signed facts, checked in this browser').waitFor()
    await page.getByRole('region', { name: 'Checkout agent says' }).getByText('<img src=x').waitFor()
    await expect.poll(() => page.locator('.steps li').count()).toBe(4)
    await page.getByText('Delivered', { exact: true }).first().waitFor()
    expect(receiver.heard).toContain('payment_request.confirmed')
    await inspect(page, 'request')
    expect(faults).toEqual([])
    expectRows(requests)
  })
}
