/** A grant becomes a session for one organization: the one it was issued for, or the one the operator chose. */

import { merchantChoiceRequired } from '@countersign/contract/merchant-sessions/errors'
import { grantSpent } from '@countersign/contract/merchants/errors'
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { openSession, type Transport } from '../credentials/merchant-session.ts'
import { isChoice, type SpentGrant, spendSessionGrant } from '../credentials/session-grant.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { acceptInvitation } from '../members/accept-invitation.ts'
import { type Invitation, invitationsFor } from '../members/invitations.reads.ts'
import { readAccount } from '../merchant-accounts/read-account.ts'
import { holdMembership } from '../merchants/change-membership.ts'
import { type Merchant, merchantsOfAccount } from '../merchants/merchants.reads.ts'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'

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
    const session = await openSession(tx, { account_id, transport, signed_in_by: spent.signed_in_by })
    await appendAuditEvent(tx, {
      action: 'merchant_session.opened',
      actor: idOf('acc', account_id),
      target: idOf('mer', merchant.merchant_id),
      details: { transport, signed_in_by: spent.signed_in_by },
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
