/**
 * A page of a connection's feed. Every look authenticates again, so that what the user or the merchant took away ends a
 * wait, too; a cursor beyond the end is an error, never an empty page.
 */

import type { EVENT_CHANGES } from '@pursestrings/contract/events/operations'
import { cursorAhead, cursorReset } from '@pursestrings/contract/events/records'
import {
  agentNotActive,
  connectionRevoked,
  credentialInvalid,
  scopeMissing,
} from '@pursestrings/contract/transport-errors'
import { type Id, idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { PAYMENT_STATUSES } from '@pursestrings/protocol/payment-status'
import { Refusal } from '../../platform/refusal.ts'
import { eventIdsOf } from './event-on-wire.ts'
import type { Look, Seen } from './events.store.ts'

// Cursors that are no place in a feed. Beyond its end: the reader is told where the last event stands. Without an event: only a
// restored backup leaves such, and its reader saw events that are lost. It is told so, and where to go on, instead of being
// given what comes next as if nothing were missing. Feeds have no other gaps, so most pages show by themselves that all is well.

interface Place {
  readonly since: number
  /** Of the first event after it, if there is one. */
  readonly first: number | undefined
  /** Where the counter stands: after a restore that is beyond the last event. */
  readonly last_cursor: number
  readonly epoch: number
}

export const refuseLostCursor = async (
  { since, first, last_cursor, epoch }: Place,
  lastUpTo: (cursor: number) => Promise<number>,
): Promise<void> => {
  if (since > last_cursor) {
    throw new Refusal(cursorAhead, { details: { last_cursor: await lastUpTo(last_cursor) }, authenticated: true })
  }
  if (since === 0 || (first ?? last_cursor + 1) === since + 1) return
  const resume_from = await lastUpTo(since)
  if (resume_from !== since) throw new Refusal(cursorReset, { details: { resume_from, epoch }, authenticated: true })
}

export interface PageEvent {
  readonly cursor: number
  /** The event as the wire shows it. It is sent as it is: everything in it is declared (`PaymentEvent`, `MerchantEvent` …). */
  readonly json: string
}

export interface Page {
  /** Whose feed: a connection's, a merchant's, a device's or a project's. */
  readonly owner_id: Uuid
  readonly events: readonly PageEvent[]
  readonly next_since: number
  readonly has_more: boolean
}

export interface FeedLook {
  readonly since: number
  readonly limit: number
}

/** Of the feed of one caller, who is authenticated again at every look. */
export type ReadPage = (look: FeedLook) => Promise<Page>

interface Reads {
  readonly read: (look: Look) => Promise<Seen>
  readonly lastEvent: (token_hash: Buffer, up_to: number) => Promise<number>
  readonly epoch: () => number
}

/** As each line says its kind. */
const CHANGES_STATUS = new RegExp(`"type":"payment_request\\.(?:${PAYMENT_STATUSES.join('|')})"`)

/** What changes no status is for who asks for it; its place in the feed stays. */
export const pageReader =
  ({ read, lastEvent, epoch }: Reads) =>
  (token_hash: Buffer, changes: (typeof EVENT_CHANGES)[number] = 'status'): ReadPage =>
  async (wanted) => {
    const look = { ...wanted, token_hash }
    const { verdict, connection_id, last_cursor, events } = await read(look)
    if (verdict !== 'read' && verdict !== cursorAhead.code) throw refusalFor(verdict)
    const page = events === null ? [] : eventsIn(events, eventIdsOf(connection_id))
    const place = { since: look.since, first: page[0]?.cursor, last_cursor, epoch: epoch() }
    await refuseLostCursor(place, (cursor) => lastEvent(token_hash, cursor))
    const next_since = page.at(-1)?.cursor ?? look.since
    const has_more = page.length > 0 && next_since < last_cursor
    const shown = changes === 'all' ? page : page.filter(({ json }) => CHANGES_STATUS.test(json))
    return { owner_id: connection_id, events: shown, next_since, has_more }
  }

const REFUSALS = [credentialInvalid, connectionRevoked, agentNotActive, scopeMissing]

const refusalFor = (verdict: string): Error => {
  const entry = REFUSALS.find(({ code }) => code === verdict)
  if (!entry) return new Error(`the statement answered ${verdict}`)
  const details = entry === scopeMissing && { details: { scope: 'payment.requests.read' } }
  return new Refusal(entry, { ...details, authenticated: true })
}

const eventsIn = (lines: string, idAt: (cursor: number) => Id<'evt'>): PageEvent[] =>
  lines.split('\n').map((line) => {
    const [at = '', request = '', rest = ''] = line.split('\t')
    const cursor = Number(at)
    const named = request === '' ? '' : `"request_id":"${idOf('pr', request as Uuid)}",`
    return { cursor, json: `{"cursor":${at},"event_id":"${idAt(cursor)}",${named}${rest}` }
  })
