/** The portal stands what people do with browsers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { skipBrowserTests } from './browser.ts'
import { type PortalWorld, startPortalWorld } from './portal-world.ts'

describe.skipIf(skipBrowserTests)('the portal in tabs and by keys', () => {
  let world: PortalWorld
  beforeAll(async () => {
    world = await startPortalWorld()
  })
  afterAll(() => world.stop())

  test('by keyboard alone, back, refresh and a second tab keep their place; signing out ends every tab', async () => {
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
    await second.getByRole('button', { name: 'Sign out' }).click()
    await second.getByRole('heading', { name: 'Sign in or sign up' }).waitFor()
    await page.goto(`${dev.base_url}/requests`)
    await page.getByRole('heading', { name: 'Sign in or sign up' }).waitFor()
    expect(faults).toEqual([])
  })
})
