/** Payees and domains in the portal, as somebody changes them, stops them and loses a proof; and the ways to get around. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newStellarAddress } from '../acceptance/steps/stellar-address.ts'
import { skipBrowserTests } from './browser.ts'
import { hideProof, listPayees, proveDomain, servePayee } from './portal-payee.ts'
import { type PortalWorld, startPortalWorld } from './portal-world.ts'

describe.skipIf(skipBrowserTests)('payees in the portal', () => {
  let world: PortalWorld
  beforeAll(async () => {
    world = await startPortalWorld({ NETWORKS_ENABLED: 'stellar_testnet,stellar_public' })
  })
  afterAll(() => world.stop())

  test('a payee gets a new address, is renamed, recalled with its word typed, and retired', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults, merchant } = await signedIn('payees@merchant.example', 'Harbour Books')
    const domain_id = await proveDomain(world, merchant)
    const { recipient, recipient_version } = await servePayee(world, merchant, { name: 'Till', domain_id })
    await page.goto(`${dev.portal_url}/recipients`)
    await page.getByText('Confirmed by shop.localhost, no requests yet').waitFor()
    await inspect(page, 'recipients')
    await page.getByRole('link', { name: 'Till' }).click()

    await page.getByRole('button', { name: 'Add a version' }).click()
    const address = newStellarAddress()
    await page.getByLabel('Address', { exact: true }).fill(recipient_version.address)
    await page.getByText('That’s the same address and memo as version 1.').waitFor()
    await page.getByLabel('Address', { exact: true }).fill(address)
    await page.getByLabel(/^Memo/).fill('till 7')
    await inspect(page, 'add-version')
    await page.getByRole('button', { name: 'Add version', exact: true }).click()
    await page.getByRole('heading', { name: 'Version 2 vs. version 1' }).waitFor()
    await page.getByRole('button', { name: 'Check the domain' }).click()
    await page.getByText('recipient_proof_failed').waitFor()
    await listPayees(world, [{ ...recipient_version, address, memo: 'till 7' }])
    await page.getByRole('button', { name: 'Check the domain' }).click()
    await page.getByRole('button', { name: 'Activate version 2' }).waitFor()
    await inspect(page, 'recipient')
    await page.getByRole('button', { name: 'Activate version 2' }).click()
    await page.getByText(/^live since/).waitFor()

    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Front desk')
    await inspect(page, 'rename')
    await page.getByRole('button', { name: 'Rename', exact: true }).last().click()
    await page.getByRole('heading', { name: 'Front desk' }).waitFor()

    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Recall version 2' }).click()
    const recall = page.getByRole('dialog').getByRole('button', { name: 'Recall version 2' })
    await page.getByText('Front desk has no live version').waitFor()
    expect(await recall.isDisabled()).toBe(true)
    await page.getByLabel('Type recall to confirm').fill('recall')
    await inspect(page, 'recall')
    await recall.click()
    await page.getByText('Recalled', { exact: true }).waitFor()
    const { recipient_versions } = await merchant.recipients.listVersions(recipient.recipient_id).page()
    expect(recipient_versions[0]).toMatchObject({ retired_reason: 'recalled', recall_reason: 'compromised' })

    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Retire payee' }).click()
    await page.getByRole('button', { name: 'Retire Front desk' }).click()
    await page.getByText('This payee is retired.').waitFor()
    await inspect(page, 'recipient-retired')
    expect(faults).toEqual([])
  })

  test('what cools off is held, and what was never live is discarded', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults, merchant } = await signedIn('cooling@merchant.example', 'Quay Records')
    const domain_id = await proveDomain(world, merchant)
    const place = { name: 'Counter', domain_id, network: 'stellar_public' } as const
    const { recipient } = await servePayee(world, merchant, place)
    await page.goto(`${dev.portal_url}/recipients/${recipient.recipient_id}`)
    await page.getByText(/^Version 1 goes live on/).waitFor()
    await inspect(page, 'recipient-cooling')
    await page.getByRole('button', { name: 'Hold version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Hold version 1' }).click()
    await page.getByText(/never live, held/).waitFor()
    const draft = await merchant.recipients.create({
      name: 'Desk',
      network: 'stellar_testnet',
      asset: 'XLM',
      address: newStellarAddress(),
    })
    await page.goto(`${dev.portal_url}/recipients/${draft.recipient.recipient_id}`)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Discard version 1' }).click()
    await page.getByText(/never live, discarded/).waitFor()
    expect(faults).toEqual([])
  })

  test('a domain that fails shows the time that is left, and one that is removed suspends its payees', async () => {
    const { dev, inspect, signedIn, query } = world
    const { page, faults, merchant } = await signedIn('failing@merchant.example', 'Lantern Press')
    const other = await merchant.merchantDomains.register({ domain: 'events.shop.localhost', method: 'dns' })
    await page.goto(`${dev.portal_url}/domains/${other.domain.domain_id}`)
    await page.getByRole('heading', { name: 'Publish this TXT record' }).waitFor()
    await inspect(page, 'domain')
    await page.getByRole('button', { name: 'Use a file instead' }).click()
    await page.getByRole('heading', { name: 'Publish this file' }).waitFor()

    const domain_id = await proveDomain(world, merchant)
    const { recipient } = await servePayee(world, merchant, { name: 'Press till', domain_id })
    await page.goto(`${dev.portal_url}/domains/${domain_id}`)
    await page.getByText('Confirms 1 payee.').waitFor()
    await hideProof(world)
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('A different value').waitFor()
    // As the hourly look notes it.
    await query(
      "update countersign.merchant_domains set failing_since = now() - interval '4 hours' where domain = 'shop.localhost'",
    )
    await page.reload()
    await page.getByText(/This domain lapses in (19|20) hours/).waitFor()
    await page.getByRole('link', { name: 'Press till' }).waitFor()
    await inspect(page, 'domain-failing')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await inspect(page, 'domain-remove')
    await page.getByRole('button', { name: 'Remove shop.localhost' }).click()
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
    await page.goto(`${dev.portal_url}/recipients/${recipient.recipient_id}`)
    await page.getByText('Payments to this payee are suspended.').waitFor()
    await inspect(page, 'recipient-suspended')
    expect(faults).toEqual([])
  })

  test('the palette and the keys go anywhere, and an address without a page says so', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults, merchant, context } = await signedIn('keys@merchant.example', 'Ferry Line')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await merchant.agents.create({
      name: 'Box office agent',
      runtime: 'node',
      environment: 'testnet',
      allowed_scopes: ['payment.requests.create'],
    })
    const { domain } = await merchant.merchantDomains.register({ domain: 'shop.localhost', method: 'https' })
    const pages = await page.getByRole('navigation').getByRole('link').allTextContents()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    for (const name of pages) await page.getByRole('option', { name }).waitFor()
    await inspect(page, 'palette-empty')
    await page.keyboard.type('box')
    await page.getByRole('option', { name: 'Box office agent' }).waitFor()
    await page.getByRole('combobox').fill('o')
    await page.getByRole('option', { name: 'shop.localhost' }).waitFor()
    await inspect(page, 'palette')
    await page.getByRole('combobox').fill('shop')
    await page.getByRole('option', { name: 'shop.localhost', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'shop.localhost' }).waitFor()
    await page.keyboard.press('c')
    await page.getByText('Copied', { exact: true }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(domain.domain_id)
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: 'Recipients' }).waitFor()
    await page.locator('input:focus').waitFor()
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toBe('Name')
    // In a field, keys are letters.
    await page.keyboard.type('gate?')
    expect(await page.locator('input:focus').inputValue()).toBe('gate?')
    await page.getByRole('heading', { name: 'Recipients' }).click()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await inspect(page, 'keys')
    await page.getByLabel('Use single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').count()).toBe(0)

    for (const path of ['/nowhere/at/all', '/recipients/rcp_01k0000000e008000000000000']) {
      const answer = await page.goto(dev.portal_url + path)
      expect(answer?.status()).toBe(path.startsWith('/nowhere') ? 404 : 200)
      await page.getByRole('heading', { name: 'We can’t find that page' }).waitFor()
      await page.getByText(path).waitFor()
    }
    await inspect(page, 'not-found')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox').waitFor()
    const program = await fetch(`${dev.base_url}/v1/nowhere`, { headers: { accept: 'text/html' } })
    expect([program.status, program.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    expect(faults).toEqual([])
  })
})
