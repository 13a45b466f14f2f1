/** What the API shows of audit events. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'

import { orNull } from '../wire/envelopes.ts'
import { At, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

export const AuditEvent = Resource('AuditEvent', 'a change that somebody made', {
  audit_event_id: IdSchema('aud'),
  action: Shown('what was done, as resource.past_tense', 'recipient_version.activated'),
  actor: Shown('the account or job that did it', 'acc_01k0000000e008000000000000'),
  actor_name: orNull(
    Shown('the name', 'operator@merchant.example'),
    'the mailbox of the person, or the name of the key; null for a job of the service',
  ),
  target: Shown('the record it was done to', 'rcv_01k0000000e008000000000000'),
  target_name: orNull(
    Shown('the name', 'Harbour Books till'),
    'what the record is called now, such as a payee, a domain or a mailbox; null where it has no name or is gone',
  ),
  details: Type.Object({}, { additionalProperties: true, description: 'what this action has to tell', examples: [{}] }),
  occurred_at: At('when it was done'),
})
