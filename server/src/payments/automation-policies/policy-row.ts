/** A policy as the code has it: amounts as whole units, times in milliseconds; and as its columns have it. */

import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Network } from '@pursestrings/protocol/network-names'
import type { PolicyStatus } from '@pursestrings/protocol/payment-status'
import type { PolicyTerms } from '@pursestrings/protocol/policy-judge'
import type { Selectable } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'

/** What the wallet agreed to, as the wire writes it. */
export interface Consent {
  readonly policy_version: number
  readonly policy_digest: string
  readonly payees: readonly {
    readonly recipient_id: `rcp_${string}`
    readonly recipient_version_id: `rcv_${string}`
    readonly payee_digest: string
  }[]
  readonly public_key: string | null
  readonly signature: string | null
  readonly consented_at: string
}

/** The four thresholds. */
export interface Thresholds extends Pick<PolicyTerms, 'single_tx_limit' | 'cumulative_limit' | 'validity_window'> {
  /** Recipients; where they are paid is pinned by the consent. */
  readonly allowlist: readonly Uuid[]
}

/** Wider terms that wait for the user's consent, while those of the policy stay in force. */
export interface Proposal extends Thresholds {
  /** The version of the policy that the terms in force go by. */
  readonly terms_version: number
  readonly proposed_at: string
}

export interface PolicyRow extends Omit<PolicyTerms, 'allowlist' | 'network'>, Thresholds {
  readonly merchant_id: Uuid
  readonly policy_id: Uuid
  readonly project_id: Uuid
  readonly connection_id: Uuid
  readonly device_id: Uuid
  readonly name: string
  readonly network: Network
  readonly status: PolicyStatus
  /** Paused with all others, by the stop of the wallet. */
  readonly stopped: boolean
  readonly version: number
  /** Reserved and spent. */
  readonly used: bigint
  /** What wallets were let sign, of what is used: it never comes back. */
  readonly claimed: bigint
  readonly consent: Consent | null
  readonly proposed: Proposal | null
  readonly created_at: Date
}

/** As JSON holds it: units as text. */
interface StoredProposal extends Omit<Proposal, 'single_tx_limit' | 'cumulative_limit'> {
  readonly single_tx_limit: string | null
  readonly cumulative_limit: string | null
}

export type Columns = Table<
  'automation_policies',
  { network: Network; consent: Consent | null; proposed: StoredProposal | null }
>

export type Stored = Selectable<Columns>

const unitsOf = (numeric: string | null): bigint | null => (numeric === null ? null : BigInt(numeric))

export const rowOf = (columns: Stored): PolicyRow => {
  const { single_tx_limit, cumulative_limit, valid_from, valid_to, used, claimed, proposed, ...row } = columns
  return {
    ...row,
    single_tx_limit: unitsOf(single_tx_limit),
    cumulative_limit: unitsOf(cumulative_limit),
    validity_window: valid_from && valid_to && { from: valid_from.getTime(), to: valid_to.getTime() },
    used: BigInt(used),
    claimed: BigInt(claimed),
    proposed: proposed && {
      ...proposed,
      single_tx_limit: unitsOf(proposed.single_tx_limit),
      cumulative_limit: unitsOf(proposed.cumulative_limit),
    },
  }
}

/** As `policy_told` in server/schema/payments writes it; its times are texts. */
export type ToldPolicy = Omit<Stored, 'valid_from' | 'valid_to' | 'created_at'> &
  Readonly<Record<'valid_from' | 'valid_to', string | null>> & { readonly created_at: string }

export const policyOf = ({ valid_from, valid_to, created_at, ...told }: ToldPolicy): PolicyRow =>
  rowOf({
    ...told,
    valid_from: valid_from === null ? null : new Date(valid_from),
    valid_to: valid_to === null ? null : new Date(valid_to),
    created_at: new Date(created_at),
  })

const textOf = (units: bigint | null): string | null => (units === null ? null : String(units))

export const proposedColumn = (proposed: Proposal | null): StoredProposal | null =>
  proposed && {
    ...proposed,
    single_tx_limit: textOf(proposed.single_tx_limit),
    cumulative_limit: textOf(proposed.cumulative_limit),
  }

export const thresholdsOf = ({
  single_tx_limit,
  cumulative_limit,
  validity_window,
  allowlist,
}: Thresholds): Thresholds => ({ single_tx_limit, cumulative_limit, validity_window, allowlist })

/** The policy as the user would have it with what is proposed: as before a consent, so that an opt-in pins every payee. */
export const asProposed = (policy: PolicyRow): PolicyRow | undefined =>
  policy.proposed ? { ...policy, ...thresholdsOf(policy.proposed), status: 'awaiting_consent' } : undefined

/** Of the terms in force: a proposal counts the policy's version up, and changes no terms. */
export const termsVersion = ({ proposed, version }: PolicyRow): number => proposed?.terms_version ?? version

/** Recipients of the terms in force and of those proposed. */
export const recipientsOf = ({ allowlist, proposed }: Pick<PolicyRow, 'allowlist' | 'proposed'>): Uuid[] => [
  ...new Set([...allowlist, ...(proposed?.allowlist ?? [])]),
]

export const columnsOf = ({ single_tx_limit, cumulative_limit, validity_window, allowlist }: Thresholds) => ({
  single_tx_limit: textOf(single_tx_limit),
  cumulative_limit: textOf(cumulative_limit),
  valid_from: validity_window && new Date(validity_window.from),
  valid_to: validity_window && new Date(validity_window.to),
  allowlist: [...allowlist],
})
