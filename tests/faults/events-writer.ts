/**
 * A process that writes to feeds as fast as it can, to be killed at any moment: creates through the statement that creates,
 * reports through the one that reports, and one in twenty of either rolled back after its cursor was given. Started by events.test.ts.
 */
import { hash } from 'node:crypto'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import {
  insertPaymentRequests,
  type NewPaymentRequest,
} from '../../server/src/payments/payment-requests/create.store.ts'
import { reportPaymentRequests } from '../../server/src/payments/payment-requests/reports.store.ts'
import { startNotifications } from '../../server/src/platform/notifications/notifications.ts'
import { createPool } from '../../server/src/platform/postgres/pool.ts'
import { itemOf, NEVER_PAUSED, UNLIMITED } from '../../server/test/new-request.ts'

export interface WriterTask {
  readonly database_url: string
  readonly nats_url: string
  readonly writers: number
  readonly application_name: string
  readonly payee: { readonly recipient_id: string; readonly recipient_version_id: string }
  readonly feeds: readonly { readonly token: string; readonly device_token: string }[]
}

const ROLLED_BACK = 0.05
const BATCH_MAX = 32

const write = async (task: WriterTask): Promise<void> => {
  const { database_url: url, nats_url, writers, application_name, payee, feeds } = task
  const pool = createPool({ url, max: writers, application_name })
  const notifications = startNotifications(nats_url, () => {})
  const insert = insertPaymentRequests(pool, UNLIMITED)
  const unlucky = () => Math.random() < ROLLED_BACK

  /** In a transaction that is rolled back after all was done. */
  const inVain = async (work: (pool: pg.Pool) => Promise<unknown>): Promise<void> => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await work({ connect: async () => Object.assign(Object.create(client), { release() {} }) } as never)
      await client.query('rollback')
      process.send?.('rolled_back')
    } finally {
      client.release()
    }
  }
  const create = async (items: readonly NewPaymentRequest[]): Promise<Uuid[]> => {
    if (unlucky()) {
      await inVain((rolling) => insertPaymentRequests(rolling, UNLIMITED)(items))
      return []
    }
    const told = await insert(items)
    if (told[0]) notifications.notify(`events.${told[0].connection_id}`)
    return told.map((t) => t.payment_request_id)
  }
  const report = async (device_token: string, request: Uuid, status: 'signed' | 'failed' | 'rejected') => {
    const token_hash = hash('sha256', device_token, 'buffer')
    const unsaid = { connection_id: null, transaction_hash: null, reason: null }
    const said = [{ token_hash, request_id: idOf('pr', request), status, ...unsaid }]
    if (unlucky()) return inVain((rolling) => reportPaymentRequests(rolling, NEVER_PAUSED)(said))
    const [told] = await reportPaymentRequests(pool, NEVER_PAUSED)(said)
    if (told?.verdict === 'moved') notifications.notify(`events.${told.connection_id}`)
  }
  const keepWriting = async () => {
    for (;;) {
      const { token, device_token } = feeds[Math.floor(Math.random() * feeds.length)] as WriterTask['feeds'][number]
      const items = Array.from({ length: 1 + Math.floor(Math.random() * BATCH_MAX) }, () => itemOf(token, payee))
      try {
        for (const id of await create(items)) {
          const next = (['signed', 'failed', 'rejected'] as const)[Math.floor(Math.random() * 12)]
          if (next) await report(device_token, id, next)
        }
      } catch {
        // Its connection was cut, as is meant here; the next one is another.
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, keepWriting))
}

process.once('message', (task) => void write(task as WriterTask))
process.once('disconnect', () => process.exit())
process.send?.('ready')
