/** What the wallet refuses or holds back, in Chromium: altered facts, unknown keys, changed payees, too little money, no time. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { factsText, type PaymentRequest, paymentFactsOf } from '@pursestrings/sdk'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newStellarAddress } from '../acceptance/steps/merchant.ts'
import { endCooling } from './portal-payee.ts'
import { expectApprove, type ReviewWorld } from './wallet-review-world.ts'
import { goTo } from './wallet-world.ts'

const EVIL = 'GAXH2LADVFIHVYTF5T23KNLIQWSTHE5CAKOSIE4UTFZGLINCLLX4NYFB'
const CROSS_ORIGIN = { 'access-control-allow-origin': '*' }

/** Somebody between the wallet and the service, who changes what is read of requests. */
const alterRequests = (page: Page, change: (request: PaymentRequest) => PaymentRequest) =>
  page.route(/\/v1\/payment-requests\/[^/?]+(\?|$)/, async (route: Route) => {
    const answer = await route.fetch()
    const { payment_request } = (await answer.json()) as { payment_request?: PaymentRequest }
    if (payment_request === undefined) return route.fulfill({ response: answer })
    await route.fulfill({ response: answer, json: { payment_request: change(payment_request) } })
  })

const forger = () => {
  const pair = generateKeyPairSync('ed25519')
  const part = (text: string) => Buffer.from(text).toString('base64url')
  return {
    jwk: { ...pair.publicKey.export({ format: 'jwk' }), kid: 'k2', alg: 'EdDSA', use: 'sig', purpose: 'facts' },
    forged(request: PaymentRequest): PaymentRequest {
      const bent = { ...request, payment: { ...request.payment, to: EVIL } }
      const text = factsText(paymentFactsOf(bent))
      const input = `${part(JSON.stringify({ alg: 'EdDSA', kid: 'k2', typ: 'svc-payment-facts+jws' }))}.${part(text)}`
      const facts_jws = `${input}.${sign(null, Buffer.from(input), pair.privateKey).toString('base64url')}`
      return { ...bent, facts_digest: createHash('sha256').update(text).digest('hex'), facts_jws }
    },
  }
}

