/** A reader of one feed that keeps account, whatever its source does, and what the log says it should have seen. */
import { setTimeout as pause } from 'node:timers/promises'
import { EVENT_KINDS, eventResourceOf, type Feed } from '@pursestrings/contract/events/kinds'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'

export interface Reading {
  readonly cursors: number[]
  readonly ids: string[]
  /** Looks that failed, as they do while a process is dead. */
  failed: number
}

interface Page {
  readonly events: readonly { readonly cursor: number; readonly event_id: string }[]
  readonly next_since: number
}

/** Reads on until the end, which is told when nobody writes any more. */
export const readUntil = async (
  look: (since: number) => Promise<Page>,
  end: () => number | undefined,
): Promise<Reading> => {
  const reading: Reading = { cursors: [], ids: [], failed: 0 }
  let since = 0
  while (since < (end() ?? Number.POSITIVE_INFINITY)) {
    const page = await look(since).catch(() => undefined)
    if (page === undefined) reading.failed++
    for (const { cursor, event_id } of page?.events ?? []) {
      reading.cursors.push(cursor)
      reading.ids.push(event_id)
    }
    since = page?.next_since ?? since
    if (!page?.events.length) await pause(20)
  }
  return reading
}

/** From the log itself and not from what was sequenced. */
export const expectedIn = async (admin: pg.Pool, feed: Feed, owner_id: Uuid): Promise<Set<string>> => {
  const owner = {
    agent: 'e.connection_id = $2',
    merchant: 'e.merchant_id = $2',
    // An invitation is told before there is a connection.
    wallet: `(e.connection_id in (select connection_id from connections where device_id = $2)
      or e.subject_id in (select connect_invitation_id from connect_invitations where device_id = $2))`,
    project: 'e.subject_id in (select agent_payment_id from agent_payments where project_id = $2)',
  }[feed]
  const kinds = EVENT_KINDS.filter((kind) => eventResourceOf(kind).feeds.includes(feed))
  const { rows } = await admin.query<{ event_id: Uuid }>(
    `select e.event_id from events e where e.kind::text = any ($1) and ${owner}`,
    [kinds, owner_id],
  )
  return new Set(rows.map(({ event_id }) => idOf('evt', event_id)))
}

export const tallyOf = ({ cursors, ids, failed }: Reading, expected: ReadonlySet<string>) => {
  const seen = new Set(ids)
  return {
    events: expected.size,
    missed: [...expected].filter((id) => !seen.has(id)).length,
    repeated: ids.length - seen.size,
    gaps: cursors.filter((cursor, i) => cursor !== i + 1).length,
    strange: [...seen].filter((id) => !expected.has(id)).length,
    failed_looks: failed,
  }
}
