/**
 * A process that writes to feeds as fast as it can, to be killed at any moment: creates through the statement that creates,
 * reports through the handler, and one in twenty of either rolled back after its cursor was given. Started by events.test.ts.
 */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { insertPaymentRequests, type NewPaymentRequest } from '../../server/src/payment-requests/create.store.ts'
import { reportPaymentStatus } from '../../server/src/payment-requests/report-payment-status.ts'
import { createPool } from '../../server/src/postgres/pool.ts'
import { type Transactions, transactionsOn } from '../../server/src/postgres/transaction.ts'
import { startWake } from '../../server/src/wake/wake.ts'
import { itemOf, NEVER_PAUSED, UNLIMITED } from '../../server/test/new-request.ts'

export interface WriterTask {
  readonly database_url: string
  readonly nats_url: string
  readonly writers: number
  readonly application_name: string
  readonly payee: { readonly recipient_id: string; readonly recipient_version_id: string }
  readonly feeds: readonly { readonly token: string; readonly device_id: Uuid }[]
}

const ROLLED_BACK = 0.05
const BATCH_MAX = 32

class RolledBack extends Error {}

const write = async (task: WriterTask): Promise<void> => {
  const { database_url: url, nats_url, writers, application_name, payee, feeds } = task
  const pool = createPool({ url, max: writers, application_name })
  const transactions = transactionsOn(pool)
  const wake = startWake(nats_url, () => {})
  const insert = insertPaymentRequests(pool, UNLIMITED)
  const unlucky = () => Math.random() < ROLLED_BACK

  const create = async (items: readonly NewPaymentRequest[]): Promise<Uuid[]> => {
    if (!unlucky()) {
      const told = await insert(items)
      if (told[0]) wake.notify(`events.${told[0].connection_id}`)
      return told.map((t) => t.payment_request_id)
    }
    const client = await pool.connect()
    try {
      await client.query('begin')
      await insertPaymentRequests(
        { connect: async () => Object.assign(Object.create(client), { release() {} }) } as never,
        UNLIMITED,
      )(items)
      await client.query('rollback')
      process.send?.('rolled_back')
    } finally {
      client.release()
    }
    return []
  }
  const report = async (device_id: Uuid, request: Uuid, status: 'signed' | 'failed' | 'rejected') => {
    const fails = unlucky()
    const asSystem: Transactions['asSystem'] = (work) =>
      transactions.asSystem(async (tx) => {
        const result = await work(tx)
        if (fails) throw new RolledBack()
        return result
      })
    const deps = { transactions: { ...transactions, asSystem }, wake, rejections: NEVER_PAUSED }
    await reportPaymentStatus(deps, { device_id, request_id: idOf('pr', request), status }).catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
      process.send?.('rolled_back')
    })
  }
  const keepWriting = async () => {
    for (;;) {
      const { token, device_id } = feeds[Math.floor(Math.random() * feeds.length)] as WriterTask['feeds'][number]
      const items = Array.from({ length: 1 + Math.floor(Math.random() * BATCH_MAX) }, () => itemOf(token, payee))
      try {
        for (const id of await create(items)) {
          const next = (['signed', 'failed', 'rejected'] as const)[Math.floor(Math.random() * 12)]
          if (next) await report(device_id, id, next)
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
