/** What operators changed, in an append-only log that no role of the service can edit. */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { EXPORT_RULES, exportAnswer, Format } from '../wire/exports.ts'
import { Issued, Time } from '../wire/inputs.ts'
import { AUDIT_ACTIONS } from './actions.ts'
import { AuditEvent } from './records.ts'

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
