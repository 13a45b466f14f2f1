/** Every page of an organization that has one of everything, opened by its address, and every button on it. */

import type { PaymentTerms } from '@pursestrings/sdk'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildDocs } from '../../tools/docs/build-docs.ts'
import { preparePayee } from '../acceptance/steps/merchant.ts'
import { getReady } from '../acceptance/steps/ready.ts'
import { openPage, scrollsSideways } from './browser.ts'
import { placeOf, stock } from './portal-stock.ts'
import type { PortalWorld } from './portal-world.ts'
import { pressButtons } from './press-buttons.ts'

const PRESSED_AT_LEAST = 30
const TERMS: PaymentTerms = {
  kind: 'x402',
  method: 'GET',
  url: 'https://api.shop.localhost/weather',
  description: 'Weather of the day',
  timeout_s: 60,
  seal: { key: 'A'.repeat(43), agent_key: 'B'.repeat(43), signature: 'C'.repeat(86) },
}

export const walkCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  beforeAll(() => {
    world = shared()
  })

  test('every page opens by its address, and every button on it answers', async () => {
    const { dev, signedIn, inspect } = world
    const { page, faults, merchant } = await signedIn('walk@harbour-books.example', 'Harbour Books')
    const { paths } = await stock(world, merchant)
    const { pressed, dumb } = await pressButtons({
      page,
      paths: [...paths, '/payee'],
      within: 'main',
      async go(path) {
        await page.goto(dev.portal_url + path)
        await page.locator('main h1').first().waitFor()
      },
      async look(path) {
        expect(await page.getByRole('heading', { name: 'We can’t find that page' }).count()).toBe(0)
        await inspect(page, path)
      },
    })
    expect(dumb).toEqual([])
    expect(pressed).toBeGreaterThanOrEqual(PRESSED_AT_LEAST)
    expect(faults).toEqual([])
  })

  test('a request that pays for a call shows which, in the words of the agent, and by name on which network', async () => {
    const { dev, signedIn, inspect } = world
    const { page, merchant } = await signedIn('terms@harbour-books.example', 'Harbour Books')
    const place = placeOf(world)
    const ready = await getReady(place, {}, { merchant, payee: await preparePayee(place, merchant) })
    const { request_id } = (await ready.ask('call-1', { terms: TERMS })).payment_request
    await page.goto(`${dev.portal_url}/requests/${ready.connection_id}/${encodeURIComponent(request_id)}`)
    const facts = page.getByRole('region', { name: 'Signed facts' })
    await facts.getByText('GET https://api.shop.localhost/weather').waitFor()
    const said = await facts.textContent()
    expect(said).toMatch(/Pays forGET https:\/\/api\.shop\.localhost\/weatherWeather of the dayin the agent’s words/)
    expect(said).toContain('NetworkStellar testnet')
    expect(await facts.getByRole('link', { name: 'weather' }).count()).toBe(0)
    await inspect(page, 'terms')
  })

  test('the docs and the explorer open on a small screen, from this origin alone; tabs and search answer to keys', async () => {
    await buildDocs()
    const { dev, browser } = world
    const { page, context, requests, faults } = await openPage(browser, 320)
    onTestFinished(() => context.close())
    await page.goto(`${dev.base_url}/docs/guides/retries/`)
    const tab = (name: string) => page.getByRole('tab', { name, exact: true }).first()
    await tab('CLI').focus()
    await page.keyboard.press('ArrowRight')
    expect(await tab('TypeScript').getAttribute('aria-selected')).toBe('true')
    expect(await scrollsSideways(page)).toBe(false)
    await page.locator('#starlight__search input').waitFor({ state: 'attached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('webhook signature')
    await page.locator('.pagefind-ui__result-link').first().click()
    await page.waitForURL(`${dev.base_url}/docs/guides/webhooks/**`)
    await page.goto(`${dev.base_url}/docs/explorer/`)
    await page.getByText('Request a sign-in link').locator('visible=true').first().waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    const outside = requests.filter((one) => !one.startsWith(`GET ${dev.base_url}/`) && !/^GET (data|blob):/.test(one))
    expect([outside, faults]).toEqual([[], []])
  })
}
