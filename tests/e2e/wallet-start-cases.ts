/** The reference wallet's start: made, sealed, backed up, locked, opened and imported, in Chromium under its real policy. */
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { choosePassphrase, goTo, PASSPHRASE, unlock, type WalletWorld } from './wallet-world.ts'

/** Of script, packed, until the first screen is there: the ledger's code and the client of the service come later. */
const FIRST_SCRIPTS_MAX = 130_000

export const startCases = (shared: () => WalletWorld): void => {
  let world: WalletWorld
  beforeAll(() => {
    world = shared()
  })

  test('is made in three steps, backed up by its words, and opens again with its passphrase alone', async () => {
    const { page, faults, requests } = await world.open()
    await page.getByRole('heading', { name: 'Agents ask. You decide.' }).waitFor()
    expect(await packedSize(requests)).toBeLessThanOrEqual(FIRST_SCRIPTS_MAX)
    await world.inspect(page, 'wallet-welcome')
    await page.getByRole('button', { name: 'Create a wallet' }).click()
    await page.getByLabel('Passphrase', { exact: true }).fill('short')
    await expect.poll(() => page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Suggest one' }).click()
    await expect.poll(() => page.getByLabel('Passphrase', { exact: true }).inputValue()).toMatch(/^(\w+ ){4}\w+$/)
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await page.getByLabel('Repeat it').fill(PASSPHRASE)
    await world.inspect(page, 'wallet-passphrase')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Unlock with a passkey?' }).waitFor()
    await world.inspect(page, 'wallet-passkey')
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Show the words' }).click()
    const words = await page.getByRole('list', { name: 'Your words' }).getByRole('listitem').allTextContents()
    expect(words).toHaveLength(24)
    await world.inspect(page, 'wallet-backup')
    await page.getByRole('button', { name: 'I wrote them down' }).click()
    const asked = page.getByLabel(/^Word \d+$/)
    await asked.first().waitFor()
    const labels = await page.locator('label', { hasText: /^Word \d+$/ }).allTextContents()
    expect(labels).toHaveLength(3)
    for (const label of labels) await page.getByLabel(label, { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText(/That doesn’t match word/).waitFor()
    for (const label of labels) {
      await page.getByLabel(label, { exact: true }).fill(words[Number(label.slice(5)) - 1] ?? '')
    }
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()

    await page.reload()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await world.inspect(page, 'wallet-locked')
    await unlock(page, 'tide copper lantern april')
    await page.getByText('That isn’t your passphrase').waitFor()
    await unlock(page)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(faults).toEqual([])
  })

  test('locks when nobody touches it, opens by passkey, and takes another passphrase', async () => {
    const NEXT = 'amber cliff ferry noon'
    const { page, context, faults } = await world.open()
    await addAuthenticator(page)
    await page.getByRole('button', { name: 'Create a wallet' }).click()
    await choosePassphrase(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()

    // As after a laptop's sleep: by the clock, five minutes have gone by. The other tab is locked with it.
    const other = await context.newPage()
    await other.goto(world.wallet_url)
    await unlock(other)
    await other.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.evaluate(`localStorage.setItem('touched-at', String(Date.now() - 4 * 60_000))`)
    await new Promise((resume) => setTimeout(resume, 6_000))
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.evaluate(`localStorage.setItem('touched-at', String(Date.now() - 5 * 60_000))`)
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    for (const locked of [page, other]) await locked.getByText('nobody used it for 5 minutes').waitFor()
    await other.close()

    await world.inspect(page, 'wallet-locked-passkey')
    await page.getByRole('button', { name: 'Use your passkey instead' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await goTo(page, '/settings')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await world.inspect(page, 'wallet-settings')
    await page.getByRole('link', { name: 'Change passphrase' }).click()
    const change = async (current: string) => {
      await page.getByLabel('Current passphrase').fill(current)
      await page.getByLabel('New passphrase').fill(NEXT)
      await page.getByLabel('Repeat it').fill(NEXT)
      await page.getByRole('button', { name: 'Change it' }).click()
    }
    await change('tide copper lantern april')
    await page.getByText('That isn’t your current passphrase. Nothing changed.').waitFor()
    await world.inspect(page, 'wallet-change-passphrase')
    await change(PASSPHRASE)
    await page.getByText('Your passphrase is changed.').waitFor()
    await page.reload()
    await unlock(page)
    await page.getByText('That isn’t your passphrase').waitFor()
    await unlock(page, NEXT)
    await page.getByRole('heading', { name: 'Change passphrase' }).waitFor()
    // The passkey opens the same root, and still does.
    await page.reload()
    await page.getByRole('button', { name: 'Use your passkey instead' }).click()
    await page.getByRole('heading', { name: 'Change passphrase' }).waitFor()
    expect(faults).toEqual([])
  })
}

/** What a browser fetches of these, gzipped as the service sends it. */
const packedSize = async (requests: readonly string[]): Promise<number> => {
  const scripts = requests.filter((line) => line.endsWith('.js')).map((line) => line.split(' ')[1] ?? '')
  expect(scripts.length).toBeGreaterThan(2)
  const sizes = scripts.map(async (url) => {
    const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    return gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 9 }).length
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** One that checks its user and makes secrets (PRF), as phones and laptops have it. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
