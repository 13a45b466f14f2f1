/** Owners hear of every merchant key that comes or goes, so that one made with a stolen session does not stay unseen. */

import { actorOf } from '../credentials/actor-of.ts'
import type { MerchantCaller } from '../credentials/callers.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { type TeamLetter, writeLetter } from '../merchant-accounts/letters.ts'
import { readAccount } from '../merchant-accounts/read-account.ts'
import type { TenantTx, Transactions } from '../postgres/transaction.ts'

/** Who does it, for the log and for the letter. */
export interface By {
  readonly actor: string
  readonly email: string
}

export const byOf = async (transactions: Transactions, caller: MerchantCaller): Promise<By> => {
  const { email } = await transactions.asSystem((tx) => readAccount(tx, caller.account_id))
  return { actor: actorOf(caller), email }
}

export const tellOwners = (tx: TenantTx, jobs: Enqueue, { subject, text }: Omit<TeamLetter, 'to'>): Promise<void> =>
  writeLetter(tx, jobs, {
    to: 'owners',
    subject,
    text: `${text}\n\nIf this was not meant to happen, look at the merchant keys and at the audit log.\n`,
  })
