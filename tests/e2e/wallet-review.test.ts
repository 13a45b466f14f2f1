/** Deciding and paying in the reference wallet, in Chromium: what is signed is what was shown, and what is not right is refused. */
import { createProjectClient } from '@countersign/sdk'
import { verifyReceipt } from '@countersign/sdk/verify'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerAgent, SCOPES } from '../acceptance/steps/agent.ts'
import { savedReceipt, skipBrowserTests } from './browser.ts'
import { approveAndSign, expectApprove, isFocused, type ReviewWorld, startReviewWorld } from './wallet-review-world.ts'
import { addressIn, goTo, PASSPHRASE, unlock } from './wallet-world.ts'

const OWNER = 'review@harbour-books.example'
const DAY_MS = 86_400_000

describe.skipIf(skipBrowserTests)('a request in the wallet', () => {
  let world: ReviewWorld
  beforeAll(async () => {
    world = await startReviewWorld(OWNER)
  })
  afterAll(() => world?.stop())

  test('is reviewed, approved with the passphrase, signed, sent, and on the ledger with the very amount', async () => {
    const { page, faults, ask, ready, device, address } = await world.payer()
    const { inspect } = world.wallet
    const request_id = await ask('first-order', { display: { title: 'Order 1042', note: '<b>Two</b> books' } })
    await page.getByRole('heading', { name: 'Pay this?' }).waitFor()
    await page.getByText('Signed facts, checked on this device').waitFor()
    await page.getByText('Your first payment to this payee.').waitFor()
    await page.getByText(/^On public record since /).waitFor()
    await page.getByText('note: <b>Two</b> books').waitFor()
    await expectApprove(page, true)
    expect(await isFocused(page, /^Approve /)).toBe(false)
    await page.keyboard.press('Enter')
    await inspect(page, 'wallet-first-390')
    await page.setViewportSize({ width: 1280, height: 860 })
    await inspect(page, 'wallet-first-1280')
    await page.setViewportSize({ width: 390, height: 844 })

    await approveAndSign(page, 'not the passphrase at all')
    await page.getByText('That isn’t your passphrase').waitFor()
    await inspect(page, 'wallet-unlock-390')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await approveAndSign(page)
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    await inspect(page, 'wallet-signing-390')

    const { payment_request } = await device.paymentRequests.read(request_id)
    // The approval is signed by the device's own key: not even the service could have made it up.
    expect(payment_request).toMatchObject({ status: 'confirmed', settlement: { decision: 'device_signed' } })
    const hash = payment_request.transaction_hash ?? ''
    expect(world.double.ledger.accounts.get(ready.payee.address)?.balance).toBe(125_000_000n)
    await page.getByText(hash.match(/.{1,4}/g)?.join(' ') ?? 'no hash').waitFor()
    const receipt = await savedReceipt(page)
    const policy = await (await fetch(`${world.place.base_url}/.well-known/svc-log-policy.txt`)).text()
    const verdict = await verifyReceipt(receipt, policy)
    expect(verdict.marks).toEqual(expect.arrayContaining(['facts', 'payee', 'record']))
    expect(verdict.facts?.request_id).toBe(request_id)

    // The same checks on the page; and of a file, whoever it is from.
    await page.getByRole('link', { name: 'See the receipt' }).click()
    await page.getByRole('heading', { name: 'Settled' }).waitFor()
    await page.getByText('No witness signed. Only the log says so.').waitFor()
    await inspect(page, 'wallet-receipt-390')
    await goTo(page, '/receipts/check')
    const check = (text: string) =>
      page
        .getByLabel('Choose a receipt')
        .or(page.getByLabel('Change'))
        .setInputFiles({
          name: 'order-1042.json',
          mimeType: 'application/json',
          buffer: Buffer.from(text),
        })
    await check(receipt)
    await page.getByRole('heading', { name: 'Settled' }).waitFor()
    await inspect(page, 'wallet-verify-390')
    await check(receipt.replace('"statement_jws":"e', '"statement_jws":"f'))
    await page.getByRole('heading', { name: 'Broken' }).waitFor()
    expect(await page.locator('main').innerText()).not.toContain('12.5')
    await inspect(page, 'wallet-broken-390')

    // Again: the payee is known now, and the wallet says what it paid.
    await ask('second-order')
    await page.getByText('You’ve paid it once').waitFor()
    await expectApprove(page, true)
    await inspect(page, 'wallet-review-390')
    await page.setViewportSize({ width: 1280, height: 860 })
    await inspect(page, 'wallet-review-1280')
    expect(address).toMatch(/^G/)
    expect(faults).toEqual([])
  })

  test('goes the whole way with portal and wallet side by side: asked, approved, and seen on the ledger in both', async () => {
    const { wallet, place, shop, double } = world
    const { portal } = wallet
    const merchant = await portal.open(await portal.newLink(OWNER))
    await merchant.page.getByRole('button', { name: 'Continue' }).click()
    await merchant.page.getByRole('button', { name: 'Harbour Books', exact: true }).click()
    await merchant.page.getByRole('navigation').waitFor()
    await merchant.page.goto(`${portal.dev.portal_url}/requests`)

    const { page, faults } = await wallet.withWallet('/agents/connect')
    double.ledger.fund(await addressIn(page))
    const connect_key = (await page.locator('.connect-key').textContent()) ?? ''
    const agent = await registerAgent(place, shop.merchant)
    const connected = agent.connect({ connect_key, scopes: [...SCOPES], poll_ms: 100 })
    await page.getByText('It used the key you showed.').waitFor()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await connected
    // The page goes to the agent by itself; going elsewhere before would be undone.
    await page.getByRole('heading', { name: 'Checkout agent' }).waitFor()
    await goTo(page, '/')
    await page.getByText('Nothing to review. Requests appear here.').waitFor()
    const { recipient_id, recipient_version_id } = shop.payee
    const asked = await agent.requestPayment({
      recipient_id,
      recipient_version_id,
      task_ref: 'side-by-side',
      amount: '3.25',
    })
    const { request_id } = asked.payment_request
    // Neither page was touched.
    await merchant.page.getByRole('link', { name: request_id }).waitFor()
    await page.getByRole('link', { name: /3\.25/ }).click()
    await merchant.page.getByRole('link', { name: request_id }).click()
    await merchant.page.getByText('None yet').waitFor()
    await expectApprove(page, true)
    await approveAndSign(page)
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    await page.getByText('The merchant can rely on it.').waitFor()
    await merchant.page.getByText('Paid on the ledger').first().waitFor()
    await merchant.page.getByText('By the wallet, signed with its device key').waitFor()
    const { payment_request } = await agent.paymentRequests.read(request_id)
    expect(payment_request).toMatchObject({
      status: 'confirmed',
      settlement: { assurance: 'chain_observed', ledger_outcome: 'paid', decision: 'device_signed' },
    })
    expect([...faults, ...merchant.faults]).toEqual([])
  })

  test('is walked with the keyboard alone, and rejected with a reason', async () => {
    const { page, faults, ask, device } = await world.payer()
    const request_id = await ask('by-keyboard')
    await expectApprove(page, true)
    expect(await focusedName(page)).toBe('Pay this?')
    const walked: string[] = []
    for (let n = 0; n < 30 && !walked.includes('Reject and pause this agent'); n++) {
      await page.keyboard.press('Tab')
      walked.push(await focusedName(page))
    }
    // Everything has a name, no is reached before yes, and both are reached.
    expect(walked).not.toContain('')
    const [no, yes] = [walked.indexOf('Reject'), walked.indexOf('Approve 12.5 XLM')]
    expect(no).toBeGreaterThan(-1)
    expect(yes).toBe(no + 1)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reject', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Rejected' }).waitFor()
    await page.getByText('Nothing was paid to').waitFor()
    await world.wallet.inspect(page, 'wallet-rejected-390')
    await page.getByLabel('Wrong amount').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Recent' }).waitFor()
    await expect
      .poll(async () => (await device.paymentRequests.read(request_id)).payment_request)
      .toMatchObject({ status: 'rejected', reason: 'Wrong amount' })
    await goTo(page, '/activity')
    await world.wallet.inspect(page, 'wallet-activity-390')
    expect(faults).toEqual([])
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
    const { merchant, payee } = world.shop
    const { project_id } = (await merchant.projects.create({ name: 'Checkout assistant' })).project
    const { secret } = await merchant.apiKeys.create(project_id, { name: 'Server' })
    const project = createProjectClient({ base_url: world.place.base_url, api_key: secret })
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
    await page.getByText('Every payment asks you until you resume.').waitFor()
    await page.setViewportSize({ width: 1280, height: 860 })
    await world.wallet.inspect(page, 'wallet-policy-1280')
    expect(faults).toEqual([])
  })
})

/** As a screen reader would say it: what has the focus now. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const at = document.activeElement
    return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim()
  })()`)
