/** A proposal is shown as what it would change, and nothing that is incomplete can be agreed to. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { expect, test } from 'vitest'
import { offerOf } from './terms-of.ts'

const TILL = {
  recipient_id: 'rcp_till',
  recipient_version_id: 'rcv_till',
  payee_digest: 'a',
  name: 'Harbour Books till',
  domain: 'harbour-books.example',
  address: 'GBRP',
}
const EVENTS = { ...TILL, recipient_id: 'rcp_events', name: 'Harbour Books events', address: 'GA7C' }

const POLICY = {
  id: 'pol_1',
  status: 'active',
  version: 3,
  name: 'Books',
  asset: 'XLM',
  single_tx_limit: '10',
  cumulative_limit: '250',
  validity_window: { from: '2026-11-01T00:00:00.000Z', to: '2027-02-16T00:00:00.000Z' },
  allowlist: ['rcp_till'],
  payees: [TILL],
  missing: [],
  policy_digest: 'd',
  proposed: null,
  used: '182.5',
} as unknown as AutomationPolicy

const PROPOSED = {
  ...POLICY,
  single_tx_limit: '15',
  widened: ['single_tx_limit', 'allowlist'],
  payees: [TILL, EVENTS],
  proposed_at: '2026-11-15T00:00:00.000Z',
}

test('a policy in force asks for nothing', () => {
  expect(offerOf(POLICY)).toMatchObject({ kind: 'none', can_agree: false, single: { is: '10', was: undefined } })
})

test('a first policy asks for all of its terms', () => {
  const first = { ...POLICY, status: 'awaiting_consent' } as AutomationPolicy
  expect(offerOf(first)).toMatchObject({ kind: 'first', can_agree: true, payees: [{ added: false }] })
})

test('a proposal marks what it changes: the limit, and the payee that is new', () => {
  const offer = offerOf({ ...POLICY, proposed: PROPOSED } as unknown as AutomationPolicy)
  expect(offer).toMatchObject({
    kind: 'wider',
    can_agree: true,
    single: { was: '10', is: '15', wider: true },
    total: { was: undefined, is: '250', wider: false },
    payees: [{ added: false }, { added: true }],
    dropped: [],
  })
})

test('the same payee at another address is a new one, and the old one falls out', () => {
  const moved = { ...PROPOSED, payees: [{ ...TILL, address: 'GEVIL' }] }
  const offer = offerOf({ ...POLICY, proposed: moved } as unknown as AutomationPolicy)
  expect(offer).toMatchObject({ payees: [{ added: true }], dropped: [TILL] })
})

test('what lacks a limit, an address or a digest cannot be agreed to', () => {
  const cases = [
    { missing: ['cumulative_limit'] },
    { policy_digest: null },
    { payees: [{ recipient_id: 'rcp_till', recipient_version_id: null, payee_digest: null }] },
  ]
  for (const lack of cases) {
    const policy = { ...POLICY, status: 'awaiting_consent', ...lack } as unknown as AutomationPolicy
    expect(offerOf(policy).can_agree).toBe(false)
  }
})
