/** `admin restore open`: a restored backup becomes the service again. */
import { AdminFault } from './admin-fault.ts'
import { operatorOptions } from './admin-options.ts'
import type { Transactions } from './postgres/transaction.ts'
import { openRestored, planOpening, RestoreFault } from './restore/open-restored.ts'
import { type HeadReader, ServiceHeadFault } from './restore/service-head.ts'

export const RESTORE_USAGE = `  countersign-server admin restore open --actor <you> --reason <why>
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
