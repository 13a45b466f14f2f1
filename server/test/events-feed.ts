/**
 * A connected agent whose merchant has a payee that serves, and requests on its connection in numbers: through the very
 * statement that creates, without the cap, since a feed is what is looked at here.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { expect } from 'vitest'
import { insertPaymentRequests } from '../src/payments/payment-requests/create.store.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { changeFacts } from './change-facts.ts'
import { newConnection, type TestConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { itemOf, UNLIMITED } from './new-request.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, type Payee, proveHost, verifiedPayee } from './payee.ts'
import { startWorld, type World } from './world.ts'

export interface FeedWorld {
  readonly world: World
  readonly web: MerchantWeb
  readonly operator: Operator
  readonly payee: Payee
  /** Another connection of the same merchant. */
  connect(more?: Parameters<typeof newConnection>[1]): Promise<TestConnection>
  /** As the application role. */
  readonly app: pg.Pool
  /** Ids of new pending requests, oldest first. */
  create(connection: TestConnection, count: number): Promise<Uuid[]>
  /** Moves the time at which requests expire; what only an administrator can do, with the triggers off. */
  expireAt(requests: readonly Uuid[], interval: string): Promise<void>
  stop(): Promise<void>
}

const BATCH = 500

export const startFeedWorld = async (settings: Record<string, string> = {}): Promise<FeedWorld> => {
  // Between the look for a free port and its use, another process may take it.
  const web: MerchantWeb = await startMerchantWeb().catch(() => startMerchantWeb())
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'error', ...settings })
  const operator = await newOperator(world)
  const domain_id = await proveHost(web, operator)
  const payee = await verifiedPayee(web, operator, domain_id)
  expect((await activate(operator, payee)).status).toBe(200)
  const app = createPool({ url: world.database.url, max: 4, application_name: 'test' })
  const insert = insertPaymentRequests(app, UNLIMITED)
  return {
    world,
    web,
    operator,
    payee,
    app,
    connect: (more = {}) => newConnection(world, { operator, ...more }),
    async create({ connection_token }, count) {
      const ids: Uuid[] = []
      for (let made = 0; made < count; made += BATCH) {
        const items = Array.from({ length: Math.min(BATCH, count - made) }, () => itemOf(connection_token, payee))
        for (const { verdict, payment_request_id } of await insert(items)) {
          expect(verdict).toBe('created')
          ids.push(payment_request_id)
        }
      }
      await changeFacts(world.database.admin, ids)
      return ids
    },
    async expireAt(requests, interval) {
      await changeFacts(world.database.admin, requests, `expires_at = now() + interval '${interval}'`)
    },
    async stop() {
      await app.end()
      await world.stop()
      await web.stop()
    },
  }
}
