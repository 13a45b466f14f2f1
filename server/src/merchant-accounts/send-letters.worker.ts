/** Sends letters: one to several people becomes one for each, so that a mailbox that fails does not hold up the others. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mail } from '../outside/mail.ts'
import type { Transactions } from '../postgres/transaction.ts'
import type { TeamLetter } from './letters.ts'
import { operatorsOfMerchant } from './operators-of-merchant.ts'

interface Deps {
  readonly transactions: Transactions
  readonly mail: Mail
}

export const sendLetters = (jobs: Jobs, { transactions, mail }: Deps): Promise<void> =>
  jobs.work('letters', async (job: TeamLetter & { merchant_id: Uuid }) => {
    const { merchant_id, to, subject, text } = job
    if (to !== 'owners' && to !== 'members') return mail.send({ to, subject, text })
    return transactions.asSystem(async (tx) => {
      const emails = await operatorsOfMerchant(tx, merchant_id, to === 'owners' ? 'owner' : 'viewer')
      await jobs.enqueueMany(
        tx,
        'letters',
        emails.map((email) => ({ data: { ...job, to: email } })),
      )
    })
  })
