/** What a wallet does at times: it goes to another device, waits for an outcome that nobody knows, and pays within agreed limits. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { approveAndSign, expectApprove, type ReviewWorld } from './wallet-review-world.ts'
import { addressIn, choosePassphrase, PASSPHRASE, unlock } from './wallet-world.ts'

const DAY_MS = 86_400_000

export const seldomCases = (shared: () => ReviewWorld): void => {
  let world: ReviewWorld
  beforeAll(() => {
    world = shared()
  })

  test('goes to another device by its words or its file, and the account is the same', async () => {
    const { page, faults } = await world.wallet.withWallet('/settings/backup')
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Show the words' }).click()
    const words = await page.getByRole('list', { name: 'Your words' }).getByRole('listitem').allTextContents()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Encrypted file' }).click(),
    ])
    const file = await readFile(await saved.path())
    expect(file.toString()).not.toContain(words.slice(0, 3).join(' '))
    const address = await addressIn(page)

    const byWords = await world.wallet.open()
    await byWords.page.getByRole('button', { name: 'Import a wallet' }).click()
    await byWords.page.getByLabel('Your words').fill(`${words.slice(1).join(' ')} pursestrings`)
    await byWords.page.getByRole('button', { name: 'Continue' }).click()
    await byWords.page.getByText('Not in the word list: pursestrings').waitFor()
    await byWords.page.getByLabel('Your words').fill(words.slice(1).join(' '))
    await byWords.page.getByRole('button', { name: 'Continue' }).click()
    await byWords.page.getByText('These words don’t fit together.').waitFor()
    await world.wallet.inspect(byWords.page, 'wallet-import')
    await byWords.page.getByLabel('Your words').fill(` ${words.join('  ').toUpperCase()}\n`)
    await byWords.page.getByRole('button', { name: 'Continue' }).click()
    await finishImport(byWords.page)
    expect(await addressIn(byWords.page)).toBe(address)

    const byFile = await world.wallet.open()
    await byFile.page.getByRole('button', { name: 'Import a wallet' }).click()
    const choose = (text: string | Buffer) =>
      byFile.page.getByLabel('Open a backup file').setInputFiles({
        name: saved.suggestedFilename(),
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      })
    await choose('{"version":1}')
    await byFile.page.getByText('That file isn’t a backup of a Pursestrings wallet.').waitFor()
    await choose(file)
    await byFile.page.getByLabel('Passphrase of the file').fill('tide copper lantern april')
    await byFile.page.getByRole('button', { name: 'Continue' }).click()
    await byFile.page.getByText('That passphrase doesn’t open this file.').waitFor()
    await world.wallet.inspect(byFile.page, 'wallet-import-file')
    await byFile.page.getByLabel('Passphrase of the file').fill(PASSPHRASE)
    await byFile.page.getByRole('button', { name: 'Continue' }).click()
    await finishImport(byFile.page)
    expect(await addressIn(byFile.page)).toBe(address)
    expect([...faults, ...byWords.faults, ...byFile.faults]).toEqual([])
  })

  test('whose outcome is not known stays so through a reload, is not paid twice, and is known in the end', async () => {
    const { page, context, ask, ready, address } = await world.payer()
    const { ledger, source } = world.double
    const paidBefore = ledger.accounts.get(ready.payee.address)?.balance ?? 0n
    // The network takes the payment and is silent from then on.
    let sent = 0
    await context.route(source.rpc_url, async (route) => {
      const { method = '' } = (route.request().postDataJSON() ?? {}) as { method?: string }
      if (method === 'sendTransaction' && ++sent === 1) await route.fetch()
      return sent > 0 ? route.abort() : route.continue()
    })
    await ask('no-answer')
    await expectApprove(page, true)
    await approveAndSign(page)
    await page.getByRole('heading', { name: 'We don’t know yet' }).waitFor()
    await page.getByText('Please don’t pay again.').waitFor()
    await world.wallet.inspect(page, 'wallet-unknown-390')
    await page.reload()
    await unlock(page)
    await page.getByRole('heading', { name: 'We don’t know yet' }).waitFor()
    await context.unroute(source.rpc_url)
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    expect(ledger.accounts.get(ready.payee.address)?.balance).toBe(paidBefore + 125_000_000n)
    expect(ledger.accounts.get(address)?.balance).toBeLessThan(100_000_000_000n - 125_000_000n)
  })

  test('may be paid unasked within limits that the user agreed to with the device’s key', async () => {
    const { page, faults, ready, device } = await world.payer()
    const { payee } = world.shop
    const { project } = world
    const { id } = await project.automationPolicies.create({
      connection_id: ready.connection_id,
      name: 'Weekly groceries',
      network: 'stellar_testnet',
      asset: 'XLM',
      single_tx_limit: '5',
      cumulative_limit: '6',
      validity_window: {
        from: new Date(Date.now() - DAY_MS).toISOString(),
        to: new Date(Date.now() + DAY_MS).toISOString(),
      },
      allowlist: [payee.recipient_id],
    })
    await page.getByRole('link', { name: /Weekly groceries/ }).waitFor()
    expect(await page.getByText('Nothing to review').count()).toBe(0)
    await page.getByRole('link', { name: /Weekly groceries/ }).click()
    await page.getByRole('heading', { name: 'Allow automatic payments?' }).waitFor()
    await page.getByText('Harbour Books wants to make automatic payments.').waitFor()
    await world.wallet.inspect(page, 'wallet-policy-390')
    await page.getByRole('button', { name: 'Agree' }).click()
    const sheet = page.getByRole('dialog', { name: 'Agree to these limits' })
    await sheet.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await sheet.getByRole('button', { name: 'Agree' }).click()
    await page.getByText('In force.').waitFor()
    const { status, consent } = await device.automationPolicies.read(id)
    expect([status, consent?.signature]).toEqual(['active', expect.any(String)])
    await page.getByRole('button', { name: 'Pause automatic payments' }).click()
    await page.getByText('Nothing is paid without asking you until you resume.').waitFor()
    await page.setViewportSize({ width: 1280, height: 860 })
    await world.wallet.inspect(page, 'wallet-policy-1280')
    expect(faults).toEqual([])
  })
}

const finishImport = async (page: Page): Promise<void> => {
  await choosePassphrase(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}
