/**
 * server/schema/platform/postgres.contract.sql: what the contract decides and the database enforces. Which status may follow
 * which, limits and periods stand in the contract once, and SQL reads them from these functions.
 */
import { AGENT_PAYMENT_STATUS_NEXT, REFUSED_ATTEMPT_KEPT_DAYS } from '@pursestrings/contract/agent-payments/records'
import { POLICY_DECISION_KEPT_DAYS } from '@pursestrings/contract/automation-policies/records'
import { CONNECTION_TOKEN_LIFETIME_DAYS } from '@pursestrings/contract/connections/records'
import { STEP_UP_LIFETIME_S } from '@pursestrings/contract/merchant-sessions/records'
import { RETURN_DAYS } from '@pursestrings/contract/merchants/records'
import { ANSWERED_WITHIN_S } from '@pursestrings/contract/overview/records'
import { EXPIRY_MAX_S, EXPIRY_MIN_S, LATE_REPORTS_MAX } from '@pursestrings/contract/payment-requests/records'
import {
  APPROVAL_DAYS,
  COOLING_OFF_S,
  LISTING_LASTS_S,
  RECIPIENT_VERSION_NEXT,
} from '@pursestrings/contract/recipients/records'
import { FINDINGS_MAX, PAYEE_FINDINGS_MAX } from '@pursestrings/contract/settlement/records'
import { ALL_NETWORK_NAMES } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import { NEEDS_TRANSACTION_HASH, PAYMENT_STATUS_NEXT, POLICY_STATUS_NEXT } from '@pursestrings/protocol/payment-status'
import type { Column, Relation } from './read-catalogue.ts'

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

const constant = (name: string, type: string, value: string): string =>
  `create or replace function ${name}() returns ${type} language sql immutable parallel safe return ${value};`

const seconds = (count: number): string => `interval '${count} seconds'`
const days = (count: number): string => `interval '${count} days'`

const moves = (name: string, type: string, next: Readonly<Record<string, readonly string[]>>): string => {
  const rows = Object.entries(next).flatMap(([status, after]) =>
    after.length > 0 ? [`    when '${status}' then next in (${quoted(after)})`] : [],
  )
  return `create or replace function ${name}_may_follow(previous ${type}, next ${type}) returns boolean
  language sql immutable parallel safe return (case previous
${rows.join('\n')}
    else false end);`
}

const testnets = ALL_NETWORK_NAMES.filter((name) => networkOf(name).testnet)
const units = ALL_NETWORK_NAMES.filter((name) => networkOf(name).ledger !== undefined).map(
  (name) => `when '${name}' then ${(10 ** -networkOf(name).decimals).toFixed(networkOf(name).decimals)}`,
)

/** A section has a comment, and below it its functions. */
const SECTIONS: readonly (readonly [comment: string, ...functions: string[]])[] = [
  [
    'Which status may follow which.',
    moves('payment_status', 'payment_status', PAYMENT_STATUS_NEXT),
    moves('agent_payment_status', 'agent_payment_status', AGENT_PAYMENT_STATUS_NEXT),
    moves('policy_status', 'policy_status', POLICY_STATUS_NEXT),
    moves('recipient_version', 'text', RECIPIENT_VERSION_NEXT),
  ],
  [
    'Payment requests: how long they may wait, and what their reports name.',
    constant('expiry_min', 'interval', seconds(EXPIRY_MIN_S)),
    constant('expiry_max', 'interval', seconds(EXPIRY_MAX_S)),
    `create or replace function needs_transaction_hash(reported payment_status) returns boolean
  language sql immutable parallel safe return reported in (${quoted(NEEDS_TRANSACTION_HASH)});`,
    constant('late_reports_max', 'integer', String(LATE_REPORTS_MAX)),
    constant('answered_within_s', 'integer[]', `array[${ANSWERED_WITHIN_S.join(', ')}]`),
  ],
  [
    'Payees: how long a new address waits, and null where the first one of a payee waits for nothing.',
    `create or replace function cooling_off_of(network text) returns interval language sql immutable parallel safe
  return case when network in (${quoted(testnets)}) then null else ${seconds(COOLING_OFF_S)} end;`,
    constant('cooling_off_default_s', 'integer', String(COOLING_OFF_S)),
    constant('listing_lasts', 'interval', seconds(LISTING_LASTS_S)),
    constant('approval_lifetime', 'interval', days(APPROVAL_DAYS)),
    constant('approvals_return_after', 'interval', days(RETURN_DAYS)),
    constant('step_up_lifetime', 'interval', seconds(STEP_UP_LIFETIME_S)),
  ],
  [
    'What a ledger counts in, where it is read. Every asset there has as many decimals as its own.',
    `create or replace function ledger_unit(network text) returns numeric language sql immutable parallel safe
  return case network ${units.join(' ')} end;`,
  ],
  ['Connections.', constant('connection_token_lifetime', 'interval', days(CONNECTION_TOKEN_LIFETIME_DAYS))],
  [
    'What is kept, and for how long.',
    constant('policy_decision_kept', 'interval', days(POLICY_DECISION_KEPT_DAYS)),
    constant('refused_attempt_kept', 'interval', days(REFUSED_ATTEMPT_KEPT_DAYS)),
    constant('findings_max', 'integer', String(FINDINGS_MAX)),
    constant('payee_findings_max', 'integer', String(PAYEE_FINDINGS_MAX)),
  ],
]

export const contractSql = (): string => `-- owner: postgres
-- Made by \`npm run generate\` from the contract; do not edit.

${SECTIONS.map(([comment, ...functions]) => [`-- ${comment}`, ...functions].join('\n')).join('\n\n')}
`

// server/src/platform/postgres/generated/database.ts: every table and view, as Kysely reads and writes them.

const HEAD = `/** Every table and view of the database. Made by \`npm run generate\` from a migrated database; do not edit. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Generated, GeneratedAlways } from 'kysely'
`

/** What node-postgres gives for each type of ours. */
const TYPES: Readonly<Record<string, string>> = {
  uuid: 'Uuid',
  text: 'string',
  boolean: 'boolean',
  integer: 'number',
  smallint: 'number',
  bigint: 'string',
  numeric: 'string',
  bytea: 'Buffer',
  date: 'Date',
  json: 'unknown',
  jsonb: 'unknown',
  tstzmultirange: 'string',
  'timestamp with time zone': 'Date',
}

export const tableTypes = (relations: readonly Relation[]): Record<string, string> => ({
  'database.ts': `${HEAD}
export interface Database {
${relations.map((relation) => `${relation.name}: {\n${relation.columns.map((column) => columnLine(relation, column)).join('\n')}\n}`).join('\n')}
}
`,
})

const columnLine = (relation: Relation, { name, type, not_null, expression, generated, values }: Column): string => {
  const [, base = '', array] = /^(.*?)(?:\(.*\))?(\[\])?$/.exec(type) ?? []
  const known = values === null ? TYPES[base] : values.map((value) => `'${value}'`).join(' | ')
  if (known === undefined) throw new Error(`${relation.name}.${name}: no type is known for ${type}`)
  const held = `${array && values ? `(${known})` : known}${array ?? ''}${not_null || known === 'unknown' ? '' : ' | null'}`
  if (generated === 's') return `${name}: GeneratedAlways<${held}>`
  return `${name}: ${expression === null ? held : `Generated<${held}>`}`
}
