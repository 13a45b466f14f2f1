/** Deciding and paying in the reference wallet, in Chromium: what is signed is what was shown, and what is not right is refused. */
import { verifyReceipt } from '@pursestrings/sdk/verify'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { registerAgent, SCOPES } from '../acceptance/steps/ready.ts'
import { savedReceipt } from './browser.ts'
import { approveAndSign, expectApprove, isFocused, OWNER, type ReviewWorld } from './wallet-review-world.ts'
import { addressIn, goTo } from './wallet-world.ts'

const LONGEST_AMOUNT = '922337203685.4775807'

export const reviewCases = (shared: () => ReviewWorld): void => {
  let world: ReviewWorld
  beforeAll(() => {
    world = shared()
  })

  test('is reviewed, approved with the passphrase, signed, sent, and on the ledger with the very amount', async () => {
    const { page, faults, ask, ready, device, address } = await world.payer()
    const { inspect } = world.wallet
    const request_id = await ask('first-order', { display: { title: 'Order 1042', note: '<b>Two</b> books' } })
    await page.getByRole('heading', { name: 'Pay this?' }).waitFor()
    await page.getByText('Checked here. The agent can’t swap this address').waitFor()
    await page.getByText('Your first payment to this payee.').waitFor()
    await page.getByText(/on public record since /).waitFor()
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
    await page.getByText('Same address as your last payment').waitFor()
    await expectApprove(page, true)
    await inspect(page, 'wallet-review-390')
    await page.setViewportSize({ width: 1280, height: 860 })
    await inspect(page, 'wallet-review-1280')
    // The longest amount that the ledger can carry, on the narrowest screen: all of it is there, with its unit.
    await page.setViewportSize({ width: 320, height: 568 })
    await ask('everything', { amount: LONGEST_AMOUNT })
    await page.getByText('Much more than usual.').waitFor()
    expect(await page.locator('.facts-card').innerText()).toMatch(/922\u2009337\u2009203\u2009685\.4775807\s+XLM/)
    expect(await cutOff(page, '.facts-card, .leaf-foot, .review-notices')).toEqual([])
    await page.getByText('You have 9986.49999 XLM available.').waitFor()
    expect(await page.locator('.leaf-foot .button:enabled').allTextContents()).not.toContain('Approve')
    expect(address).toMatch(/^G/)
    expect(faults).toEqual([])
  })

  test('goes the whole way with portal and wallet side by side: asked, approved, and seen on the ledger in both', async () => {
    const { wallet, place, shop, double } = world
    const { portal } = wallet
    const merchant = await portal.open(await portal.newLink(OWNER))
    await merchant.page.getByRole('button', { name: 'Continue' }).click()
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
    for (const done of ['Got test XLM', 'Connected an agent', 'Pay your first request'])
      await page.getByText(done).waitFor()
    const { recipient_id, recipient_version_id } = shop.payee
    const asked = await agent.requestPayment({
      recipient_id,
      recipient_version_id,
      task_ref: 'side-by-side',
      amount: '3.25',
    })
    const { request_id } = asked.payment_request
    // Neither page was touched.
    const row = merchant.page.locator(`.asked a[href$="${request_id}"]`)
    await row.waitFor()
    await page.getByRole('link', { name: /3\.25/ }).click()
    await row.press('Enter')
    await merchant.page.getByText('None yet').waitFor()
    await expectApprove(page, true)
    await approveAndSign(page)
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    await page.getByText('The merchant can rely on it.').waitFor()
    await merchant.page.getByText('Paid on the ledger').first().waitFor()
    await merchant.page.getByText('By the wallet, signed with its device key').waitFor()
    await goTo(page, '/')
    await page.getByText('Paid your first request').waitFor()
    await page.getByRole('link', { name: /Checkout agent.*3\.25 XLM.*always asks you.*this week/ }).waitFor()
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
    await page.getByRole('heading', { name: 'Pay this?' }).waitFor()
    await expect.poll(() => focusedName(page)).toBe('Pay this?')
    await expectApprove(page, true)
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
}

/** As a screen reader would say it: what has the focus now. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const at = document.activeElement
    return (at?.getAttribute('aria-label') || at?.labels?.[0]?.textContent || at?.textContent || '').trim()
  })()`)

/** Texts in these boxes that are drawn outside of their box, of the screen, or of what shows of them. */
const cutOff = (page: Page, boxes: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(boxes)})].flatMap((box) => {
    const { left, right } = box.getBoundingClientRect()
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    const cut = []
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (node.parentElement.closest('.visually-hidden')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects())
        if (rect.left < Math.max(0, left) - 1 || rect.right > Math.min(innerWidth, right) + 1) cut.push(node.data)
    }
    return cut
  })`)
