/**
 * Every kind of event, declared once: which feeds hold it, whether webhooks tell it, and what the wire shows of it. The
 * database knows the same kinds as the type `event_kind`; a test holds the two against each other.
 */
import { PAYMENT_CHANGES } from '@pursestrings/protocol/payment-status'
import { AGENT_PAYMENT_CHANGES } from '../agent-payments/records.ts'
import { POLICY_CHANGES } from '../automation-policies/records.ts'
import { INVITATION_STATUSES } from '../connect-invitations/records.ts'
import { CONNECTION_CHANGES } from '../connections/records.ts'
import type { Module, Tier } from '../tiers.ts'
import type { Prefix } from '../wire/ids.ts'

/** Whose feed: of a connection, of a merchant, of a device, of a project. */
export const FEEDS = ['agent', 'merchant', 'wallet', 'project'] as const
export type Feed = (typeof FEEDS)[number]

interface EventResource {
  readonly changes: readonly string[]
  readonly tier: Tier
  /** Changes that a module brings. */
  readonly modules?: Readonly<Record<string, Module>>
  readonly feeds: readonly Feed[]
  /** Whether endpoints can ask for it. */
  readonly webhook: boolean
  /** What the wire shows, in order; the first names the subject. An id says its prefix, anything else is null. */
  readonly fields: Readonly<Record<string, Prefix | null>>
}

/** What the ledger shows, and what a merchant makes of it. */
const ofLedger = {
  chain_observed: 'evidence',
  disputed: 'evidence',
  proven_unpaid: 'evidence',
  ledger_finding: 'evidence',
  merchant_accepted: 'evidence',
} as const

export const EVENT_RESOURCES = {
  payment_request: {
    changes: PAYMENT_CHANGES,
    tier: 'specification',
    modules: ofLedger,
    feeds: ['agent', 'merchant', 'wallet'],
    webhook: true,
    fields: {
      request_id: 'pr',
      connection_id: 'con',
      status: null,
      previous_status: null,
      cursor: null,
      transaction_hash: null,
      reason: null,
      assurance: null,
    },
  },
  agent_payment: {
    changes: AGENT_PAYMENT_CHANGES,
    tier: 'completes',
    modules: ofLedger,
    feeds: ['merchant', 'wallet', 'project'],
    webhook: true,
    fields: {
      agent_payment_id: 'apy',
      connection_id: 'con',
      status: null,
      previous_status: null,
      transaction_hash: null,
      reason: null,
      assurance: null,
    },
  },
  connection: {
    changes: CONNECTION_CHANGES,
    tier: 'completes',
    feeds: ['merchant', 'wallet'],
    webhook: true,
    fields: { connection_id: 'con', scopes: null, paused_by: null },
  },
  connect_invitation: {
    changes: INVITATION_STATUSES,
    tier: 'delivery',
    feeds: ['wallet'],
    webhook: false,
    fields: { connect_invitation_id: 'cki', status: null, previous_status: null, connection_id: 'con' },
  },
  recipient: {
    changes: ['version_cooling', 'version_activated', 'version_suspended', 'version_revived', 'version_retired'],
    tier: 'completes',
    modules: {
      version_cooling: 'payee_safety',
      version_suspended: 'payee_safety',
      version_revived: 'payee_safety',
      version_retired: 'payee_safety',
    },
    feeds: ['merchant'],
    webhook: true,
    fields: { recipient_id: 'rcp', recipient_version_id: 'rcv', previous_version_id: 'rcv' },
  },
  merchant_domain: {
    changes: ['verified', 'failing', 'lapsed'],
    tier: 'completes',
    modules: { failing: 'payee_safety', lapsed: 'payee_safety' },
    feeds: ['merchant'],
    webhook: true,
    fields: { domain_id: 'dom', domain: null, failing_since: null, lapses_at: null },
  },
  merchant: {
    changes: ['suspended', 'restored'],
    tier: 'completes',
    feeds: ['merchant'],
    webhook: true,
    fields: { merchant_id: 'mer', suspended_by: null },
  },
  automation_policy: {
    changes: POLICY_CHANGES,
    tier: 'completes',
    modules: {
      declined: 'policy_tools',
      proposal_withdrawn: 'policy_tools',
      paused: 'policy_tools',
      resumed: 'policy_tools',
    },
    feeds: ['merchant', 'wallet'],
    webhook: true,
    fields: { policy_id: 'pol', connection_id: 'con', version: null },
  },
} as const satisfies Readonly<Record<string, EventResource>>

type Resources = typeof EVENT_RESOURCES
export type EventKind = {
  [R in keyof Resources]: `${R}.${Resources[R]['changes'][number]}`
}[keyof Resources]

/** What happens to a resource of that name, as kinds. */
export const eventKindsOf = (name: keyof Resources): EventKind[] =>
  EVENT_RESOURCES[name].changes.map((change) => `${name}.${change}` as EventKind)

export const EVENT_KINDS: readonly EventKind[] = (Object.keys(EVENT_RESOURCES) as (keyof Resources)[]).flatMap(
  eventKindsOf,
)

export const eventResourceOf = (kind: EventKind): EventResource =>
  EVENT_RESOURCES[kind.slice(0, kind.indexOf('.')) as keyof Resources]

export const tierOfEvent = (kind: EventKind): Tier => {
  const { tier, modules } = eventResourceOf(kind)
  return modules?.[kind.slice(kind.indexOf('.') + 1)] ?? tier
}
