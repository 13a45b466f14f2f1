/** What is kept of one person: as a file, and forgotten. */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { closeSessionsOf } from '../../platform/credentials/merchant-session.ts'
import { forgetCredentialsOf, passkeysOf } from '../../platform/credentials/session-grant.ts'
import { forgetJobsNaming } from '../../platform/jobs/backlog.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { deedsOf } from '../audit-events/read-audit-events.ts'
import { accountOfMailbox, forgetMailbox } from '../merchant-accounts/accounts.ts'
import { removeMembership } from '../merchants/change-membership.ts'
import { allMerchantIds, membersOfMerchant, merchantsOfAccount } from '../merchants/merchants.reads.ts'
import { eraseInvited, selectAllTo, withdrawAllOf } from './invitations.store.ts'

// A person is forgotten: they leave every organization, nothing of theirs opens anything any more, and their mailbox stands
// nowhere. What they did stays told, by an account without a name: proofs and the audit log are as before. Each organization
// learns of it in its own audit log. Run again, it goes on from where it stopped.

interface Erasure {
  readonly email: string
  /** Who runs it, and why: told to the organizations. */
  readonly actor: string
  readonly reason: string
}

interface Person {
  readonly account_id: Uuid | undefined
  readonly member_of: readonly Uuid[]
  readonly invited_by: readonly Uuid[]
  /** These need another owner first. */
  readonly sole_owner_of: readonly Uuid[]
}

/** Undefined where nothing is kept. */
export const findPerson = (transactions: Transactions, email: string): Promise<Person | undefined> =>
  transactions.asSystem(async (tx) => {
    const account = await accountOfMailbox(tx, email)
    const invitations = await selectAllTo(tx, email)
    if (!account && invitations.length === 0) return undefined
    const organizations = account ? await merchantsOfAccount(tx, account.account_id) : []
    const sole_owner_of: Uuid[] = []
    for (const { merchant_id, role } of organizations) {
      const owners = (await membersOfMerchant(tx, merchant_id)).filter((member) => member.role === 'owner')
      if (role === 'owner' && owners.length === 1) sole_owner_of.push(merchant_id)
    }
    return {
      sole_owner_of,
      account_id: account?.account_id,
      member_of: organizations.map(({ merchant_id }) => merchant_id),
      invited_by: [...new Set(invitations.map(({ merchant_id }) => merchant_id))],
    }
  })

export const erasePerson = async (
  transactions: Transactions,
  { account_id, member_of, invited_by }: Person,
  { email, actor, reason }: Erasure,
): Promise<void> => {
  const details = { reason }
  const leave = async (tx: TenantTx, account: Uuid) => {
    // Refused for the last owner: an organization without one would belong to nobody.
    if (!(await removeMembership(tx, account))) return
    await withdrawAllOf(tx, account)
    await closeSessionsOf(tx, account)
    await appendAuditEvent(tx, { action: 'member.erased', actor, target: idOf('mbr', account), details })
  }
  const uninvite = async (tx: TenantTx) => {
    for (const id of await eraseInvited(tx, email)) {
      await appendAuditEvent(tx, { action: 'member_invitation.erased', actor, target: idOf('miv', id), details })
    }
  }
  for (const merchant_id of new Set([...member_of, ...invited_by])) {
    await transactions.asTenant(merchant_id, async (tx) => {
      if (account_id !== undefined && member_of.includes(merchant_id)) await leave(tx, account_id)
      await uninvite(tx)
    })
  }
  await transactions.asSystem(async (tx) => {
    if (account_id !== undefined) {
      await forgetCredentialsOf(tx, account_id, email)
      await forgetMailbox(tx, account_id)
    }
    await forgetJobsNaming(tx, email)
  })
}

// All that the service keeps of a person, by the mailbox, for whoever asks for their own data.

/** Undefined where nothing is kept. */
export const exportPerson = async (transactions: Transactions, mailbox: string) => {
  const email = mailbox.toLowerCase()
  const found = await transactions.asSystem(async (tx) => {
    const account = await accountOfMailbox(tx, email)
    const invitations = await selectAllTo(tx, email)
    if (!account) return { account, invitations, passkeys: [], organizations: [], merchant_ids: [] }
    const organizations = await merchantsOfAccount(tx, account.account_id)
    const passkeys = await passkeysOf(tx, account.account_id)
    // Also of organizations that the person has left.
    return { account, invitations, passkeys, organizations, merchant_ids: await allMerchantIds(tx, 'organization') }
  })
  const { account, invitations } = found
  if (!account && invitations.length === 0) return undefined
  return {
    account: account && { account_id: idOf('acc', account.account_id), email, created_at: account.created_at },
    organizations: found.organizations.map(({ merchant_id, name, role }) => ({
      merchant_id: idOf('mer', merchant_id),
      name,
      role,
    })),
    invitations: invitations.map(({ merchant_id, ...invitation }) => ({
      merchant_id: idOf('mer', merchant_id),
      ...invitation,
    })),
    passkeys: found.passkeys,
    audit_events: account ? await allDeedsOf(transactions, account.account_id, found.merchant_ids) : [],
  }
}

const allDeedsOf = async (transactions: Transactions, account_id: Uuid, merchant_ids: readonly Uuid[]) => {
  const deeds: object[] = []
  for (const merchant_id of merchant_ids) {
    const rows = await transactions.asTenant(merchant_id, (tx) => deedsOf(tx, account_id))
    deeds.push(
      ...rows.map(({ action, target, details, occurred_at }) => ({
        merchant_id: idOf('mer', merchant_id),
        action,
        target,
        details,
        occurred_at,
      })),
    )
  }
  return deeds
}
