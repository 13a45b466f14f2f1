/** Sends letters: one to several people becomes one for each, so that a mailbox that fails does not hold up the others. */
import { isAtLeast } from '@countersign/contract/members/roles'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mail } from '../outside/mail.ts'
import type { Transactions } from '../postgres/transaction.ts'
import type { Addressee, TeamLetter } from './letters.ts'
import { operatorsOfMerchant } from './operators-of-merchant.ts'

const LEAST_ROLE = { owners: 'owner', admins: 'admin', members: 'viewer' } as const
const isGroup = (to: Addressee): to is keyof typeof LEAST_ROLE => Object.hasOwn(LEAST_ROLE, to)
const isMailbox = (to: Addressee): to is `${string}@${string}` => to.includes('@')

interface Deps {
  readonly transactions: Transactions
  readonly mail: Mail
}

export const sendLetters = (jobs: Jobs, { transactions, mail }: Deps): Promise<void> =>
  jobs.work('letters', async (job: TeamLetter & { merchant_id: Uuid }) => {
    const { merchant_id, to, except, subject, text } = job
    if (isMailbox(to)) return mail.send({ to, subject, text })
    return transactions.asSystem(async (tx) => {
      const emails = await operatorsOfMerchant(tx, merchant_id, ({ account_id, role }) => {
        const account = idOf('acc', account_id)
        if (!isGroup(to)) return account === to
        return account !== except && isAtLeast(role, LEAST_ROLE[to])
      })
      await jobs.enqueueMany(
        tx,
        'letters',
        emails.map((email) => ({ data: { ...job, to: email } })),
      )
    })
  })
