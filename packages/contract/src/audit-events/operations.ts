/** What operators changed, in an append-only log that no role of the service can edit (contract 2). */
import { Input, operation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { AuditEvent } from './records.ts'

export const listAuditEvents = operation({
  id: 'audit_events.list',
  method: 'GET',
  path: '/v1/audit-events',
  defined_by: 'extension',
  idempotency: 'safe',
  summary: 'List what operators changed',
  description: 'Newest first.',
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'audit:read',
  limit: 'standard',
  query: Input(pageQuery),
  answer: { status: 200, body: page('audit_events', AuditEvent) },
  refuses: [cursorInvalid],
  example: {},
})

export const auditEventOperations = [listAuditEvents] as const
