/**
 * Who may change members, and what an organization must never lose: its last owner. Every change holds the owners first,
 * so two owners who remove each other at once end with one of them.
 */
import { lastOwner } from '@pursestrings/contract/members/operations'
import type { Role } from '@pursestrings/contract/members/records'
import { resourceNotFound, roleNotAllowed } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  deleteMembership,
  holdOwners,
  insertMembership,
  type MembershipRow,
  noteSignIn,
  selectMembership,
  updateRole,
} from './memberships.store.ts'

export type Membership = MembershipRow

/** Refuses whoever was an owner when the call began and is none any more. */
export const holdOwnersAs = async (tx: TenantTx, by: Uuid): Promise<readonly Uuid[]> => {
  const owners = await holdOwners(tx)
  if (!owners.includes(by)) throw new Refusal(roleNotAllowed, { details: { role_needed: 'owner' } })
  return owners
}

interface Change {
  readonly by: Uuid
  readonly account_id: Uuid
  /** Null removes the member. */
  readonly role: Role | null
}

/** The membership as it was. */
export const changeMembership = async (tx: TenantTx, { by, account_id, role }: Change): Promise<Membership> => {
  const leaves = role === null && by === account_id
  const owners = leaves ? await holdOwners(tx) : await holdOwnersAs(tx, by)
  const before = await selectMembership(tx, account_id)
  if (!before) throw new Refusal(resourceNotFound)
  if (before.role === 'owner' && role !== 'owner' && owners.length === 1) throw new Refusal(lastOwner)
  if (role === null) await deleteMembership(tx, account_id)
  else await updateRole(tx, account_id, role)
  return before
}

export const addMembership = (tx: TenantTx, account_id: Uuid, role: Role): Promise<boolean> =>
  insertMembership(tx, account_id, role)

/** Before a session is opened: one who was removed a moment ago gets none, and nobody is removed meanwhile. */
export const holdMembership = (tx: TenantTx, account_id: Uuid): Promise<boolean> => noteSignIn(tx, account_id)

/** By nobody of the organization; false where there is no such member. Its last owner cannot go. */
export const removeMembership = async (tx: TenantTx, account_id: Uuid): Promise<boolean> => {
  const owners = await holdOwners(tx)
  if (owners.length === 1 && owners[0] === account_id) throw new Refusal(lastOwner)
  if (!(await selectMembership(tx, account_id))) return false
  await deleteMembership(tx, account_id)
  return true
}