export const refusalCases = (shared: () => ReviewWorld): void => {
  let world: ReviewWorld
  beforeAll(() => {
    world = shared()
  })

  test('facts that were changed on the way: the mismatch is shown, nothing else, and only rejecting is left', async () => {
    const { page, faults, ask, ready } = await world.payer()
    await alterRequests(page, (request) => ({ ...request, payment: { ...request.payment, to: EVIL } }))
    await ask('altered', { display: { title: 'Pay me' } })
    await page.getByRole('heading', { name: 'Don’t pay this' }).waitFor()
    await page.getByText('This doesn’t match what Pursestrings signed.').waitFor()
    await page.getByRole('heading', { name: 'The address doesn’t match' }).waitFor()
    await page.getByText(ready.payee.address, { exact: true }).first().waitFor({ state: 'attached' })
    await page.getByText(EVIL, { exact: true }).first().waitFor({ state: 'attached' })
    const text = await page.locator('main').innerText()
    expect(text).not.toMatch(/12\.5|Harbour|Pay me|Signed facts/)
    expect(await page.getByRole('button', { name: /Approve/ }).count()).toBe(0)
    await world.wallet.inspect(page, 'wallet-wrong-390')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a report' }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/^pursestrings-report-.*\.json$/)
    expect(faults).toEqual([])
  })

  test('a payee that the public record does not have, until it does', async () => {
    const { page, faults, ask } = await world.payer()
    const record = /\/v1\/payees\/[^/]+\/versions\/[^/]+\/record/
    await page.route(record, async (route) => {
      const elsewhere = route
        .request()
        .url()
        .replace(/payees\/[^/]+/, 'payees/none')
      await route.fulfill({ response: await route.fetch({ url: elsewhere }) })
    })
    await ask('unlogged')
    await page.getByRole('heading', { name: 'Not on record' }).waitFor()
    await page.getByText('This payee isn’t on the public record.').waitFor()
    await page.getByText(/not on the public record/).waitFor()
    await expectApprove(page, false)
    expect(await page.getByRole('button', { name: 'Pay with another wallet' }).count()).toBe(0)
    await world.wallet.inspect(page, 'wallet-record-390')
    await page.unroute(record)
    await page.getByText(/on public record since /).waitFor()
    await expectApprove(page, true)
    expect(faults).toEqual([])
  })

  test('facts that a stranger signed, with the stranger’s key served beside them', async () => {
    const { page, faults, ask } = await world.payer()
    const { jwk, forged } = forger()
    await page.route('**/.well-known/jwks.json', (route) =>
      route.fulfill({ json: { keys: [jwk] }, headers: CROSS_ORIGIN }),
    )
    await alterRequests(page, forged)
    await ask('forged')
    await page.getByRole('heading', { name: 'Unknown key' }).waitFor()
    await page.getByText('We don’t know the key that signed this.').waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/12\.5|Harbour/)
    expect(await page.getByRole('button', { name: /Approve/ }).count()).toBe(0)
    await world.wallet.inspect(page, 'wallet-key-390')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('dialog', { name: 'Compare the key' }).waitFor()
    expect(faults).toEqual([])
  })

  test('to pay more than there is: it says how much is missing', async () => {
    const { page, faults, ask, address } = await world.payer({ funded: false })
    await ask('no-account')
    await page.getByText('Your account isn’t open on the ledger yet.').waitFor()
    await expectApprove(page, false)
    await page.getByRole('button', { name: 'Get test XLM' }).click()
    await expectApprove(page, true)
    expect(world.double.ledger.accounts.get(address)?.balance).toBe(100_000_000_000n)

    await ask('too-much', { amount: '12345.5' })
    await page.getByText('You have 9999 XLM available. This needs 12345.50001.').waitFor()
    await page.getByText('Another 1 XLM must stay as reserve.').waitFor()
    await page.getByRole('button', { name: 'Approve: 2346.50001 XLM missing' }).waitFor()
    await world.wallet.inspect(page, 'wallet-short-390')
    expect(faults).toEqual([])
  })

  test('what has expired, from the moment on at which it does', async () => {
    const { page, faults, ask } = await world.payer()
    await ask('short-lived', { expires_at: new Date(Date.now() + 65_000).toISOString() })
    await page.getByRole('heading', { name: 'Pay this?' }).waitFor()
    await page.getByText('This request has expired.').waitFor({ timeout: 120_000 })
    expect(await page.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0)
    await world.wallet.inspect(page, 'wallet-expired-390')
    await page.getByRole('link', { name: 'Back to home' }).last().click()
    expect(faults).toEqual([])
  })

  test('an agent that was disconnected; a paused one can still be answered', async () => {
    const { page, faults, ask, device, ready } = await world.payer()
    await ask('asked-before')
    await expectApprove(page, true)
    await device.connections.update(ready.connection_id, { status: 'paused' })
    await page.getByText('You paused this agent.').waitFor()
    await expectApprove(page, true)
    await world.wallet.inspect(page, 'wallet-paused-390')
    await device.connections.revoke(ready.connection_id)
    await page.getByText('You disconnected this agent.').waitFor()
    expect(await page.getByRole('button', { name: /Approve/ }).count()).toBe(0)
    await goTo(page, '/')
    expect(faults).toEqual([])
  })

  test('a changed payee until it was in view for a while and the change is known', async () => {
    const { page, faults, ask, ready, device } = await world.payer()
    const [first] = [(await ready.ask('before-the-change')).payment_request]
    await pay(device, first.request_id)
    const payee = await changeAddress(world)
    await ask('after-the-change', payee)
    await page.getByText(/The address changed/).waitFor()
    await page.getByText('You paid the old address once').waitFor()
    await expectApprove(page, false)
    await world.wallet.inspect(page, 'wallet-changed-390')
    await page.getByLabel('I know about this change').check()
    await expectApprove(page, true)
    await page.getByLabel('I know about this change').uncheck()
    await expectApprove(page, false)
    expect(faults).toEqual([])
  })
}

/** As another device of the same wallet reports it. */
const pay = async (device: Awaited<ReturnType<ReviewWorld['payer']>>['device'], request_id: string) => {
  const transaction_hash = createHash('sha256').update(request_id).digest('hex')
  await device.paymentRequests.reportStatus(request_id, { status: 'signed' })
  await device.paymentRequests.reportStatus(request_id, { status: 'broadcasted', transaction_hash })
  await device.paymentRequests.reportStatus(request_id, { status: 'confirmed', transaction_hash })
}

/** The shop's payee gets another address, as its owner would give it one, and the day passes that it waits. */
const changeAddress = async ({ shop: { merchant, payee }, place, wallet }: ReviewWorld) => {
  const { recipient_id } = payee
  const { recipients, merchantDomains } = merchant
  const address = newStellarAddress()
  const read = await recipients.read(recipient_id)
  const { recipient_version, recipient } = await recipients.addVersion(recipient_id, {
    network: 'stellar_testnet',
    asset: 'XLM',
    address,
    version: read.recipient.version,
  })
  await place.listPayee({ network: 'stellar_testnet', asset: 'XLM', address })
  const [domain] = await merchantDomains.list().toArray()
  const { recipient_version_id } = recipient_version
  const proven = await recipients.verify(recipient_id, {
    recipient_version_id,
    type: 'domain_proof',
    source_id: domain?.domain_id ?? '',
    version: recipient.version,
  })
  const { evidence_id, evidence_digest } = proven.evidence
  await recipients.activateVersion(recipient_id, recipient_version_id, {
    evidence_id,
    evidence_digest,
    version: proven.recipient.version,
  })
  await endCooling(wallet.portal, merchant, recipient_version)
  return { recipient_id, recipient_version_id }
}
