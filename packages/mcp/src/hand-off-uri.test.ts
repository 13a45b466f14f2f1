import type { PaymentFacts, PaymentRequest } from '@countersign/sdk'
import { expect, test } from 'vitest'
import { handOffUri } from './hand-off-uri.ts'

const PAYMENT = { to: 'GPAYEE', amount: '12.5', asset: 'XLM', network: 'stellar_testnet' }
const URI = 'web+stellar:pay?destination=GPAYEE&amount=12.5'

const shown = (uri: string | undefined, more: object = {}) =>
  handOffUri(
    (uri === undefined ? {} : { handoff: { uri } }) as PaymentRequest,
    { payment: { ...PAYMENT, ...more } } as PaymentFacts,
  )

test.each([
  [URI, {}],
  [`${URI}&memo=1042&memo_type=MEMO_ID`, { memo: 'id:1042' }],
  [`${URI}&memo=q83v&memo_type=MEMO_HASH`, { memo: 'hash:abcdef' }],
  [`${URI}&memo=a%20%2B%20b`, { memo: 'a + b' }],
  [`${URI}&asset_code=USDC&asset_issuer=GISSUER`, { asset: 'USDC', issuer: 'GISSUER' }],
  [undefined, {}],
])('%s says what the facts say', (uri, more) => {
  expect(shown(uri, more)).toBe(uri)
})

test.each([
  ['web+stellar:pay?destination=GEVIL&amount=12.5', {}],
  ['web+stellar:pay?destination=GPAYEE&amount=125', {}],
  ['web+stellar:tx?destination=GPAYEE&amount=12.5', {}],
  ['https://evil.example/?destination=GPAYEE&amount=12.5', {}],
  [`${URI}&callback=url%3Ahttps%3A%2F%2Fevil.example`, {}],
  [`${URI}&destination=GEVIL`, {}],
  [`${URI}&memo=1`, {}],
  [`${URI}&memo=2`, { memo: '1' }],
  [URI, { memo: '1' }],
  [URI, { asset: 'USDC', issuer: 'GISSUER' }],
  [`${URI}&asset_code=EVIL&asset_issuer=GISSUER`, { asset: 'USDC', issuer: 'GISSUER' }],
])('%s is not shown', (uri, more) => {
  expect(() => shown(uri, more)).toThrow("Don't pay")
})
