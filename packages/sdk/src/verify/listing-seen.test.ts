/** What a receipt may say of a listing: of this very payee, seen in time. */
import { canonicalJson } from '@pursestrings/protocol/canonical'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { expect, test } from 'vitest'
import { listingSeen } from './listing-seen.ts'

const to = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'
const payment = { rail: 'stellar_xlm', network: 'stellar_testnet', asset: 'XLM', amount: '1', to, decimals: 7 } as const
const FACTS: PaymentFacts = {
  type: 'svc.payment_facts.v2',
  issuer: 'https://pay.example',
  connection_id: 'con_1',
  request_id: 'pr_1',
  recipient_id: 'rcp_1',
  recipient_version_id: 'rcv_1',
  payee: { name: 'shop.example', domain: 'shop.example', standing: 'listed' },
  payment: { ...payment, reference: 'memo_hash' },
  expires_at: '2026-11-20T12:30:00.000Z',
}
const ASKED_AT = '2026-11-20T12:00:00.000Z'
const listed = {
  rail: 'stellar_xlm',
  network: 'stellar_testnet',
  asset: 'XLM',
  address: to,
  memo: null,
  contract: null,
  issuer: null,
  decimals: 7,
  chain_id: null,
}
const finding = {
  domain: 'shop.example',
  location: 'https://shop.example/.well-known/svc-recipients.json',
  observed_at: '2026-11-20T00:00:00.000Z',
}
const seen = (more: object = {}, facts = FACTS) => {
  const document = { type: 'svc.recipient_evidence.v2', recipient_version_id: 'rcv_1', facts: listed, finding, ...more }
  return listingSeen(canonicalJson(document), facts, ASKED_AT)
}

test('a listing of this payee that was seen within the day before says where and when', () => {
  const { domain, location, observed_at: seen_at } = finding
  expect(seen()).toEqual({ domain, location, seen_at })
})

test.each<[string, object, PaymentFacts?]>([
  ['another version', { recipient_version_id: 'rcv_2' }],
  ['another domain', { finding: { ...finding, domain: 'quay.example' } }],
  ['another address', { facts: { ...listed, address: `${to.slice(0, -1)}A` } }],
  ['a memo that is not paid', { facts: { ...listed, memo: '7' } }],
  ['a payee of a merchant', {}, { ...FACTS, payee: { name: 'Till', domain: 'shop.example' } }],
  ['nothing', { facts: {}, finding: {} }],
])('a listing of %s is refused', (_what, more, facts) => {
  expect(() => seen(more, facts)).toThrow('The listing is of another payee.')
})

test.each([
  ['a day and a moment before', '2026-11-19T11:59:59.999Z'],
  ['long after', '2026-11-20T12:02:00.000Z'],
  ['never', 'yesterday'],
])('a listing that was seen %s is refused', (_when, observed_at) => {
  expect(() => seen({ finding: { ...finding, observed_at } })).toThrow('too old')
})
