/**
 * Letters to the people of an organization, committed with the change that they tell of. Who gets one is looked up when it
 * is sent: a member who is removed meanwhile gets none.
 */
import type { Id } from '@countersign/contract/wire/ids'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Letter } from '../outside/mail.ts'
import type { TenantTx } from '../postgres/transaction.ts'

/** Every owner, every owner and admin, every member, one member, or one mailbox. */
export type Addressee = 'owners' | 'admins' | 'members' | Id<'acc'> | `${string}@${string}`

export interface TeamLetter extends Pick<Letter, 'subject' | 'text'> {
  readonly to: Addressee
  /** Of several people, who needs none. */
  readonly except?: Id<'acc'>
}

export const writeLetter = (tx: TenantTx, jobs: Enqueue, letter: TeamLetter): Promise<void> =>
  jobs.enqueue(tx, 'letters', { merchant_id: tx.merchant_id, ...letter })
