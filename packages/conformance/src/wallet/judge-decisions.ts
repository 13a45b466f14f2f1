/** What its user decided, and when it is too late for that. */

import { hashesOf, reportedOf, type WalletPlay } from './play.ts'
import type { Asked } from './service.ts'
import { refusal } from './service.ts'

export const judgeDecisions = async (play: WalletPlay): Promise<void> => {
  const { book, service } = play
  const undecided = service.ask()
  await play.drive('inbox')
  await play.show(undecided)
  book.judge('user', 'listed and shown', undecided.reports.length === 0, reportedOf(undecided))
  await play.reject(undecided)
  const said = undecided.reports.map(({ status }) => status)
  book.judge('reject', 'one that holds', new Set(said).size === 1 && said[0] === 'rejected', reportedOf(undecided))
  const expired = service.ask()
  expired.record = { ...expired.record, status: 'expired' }
  await goesNoFurther(play, 'expired', 'its status says so', expired)
  const late = service.ask({ answer: () => refused(late, 'expired') })
  await goesNoFurther(play, 'expired', 'between its user and the service', late)
  const canceled = service.ask({ answer: () => refused(canceled, 'failed') })
  await play.show(canceled)
  await goesNoFurther(play, 'canceled', 'after it was shown', canceled)
  const paid = service.ask()
  await play.approve(paid)
  await play.approve(paid)
  book.judge('again', 'the same transaction, or none', hashesOf(paid).size < 2, [...hashesOf(paid)])
  const back = service.ask()
  await play.approve(back)
  const { transaction_hash: _hash, ...before } = back.record
  back.record = { ...before, status: 'pending' }
  await play.approve(back)
  book.judge('backwards', 'after it was confirmed', hashesOf(back).size < 2, [...hashesOf(back)])
}

const refused = (asked: Asked, status: string) => {
  asked.record = { ...asked.record, status, reason: status === 'failed' ? 'canceled_by_agent' : undefined }
  return refusal(409, 'invalid_transition')
}

const goesNoFurther = async ({ book, approve }: WalletPlay, at: string, what: string, asked: Asked): Promise<void> => {
  const { worked, text } = await approve(asked)
  const further = asked.reports.some(({ status }) => status !== 'signed')
  book.judge(at, what, !further, reportedOf(asked))
  book.judge('told', 'whatever is not approved', !worked, `${at}: ${text}`)
}
