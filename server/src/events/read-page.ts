/**
 * A page of a connection's feed. Every look authenticates again, so that what the user or the merchant took away ends a
 * wait, too (I6); a cursor beyond the end is an error, never an empty page (I5).
 */

import { cursorAhead } from '@countersign/contract/events/errors'
import type { PaymentEvent } from '@countersign/contract/events/records'
import {
  agentNotActive,
  connectionRevoked,
  credentialInvalid,
  scopeMissing,
} from '@countersign/contract/transport-errors'
import { type Id, idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { Static } from 'typebox'
import { Refusal } from '../refusal.ts'
import { eventIdsOf } from './event-id.ts'
import type { EventRow, Look, Seen } from './feed.store.ts'

export interface Page {
  readonly connection_id: Uuid
  readonly events: Static<typeof PaymentEvent>[]
  readonly next_since: number
  readonly has_more: boolean
}

export type ReadPage = (look: Look) => Promise<Page>

export const pageReader =
  (read: (look: Look) => Promise<Seen>): ReadPage =>
  async (look) => {
    const { verdict, connection_id, last_cursor, events } = await read(look)
    if (verdict === cursorAhead.code) throw new Refusal(cursorAhead, { details: { last_cursor }, authenticated: true })
    if (verdict !== 'read') throw refusalFor(verdict)
    const idAt = eventIdsOf(connection_id)
    const next_since = events.at(-1)?.[0] ?? look.since
    return {
      connection_id,
      events: events.map((event) => eventOnWire(idAt, event)),
      next_since,
      has_more: next_since < last_cursor,
    }
  }

const REFUSALS = [credentialInvalid, connectionRevoked, agentNotActive, scopeMissing]

const refusalFor = (verdict: string): Error => {
  const entry = REFUSALS.find(({ code }) => code === verdict)
  if (!entry) return new Error(`the statement answered ${verdict}`)
  const details = entry === scopeMissing && { details: { scope: 'payment.requests.read' } }
  return new Refusal(entry, { ...details, authenticated: true })
}

const eventOnWire = (
  idAt: (cursor: number) => Id<'evt'>,
  [cursor, payment_request_id, type, { request_id, previous_status, status }, occurred_at]: EventRow,
) => ({
  cursor,
  event_id: idAt(cursor),
  type,
  request_id: request_id ?? idOf('pr', payment_request_id),
  previous_status,
  status,
  occurred_at,
})
