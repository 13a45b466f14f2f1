/** What can be refused about members, and what to do next. */
import { errorEntry } from '../errors.ts'

export const lastOwner = errorEntry({
  code: 'last_owner',
  status: 409,
  meaning: 'This is the only owner. Every organization needs one.',
  recovery: 'Make another member an owner first: PATCH /v1/members/{member_id} with `role: "owner"`.',
  retry: 'never',
})
