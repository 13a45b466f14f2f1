/** What the API shows of audit events. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'

export const AuditEvent = Resource('AuditEvent', {
  audit_event_id: IdSchema('aud'),
  action: Type.String({ description: 'resource.past_tense', examples: ['merchant.created'] }),
  actor: Type.String({ description: 'the account or job that did it' }),
  target: Type.String({ description: 'the record it was done to' }),
  details: Type.Object({}, { additionalProperties: true }),
  occurred_at: Timestamp,
})
