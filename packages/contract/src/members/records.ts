/** What the API shows of members. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, Counted, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

// What a member of an organization may do. Each role may do all that the ones before it may.

export const ROLES = ['viewer', 'developer', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed)

export const MEMBERS_MAX = 200

export const RoleName = Type.Enum([...ROLES], {
  type: 'string',
  description:
    '`owner`: everything; `admin`: all but members and merchant keys; `developer`: agents, webhooks, projects and their keys; `viewer`: reads',
  examples: ['developer'],
})

export const Member = Resource('Member', 'a person who can open the organization', {
  member_id: IdSchema('mbr'),
  account_id: { ...IdSchema('acc'), description: 'the person, as the audit log names them' },
  email: Shown('the mailbox that the person signs in with', 'colleague@merchant.example'),
  role: RoleName,
  passkey_count: Counted('how many passkeys the person has', 1),
  joined_at: At('when the person became a member'),
  last_active_at: orNull(Timestamp, 'when the person was last here, to the minute; null before the first sign-in'),
})
