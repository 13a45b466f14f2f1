/** What the person is asked to agree to, beside what holds now: pure. Only limits that differ are marked. */
import type { AutomationPolicy } from '@pursestrings/sdk'

type Terms = Pick<
  AutomationPolicy,
  'single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'payees' | 'policy_digest' | 'missing'
>

export interface Limit {
  /** What holds now, where that differs from what is asked. */
  readonly was: string | undefined
  readonly is: string | undefined
  readonly wider: boolean
}

export interface Offer {
  /** `first`: nothing is automatic yet. `wider`: limits are in force, and wider ones are proposed. `none`: nothing to decide. */
  readonly kind: 'first' | 'wider' | 'none'
  readonly single: Limit
  readonly total: Limit
  readonly until: Limit
  readonly payees: readonly { readonly payee: AutomationPolicy['payees'][number]; readonly added: boolean }[]
  /** Also those that would fall out. */
  readonly dropped: readonly AutomationPolicy['payees'][number][]
  readonly can_agree: boolean
}

const limit = (was: string | null | undefined, is: string | null | undefined, wider: boolean): Limit => ({
  was: was == null || was === is ? undefined : was,
  is: is ?? undefined,
  wider,
})

export const offerOf = (policy: AutomationPolicy): Offer => {
  const { proposed, status } = policy
  const now: Terms | undefined = proposed === null ? undefined : policy
  const asked: Terms = proposed ?? policy
  const widened = (name: string): boolean => proposed?.widened.some((one) => one === name) ?? false
  const kind = proposed !== null ? 'wider' : status === 'awaiting_consent' ? 'first' : 'none'
  const same = (a: AutomationPolicy['payees'][number], b: AutomationPolicy['payees'][number]): boolean =>
    a.recipient_id === b.recipient_id && a.address === b.address && a.memo === b.memo
  return {
    kind,
    single: limit(now?.single_tx_limit, asked.single_tx_limit, widened('single_tx_limit')),
    total: limit(now?.cumulative_limit, asked.cumulative_limit, widened('cumulative_limit')),
    until: limit(now?.validity_window?.to, asked.validity_window?.to, widened('validity_window')),
    payees: asked.payees.map((payee) => ({
      payee,
      added: now !== undefined && !now.payees.some((one) => same(one, payee)),
    })),
    dropped: now?.payees.filter((payee) => !asked.payees.some((one) => same(one, payee))) ?? [],
    can_agree:
      kind !== 'none' &&
      status !== 'withdrawn' &&
      asked.policy_digest !== null &&
      asked.missing.length === 0 &&
      asked.payees.every(({ address, payee_digest }) => address !== undefined && payee_digest !== null),
  }
}
