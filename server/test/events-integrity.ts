/** What must hold of a connection's feed and its requests at any moment between commits, whoever wrote them. */

import type { Uuid } from '@pursestrings/contract/wire/ids'
import { mayFollow, type PaymentStatus } from '@pursestrings/protocol/payment-status'
import type pg from 'pg'

interface Row {
  readonly cursor: string
  readonly payment_request_id: Uuid
  readonly status: PaymentStatus
  readonly previous_status: PaymentStatus | null
  readonly late: boolean
}

/** Every fault as a sentence; none is what is expected. */
export const faultsOf = async (admin: pg.Pool, connection_id: Uuid): Promise<string[]> => {
  const one = async (text: string) => (await admin.query(text, [connection_id])).rows
  const [connection] = await one('select last_cursor::int, pending_count from connections where connection_id = $1')
  const requests = await one('select payment_request_id as id, status from payment_requests where connection_id = $1')
  const events: Row[] = await one(`select cursor, subject_id as payment_request_id,
    data ->> 'status' as status, data ->> 'previous_status' as previous_status,
    kind = 'payment_request.late_report' as late
    from events where connection_id = $1 and cursor is not null order by cursor`)
  const late = await one('select payment_request_id as id from late_reports where connection_id = $1')
  const faults: string[] = []
  events.forEach((event, i) => {
    if (Number(event.cursor) !== i + 1) faults.push(`cursor ${event.cursor} at place ${i + 1}`)
  })
  if (connection.last_cursor !== events.length) faults.push(`${connection.last_cursor} is not ${events.length}`)
  const pending = requests.filter((r) => r.status === 'pending').length
  if (connection.pending_count !== pending) faults.push(`${connection.pending_count} counted, ${pending} pending`)
  const stands = new Map<Uuid, PaymentStatus>()
  let late_events = 0
  for (const { payment_request_id: id, previous_status, status, late: is_late } of events) {
    const before = stands.get(id) ?? null
    if (previous_status !== before) faults.push(`${id}: ${previous_status} said, ${before} before`)
    if (is_late) late_events++
    if (is_late ? status !== 'expired' : before !== null && !mayFollow(before, status)) {
      faults.push(`${id}: ${before} → ${status}`)
    }
    stands.set(id, status)
  }
  for (const { id, status } of requests) {
    if (stands.get(id) !== status) faults.push(`${id} is ${status}, its feed says ${stands.get(id)}`)
  }
  if (late_events !== late.length) faults.push(`${late_events} late events, ${late.length} late reports`)
  return faults
}
