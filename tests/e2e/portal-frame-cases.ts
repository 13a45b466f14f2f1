/** The ways to get around in the portal: the palette, keys, tabs, and an address without a page. */
import { beforeAll, expect, test } from 'vitest'
import type { PortalWorld } from './portal-world.ts'

export const frameCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  beforeAll(() => {
    world = shared()
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
    // The scheme follows the system, also while a page is open.
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-scheme=${colorScheme}]`).waitFor()
    }
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
    await page.getByRole('heading', { name: 'Agents', exact: true }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: 'Payees', exact: true }).waitFor()
    await page.locator('input:focus').waitFor()
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toBe('Name')
    // In a field, keys are letters.
    await page.keyboard.type('gate?')
    expect(await page.locator('input:focus').inputValue()).toBe('gate?')
    await page.getByRole('heading', { name: 'Payees', exact: true }).click()
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
}
