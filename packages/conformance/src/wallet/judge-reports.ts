/** How reports are made: their order, their transaction, their signature, and what becomes of them on a bad line. */
import { createPublicKey, verify } from 'node:crypto'
import type { Json } from '../call.ts'
import { hashesOf, reportedOf, type WalletPlay } from './play.ts'
import type { Asked, Report, WalletService } from './service.ts'

const LATER_S = 1
const PAID = new Set(['broadcasted', 'confirmed'])

export const judgeBadLine = async (play: WalletPlay): Promise<void> => {
  const { book, service, slow_ms } = play
  for (const [what, nth] of [
    ['of `signed`', 1],
    ['of `broadcasted`', 2],
  ] as const) {
    const asked = service.ask({ answer: (_report, count) => (count === nth ? { lost: true } : undefined) })
    await untilDone(play, asked)
    const [lost, next] = asked.reports.slice(nth - 1)
    const holds = lost !== undefined && (next === undefined || isSame(lost, next) || next.reads > lost.reads)
    book.judge('lost', `the answer ${what}`, holds && isPaidOnce(asked), reportedOf(asked))
  }
  const slow = service.ask({ answer: () => ({ wait_ms: slow_ms }) })
  await untilDone(play, slow)
  const waits = slow.reports.every(({ answered_at }, i) => (slow.reports[i + 1]?.came_at ?? Infinity) >= answered_at)
  book.judge('slow', 'every answer', waits && isPaidOnce(slow), reportedOf(slow))
  const later = { status: 429, headers: { 'retry-after': String(LATER_S) } }
  const busy = service.ask({ answer: (_report, count) => (count === 2 ? later : undefined) })
  await untilDone(play, busy)
  const [told, next] = busy.reports.slice(1)
  const early = told && next && next.came_at - told.came_at < LATER_S * 1000
  book.judge('busy', 'at `broadcasted`', !early && isPaidOnce(busy), reportedOf(busy))
}

/** Who gives up may be asked again: what counts is that nothing is done twice. */
const untilDone = async (play: WalletPlay, asked: Asked): Promise<void> => {
  for (let tries = 1; tries <= 3 && asked.record.status !== 'confirmed'; tries++) await play.approve(asked)
}

const isSame = (a: Report, b: Report): boolean => a.status === b.status && a.transaction_hash === b.transaction_hash
const isPaidOnce = (asked: Asked): boolean => asked.record.status === 'confirmed' && hashesOf(asked).size < 2

/** Of every report that was made, whatever for. */
export const judgeReports = ({ book, service }: WalletPlay): void => {
  const owners = new Map<unknown, string>()
  for (const asked of service.asked) {
    const { id, reports } = asked
    const seen = `${id}: ${reportedOf(asked)}`
    const taken = (status: string, i: number) => reports.slice(0, i).some((one) => one.taken && one.status === status)
    for (const [i, { status, decided, transaction_hash }] of reports.entries()) {
      book.judge('user', 'every report', decided !== undefined, seen)
      if (decided === 'reject') book.judge('reject', 'every report', status === 'rejected', seen)
      if (PAID.has(status)) book.judge('order', 'every request', taken('signed', i), seen)
      if (status === 'confirmed') book.judge('early', 'every request', taken('broadcasted', i), seen)
      if (PAID.has(status)) book.judge('transaction', 'every request', transaction_hash !== undefined, seen)
    }
    const hashes = [...hashesOf(asked)]
    book.judge('transaction', 'every request', hashes.length < 2, hashes)
    const foreign = hashes.filter((one) => (owners.get(one) ?? id) !== id)
    book.judge('own', 'every request', foreign.length === 0, foreign)
    for (const one of hashes) owners.set(one, id)
    for (const report of reports) {
      const wrong = wrongIn(service, asked, report)
      book.judge('decision', 'every report', wrong === undefined, `${id}, ${report.status}: ${wrong}`)
    }
  }
}

/** What is wrong about the signature of a decision. */
const wrongIn = (service: WalletService, { record, show }: Asked, report: Report): string | undefined => {
  const { device, url, connection_id } = service
  if (report.decision_jws === undefined) return device.public_key === undefined ? undefined : 'no decision_jws'
  if (device.public_key === undefined) return 'the device was registered without a key'
  const [header = '', payload = '', signature = ''] = report.decision_jws.split('.')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: device.public_key }, format: 'jwk' })
  const is_valid = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))
  if (!is_valid) return 'the signature is not by the key of the device'
  const said: Json = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const { request_id, facts_digest } = show(record)
  const { status, transaction_hash } = report
  const { device_id } = device
  const due = { aud: url, device_id, connection_id, request_id, facts_digest, status, transaction_hash, by: 'person' }
  const other = Object.entries(due).find(([name, value]) => said[name] !== value)
  return other && `${other[0]} is ${said[other[0]]}`
}
