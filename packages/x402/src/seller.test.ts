/** The extension as the official server calls it: after a settlement, and before it asks a call to pay. */
import { expect, test } from 'vitest'
import { listedBy, type Sale, sellerExtension } from './seller.ts'

const SIGNATURE = `0x${'ab'.repeat(65)}`
const NONCE = `0x${'77'.repeat(32)}`
const ID = 'task-0123456789abcdef0123456789abcdef'

const requirements = { network: 'eip155:84532', asset: '0xusdc', amount: '250000', payTo: '0xshop' }
const payloadWith = (id: string | undefined, signature = SIGNATURE) => ({
  payload: { authorization: { nonce: NONCE }, signature },
  extensions: { 'payment-identifier': { info: { required: false, id } } },
})
const callFor = (url: string, payload?: object, method = 'GET') => {
  const header = payload && Buffer.from(JSON.stringify(payload)).toString('base64')
  return {
    adapter: {
      getHeader: (name: string) => (name === 'payment-signature' ? header : undefined),
      getMethod: () => method,
      getUrl: () => url,
    },
  }
}
const URL_ = 'https://shop.example/tides'
const settled = (payload: object, success = true) => ({
  paymentPayload: payload,
  requirements,
  result: { success, transaction: '0xhash', payer: '0xpayer' },
  transportContext: { request: callFor(URL_) },
})

test('tells of each settlement with the payer’s reference and the name of the payment; of a failed one nothing', async () => {
  const sales: Sale[] = []
  const { hooks } = sellerExtension({ tell: (sale) => sales.push(sale) })
  await hooks.onAfterSettle(undefined, settled(payloadWith(ID)))
  await hooks.onAfterSettle(undefined, settled(payloadWith(undefined)))
  await hooks.onAfterSettle(undefined, settled(payloadWith(ID), false))
  const sale = {
    method: 'GET',
    url: URL_,
    network: 'eip155:84532',
    asset: '0xusdc',
    amount: '250000',
    pay_to: '0xshop',
    payer: '0xpayer',
    transaction_hash: '0xhash',
    reference: NONCE,
  }
  expect(sales).toEqual([
    { ...sale, payment_id: ID },
    { ...sale, payment_id: undefined },
  ])
})

test('delivers again to whoever names the payment and shows its signature, and to nobody else', async () => {
  const { hooks, transportHooks } = sellerExtension()
  const again = (...given: Parameters<typeof callFor>) =>
    transportHooks.http.onProtectedRequest(undefined, callFor(...given))
  expect(await again(URL_, payloadWith(ID))).toBeUndefined()
  await hooks.onAfterSettle(undefined, settled(payloadWith(ID)))
  expect(await again(URL_, payloadWith(ID))).toEqual({ grantAccess: true })
  for (const other of [
    [URL_, payloadWith('task-ffffffffffffffffffffffffffffffff')],
    [URL_, payloadWith(undefined)],
    [URL_, payloadWith(ID, `0x${'cd'.repeat(65)}`)],
    ['https://shop.example/charts', payloadWith(ID)],
    [URL_, payloadWith(ID), 'POST'],
    [URL_],
    [URL_, []],
  ] as Parameters<typeof callFor>[])
    expect(await again(...other)).toBeUndefined()
})

test('what settled without a name is delivered once', async () => {
  const { hooks, transportHooks } = sellerExtension()
  await hooks.onAfterSettle(undefined, settled(payloadWith(undefined)))
  expect(await transportHooks.http.onProtectedRequest(undefined, callFor(URL_, payloadWith(undefined)))).toBeUndefined()
})

test('a route says where its host lists who is paid', () => {
  expect(listedBy('shop.example')).toMatchObject({
    svc: { info: { listing: 'https://shop.example/.well-known/svc-recipients.json' } },
  })
})
