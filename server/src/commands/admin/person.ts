/** `admin person`: what is kept of somebody, by the mailbox, and forgetting them. */
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { disableAsOperator } from '../../delivery/webhooks/endpoints/disabled-mail.worker.ts'
import { erasePerson, exportPerson, findPerson } from '../../organizations/members/person.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openRestored, planOpening, RestoreFault } from '../../transparency/restore/open-restored.ts'
import { type HeadReader, ServiceHeadFault } from '../../transparency/restore/service-head.ts'
import { AdminFault, type OperatorOptions, operatorOptions } from './options.ts'

export const PERSON_USAGE = `  pursestrings-server admin person export <mailbox>
  pursestrings-server admin person erase <mailbox> --actor <you> --reason <why>
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

/** `admin restore open`: a restored backup becomes the service again. */
export const RESTORE_USAGE = `  pursestrings-server admin restore open --actor <you> --reason <why>
                                    [--confirm <epoch>]    after a backup was restored; without --confirm, tells what would be done`

export const runRestore = async (
  transactions: Transactions,
  reader: HeadReader | undefined,
  [handler, ...words]: readonly string[],
): Promise<string> => {
  if (handler !== 'open') throw new AdminFault(`usage:\n${RESTORE_USAGE}`)
  const { actor, reason, confirm } = operatorOptions(words, RESTORE_USAGE)
  const plan = await planOpening(transactions, reader).catch((error: unknown): never => {
    throw error instanceof RestoreFault || error instanceof ServiceHeadFault ? new AdminFault(error.message) : error
  })
  const { to_epoch, there, revocations } = plan
  const known = there
    ? `the mirror knows head ${there.number} of epoch ${there.epoch}, ${there.at}`
    : 'no mirror is known'
  if (confirm === undefined) {
    return `would begin epoch ${to_epoch}: ${known}; ${revocations.length} revocations to redo; every session, link and short token ends
stop every process of the service, then add --confirm ${to_epoch}`
  }
  if (confirm !== String(to_epoch)) throw new AdminFault(`--confirm must be ${to_epoch}`)
  const done = await openRestored(transactions, plan, { actor: `operator:${actor}`, reason })
  const redone = revocations.length - done.refused.length
  const left = done.refused.map(
    ({ kind, ids }) => `\nnot revoked again, look at it yourself: ${kind} ${JSON.stringify(ids)}`,
  )
  return `epoch ${to_epoch} has begun: ${done.sessions} sessions ended, ${redone} revocations redone, ${done.deliveries} deliveries and ${done.jobs} jobs due again${left.join('')}`
}

/** `admin webhook`: turning off an endpoint whose receiver must not be called any more. */
export const WEBHOOK_USAGE = `  pursestrings-server admin webhook disable <organization> <endpoint> --actor <you> --reason <why>    until its receiver answers a new challenge`

export const runWebhook = async (transactions: Transactions, input: readonly string[]): Promise<string> => {
  const [handler, merchant = '', endpoint = '', ...rest] = input
  if (handler !== 'disable') throw new AdminFault(`usage:\n${WEBHOOK_USAGE}`)
  const { actor, reason, confirm } = operatorOptions(rest, WEBHOOK_USAGE)
  if (confirm !== undefined) throw new AdminFault(`usage:\n${WEBHOOK_USAGE}`)
  const [merchant_id, webhook_endpoint_id] = [uuidOf('mer', merchant), uuidOf('whe', endpoint)]
  const by = { actor: `operator:${actor}`, reason }
  const changed = await transactions
    .asTenant(merchant_id, (tx) => disableAsOperator(tx, webhook_endpoint_id, by))
    .catch((error: unknown): never => {
      throw error instanceof Refusal ? new AdminFault(`${merchant} has no endpoint ${endpoint}`) : error
    })
  return changed ? `disabled ${endpoint}` : `${endpoint} was disabled already, and waits for a new challenge`
}
