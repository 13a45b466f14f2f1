/** What the API shows of audit events. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'

import { At, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

export const AuditEvent = Resource('AuditEvent', 'a change that somebody made', {
  audit_event_id: IdSchema('aud'),
  action: Shown('what was done, as resource.past_tense', 'recipient_version.activated'),
  actor: Shown('the account or job that did it', 'acc_01k0000000e008000000000000'),
  target: Shown('the record it was done to', 'rcv_01k0000000e008000000000000'),
  details: Type.Object({}, { additionalProperties: true, description: 'what this action has to tell', examples: [{}] }),
  occurred_at: At('when it was done'),
})
