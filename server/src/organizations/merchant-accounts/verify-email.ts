/** A link becomes an account, the organizations it may open, and one grant. */
import type { Role } from '@pursestrings/contract/members/records'
import { signInCodeRequired, signInLinkSpent } from '@pursestrings/contract/merchant-accounts/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { spendEmailLink } from '../../platform/credentials/email-link.ts'
import type { SignIn } from '../../platform/credentials/merchant-session.ts'
import { choiceOf, issueSessionGrant } from '../../platform/credentials/session-grant.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { merchantsOfAccount } from '../merchants/merchants.reads.ts'
import { type AccountRow, accountOfEmail, accountOnWire } from './accounts.store.ts'

/** An organization that a mailbox is invited to; told by the members, who come after accounts. */
export interface Invited {
  readonly member_invitation_id: Uuid
  readonly name: string
  readonly role: Role
}
export type InvitationsFor = (tx: SystemTx, email: string) => Promise<readonly Invited[]>

interface Deps {
  readonly transactions: Transactions
  readonly invitationsFor: InvitationsFor
}

export const verifyEmail = (
  { transactions, invitationsFor }: Deps,
  { token, ...shown }: { token: string; code: string | undefined; nonce: string | undefined },
) =>
  transactions
    .asSystem(async (tx) => {
      const spent = await spendEmailLink(tx, token, shown)
      if (spent === undefined) throw new Refusal(signInLinkSpent)
      // Committed, since a wrong code counts.
      if (spent.bound) return spent.email
      const account = await accountOfEmail(tx, spent.email)
      return grantChoices(tx, invitationsFor, account, { signed_in_by: 'mail', passkey_since: null })
    })
    .then((verified) => {
      if (typeof verified === 'string') throw new Refusal(signInCodeRequired, { details: { email: verified } })
      return verified
    })

/** What somebody who has proven who they are may open next. */
export const grantChoices = async (
  tx: SystemTx,
  invitationsFor: InvitationsFor,
  account: AccountRow,
  sign_in: SignIn,
) => {
  const { grant, expires_at } = await issueSessionGrant(tx, account.account_id, null, sign_in)
  const merchants = await merchantsOfAccount(tx, account.account_id)
  const invitations = await invitationsFor(tx, account.email)
  return {
    account: accountOnWire(account),
    merchant_choices: [
      ...merchants.map(({ merchant_id, name, status, role }) => ({
        choice: choiceOf(grant, merchant_id),
        name,
        status,
        role,
      })),
      ...invitations.map(({ member_invitation_id, name, role }) => ({
        choice: choiceOf(grant, member_invitation_id),
        name,
        status: 'invited' as const,
        role,
      })),
    ],
    grant,
    expires_at: expires_at.toISOString(),
  }
}
