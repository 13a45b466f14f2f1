/**
 * Letters to the people of an organization, committed with the change that they tell of. Who gets one is looked up when it
 * is sent: a member who is removed meanwhile gets none.
 */
import { isAtLeast } from '@pursestrings/contract/members/records'
import { type Id, idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { Letter, Mail } from '../../platform/egress/letter.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { SystemTx, TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import type { Membership } from '../merchants/change-membership.ts'
import { membersOfMerchant } from '../merchants/merchants.reads.ts'
import { selectAccounts } from './accounts.store.ts'

/** Every owner, every owner and admin, every member, one member, or one mailbox. */
type Addressee = 'owners' | 'admins' | 'members' | Id<'acc'> | `${string}@${string}`

export interface TeamLetter extends Pick<Letter, 'subject' | 'text'> {
  readonly to: Addressee
}

export const writeLetter = (tx: TenantTx, jobs: Enqueue, letter: TeamLetter): Promise<void> =>
  jobs.enqueue(tx, 'letters', { merchant_id: tx.merchant_id, ...letter })

/** Where a merchant's people are reached. */
export const operatorsOfMerchant = async (
  tx: SystemTx,
  merchant_id: Uuid,
  is_meant: (member: Membership) => boolean = () => true,
): Promise<string[]> => {
  const members = await membersOfMerchant(tx, merchant_id)
  const reached = members.filter(is_meant).map(({ account_id }) => account_id)
  return (await selectAccounts(tx, reached)).map(({ email }) => email)
}

// Sends letters: one to several people becomes one for each, so that a mailbox that fails does not hold up the others.

const LEAST_ROLE = { owners: 'owner', admins: 'admin', members: 'viewer' } as const
const isGroup = (to: Addressee): to is keyof typeof LEAST_ROLE => Object.hasOwn(LEAST_ROLE, to)
const isMailbox = (to: Addressee): to is `${string}@${string}` => to.includes('@')

interface Deps {
  readonly transactions: Transactions
  readonly mail: Mail
}

export const sendLetters = (jobs: Jobs, { transactions, mail }: Deps): Promise<void> =>
  jobs.work('letters', async (job: TeamLetter & { merchant_id: Uuid }) => {
    const { merchant_id, to, subject, text } = job
    if (isMailbox(to)) return mail.send({ to, subject, text })
    return transactions.asSystem(async (tx) => {
      const emails = await operatorsOfMerchant(tx, merchant_id, ({ account_id, role }) =>
        isGroup(to) ? isAtLeast(role, LEAST_ROLE[to]) : idOf('acc', account_id) === to,
      )
      await jobs.enqueueMany(
        tx,
        'letters',
        emails.map((email) => ({ data: { ...job, to: email } })),
      )
    })
  })
