/** What operators changed, in an append-only log that no role of the service can edit (contract 2). */
import { Type } from 'typebox'
import { page, pageQuery, Timestamp } from './envelopes.ts'
import { errorEntry } from './errors.ts'
import { IdSchema } from './ids.ts'
import { Input, operation, Resource } from './operation.ts'

export const cursorInvalid = errorEntry({
  code: 'cursor_invalid',
  status: 422,
  meaning: 'The cursor was not issued by this list.',
  recovery: 'Send `next_cursor` of the page before, unchanged, or start without a cursor.',
  retry: 'never',
})

export const AuditEvent = Resource('AuditEvent', {
  audit_event_id: IdSchema('aud'),
  action: Type.String({ description: 'noun.past', examples: ['merchant.created'] }),
  actor: Type.String({ description: 'the account or job that did it' }),
  target: Type.String({ description: 'the record it was done to' }),
  details: Type.Object({}, { additionalProperties: true }),
  occurred_at: Timestamp,
})

export const listAuditEvents = operation({
  id: 'audit_events.list',
  method: 'GET',
  path: '/v1/audit-events',
  summary: 'List what operators changed',
  description: 'Newest first.',
  credential: 'merchant_session',
  limit: 'standard',
  query: Input(pageQuery),
  answer: { status: 200, body: page('audit_events', AuditEvent) },
  refuses: [cursorInvalid],
  example: {},
})

export const auditEventOperations = [listAuditEvents] as const
