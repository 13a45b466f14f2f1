/** One person, two devices, in Chromium: a code links them, both show the same agent, and one removes the other. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { choosePassphrase, goTo, PASSPHRASE, type WalletWorld } from './wallet-world.ts'

const confirm = async (page: Page, verb: string): Promise<void> => {
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await page.getByRole('button', { name: verb, exact: true }).click()
}

export const deviceCases = (shared: () => WalletWorld): void => {
  let world: WalletWorld
  beforeAll(() => {
    world = shared()
  })

  test('a new phone uses the wallet of the old one, and is removed from it when it is lost', async () => {
    const { page: old, faults } = await world.withWallet('/settings/devices')
    await old.getByText('This device').waitFor()
    await old.getByRole('button', { name: 'Link another device' }).click()
    await confirm(old, 'Show a code')
    const code = (await old.locator('.connect-key').textContent()) ?? ''
    expect(code).toMatch(/^(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}$/)
    await world.inspect(old, 'wallet-devices')

    const { page: phone, faults: phone_faults } = await world.open()
    await phone.getByRole('button', { name: 'Use my wallet from another device' }).click()
    await choosePassphrase(phone)
    await phone.getByRole('button', { name: 'Not now' }).click()
    await phone.getByRole('button', { name: 'Later' }).click()
    await phone.getByLabel('Link code').fill(code.toLowerCase())
    await world.inspect(phone, 'wallet-link')
    await confirm(phone, 'Link this device')
    await phone.getByRole('button', { name: 'Remove' }).waitFor()
    // The old one sees it without being touched.
    await old.getByText('The device is linked.').waitFor()
    await world.inspect(old, 'wallet-devices')

    await old.getByRole('button', { name: 'Remove' }).click()
    await old.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => old.getByRole('button', { name: 'Remove' }).count()).toBe(0)
    expect([faults, phone_faults]).toEqual([[], []])

    await goTo(phone, '/agents')
    await phone.getByText('credential_invalid').first().waitFor()
  })

  test('a code that was used, and one that is mistyped, are said in place', async () => {
    const { page } = await world.withWallet('/settings/link')
    await page.getByLabel('Link code').fill('0Z77-G2M9-QXC0-4TNK-V8EA')
    await confirm(page, 'Link this device')
    await page.getByText('validation_failed').waitFor()
  })
}
