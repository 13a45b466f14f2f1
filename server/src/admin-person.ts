/** `admin person`: what is kept of somebody, by the mailbox, and forgetting them. */
import { idOf } from '@countersign/contract/wire/ids'
import { AdminFault } from './admin-fault.ts'
import { type OperatorOptions, operatorOptions } from './admin-options.ts'
import { erasePerson, findPerson } from './members/erase-person.ts'
import { exportPerson } from './members/export-person.ts'
import type { Transactions } from './postgres/transaction.ts'

export const PERSON_USAGE = `  countersign-server admin person export <mailbox>
  countersign-server admin person erase <mailbox> --actor <you> --reason <why>
                                    [--confirm <id>]    without it, tells what would be done`

export const runPerson = async (transactions: Transactions, input: readonly string[]): Promise<string> => {
  const [handler, mailbox, ...rest] = input
  if (mailbox === undefined || !mailbox.includes('@')) throw new AdminFault(`usage:\n${PERSON_USAGE}`)
  if (handler === 'export' && rest.length === 0) {
    const kept = await exportPerson(transactions, mailbox)
    return kept === undefined ? 'nothing is kept of this mailbox' : JSON.stringify(kept, null, 2)
  }
  if (handler !== 'erase') throw new AdminFault(`usage:\n${PERSON_USAGE}`)
  return erase(transactions, mailbox.toLowerCase(), operatorOptions(rest, PERSON_USAGE))
}

const erase = async (
  transactions: Transactions,
  email: string,
  { actor, reason, confirm }: OperatorOptions,
): Promise<string> => {
  if (reason.toLowerCase().includes(email))
    throw new AdminFault('--reason must not hold the mailbox: it would stay in the audit log')
  const person = await findPerson(transactions, email)
  if (person === undefined) return 'nothing is kept of this mailbox'
  if (person.sole_owner_of.length > 0) {
    const names = person.sole_owner_of.map((id) => idOf('mer', id)).join(', ')
    throw new AdminFault(`the only owner of ${names}: somebody else must become an owner there first`)
  }
  const id = person.account_id === undefined ? email : idOf('acc', person.account_id)
  const what = `member of ${person.member_of.length}, invited by ${person.invited_by.length} organizations`
  if (confirm === undefined) return `would erase ${id}: ${what}\nto do it, add --confirm ${id}`
  if (confirm !== id) throw new AdminFault(`--confirm must be ${id}`)
  await erasePerson(transactions, person, { email, actor: `operator:${actor}`, reason })
  return `erased ${id === email ? 'the mailbox' : id}: ${what}`
}
