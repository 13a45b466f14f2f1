/** A link becomes an account, the organizations it may open, and one grant (contract 2). */
import { signInLinkSpent } from '@countersign/contract/merchant-accounts/errors'
import { spendEmailLink } from '../credentials/email-link.ts'
import { choiceOf, issueSessionGrant } from '../credentials/session-grant.ts'
import { merchantsOfAccount } from '../merchants/merchants.reads.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { accountOfEmail, accountOnWire } from './accounts.store.ts'

export const verifyEmail = (transactions: Transactions, token: string) =>
  transactions.asSystem(async (tx) => {
    const email = await spendEmailLink(tx, token)
    if (email === undefined) throw new Refusal(signInLinkSpent)
    const account = await accountOfEmail(tx, email)
    const { grant, expires_at } = await issueSessionGrant(tx, account.account_id, null)
    const merchants = await merchantsOfAccount(tx, account.account_id)
    return {
      account: accountOnWire(account),
      merchant_choices: merchants.map(({ merchant_id, name, status }) => ({
        choice: choiceOf(grant, merchant_id),
        name,
        status,
      })),
      session_grant: grant,
      expires_at: expires_at.toISOString(),
    }
  })
