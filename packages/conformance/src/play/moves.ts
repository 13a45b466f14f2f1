/** What the wallet reports, and how it is read and polled (1.6, 3, 4.4, 6). */
import { isDone, isRefused, type Json, needed, saidOf } from '../call.ts'
import type { Run } from '../place.ts'
import { judgeRecord, STATUSES } from './request-record.ts'
import { type Asking, create, PATH } from './requests.ts'
import type { Wallet } from './wallet.ts'

const WAY = [
  { status: 'signed' },
  { status: 'broadcasted', transaction_hash: 'c'.repeat(64) },
  { status: 'confirmed', transaction_hash: 'c'.repeat(64) },
]

const FACTS = ['payee', 'payment', 'policy', 'created_at', 'expires_at', 'request_id', 'connection_id'] as const
const factsOf = (request: Json): string => JSON.stringify(FACTS.map((name) => request?.[name] as unknown))

export const judgeMoves = async (run: Run, asking: Asking, wallet: Wallet, made: Json): Promise<void> => {
  const { book, call } = run
  const { request_id } = made
  const path = `${PATH}/${request_id}`
  const by_agent = async () => needed(await asking.connection.call('GET', path)).payment_request
  const judgeRead = async (status: string): Promise<void> => {
    const [read, shown] = [await by_agent(), (await wallet.call('GET', path)).json.payment_request]
    judgeRecord(book, `in the agent's read when ${status}`, read)
    judgeRecord(book, `in the wallet's read when ${status}`, shown)
    book.judge(
      ['4.4 GET /v1/payment-requests/{id}', '1.6 truth', '6.3'],
      'the read has what was reported',
      read?.status === status,
      read?.status,
    )
    book.judge('5 wallet', "the wallet reads it with the device's token", shown?.status === status, shown?.status)
    book.judge('2.2 immutable', 'payee, payment, policy and times stay as they were', factsOf(read) === factsOf(made), [
      read,
      made,
    ])
  }
  await judgeRead('pending')
  const start = await poll(run, asking, '0')
  const last = String(start.next)
  const nobody = await call('POST', `${path}/status`, { body: { status: 'signed' } })
  book.judge(
    ['4.4 device', '5 wallet', '1.5 approval'],
    'a report without a device token is 401',
    nobody.status === 401,
    saidOf(nobody),
  )
  const agents = await asking.connection.call('POST', `${path}/status`, { body: { status: 'signed' } })
  book.judge(['1.5 approval', '5.3 wallet keys'], 'an agent reports nothing', isRefused(agents), saidOf(agents))
  for (const report of WAY) {
    const told = await wallet.call('POST', `${path}/status`, report)
    book.judge(
      ['4.4 POST /v1/payment-requests/{id}/status', '3 reports', '1.1 wallet', '1.6'],
      `the wallet reports ${report.status}`,
      isDone(told) && told.json.payment_request?.status === report.status,
      saidOf(told),
    )
    judgeRecord(book, `in the answer to the report of ${report.status}`, told.json.payment_request)
    await judgeRead(report.status)
  }
  const page = await poll(run, asking, last)
  const statuses = page.events
    .filter((one: Json) => one.request_id === request_id)
    .map((one: Json) => one.status as unknown)
  const told = WAY.map(({ status }) => status)
  book.judge(
    ['6.4', '6.1', '1.6'],
    'each report is an event, once and in order',
    JSON.stringify(statuses) === JSON.stringify(told),
    statuses,
  )
  const rest = await poll(run, asking, String(page.next))
  book.judge('6.1', 'a cursor at the end gives nothing twice', rest.events.length === 0, rest.events)
  const known = [...start.events, ...page.events].every((one: Json) => STATUSES.includes(one.status))
  book.judge(['6.1', '3 statuses'], 'events have statuses of a request', known, page.events)
  await judgeCursor(run, asking)
  await judgeRejection(run, asking, wallet)
}

const poll = async ({ book }: Run, asking: Asking, since: string): Promise<Json> => {
  const answer = await asking.connection.call('GET', `${PATH}/events`, { query: { since } })
  const { events } = answer.json
  const cursors: readonly unknown[] = (events ?? []).map((one: Json) => one.cursor)
  const later = cursors.every(
    (one, i) => Number.isInteger(one) && Number(one) > (i === 0 ? Number(since) : Number(cursors[i - 1])),
  )
  book.judge(
    ['4.4 GET /v1/payment-requests/events', '6.1'],
    'cursors are integers, in order, and beyond the one asked for',
    Array.isArray(events) && later,
    saidOf(answer),
  )
  needed(answer)
  return { events, next: cursors.at(-1) ?? since }
}

const judgeCursor = async ({ book }: Run, asking: Asking): Promise<void> => {
  const events = (since: string) => asking.connection.call('GET', `${PATH}/events`, { query: { since } })
  const word = await events('soon')
  book.judge('4.4 integer', 'a word is no cursor', isRefused(word), saidOf(word))
  const fraction = await events('1.5')
  book.judge('4.4 integer', '1.5 is no cursor', isRefused(fraction), saidOf(fraction))
}

const judgeRejection = async ({ book }: Run, asking: Asking, wallet: Wallet): Promise<void> => {
  const { request_id } = needed(await create(asking)).payment_request
  const told = await wallet.call('POST', `${PATH}/${request_id}/status`, { status: 'rejected' })
  const read = await asking.connection.call('GET', `${PATH}/${request_id}`)
  book.judge(
    ['3 reports', '1.5 approval'],
    'a user who says no: it reads as rejected',
    isDone(told) && read.json.payment_request?.status === 'rejected',
    [saidOf(told), saidOf(read)],
  )
}
