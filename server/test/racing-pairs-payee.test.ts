/** A create against what happens to its payee, in every order of statements: its version serves at the commit. */
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateRecipientVersion } from '../src/payees/recipients/activate-recipient-version.ts'
import { reproveDomains } from '../src/payees/recipients/reprove-domains.worker.ts'
import { insertPaymentRequests, type Verdict } from '../src/payments/payment-requests/create.store.ts'
import type { Egress } from '../src/platform/egress/create-egress.ts'
import type { Jobs } from '../src/platform/jobs/jobs.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { type Transactions, transactionsOn } from '../src/platform/postgres/transaction.ts'
import { type Asking, newAsking } from './asking.ts'
import { type Pair, startInterleave } from './interleave.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { itemOf, UNLIMITED } from './new-request.ts'
import { nextVersion, proveHost } from './payee.ts'
import { startWorld, type World } from './world.ts'

describe('a create against its payee', { timeout: 1_800_000 }, () => {
  let web: MerchantWeb
  let world: World
  let asking: Asking
  let interleave: Awaited<ReturnType<typeof startInterleave>>
  let free: ReturnType<typeof createPool>
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
    free = createPool({ url: world.database.url, max: 2, application_name: 'test' })
    interleave = await startInterleave(world.database.url, world.database.admin)
    asking = await newAsking(world, web)
  })
  afterAll(async () => {
    await interleave.stop()
    await free.end()
    await world.stop()
    await web.stop()
  })

  /** What a look at the merchant's site finds, at once. */
  const finding = (found: (url: URL) => string): Egress => ({
    https: {
      request: ({ url }: { url: string }) =>
        Promise.resolve({ status: 200, headers: {}, body: new TextEncoder().encode(found(new URL(url))) }),
    } as unknown as Egress['https'],
    dns: undefined as never,
    ledger: undefined as never,
    mirror: undefined as never,
    webhooks: undefined as never,
    push: undefined as never,
  })
  /** Looks outside come between transactions: only the one after them, the nth, is what races. */
  const onlyThe = (nth: number, stepped: Transactions): Transactions => {
    const before = transactionsOn(free)
    let n = 0
    return { ...before, asTenant: (merchant_id, work) => (++n === nth ? stepped : before).asTenant(merchant_id, work) }
  }

  const ids = () => ({
    merchant_id: uuidOf('mer', asking.operator.merchant_id),
    domain_id: uuidOf('dom', asking.payee.domain_id),
    recipient_id: uuidOf('rcp', asking.payee.recipient_id),
    version_id: uuidOf('rcv', asking.payee.recipient_version_id),
  })
  /** The payee's first version serves, any other is verified, and its domain has failed for longer than it may. */
  const asBefore = async (): Promise<void> => {
    const { merchant_id, domain_id, recipient_id, version_id } = ids()
    const client = await world.database.admin.connect()
    await client.query('begin; set local session_replication_role = replica')
    const versions = `update recipient_versions set status = $2, retired_at = null where recipient_id = $1
      and (recipient_version_id = $3) = ($2 = 'active')`
    await client.query(versions, [recipient_id, 'verified', version_id])
    await client.query(versions, [recipient_id, 'active', version_id])
    await client.query('update recipients set active_version_id = $2 where recipient_id = $1', [
      recipient_id,
      version_id,
    ])
    const domain = "update merchant_domains set status = 'verified', failing_since = now() - interval '2 days'"
    await client.query(`${domain} where domain_id = $1`, [domain_id])
    await client.query("update merchants set status = 'active' where merchant_id = $1", [merchant_id])
    await client.query('commit')
    client.release()
  }
  const servesNow = async (): Promise<Uuid | null> => {
    const { rows } = await world.database.admin.query(
      'select active_version_id from recipients where recipient_id = $1',
      [ids().recipient_id],
    )
    return rows[0].active_version_id
  }

  /** Accepted if it commits while its version serves, refused if the version has ceased to; never anything between. */
  const against = (
    b: Pair<Verdict, unknown>['b'],
    refusal: string,
    serves: () => Uuid | null,
  ): Pair<Verdict, unknown> => ({
    connection_id: uuidOf('con', asking.connection_id),
    before: asBefore,
    a: async ({ pool }) =>
      (await insertPaymentRequests(pool, UNLIMITED)([itemOf(asking.connection_token, asking.payee)]))[0] as Verdict,
    b,
    async holds(run) {
      expect([run.a.status, run.b.status]).toEqual(['fulfilled', 'fulfilled'])
      const { verdict } = (run.a as PromiseFulfilledResult<Verdict>).value
      expect([run.commits, verdict]).toEqual(run.commits === 'ab' ? ['ab', 'created'] : ['ba', refusal])
      expect(await servesNow()).toBe(serves())
      const { rows } = await world.database.admin.query('select recipient_version_id as pinned from payment_requests')
      expect(rows).toEqual(verdict === 'created' ? [{ pinned: ids().version_id }] : [])
    },
  })

  const addVersion = async () => {
    // At the same address, since another one would wait.
    const { operator, payee } = asking
    const { recipient_version_id, evidence } = await nextVersion(web, operator, payee, { address: payee.address })
    return {
      recipient_version_id: uuidOf('rcv', recipient_version_id),
      evidence_id: uuidOf('evd', evidence.evidence_id),
      evidence_digest: evidence.evidence_digest,
    }
  }
  const activation = async (): Promise<Pair<Verdict, unknown>> => {
    const next = await addVersion()
    const egress = finding(({ host, pathname }) => web.files.get(host + pathname) ?? '')
    const b: Pair<Verdict, unknown>['b'] = async ({ transactions }) => {
      const { merchant_id, recipient_id } = ids()
      const current = 'select version from recipients where recipient_id = $1'
      const { version } = (await world.database.admin.query(current, [recipient_id])).rows[0]
      // Letters are another job's; here only the change itself is raced.
      const jobs = { enqueue: () => Promise.resolve() } as unknown as Jobs
      const deps = { transactions: onlyThe(4, transactions), egress, jobs, portal_url: 'https://pay.example' }
      const who = { account_id: merchant_id, session_id: merchant_id }
      return activateRecipientVersion(deps, { merchant_id, recipient_id, ...next, version, ...who })
    }
    return against(b, 'recipient_version_not_active', () => next.recipient_version_id)
  }
  const lapse =
    (egress = finding(() => 'gone')): Pair<Verdict, unknown>['b'] =>
    async ({ transactions }) => {
      const { merchant_id, domain_id } = ids()
      const jobs = new Map<string, (data: object) => Promise<void>>()
      const keep = (queue: string, run: (data: object) => Promise<void>) => Promise.resolve(void jobs.set(queue, run))
      // Letters are another job's; here only the change itself is raced.
      const enqueue = () => Promise.resolve()
      await reproveDomains({ work: keep, enqueue } as unknown as Jobs, {
        transactions: onlyThe(3, transactions),
        egress,
      })
      await jobs.get('domain-reproof')?.({ merchant_id, domain_id })
    }

  test('pair 1: none is pinned to a version that another has replaced when it commits', async () => {
    expect(await interleave.race('1 create × activate version', await activation())).toEqual([])
  })

  test('planted: a create that does not share its payee is found at an activation', async () => {
    const undo = await interleave.change('create_payment_requests', {
      'order by r.merchant_id, r.recipient_id for share;': ';',
    })
    const broken = await interleave.race('planted: 1 without the share', await activation(), 400, 1)
    await undo()
    expect(broken).not.toEqual([])
  })

  test('pair 3: none is pinned to a payee whose last domain is lost when it commits', async () => {
    const pair = against(lapse(), 'merchant_not_active', () => null)
    expect(await interleave.race('3 create × domain proof lost', pair)).toEqual([])
  })

  test('pair 2: none is pinned to a version that is retired when it commits, though the merchant stays active', async () => {
    await proveHost(web, asking.operator, 'books.test')
    const pair = against(lapse(), 'recipient_version_not_active', () => null)
    expect(await interleave.race('2 create × version retired', pair)).toEqual([])
  })
})
