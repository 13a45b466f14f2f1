/**
 * Every kind of event, declared once: which feeds hold it, whether webhooks tell it, and what the wire shows of it. The
 * database knows the same kinds as the type `event_kind`; a test holds the two against each other.
 */
import { AGENT_PAYMENT_CHANGES } from '../agent-payments/states.ts'
import { POLICY_CHANGES } from '../automation-policies/records.ts'
import { INVITATION_STATUSES } from '../connect-invitations/states.ts'
import { CONNECTION_CHANGES } from '../connections/records.ts'
import { PAYMENT_CHANGES } from '../payment-requests/states.ts'
import type { Prefix } from '../wire/ids.ts'

/** Whose feed: of a connection, of a merchant, of a device, of a project. */
export const FEEDS = ['agent', 'merchant', 'wallet', 'project'] as const
export type Feed = (typeof FEEDS)[number]

interface EventResource {
  readonly changes: readonly string[]
  readonly feeds: readonly Feed[]
  /** Whether endpoints can ask for it. */
  readonly webhook: boolean
  /** What the wire shows, in order; the first names the subject. An id says its prefix, anything else is null. */
  readonly fields: Readonly<Record<string, Prefix | null>>
}

export const EVENT_RESOURCES = {
  payment_request: {
    changes: PAYMENT_CHANGES,
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
    feeds: ['merchant', 'wallet'],
    webhook: true,
    fields: { connection_id: 'con', scopes: null, paused_by: null },
  },
  connect_invitation: {
    changes: INVITATION_STATUSES,
    feeds: ['wallet'],
    webhook: false,
    fields: { connect_invitation_id: 'cki', status: null, previous_status: null, connection_id: 'con' },
  },
  recipient: {
    changes: ['version_cooling', 'version_activated', 'version_suspended', 'version_revived', 'version_retired'],
    feeds: ['merchant'],
    webhook: true,
    fields: { recipient_id: 'rcp', recipient_version_id: 'rcv', previous_version_id: 'rcv' },
  },
  merchant_domain: {
    changes: ['verified', 'failing', 'lapsed'],
    feeds: ['merchant'],
    webhook: true,
    fields: { domain_id: 'dom', domain: null, failing_since: null, lapses_at: null },
  },
  merchant: {
    changes: ['suspended', 'restored'],
    feeds: ['merchant'],
    webhook: true,
    fields: { merchant_id: 'mer', suspended_by: null },
  },
  automation_policy: {
    changes: POLICY_CHANGES,
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
