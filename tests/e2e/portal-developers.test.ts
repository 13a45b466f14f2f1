/** What developers do in the portal: keys of both kinds, webhooks that really arrive, and agents, in Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { skipBrowserTests } from './browser.ts'
import { type PortalWorld, startPortalWorld } from './portal-world.ts'

describe.skipIf(skipBrowserTests)('the portal for developers in Chromium', () => {
  let world: PortalWorld
  beforeAll(async () => {
    world = await startPortalWorld()
  })
  afterAll(() => world.stop())

  test('a merchant key is made with its scopes, shown once, works, and ends when it is revoked', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults } = await signedIn('keys@harbour-books.example', 'Harbour Books', '/api-keys')
    await page.getByText('No merchant keys yet.').waitFor()
    await page.getByRole('button', { name: 'Create a merchant key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('orders-sync')
    await page.getByLabel('webhooks:manage').check()
    await inspect(page, 'key-create-1280')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('heading', { name: 'Save this key now' }).waitFor()
    await inspect(page, 'key-once-1280')
    const secret = (await page.locator('.secret').textContent()) ?? ''
    await page.getByRole('tab', { name: '.env' }).press('ArrowRight')
    await page.getByText('createMerchantClient').first().waitFor()
    await page.keyboard.press('Escape')
    const ask = () =>
      fetch(`${dev.base_url}/v1/merchant/payment-requests`, { headers: { authorization: `Bearer ${secret}` } })
    expect((await ask()).status).toBe(200)
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByText(`svc_mkey_ … ${secret.slice(-4)}`).waitFor()
    expect(await page.content()).not.toContain(secret)
    await inspect(page, 'keys-1280')
    await page.setViewportSize({ width: 390, height: 900 })
    await inspect(page, 'keys-390')
    await page.getByRole('button', { name: 'Revoke orders-sync' }).click()
    await page.getByText('The next call with this key is refused.').waitFor()
    await inspect(page, 'key-revoke-390')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke orders-sync' }).click()
    await page.getByText('No merchant keys yet.').waitFor()
    expect((await ask()).status).toBe(401)
    expect(faults).toEqual([])
  })

  test('a project gets a key that works, both are renamed, and the focus goes back to where it was', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults } = await signedIn('projects@harbour-books.example', 'Harbour Books', '/api-keys?kind=project')
    await page.getByText('No projects yet.').waitFor()
    await page.getByRole('button', { name: 'Create a project' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Checkout assistant')
    await page.getByRole('button', { name: 'Create project' }).click()
    const create = page.getByRole('button', { name: 'Create a key for Checkout assistant' })
    await create.click()
    await page.keyboard.press('Escape')
    expect(await create.evaluate('document.activeElement.textContent')).toBe('Create a key')
    await create.click()
    await page.getByRole('textbox', { name: 'Name' }).fill('checkout-prod')
    await page.keyboard.press('Enter')
    const secret = (await page.locator('.secret').textContent()) ?? ''
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    const answer = await fetch(`${dev.base_url}/v1/agent-payments`, { headers: { 'x-svc-api-key': secret } })
    expect(answer.status).toBe(200)
    await page.getByRole('button', { name: 'Rename key checkout-prod' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('checkout-prod-2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('checkout-prod-2').waitFor()
    await page.getByRole('button', { name: 'Rename Checkout assistant' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Till')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Till' }).waitFor()
    await inspect(page, 'projects-1280')
    expect(faults).toEqual([])
  })
})
