/** What operators changed, in an append-only log that no role of the service can edit (contract 2). */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { Issued, Time } from '../wire/inputs.ts'
import { AUDIT_ACTIONS } from './actions.ts'
import { AuditEvent } from './records.ts'

export const listAuditEvents = operation({
  id: 'audit_events.list',
  method: 'GET',
  path: '/v1/audit-events',
  defined_by: 'extension',
  idempotency: 'safe',
  summary: 'List what operators changed',
  description: 'Newest first. Filters combine. Names are the current ones.',
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'audit:read',
  limit: 'standard',
  query: Input({
    ...pageQuery,
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
  }),
  answer: { status: 200, body: page('audit_events', AuditEvent) },
  refuses: [cursorInvalid],
  example: {},
})

export const auditEventOperations = [listAuditEvents] as const
