/** A wallet that reports a payment as made where the ledger shows another one: the portal says what differs, and what to do. */
import { rpc } from '@stellar/stellar-sdk'
import { Asset, Keypair, Networks, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { beforeAll, expect, test } from 'vitest'
import { preparePayee } from '../acceptance/steps/merchant.ts'
import { getReady } from '../acceptance/steps/ready.ts'
import { placeOf } from './portal-stock.ts'
import type { PortalWorld } from './portal-world.ts'

export const disputedCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  beforeAll(() => {
    world = shared()
  })

  /** On the practice ledger, by an account that the service knows nothing of. */
  const pay = async (to: string, amount: string): Promise<string> => {
    const said = /Ledger +(http:\S+) \(practice; test funds at (\S+)\)/.exec(world.dev.said())
    const [, rpc_url = '', friendbot_url = ''] = said ?? []
    const payer = Keypair.random()
    for (const address of [payer.publicKey(), to]) await fetch(`${friendbot_url}?addr=${address}`)
    const ledger = new rpc.Server(rpc_url, { allowHttp: true })
    const account = await ledger.getAccount(payer.publicKey())
    const transaction = new TransactionBuilder(account, { fee: '100', networkPassphrase: Networks.TESTNET })
      .addOperation(Operation.payment({ destination: to, asset: Asset.native(), amount }))
      .setTimeout(60)
      .build()
    transaction.sign(payer)
    const { hash } = await ledger.sendTransaction(transaction)
    return hash
  }

  test('what was found stands beside what was requested, with words for the payer', { timeout: 120_000 }, async () => {
    const { page, context, merchant, faults } = await world.signedIn('disputed@harbour-books.example', 'Harbour Books')
    const place = placeOf(world)
    const ready = await getReady(place, {}, { merchant, payee: await preparePayee(place, merchant) })
    const { request_id, payment } = (await ready.ask('order-1')).payment_request
    const transaction_hash = await pay(payment.to, '12')
    for (const status of ['signed', 'broadcasted', 'confirmed'] as const) {
      await ready.wallet.paymentRequests.reportStatus(request_id, { status, transaction_hash })
    }
    await page.goto(`${world.dev.portal_url}/requests/${ready.connection_id}/${encodeURIComponent(request_id)}`)
    await page.getByText('The ledger shows a different payment.').waitFor({ timeout: 60_000 })
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
    expect(await row('Amount').textContent()).toBe('Amount12.5 XLM12 XLMamount_short')
    expect(await row('Address').textContent()).toContain('the same, all 56 characters')
    await page.getByText('If 12 XLM is fine for you').waitFor()
    await world.inspect(page, 'disputed')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy a message for the payer' }).click()
    await page.getByText('Copied').waitFor()
    const message = await page.evaluate('navigator.clipboard.readText()')
    expect(message).toContain('we asked for 12.5 XLM')
    expect(message).toContain('The ledger shows 12 XLM')
    expect(message).toContain(transaction_hash)
    await page.getByRole('link', { name: 'Checkout agent' }).click()
    await page.getByRole('heading', { name: 'Recent requests' }).waitFor()
    expect(await page.locator('.asked li').textContent()).toMatch(/The ledger shows a different payment.*disputed/)
    await world.inspect(page, 'agent-asked')
    await page.getByRole('link', { name: 'All 1' }).click()
    await page.getByText(/^1–1 of 1$/).waitFor()
    expect(faults).toEqual([])
  })

  test('a payment that nobody proved is accepted by hand, and is never called paid', { timeout: 120_000 }, async () => {
    const { page, merchant, faults } = await world.signedIn('till@harbour-books.example', 'Harbour Till')
    const place = placeOf(world)
    const ready = await getReady(place, {}, { merchant, payee: await preparePayee(place, merchant) })
    const { request_id, payment } = (await ready.ask('order-2')).payment_request
    const transaction_hash = await pay(payment.to, payment.amount)
    for (const status of ['signed', 'broadcasted', 'confirmed'] as const) {
      await ready.wallet.paymentRequests.reportStatus(request_id, { status, transaction_hash })
    }
    await page.goto(`${world.dev.portal_url}/requests/${ready.connection_id}/${encodeURIComponent(request_id)}`)
    await page.getByText('nobody has shown that it is this payer’s').waitFor({ timeout: 60_000 })
    await page.getByText('It fits no other open request.').waitFor()
    await world.inspect(page, 'unbound')
    await page.getByRole('button', { name: 'Accept this payment' }).click()
    await page.getByText('It will be shown as Accepted by hand, never as Paid.').waitFor()
    await page.getByRole('button', { name: 'Accept payment', exact: true }).click()
    await page.getByText(/till@harbour-books\.example decided on .* that this payment was for this request/).waitFor()
    expect(await page.getByText('Paid', { exact: true }).count()).toBe(0)
    await world.inspect(page, 'accepted')
    await page.goto(`${world.dev.portal_url}/audit`)
    await page.getByText('Accepted a payment by hand').first().waitFor()
    expect(faults).toEqual([])
  })
}
