/** A create against what its user does, and against its twin, in every order of statements. */
import { hash } from 'node:crypto'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  revokeConnection,
  rotateConnectionToken,
  updateConnection,
} from '../src/connections/connections/change-connection.ts'
import { openConnection } from '../src/connections/connections/open-connection.ts'
import { stop } from '../src/payments/automation-policies/stop-wallet.ts'
import {
  insertPaymentRequests,
  type NewPaymentRequest,
  type Verdict,
} from '../src/payments/payment-requests/create.store.ts'
import type { WalletTx } from '../src/platform/postgres/transaction.ts'
import type { TestConnection } from './connection.ts'
import { identityOf } from './device.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { type Pair, startInterleave } from './interleave.ts'
import { itemOf, UNLIMITED } from './new-request.ts'

const PENDING_MAX = 20

describe('a create against its connection', { timeout: 600_000 }, () => {
  let feed: FeedWorld
  let connection: TestConnection
  let connection_id: Uuid
  let interleave: Awaited<ReturnType<typeof startInterleave>>
  beforeAll(async () => {
    feed = await startFeedWorld()
    connection = await feed.connect()
    connection_id = uuidOf('con', connection.connection_id)
    interleave = await startInterleave(feed.world.database.url, feed.world.database.admin)
  })
  afterAll(async () => {
    await interleave.stop()
    await feed.stop()
  })

  const newItem = () => itemOf(connection.connection_token, feed.payee)
  const creating =
    (item: () => NewPaymentRequest): Pair<Verdict, unknown>['a'] =>
    async ({ pool }) =>
      (await insertPaymentRequests(pool, { ...UNLIMITED, pending_max: PENDING_MAX })([item()]))[0] as Verdict
  const sameToken = () =>
    feed.world.database.admin.query('update connections set token_hash = $1', [
      hash('sha256', connection.connection_token, 'buffer'),
    ])
  const rows = async (): Promise<{ id: Uuid; status: string }[]> =>
    (await feed.world.database.admin.query('select payment_request_id as id, status from payment_requests')).rows
  const valueOf = <T>(result: PromiseSettledResult<T>): T => {
    expect(result.status).toBe('fulfilled')
    return (result as PromiseFulfilledResult<T>).value
  }

  /** Accepted if it commits first, refused for the reason if the change does. */
  const against = (change: (tx: WalletTx) => Promise<unknown>, refusal: string): Pair<Verdict, unknown> => ({
    connection_id,
    before: sameToken,
    a: creating(newItem),
    b: ({ transactions }) => transactions.asWallet(identityOf(connection.device), change),
    async holds({ a, b, commits }) {
      expect(b.status).toBe('fulfilled')
      expect(commits).toHaveLength(2)
      expect(valueOf(a).verdict).toBe(commits === 'ab' ? 'created' : refusal)
      expect(await rows()).toHaveLength(commits === 'ab' ? 1 : 0)
    },
  })
  const CHANGES: Record<'pause' | 'revoke' | 'rotate token', Parameters<typeof against>> = {
    pause: [(tx) => updateConnection(tx, connection_id, { status: 'paused' }, ''), 'connection_paused'],
    revoke: [(tx) => revokeConnection(tx, connection_id), 'connection_revoked'],
    'rotate token': [(tx) => rotateConnectionToken(tx, connection_id), 'credential_invalid'],
  }

  test.each([
    [4, 'pause'],
    [5, 'revoke'],
    [6, 'rotate token'],
  ] as const)('pair %i: none is accepted that commits after the connection has had its %s', async (n, change) => {
    expect(await interleave.race(`${n} create × ${change}`, against(...CHANGES[change]))).toEqual([])
  })

  const twins = (other: (first: NewPaymentRequest) => NewPaymentRequest, already = 0) => {
    let first: NewPaymentRequest
    return {
      connection_id,
      async before() {
        await sameToken()
        if (already > 0) await feed.create(connection, already)
        first = newItem()
      },
      a: creating(() => first),
      b: creating(() => other(first)),
    }
  }

  test('pair 7: the same key and body make one request, and both are told of that one', async () => {
    const pair: Pair<Verdict, Verdict> = {
      ...twins((first) => ({ ...first, payment_request_id: newItem().payment_request_id })),
      async holds({ a, b }) {
        const [{ verdict: one, replay, ...told }, { verdict: other, replay: again, ...same }] = [valueOf(a), valueOf(b)]
        expect([one, other].toSorted()).toEqual(['created', 'replayed'])
        expect(told).toEqual(same)
        expect([replay, again].map((shown) => shown?.payment_request_id)).toContain(told.payment_request_id)
        expect(await rows()).toEqual([{ id: told.payment_request_id, status: 'pending' }])
      },
    }
    expect(await interleave.race('7 create × same key, same body', pair)).toEqual([])
  })

  test('pair 8: the same key with another body makes one request and one refusal', async () => {
    const pair: Pair<Verdict, Verdict> = {
      ...twins((first) => ({ ...newItem(), idempotency_digest: first.idempotency_digest })),
      async holds({ a, b, commits }) {
        const verdicts = [valueOf(a), valueOf(b)]
        const [won, lost] = commits === 'ab' ? verdicts : verdicts.toReversed()
        expect([won?.verdict, lost?.verdict]).toEqual(['created', 'idempotency_key_reused'])
        expect(await rows()).toEqual([{ id: won?.payment_request_id, status: 'pending' }])
      },
    }
    expect(await interleave.race('8 create × same key, other body', pair)).toEqual([])
  })

  const forTheLastPlace = (): Pair<Verdict, Verdict> => ({
    ...twins(() => newItem(), PENDING_MAX - 1),
    async holds({ a, b }) {
      expect([valueOf(a).verdict, valueOf(b).verdict].toSorted()).toEqual(['created', 'too_many_pending'])
      expect((await rows()).filter((row) => row.status === 'pending')).toHaveLength(PENDING_MAX)
    },
  })
  test('pair 9: two for the 20th place leave 20 pending, never 21', async () => {
    expect(await interleave.race('9 create × 20th pending', forTheLastPlace())).toEqual([])
  })

  test('planted: a create that does not hold its connection is found at the cap and at a revocation', async () => {
    const undo = await interleave.change('create_payment_requests', {
      'order by c.merchant_id, c.connection_id for update;': ';',
    })
    expect(await interleave.race('planted: 9 without the hold', forTheLastPlace(), 400, 1)).not.toEqual([])
    expect(await interleave.race('planted: 5 without the hold', against(...CHANGES.revoke), 400, 1)).not.toEqual([])
    await undo()
  })

  const openOf = async (): Promise<string[]> => {
    const found = await feed.world.database.admin.query('select status from connections where device_id = $1', [
      identityOf(connection.device).wallet_id,
    ])
    return found.rows.map(({ status }) => status)
  }
  const stopping: Pair<unknown, unknown>['b'] = ({ transactions }) =>
    transactions.asWallet(identityOf(connection.device), stop)
  const goesOn = () => feed.world.database.admin.query('update devices set stopped_at = null')

  test('a create × the stop of the wallet: none is accepted that commits after it', async () => {
    const pair = against(stop, 'connection_paused')
    const before = async () => {
      await goesOn()
      await sameToken()
    }
    expect(await interleave.race('create × stop', { ...pair, before })).toEqual([])
    await goesOn()
  })

  /** Whichever comes first, nothing of the wallet is active once both are over. */
  const besideStop = (a: Pair<unknown, unknown>['a'], ready: string): Pair<unknown, unknown> => ({
    connection_id,
    async before() {
      await goesOn()
      await feed.world.database.admin.query(ready)
    },
    a,
    b: stopping,
    async holds({ a: other, b }) {
      expect(b.status).toBe('fulfilled')
      if (other.status === 'rejected') expect(other.reason.entry.code).toBe('wallet_stopped')
      expect(new Set(await openOf())).toEqual(new Set(['paused']))
    },
  })
  const RESUME = "update connections set status = 'paused', paused_by = 'wallet'"
  const resuming = () =>
    besideStop(
      ({ transactions }) =>
        transactions.asWallet(identityOf(connection.device), (tx) =>
          updateConnection(tx, connection_id, { status: 'active' }, ''),
        ),
      RESUME,
    )
  const connecting = () => {
    const { agent, device } = connection
    const { wallet_id } = identityOf(device)
    const source = { agent_id: '', agent_name: '', runtime: '', merchant_name: '', verified_domain: null } as never
    const agreed = { agent_id: uuidOf('agt', agent.agent_id), device_id: wallet_id, source, decision_required: false }
    return besideStop(
      ({ transactions }) =>
        transactions.asTenant(uuidOf('mer', feed.operator.merchant_id), (tx) =>
          openConnection(tx, { ...agreed, scopes: ['payment.requests.read'] }),
        ),
      'select',
    )
  }

  test('a resume, and a connection that is made, × the stop: nothing is active afterwards', async () => {
    expect(await interleave.race('resume × stop', resuming())).toEqual([])
    expect(await interleave.race('connect × stop', connecting())).toEqual([])
  })

  test('planted: where the wallet is not held, a connection beside the stop stays active', async () => {
    const undo = await interleave.change('hold_device', { 'is null for share;': 'is null;' })
    expect(await interleave.race('planted: connect without the hold', connecting(), 400, 1)).not.toEqual([])
    expect(await interleave.race('planted: resume without the hold', resuming(), 400, 1)).not.toEqual([])
    await undo()
  })
})
