/** Payees and domains in the portal, as somebody changes them, stops them and loses a proof. */
import { beforeAll, expect, test } from 'vitest'
import { newStellarAddress } from '../acceptance/steps/merchant.ts'
import { endCooling, hideProof, listPayees, proveDomain, servePayee } from './portal-payee.ts'
import type { PortalWorld } from './portal-world.ts'
import { expectRows } from './specification-rows.ts'

export const payeeCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  beforeAll(() => {
    world = shared()
  })

  test('a payee gets a new address after a day, is renamed, recalled with its word typed, and retired; another is paid in an issued asset', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults, requests, merchant } = await signedIn('payees@merchant.example', 'Harbour Books')
    const domain_id = await proveDomain(world, merchant)
    const { recipient, recipient_version } = await servePayee(world, merchant, { name: 'Till', domain_id })
    await page.goto(`${dev.portal_url}/recipients`)
    await page.getByText('Listed by shop.localhost, no requests yet').waitFor()
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
    // Pasted whole, the file keeps what serves listed.
    const file = JSON.parse((await page.locator('.code code').first().textContent()) ?? '')
    expect(file.recipients.map((one: { address: string }) => one.address)).toEqual([recipient_version.address, address])
    await page.getByRole('button', { name: 'Check the domain' }).click()
    await page.getByText('recipient_proof_failed').waitFor()
    await listPayees(world, [{ ...recipient_version, address, memo: 'till 7' }])
    await page.getByRole('button', { name: 'Check the domain' }).click()
    await page.getByRole('button', { name: 'Activate version 2' }).waitFor()
    await inspect(page, 'recipient')
    await page.getByRole('button', { name: 'Activate version 2' }).click()
    await page.getByText(/^Version 2 goes live on/).waitFor()
    await page.goto(`${dev.portal_url}/requests?standing=disputed`)
    await page.getByText(/^The address of Till changes /).waitFor()
    await inspect(page, 'needs-you-changes')
    await page.getByRole('link', { name: 'Review it' }).click()
    await page.getByText(/^Version 2 goes live on/).waitFor()
    await endCooling(world, merchant, { ...recipient, number: 2 })
    await page.getByText(/^live from/).waitFor()

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

    await page.goto(`${dev.portal_url}/recipients`)
    const issuer = newStellarAddress()
    await page.getByLabel('Name').fill('Dollar till')
    await page.getByLabel('Address', { exact: true }).fill(newStellarAddress())
    await page.getByLabel('Asset', { exact: true }).fill('USDC')
    await page.getByLabel('Issuer').fill(issuer)
    await inspect(page, 'recipients-issued')
    await page.getByRole('button', { name: 'Add payee' }).click()
    await page.getByRole('heading', { name: 'Dollar till' }).waitFor()
    const added = await merchant.recipients.listVersions(page.url().split('/').at(-1) ?? '').page()
    expect(added.recipient_versions[0]).toMatchObject({ asset: 'USDC', issuer })
    expect(faults).toEqual([])
    expectRows(requests)
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
    const { page, faults, requests, merchant } = await signedIn('failing@merchant.example', 'Lantern Press')
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
      "update pursestrings.merchant_domains set failing_since = now() - interval '4 hours' where domain = 'shop.localhost'",
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
    expectRows(requests)
  })
}
