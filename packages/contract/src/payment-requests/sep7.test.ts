import { expect, test } from 'vitest'
import type { PaymentFacts } from './payment-facts.ts'
import { sep7Uri } from './sep7.ts'

const TO = 'GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO'
const ISSUER = 'GCRCUE2C5TBNIPYHMEP7NK5RWTT2WBSZ75CMARH7GDOHDDCQH3XANFOB'
const TESTNET = '&network_passphrase=Test%20SDF%20Network%20%3B%20September%202015'
const PUBLIC = '&network_passphrase=Public%20Global%20Stellar%20Network%20%3B%20September%202015'

const payment = (more: Partial<PaymentFacts['payment']> = {}): PaymentFacts['payment'] => ({
  rail: 'stellar_xlm',
  network: 'stellar_testnet',
  asset: 'XLM',
  amount: '120.1234567',
  to: TO,
  decimals: 7,
  ...more,
})

/** Written by hand from the text of SEP-7, operation `pay`. */
test.each([
  ['lumens name no asset', {}, `destination=${TO}&amount=120.1234567${TESTNET}`],
  [
    'an issued asset names code and issuer',
    { asset: 'USD', issuer: ISSUER, amount: '120.123' },
    `destination=${TO}&amount=120.123&asset_code=USD&asset_issuer=${ISSUER}${TESTNET}`,
  ],
  [
    'a text memo is URL-encoded, with %20 for a space and %2B for a plus',
    { memo: 'order 24 & more=1+1 ü%' },
    `destination=${TO}&amount=120.1234567&memo=order%2024%20%26%20more%3D1%2B1%20%C3%BC%25&memo_type=MEMO_TEXT${TESTNET}`,
  ],
  [
    'an id memo is a number',
    { memo: 'id:18446744073709551615' },
    `destination=${TO}&amount=120.1234567&memo=18446744073709551615&memo_type=MEMO_ID${TESTNET}`,
  ],
  [
    'a hash memo is base64, then URL-encoded',
    { memo: `hash:fbff${'00'.repeat(29)}01` },
    `destination=${TO}&amount=120.1234567&memo=%2B%2F8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE%3D&memo_type=MEMO_HASH${TESTNET}`,
  ],
  ['the public network is named too', { network: 'stellar_public' }, `destination=${TO}&amount=120.1234567${PUBLIC}`],
] as const)('%s', (_, more, parameters) => {
  expect(sep7Uri(payment(more))).toBe(`web+stellar:pay?${parameters}`)
})

test('another ledger has no SEP-7 hand-off', () => {
  expect(sep7Uri(payment({ network: 'ethereum_mainnet', rail: 'ethereum_eth', asset: 'ETH' }))).toBeUndefined()
  expect(sep7Uri(payment({ network: 'toString' as 'stellar_public' }))).toBeUndefined()
})
