/** A person on a slow line, or on one that is cut: whatever the wallet says meanwhile is so, and what was typed stays. */
import { beforeAll, expect, test } from 'vitest'
import { approveAndSign, expectApprove, type ReviewWorld } from './wallet-review-world.ts'
import { PASSPHRASE, unlock } from './wallet-world.ts'
import { slowDown, watchPage } from './watch-page.ts'

/** Said to somebody who has just signed here, each of these is wrong. */
const NEVER = ['another device', 'Already answered', 'This wallet hasn’t signed anything', 'We can’t find']
/** What a wallet with one device, an agent, a request that waits and one that was paid never reads. Its page of devices offers another one. */
const NOTHING = [
  ...NEVER.slice(1),
  'approved on another device',
  'agreed on another device',
  'Nothing to review',
  'No agents yet',
  'Nothing yet.',
  'It hasn’t asked',
  'There’s no receipt',
]
const CUTS_S = [5, 60]
/** The next try comes within so long. */
const BACK_MS = 40_000

export const slowCases = (shared: () => ReviewWorld): void => {
  let world: ReviewWorld
  beforeAll(() => {
    world = shared()
  })

  test('with every chunk and answer three seconds late, who has signed here never reads that another device did', async () => {
    const { page, context, ask, faults, device } = await world.payer()
    const watched = await watchPage(page)
    const request_id = await ask('slow-line')
    await expectApprove(page, true)
    await slowDown(context)
    await approveAndSign(page)
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    const { said, blank_ms } = await watched()
    expect(NEVER.filter((words) => said.includes(words))).toEqual([])
    expect(blank_ms).toBeLessThan(300)
    // It was watched all along: both pages are in it.
    expect(said).toContain('Sign and pay')
    expect(said).toContain('On the ledger')
    await expect
      .poll(async () => (await device.paymentRequests.read(request_id)).payment_request.status)
      .toBe('confirmed')
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    expect(faults).toEqual([])
  })

  test('as late, no page of the wallet is blank, and none says that there is nothing', {
    timeout: 300_000,
  }, async () => {
    const { page, context, ask, ready, faults } = await world.payer()
    await ask('slow-paid')
    await expectApprove(page, true)
    await approveAndSign(page)
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    await ready.ask('slow-waits', { display: { title: 'Reading lamp' } })
    // Opened anew: nothing was read before.
    await page.goto(world.wallet.wallet_url)
    await slowDown(context)
    await unlock(page)
    const watched = await watchPage(page)
    const here = async () => {
      await expect.poll(() => page.locator('.skeleton, .leaving').count(), { timeout: 60_000 }).toBe(0)
    }
    const tabs = page.getByRole('navigation', { name: 'Main' })
    await page.locator('a[href^="/review/"]').first().waitFor()
    await here()
    for (const name of ['Agents', 'Activity', 'Settings']) {
      await tabs.getByRole('link', { name }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await here()
    }
    await page.getByRole('link', { name: 'Devices' }).click()
    await page.getByText('This device').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await tabs.getByRole('link', { name: 'Agents' }).click()
    await page.locator(`a[href="/agents/${ready.connection_id}"]`).click()
    await page.locator('#scopes').waitFor()
    await here()
    await page.getByRole('link', { name: 'Back' }).click()
    await tabs.getByRole('link', { name: 'Home' }).click()
    await page.locator('a[href^="/review/"]').first().click()
    await page.getByRole('button', { name: /^Approve / }).waitFor()
    await here()
    const { said, blank_ms } = await watched()
    expect(NOTHING.filter((words) => said.includes(words))).toEqual([])
    expect(blank_ms).toBeLessThan(300)
    expect(said).toContain('Reading lamp')
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    expect(faults).toEqual([])
  })

  test('offline is said at once, and what was there stays', async () => {
    const { page, context, faults } = await world.payer()
    await page.getByText('more stays as reserve').waitFor()
    await context.setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    await page.getByText('more stays as reserve').waitFor()
    await world.wallet.inspect(page, 'wallet-offline-390')
    await context.setOffline(false)
    await page.getByText('You’re offline.').waitFor({ state: 'detached' })
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })

  test('a line that is cut for 5 s and for 60 s is said in wallet and portal, and nobody types anything twice', {
    timeout: 300_000,
  }, async () => {
    const payer = await world.payer()
    const owner = await world.wallet.portal.signedIn('cut@harbour-books.example', 'Cut Books', '/agents')
    await payer.ask('cut-line')
    await expectApprove(payer.page, true)
    await payer.page.getByRole('button', { name: /^Approve / }).click()
    const sides = [
      {
        ...payer,
        field: payer.page.getByRole('dialog').getByLabel('Passphrase', { exact: true }),
        lost: payer.page.getByText('You’re offline.'),
        typed: PASSPHRASE,
      },
      {
        ...owner,
        field: owner.page.getByLabel('Name'),
        lost: owner.page.getByText('Connection lost.'),
        typed: 'Restock agent',
      },
    ]
    await Promise.all(sides.map(({ field, typed }) => field.fill(typed)))
    for (const cut_s of CUTS_S) {
      await Promise.all(
        sides.map(async ({ page, context, lost }) => {
          await context.setOffline(true)
          await lost.waitFor()
          await page.waitForTimeout(cut_s * 1_000)
          await lost.waitFor()
          await context.setOffline(false)
          await lost.waitFor({ state: 'detached', timeout: BACK_MS })
        }),
      )
      expect(await Promise.all(sides.map(({ field }) => field.inputValue()))).toEqual(sides.map(({ typed }) => typed))
    }
    await payer.page.getByRole('button', { name: 'Sign and pay' }).click()
    await payer.page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    await owner.page.getByRole('button', { name: 'Add agent' }).click()
    await owner.page.getByRole('heading', { name: 'Restock agent' }).waitFor()
  })
}
