/** The seller here is a list of answers: what matters is who is called next. */
import { expect, test } from 'vitest'
import { expectSameHost, sendPaid } from './send-paid.ts'

const url = new URL('https://shop.example/tides')

const seller = (locations: readonly string[]) => {
  const called: string[] = []
  const fetch: typeof globalThis.fetch = (input) => {
    const request = new Request(input)
    called.push(`${request.url} ${request.headers.get('payment-signature')} ${request.redirect}`)
    const location = locations[called.length - 1]
    return Promise.resolve(
      location === undefined ? new Response('tides') : new Response(null, { status: 307, headers: { location } }),
    )
  }
  const send = () =>
    sendPaid(fetch, new Request(url, { headers: { 'payment-signature': 'signed' } }), {
      task: { url },
      request_id: 'task-1',
    })
  return { called, send }
}

test('a redirect within the host is followed with the payment', async () => {
  const { called, send } = seller(['/tides/', 'https://shop.example/tables'])
  expect(await (await send()).text()).toBe('tides')
  expect(called).toEqual(
    ['https://shop.example/tides', 'https://shop.example/tides/', 'https://shop.example/tables'].map(
      (one) => `${one} signed manual`,
    ),
  )
})

test.each([
  'https://thief.example/tides',
  '//thief.example/',
  'http://shop.example/tides',
  'https://shop.example:8443/tides',
])('a redirect to %s is refused, and nobody there gets the payment', async (location) => {
  const { called, send } = seller([location])
  await expect(send()).rejects.toMatchObject({ outcome: 'seller_refused', request_id: 'task-1' })
  expect(called).toHaveLength(1)
})

test('a redirect without end is refused', async () => {
  const { called, send } = seller(Array.from({ length: 99 }, () => '/again'))
  await expect(send()).rejects.toMatchObject({ outcome: 'seller_refused' })
  expect(called.length).toBeLessThan(10)
})

test('a 402 of another host than the one that was called asks nobody', () => {
  const from = (at: string) => Object.defineProperty(new Response(null, { status: 402 }), 'url', { value: at })
  for (const at of ['https://thief.example/tides', 'http://shop.example/tides', 'https://shop.example.thief.example/'])
    expect(() => expectSameHost({ url }, from(at))).toThrow(expect.objectContaining({ outcome: 'payee_not_listed' }))
  for (const at of ['', 'https://shop.example/moved']) expect(expectSameHost({ url }, from(at))).toBeUndefined()
})
