/** A grant becomes a session for one organization: the one it was issued for, or the one the operator chose. */
import { merchantChoiceRequired, STEP_UP_LIFETIME_S } from '@pursestrings/contract/merchant-sessions/records'
import { grantSpent } from '@pursestrings/contract/merchants/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { MerchantCaller } from '../../platform/credentials/callers.ts'
import {
  closeEverySession,
  type MerchantSession,
  openSession,
  type SessionRow,
  selectSession,
  type Transport,
} from '../../platform/credentials/merchant-session.ts'
import { isChoice, type SpentGrant, spendSessionGrant } from '../../platform/credentials/session-grant.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { SystemTx, TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendAuditEvent, type ByOperator } from '../audit-events/append-audit-event.ts'
import { acceptInvitation, type Invitation, invitationsFor } from '../members/invitations.ts'
import { readAccount } from '../merchant-accounts/accounts.ts'
import { holdMembership } from '../merchants/change-membership.ts'
import { type Merchant, merchantsOfAccount, readMerchant } from '../merchants/merchants.reads.ts'

interface Opening {
  readonly grant: string
  readonly choice?: string
  readonly transport: Transport
}

export const openMerchantSession = (
  { transactions, jobs }: { transactions: Transactions; jobs: Enqueue },
  { grant, choice, transport }: Opening,
) =>
  transactions.asSystem(async (system) => {
    const spent = await spendSessionGrant(system, grant)
    if (!spent) throw new Refusal(grantSpent)
    const { account_id } = spent
    const chosen = await chosenMerchant(system, spent, grant, choice)
    // A refusal rolls the grant back: a forgotten choice does not cost a new mail.
    if (!chosen) throw new Refusal(merchantChoiceRequired)
    const { merchant, invitation } = chosen
    const tx = await system.enterTenant(merchant.merchant_id)
    if (invitation) await acceptInvitation(tx, jobs, { ...invitation, account_id })
    if (!(await holdMembership(tx, account_id))) throw new Refusal(merchantChoiceRequired)
    const { signed_in_by, passkey_since } = spent
    const session = await openSession(tx, { account_id, transport, signed_in_by, passkey_since })
    await appendAuditEvent(tx, {
      action: 'merchant_session.opened',
      actor: idOf('acc', account_id),
      target: idOf('mer', merchant.merchant_id),
      details: { transport, signed_in_by },
    })
    return { merchant, ...session }
  })

interface Chosen {
  readonly merchant: Merchant
  readonly invitation?: Invitation
}

/** An invitation is accepted only by choosing it: none is taken unasked, even if there is nothing else to open. */
const chosenMerchant = async (
  tx: SystemTx,
  { account_id, chosen_merchant }: SpentGrant,
  grant: string,
  choice: string | undefined,
): Promise<Chosen | undefined> => {
  const merchants = await merchantsOfAccount(tx, account_id)
  const found = merchants.find((m) =>
    choice === undefined || chosen_merchant !== null
      ? m.merchant_id === chosen_merchant || (chosen_merchant === null && merchants.length === 1)
      : isChoice(choice, grant, m.merchant_id),
  )
  if (found) return { merchant: found }
  if (choice === undefined || chosen_merchant !== null) return undefined
  const { email } = await readAccount(tx, account_id)
  const invitations = await invitationsFor(tx, email)
  const invitation = invitations.find((i) => isChoice(choice, grant, i.member_invitation_id))
  return invitation && { merchant: invitation.merchant, invitation }
}

/**
 * A person goes on in another of their organizations without a new mail. The new session is no longer than the one it takes
 * over from, and no confirmation comes along.
 */
export const switchOrganization = async (transactions: Transactions, caller: MerchantCaller, merchant_id: Uuid) => {
  const { account_id, session_id, transport, expires_at: goes_on_until } = caller
  const before = await transactions.asTenant(caller.merchant_id, (tx) => selectSession(tx, account_id, session_id))
  if (!before) throw new Refusal(resourceNotFound)
  return transactions.asTenant(merchant_id, async (tx) => {
    // Whether there is no such organization or they are no member: the answer is the same.
    if (!(await holdMembership(tx, account_id))) throw new Refusal(resourceNotFound)
    const { signed_in_by } = before
    const session = await openSession(tx, { account_id, transport, signed_in_by, passkey_since: null, goes_on_until })
    await appendAuditEvent(tx, {
      action: 'merchant_session.opened',
      actor: idOf('acc', account_id),
      target: idOf('mer', merchant_id),
      details: { transport, signed_in_by, switched: true },
    })
    return { merchant: await readMerchant(tx, merchant_id), ...session }
  })
}

// A session as its person sees it.

export const sessionOnWire = (row: SessionRow, caller: MerchantSession) => {
  // What a change will be asked for: the passkey of whoever has one.
  const proven_at = caller.has_passkey ? row.passkey_proven_at : row.mail_proven_at
  const confirmed_until = proven_at && new Date(proven_at.getTime() + STEP_UP_LIFETIME_S * 1000)
  return {
    session_id: idOf('ses', row.session_id),
    current: row.session_id === caller.session_id,
    transport: row.transport,
    signed_in_by: row.signed_in_by,
    created_at: row.created_at.toISOString(),
    last_active_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    confirmed_until: confirmed_until?.toISOString() ?? null,
  }
}

// The people who run the service sign everybody out of an organization, at once and in every process.

/** How many were open. */
export const endSessionsAsOperator = async (tx: TenantTx, { actor, reason }: ByOperator): Promise<number> => {
  const sessions = await closeEverySession(tx)
  if (sessions === 0) return 0
  await appendAuditEvent(tx, {
    action: 'merchant_session.all_closed',
    actor,
    target: idOf('mer', tx.merchant_id),
    details: { reason, sessions },
  })
  return sessions
}
