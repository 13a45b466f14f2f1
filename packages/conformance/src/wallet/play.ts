/** What every part of a run against a wallet works with. */
import type { Book } from '../book.ts'
import type { Json } from '../call.ts'
import type { Drive, Said } from './drive.ts'
import { digestOf } from './facts.ts'
import type { Asked, WalletService } from './service.ts'

export interface WalletPlay {
  readonly book: Book
  readonly service: WalletService
  readonly slow_ms: number
  /** Each command, and what it showed. */
  readonly drive: Drive
  show(asked: Asked): Promise<Said>
  approve(asked: Asked): Promise<Said>
  reject(asked: Asked): Promise<Said>
  /** Approved, it must come to `confirmed`. */
  goesThrough(at: string | readonly string[], what: string, asked: Asked): Promise<void>
  /** Approved, it must lead to no payment, and its user must be told. */
  isRefused(at: string, what: string, asked: Asked): Promise<void>
}

const PAID = new Set(['signed', 'broadcasted', 'confirmed'])

export const isPaying = ({ reports }: Asked): boolean => reports.some(({ status }) => PAID.has(status))
export const reportedOf = ({ reports }: Asked): string =>
  reports.length === 0 ? 'nothing reported' : `reported ${reports.map(({ status }) => status).join(', ')}`
export const hashesOf = ({ reports }: Asked): ReadonlySet<string | undefined> =>
  new Set(reports.flatMap(({ transaction_hash }) => (transaction_hash === undefined ? [] : [transaction_hash])))

/** The record with other facts, and their digest. */
export const withFacts = (record: Json, change: (facts: Json) => Json): Json => {
  const { issuer, connection_id, request_id, recipient_id, recipient_version_id, payee, payment, expires_at } = record
  const { verified, ...named } = payee
  const given = { issuer, connection_id, request_id, recipient_id, recipient_version_id, payment, expires_at }
  const facts = change({ type: 'svc.payment_facts.v2', ...given, payee: named })
  const { type: _type, ...shown } = facts
  return { ...record, ...shown, payee: { ...shown.payee, verified }, facts_digest: digestOf(facts) }
}

export const playWith = (book: Book, service: WalletService, drive: Drive, slow_ms: number): WalletPlay => {
  const spoken: Drive = async (...args) => {
    const said = await drive(...args)
    const { token } = service.device
    const shows = [token, service.connection_token].some((secret) => said.text.includes(secret))
    book.judge('hidden', 'whatever it is told to do', !shows, `${args[0]} showed a token`)
    return said
  }
  const decided = (decision: 'approve' | 'reject') => (asked: Asked) => {
    asked.decided = decision
    return spoken(decision, asked.id)
  }
  const play: WalletPlay = {
    book,
    service,
    slow_ms,
    drive: spoken,
    show: (asked) => spoken('show', asked.id),
    approve: decided('approve'),
    reject: decided('reject'),
    async goesThrough(at, what, asked) {
      const { text } = await play.approve(asked)
      const holds = asked.record.status === 'confirmed'
      book.judge(at, what, holds, `${reportedOf(asked)}, and said: ${text}`)
    },
    async isRefused(at, what, asked) {
      const said = await play.approve(asked)
      book.judge(at, what, !isPaying(asked), reportedOf(asked))
      if (!isPaying(asked)) book.judge('told', 'whatever is not approved', !said.worked, `${what}: ${said.text}`)
    },
  }
  return play
}
