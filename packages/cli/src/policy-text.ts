/** How a policy looks to a person, on the merchant's side and in the test wallet. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import type { Field } from './output.ts'
import type { KeptPayee, Profile } from './profile.ts'
import { failed } from './stop.ts'

export const POLICY_TITLES = ['POLICY', 'STATUS', 'USED', 'NAME']

const usedOf = ({ used, cumulative_limit, asset }: AutomationPolicy): string =>
  `${used} of ${cumulative_limit ?? '?'} ${asset}`

export const policyRow = (policy: AutomationPolicy): readonly unknown[] => [
  policy.id,
  policy.status,
  usedOf(policy),
  policy.name,
]

export const policyFields = (policy: AutomationPolicy): readonly Field[] => [
  ['policy', `${policy.name} (${policy.id})`],
  ['status', policy.status],
  ['one payment', policy.single_tx_limit && `at most ${policy.single_tx_limit} ${policy.asset}`],
  ['all together', policy.cumulative_limit && `at most ${policy.cumulative_limit} ${policy.asset}`],
  ['valid', policy.validity_window && `${policy.validity_window.from} to ${policy.validity_window.to}`],
  ['may pay', policy.payees.map((payee) => payee.name ?? payee.recipient_id).join(', ')],
  ['used', usedOf(policy)],
  ['missing', policy.missing.join(', ')],
  ...proposedFields(policy),
]

/** What waits for the user, beside what is in force. */
const proposedFields = ({ proposed, asset }: AutomationPolicy): readonly Field[] =>
  proposed
    ? [
        ['proposed', `raises ${proposed.widened.join(', ')}; the terms above stay until the user agrees`],
        ['one payment then', proposed.single_tx_limit && `at most ${proposed.single_tx_limit} ${asset}`],
        ['all together then', proposed.cumulative_limit && `at most ${proposed.cumulative_limit} ${asset}`],
        [
          'valid then',
          proposed.validity_window && `${proposed.validity_window.from} to ${proposed.validity_window.to}`,
        ],
        ['may pay then', proposed.payees.map((payee) => payee.name ?? payee.recipient_id).join(', ')],
      ]
    : []

export const expectPayee = ({ payee }: Profile): KeptPayee => {
  if (payee) return payee
  throw failed('This profile has no payee yet.', 'Activate one: pursestrings recipients activate <recipient-id>')
}
