/** The calls that a service has most of, each in the states that production has: some paid, some signed, some refused. */

import pg from 'pg'
import { type Asking, freshKey } from './asking.ts'
import { type Automation, paymentPath } from './automation.ts'
import type { Sent } from './call.ts'
import { type LedgerWorld, referenceTo } from './ledger-world.ts'

export interface HotCall {
  readonly method: string
  readonly path: string
  readonly sent: Sent
}

interface Stage {
  readonly on: LedgerWorld
  readonly shop: Asking
  readonly project: Automation
}

const CLAIM = { status: 'approved' }
const AMOUNT = '0.01'

/** Each name with what makes ready for one more such call; whatever that takes is no part of the call. */
export const stageHotCalls = async ({ on, shop, project }: Stage): Promise<Record<string, () => Promise<HotCall>>> => {
  const asAgent = { authorization: `Bearer ${shop.connection_token}` }
  const asWallet = { authorization: `Bearer ${shop.device.token}` }
  const statusPath = ({ request_id }: { request_id: string }) => `/v1/payment-requests/${request_id}/status`
  const create = (idempotency_key: string): HotCall => ({
    method: 'POST',
    path: '/v1/payment-requests',
    sent: {
      headers: asAgent,
      body: {
        recipient_id: shop.payee.recipient_id,
        recipient_version_id: shop.payee.recipient_version_id,
        payment: { amount: '12.5' },
        policy: { requires_user_approval: true },
        idempotency_key,
      },
    },
  })
  const get = (headers: Record<string, string>, path: string) => async (): Promise<HotCall> => ({
    method: 'GET',
    path,
    sent: { headers },
  })
  const intent = (): HotCall => ({
    method: 'POST',
    path: '/v1/agent-payments',
    sent: {
      headers: project.api_key,
      body: {
        initiator: 'agent',
        connection_id: shop.connection_id,
        recipient_id: shop.payee.recipient_id,
        recipient_version_id: shop.payee.recipient_version_id,
        amount: AMOUNT,
        idempotency_key: freshKey(),
      },
    },
  })
  const used_key = freshKey()
  const paid = await shop.asked({ idempotency_key: used_key })
  const transaction = on.transaction({ to: shop.payee.address, memo: referenceTo(paid) })
  const transaction_hash = on.include(transaction)
  for (const body of [
    { status: 'signed' },
    ...['broadcasted', 'confirmed'].map((status) => ({ status, transaction_hash })),
  ]) {
    await shop.report(paid.request_id, body)
  }
  // In time or not: the ledger has said what it says.
  await on.settled(shop, paid.request_id, ({ ledger_outcome }) => ledger_outcome !== 'unknown')
  const rejected = await shop.asked()
  await shop.report(rejected.request_id, { status: 'rejected' })
  const canceled = await shop.asked()
  await shop.call('POST', `/v1/payment-requests/${canceled.request_id}/cancel`)
  // Named too late, and named before: evidence, and a note that both payments show.
  await shop.report(canceled.request_id, { status: 'signed', transaction_hash })
  const waiting = await shop.asked()
  const signed = await shop.asked()
  const report: HotCall = {
    method: 'POST',
    path: statusPath(signed),
    sent: { headers: asWallet, body: { status: 'signed' } },
  }
  await shop.report(signed.request_id, { status: 'signed' })
  const payment = await project.intended({ amount: AMOUNT })
  await project.report(payment.id, CLAIM)
  const readOf = ({ request_id }: { request_id: string }) => get(asAgent, `/v1/payment-requests/${request_id}`)
  return {
    create: async () => create(freshKey()),
    'create again': async () => create(used_key),
    'read what waits': readOf(waiting),
    'read what is paid': readOf(paid),
    'read what was canceled': readOf(canceled),
    'list as the agent': get(asAgent, '/v1/payment-requests?limit=20'),
    'list as the wallet': get(asWallet, '/v1/payment-requests?limit=20'),
    events: get(asAgent, '/v1/payment-requests/events?since=0&limit=10'),
    report: async () => ({ ...report, path: statusPath(await shop.asked()) }),
    'report again': async () => report,
    'agent payment create': async () => intent(),
    'agent payment read': get(project.api_key, paymentPath(payment.id)),
    'agent payment claim': async () => {
      const { id } = await project.intended({ amount: AMOUNT })
      return { method: 'POST', path: paymentPath(id, 'status'), sent: { headers: asWallet, body: CLAIM } }
    },
  }
}

// What the calls to a service of this process ask of its database, each statement a round trip: not its workers, nor its look at the database.

const OF_CALLS = /^pursestrings (?:app|system) /

interface Asked {
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

export const statementsDuring = async (work: () => Promise<unknown>): Promise<Asked[]> => {
  const asked: Asked[] = []
  const { query } = pg.Client.prototype
  const watched = function (this: pg.Client, ...args: unknown[]) {
    const { application_name } = (this as unknown as { connectionParameters: { application_name?: string } })
      .connectionParameters
    const [what, values] = args
    if (OF_CALLS.test(application_name ?? '')) {
      asked.push(typeof what === 'string' ? { text: what, values: values as unknown[] } : (what as Asked))
    }
    return Reflect.apply(query, this, args)
  }
  pg.Client.prototype.query = watched as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return asked
}

const nameOf = ({ name, text }: Asked): string => name ?? text.replaceAll(/\s+/g, ' ').slice(0, 60)

export interface Counted {
  readonly statements: readonly string[]
  readonly transactions: number
}

/** What each of `calls` equal calls asked; what came less often than they did was somebody else's. */
export const countedOf = (asked: readonly Asked[], calls: number): Counted => {
  const statements: string[] = []
  let transactions = 0
  for (const [name, times] of Map.groupBy(asked, nameOf)) {
    const each = Math.floor(times.length / calls)
    if (name.startsWith('begin')) transactions += each
    else if (name !== 'commit') statements.push(...Array.from({ length: each }, () => name))
  }
  return { statements, transactions }
}
