/** What operators changed, in an append-only log that no role of the service can edit. */
import { Type } from 'typebox'
import { Input, operation, Resource } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { orNull, page, pageQuery } from '../wire/envelopes.ts'
import { At, Counted, EXPORT_RULES, exportAnswer, Format, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { IdInput, Issued, Time, Whole } from '../wire/inputs.ts'
import { AUDIT_ACTIONS, AuditEvent } from './records.ts'

const filters = {
  actor: Type.Optional(Issued({ maxLength: 60, description: 'by this account, key or job' })),
  action: Type.Optional(
    Type.Enum([...AUDIT_ACTIONS], {
      type: 'string',
      description: 'only this',
      examples: ['recipient_version.activated'],
    }),
  ),
  target: Type.Optional(Issued({ maxLength: 60, description: 'on this record' })),
  from: Type.Optional(Time({ description: 'at or after this time' })),
  to: Type.Optional(Time({ description: 'before this time' })),
}

export const listAuditEvents = operation({
  id: 'audit_events.list',
  method: 'GET',
  path: '/v1/audit-events',
  tier: 'merchant_tools',
  idempotency: 'safe',
  summary: 'List what operators changed',
  description: 'Newest first. Filters combine. Names are the current ones.',
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'audit:read',
  limit: 'standard',
  query: Input({ ...pageQuery, ...filters }),
  answer: { status: 200, body: page('audit_events', AuditEvent) },
  refuses: [cursorInvalid],
  example: {},
})

const CSV = `occurred_at,action,actor,actor_name,target,target_name,details,audit_event_id\r
2026-11-15T09:30:00.000Z,recipient.renamed,acc_01k0000000e008000000000000,operator@merchant.example,rcp_01k0000000e008000000000000,Harbour Books till,{},aud_01k0000000e008000000000000\r
`

export const exportAuditEvents = operation({
  id: 'audit_events.export',
  method: 'GET',
  path: '/v1/audit-events/export',
  tier: 'merchant_tools',
  idempotency: 'safe',
  summary: 'Export what operators changed',
  description: `With the filters of the list; without any, the whole log. ${EXPORT_RULES}`,
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'audit:read',
  limit: 'standard',
  query: Input({ format: Type.Optional(Format), ...filters }),
  answer: exportAnswer(CSV, '{"action":"recipient.renamed","actor":"acc_01k0000000e008000000000000"}\n'),
  refuses: [],
  example: {},
})

export const auditEventOperations = [listAuditEvents, exportAuditEvents] as const

// The audit log as a tree that only grows: its entries as they were hashed, and the heads to check them against.

export const AUDIT_ENTRIES_A_PAGE = 1_000

const read = {
  method: 'GET',
  tier: 'merchant_tools',
  idempotency: 'safe',
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'audit:read',
  limit: 'standard',
  refuses: [],
} as const

const ProvenEntry = {
  entry: Shown('an entry of the payee log, byte for byte', '{"at":"2026-11-15T09:30:00.000Z",…}'),
  proof: Shown('the proof that it is in the log (C2SP tlog-proof)', 'c2sp.org/tlog-proof@v1\nindex 17\n…'),
}

export const LoggedAuditHead = Resource('LoggedAuditHead', 'a head of the audit log that the payee log has', {
  ...ProvenEntry,
  opening: Type.Object(
    {
      salt: Shown('32 random bytes, in hexadecimal', '9f'.repeat(32)),
      document: Shown('the head, as canonical JSON', '{"at":"…",…,"type":"svc.audit_head.v1"}'),
    },
    { description: 'what the commitment of the entry means' },
  ),
})

export const LoggedKey = Resource(
  'LoggedKey',
  'the entry of the payee log that added a key of the service',
  ProvenEntry,
)

const AuditHead = Resource('AuditHead', 'how far an audit log has grown, and the hash over all of it', {
  merchant_id: IdSchema('mer'),
  size: Counted('how many audit events are in the tree', 42),
  root: Shown('the root of the tree, in hexadecimal', 'ab'.repeat(32)),
  at: At('when this was read'),
  head_jws: orNull(
    Shown("the service's signature under all of this", 'eyJhbGciOiJFZERTQSIs…'),
    'null where the service signs no receipts',
  ),
  keys: Type.Array(LoggedKey, { description: 'the key that signed, as the payee log has it; empty until it does' }),
  logged: Type.Array(LoggedAuditHead, { description: 'heads in the payee log, newest first, up to 100' }),
})

export const listAuditEntries = operation({
  ...read,
  id: 'audit_events.list_entries',
  path: '/v1/audit-events/entries',
  summary: 'List audit events as they were hashed',
  description:
    "Oldest first, up to 1,000. Each is the canonical JSON (RFC 8785) whose hash is a leaf of the tree. An event gets its place within seconds. `head` says how far the log has grown, with the hash over all of it (the root of an RFC 6962 tree), signed. Once a day, if anything changed, a head goes into the public payee log too, hidden behind a salt: from then on not even we can change what came before. The SDK's `verifyAudit` and `pursestrings audit verify` check your saved copy against it.",
  query: Input({
    from: Type.Optional(Whole(0, 2 ** 40, { description: 'the place of the first one, counted from 0; default: 0' })),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      head: AuditHead,
      entries: Type.Array(Type.String(), {
        description: 'canonical JSON each, to be kept byte for byte',
        examples: [['{"action":"recipient.renamed",…,"type":"svc.audit_entry.v1"}']],
      }),
      next_from: orNull(Counted('where the next page begins', 1000), 'null where this is the last'),
    }),
  },
  example: {},
})

export const proveAuditEvent = operation({
  ...read,
  id: 'audit_events.prove',
  path: '/v1/audit-events/{audit_event_id}/proof',
  summary: 'Prove one audit event',
  description:
    "A small file that proves one event to somebody who may not see the others: the event as it was hashed, its way to the root of the tree, and the head that has it (in the public payee log, if one has it already, otherwise signed). The SDK's `verifyAuditProof` and `pursestrings audit verify` check it offline. An event can be proven within seconds after it happened.",
  params: Input({ audit_event_id: IdInput('aud') }),
  answer: {
    status: 200,
    body: Type.Object({
      proof: Shown('save it byte for byte: a changed byte breaks it', '{"event":"…",…,"type":"svc.audit_proof.v1"}'),
    }),
  },
  example: { params: { audit_event_id: 'aud_01k0000000e008000000000000' } },
})

export const auditTreeOperations = [listAuditEntries, proveAuditEvent] as const
