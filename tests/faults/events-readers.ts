/** Readers that keep account: of every cursor in order, and of whether all who saw an event saw the same one. */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { TestConnection } from '../../server/test/connection.ts'
import type { FeedWorld } from '../../server/test/events-feed.ts'
import type { SeenEvent } from '../../server/test/events-reader.ts'
import { report } from '../../server/test/reports-wallet.ts'

/** One connection's feed, as all its readers together have seen it. */
export interface Account {
  readonly connection: TestConnection
  readonly connection_id: Uuid
  readonly seen: Map<number, string>
  disagreeing: number
  /** Polls that were told to come again later, on a machine that has more to do than it can. */
  unavailable: number
}

export const identityOf = (e: Pick<SeenEvent, 'request_id' | 'status' | 'previous_status'>): string =>
  `${e.request_id} ${e.previous_status} ${e.status}`

export const note = (account: Account, event: SeenEvent): void => {
  const identity = identityOf(event)
  const before = account.seen.get(event.cursor)
  if (before === undefined) account.seen.set(event.cursor, identity)
  else if (before !== identity) account.disagreeing++
}

/** What is wrong with the cursors of one reader that began after `from` and read to the end. */
export const judge = (cursors: readonly number[], from: number, to: number) => {
  let [repeated, disordered] = [0, 0]
  const once = new Set<number>()
  cursors.forEach((cursor, i) => {
    if (once.has(cursor)) repeated++
    once.add(cursor)
    if (i > 0 && cursor <= (cursors[i - 1] as number)) disordered++
  })
  let missed = 0
  for (let cursor = from + 1; cursor <= to; cursor++) if (!once.has(cursor)) missed++
  return { missed, repeated, disordered }
}

/** Polls to the end, whose place is told when the writers have stopped. */
export const pollToEnd = async (
  account: Account,
  { base, from, end }: { base: string; from: number; end: () => number | undefined },
): Promise<number[]> => {
  const cursors: number[] = []
  let since = from
  while (since < (end() ?? Number.POSITIVE_INFINITY)) {
    const limit = 1 + Math.floor(Math.random() * 500)
    const answer = await fetch(
      `${base}/v1/payment-requests/events?changes=all&since=${since}&limit=${limit}&wait=${Math.floor(Math.random() * 6)}`,
      {
        headers: { authorization: `Bearer ${account.connection.connection_token}` },
      },
    )
    if (answer.status === 503) {
      account.unavailable++
      await answer.body?.cancel()
      continue
    }
    const { events, next_since } = (await answer.json()) as { events: SeenEvent[]; next_since: number }
    for (const event of events) {
      cursors.push(event.cursor)
      note(account, event)
    }
    since = next_since
  }
  return cursors
}

export const endOf = async (admin: pg.Pool, connection_id: Uuid): Promise<number> => {
  const { rows } = await admin.query('select last_cursor::int from connections where connection_id = $1', [
    connection_id,
  ])
  return rows[0].last_cursor
}

/** What happens beside the writers: wallets that report through HTTP, and time that runs out for some requests. */
export const keepReporting = async (
  feed: FeedWorld,
  accounts: readonly Account[],
  over: AbortSignal,
): Promise<{ http_reports: number }> => {
  let http_reports = 0
  for (let n = 0; !over.aborted; n++) {
    const { connection, connection_id } = accounts[n % accounts.length] as Account
    const { rows } = await feed.world.database.admin.query(
      `select payment_request_id as id from payment_requests where connection_id = $1 and status = 'pending'
        order by payment_request_id desc limit 10`,
      [connection_id],
    )
    const [due, ...waiting] = rows.map((r): Uuid => r.id)
    if (due) await feed.expireAt([due], '-1 second')
    for (const id of waiting) {
      const { status } = await report(connection, idOf('pr', id), { status: 'signed' })
      if (status === 200) http_reports++
    }
  }
  return { http_reports }
}
