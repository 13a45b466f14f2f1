import { createPublicKey, verify } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { Memo } from '@stellar/stellar-sdk/base'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { strangersPay } from '../../tests/ledger-double/strangers.ts'
import type { Asking } from './asking.ts'
import { type LedgerWorld, referenceTo, secondsNow, secondsOf, startLedgerWorld } from './ledger-world.ts'
import { judgedRule, MIXES_MAX, mixOf, playRound } from './thief-rounds.ts'
import { until } from './until.ts'
import { startWorld } from './world.ts'

/** "Paid" means that the ledger says so: what wallets report stays beside it, and never more. */
describe('settlements', () => {
  let on: LedgerWorld
  let shop: Asking
  beforeAll(async () => {
    on = await startLedgerWorld()
    shop = await on.asking()
  })
  afterAll(() => on.stop())

  const boundOf = (request: { expires_at: string }) => Number(secondsOf(request.expires_at))

  /** Reports as a wallet does, with the transaction named before it is sent. */
  const reportAll = async (asking: Asking, request_id: string, transaction_hash: string, end = 'confirmed') => {
    for (const status of ['signed', 'broadcasted', end]) {
      const { status: code } = await asking.report(request_id, { status, transaction_hash })
      expect([status, code]).toEqual([status, 200])
    }
  }

  test('a payment that the ledger holds is paid, and says by whom it was seen', async () => {
    const request = await shop.asked()
    const transaction = on.transaction({
      to: shop.payee.address,
      memo: referenceTo(request),
      max_time: boundOf(request),
    })
    const hash = Buffer.from(transaction.hash()).toString('hex')
    await shop.report(request.request_id, { status: 'signed', transaction_hash: hash })
    expect(on.include(transaction)).toBe(hash)
    const settlement = await on.settled(shop, request.request_id, (s) => s.assurance === 'chain_observed')
    expect(settlement).toMatchObject({
      ledger_outcome: 'paid',
      notes: [],
      transaction_hash: hash,
      place: 'op/0',
      bound_by: 'reference',
      paid_by: on.payer.publicKey(),
      received_amount: '12.5',
      observers: ['operator-0'],
      sealed_by: [],
      simulated: true,
    })
    // The wallet's word is another matter, and stays as it was.
    const { json } = await shop.call('GET', `/v1/payment-requests/${request.request_id}`)
    expect(json.payment_request.status).toBe('signed')
    const evidence = await on.evidence(shop, request.request_id)
    expect(evidence.proof).toMatchObject({
      rule: 'svc.match.v2',
      simulated: true,
      transaction: { transaction_hash: hash },
    })
  })

  test('a payment that is called confirmed and is nowhere is disputed a minute later, and unpaid once its window is over', async () => {
    const [request, sent] = [await shop.asked(), await shop.asked()]
    await reportAll(shop, request.request_id, 'ab'.repeat(32))
    for (const status of ['signed', 'broadcasted'])
      await shop.report(sent.request_id, { status, transaction_hash: 'ac'.repeat(32) })
    on.passTo(secondsNow() + 30n)
    await on.rounds(2)
    expect(await on.settlement(shop, request.request_id)).toMatchObject({ assurance: 'wallet_reported' })
    on.passTo(secondsNow() + 90n)
    const missed = await on.settled(shop, request.request_id, (s) => s.assurance === 'disputed')
    expect(missed).toMatchObject({ reason: 'transaction_not_found', ledger_outcome: 'unknown' })
    // A payment that comes after all is seen, and one that nothing binds is still the merchant's to accept.
    const other = await on.asking()
    const bound = await other.asked()
    await reportAll(other, bound.request_id, 'ae'.repeat(32))
    const late = await other.asked()
    await reportAll(other, late.request_id, 'ad'.repeat(32))
    on.passTo(secondsNow() + 180n)
    await on.settled(other, late.request_id, (s) => s.assurance === 'disputed')
    await on.settled(other, bound.request_id, (s) => s.assurance === 'disputed')
    on.include(on.transaction({ to: other.payee.address, memo: referenceTo(bound) }), secondsNow() + 185n)
    await on.settled(other, bound.request_id, (s) => s.assurance === 'chain_observed')
    const transaction_hash = on.include(on.transaction({ to: other.payee.address }), secondsNow() + 190n)
    await on.settled(other, late.request_id, (s) => s.ledger_match !== undefined)
    const path = `/v1/payment-requests/${late.request_id}/accept-payment`
    const accepted = await other.operator.call('POST', path, { body: { transaction_hash } })
    expect(accepted.json.payment_request.settlement.assurance).toBe('merchant_accepted')
    // Whoever only sent something may still be waiting for a ledger to take it.
    expect(await on.settlement(shop, sent.request_id)).toMatchObject({ assurance: 'wallet_reported' })
    on.passTo(secondsOf(request.expires_at) + 30n)
    const settlement = await on.settled(shop, request.request_id, (s) => s.ledger_outcome === 'unpaid')
    expect(settlement).toMatchObject({ assurance: 'disputed', reason: 'transaction_not_found' })
  })

  test('an expired request that nobody paid is proven unpaid, with a statement that is signed with the receipt key', async () => {
    const request = await shop.asked()
    on.passTo(secondsOf(request.expires_at) + 30n)
    const settlement = await on.settled(shop, request.request_id, (s) => s.assurance === 'proven_unpaid')
    expect(settlement).toMatchObject({
      ledger_outcome: 'unpaid',
      retry: 'payer_may_still_pay',
      observers: ['operator-0'],
    })
    const { proof } = await on.evidence(shop, request.request_id)
    const [header = '', payload = '', signature = ''] = proof.statement_jws.split('.')
    const text = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(text(header)).toEqual({ alg: 'EdDSA', kid: 'receipt-1', typ: 'svc-unpaid-statement+jws' })
    expect(text(payload)).toEqual(proof.statement)
    expect(proof.statement).toMatchObject({
      type: 'svc.unpaid_statement.v1',
      request_id: request.request_id,
      facts_digest: request.facts_digest,
      rule: 'svc.match.v2',
      basis: 'queried',
      envelope: null,
    })
    const { keys } = (await on.world.call('GET', '/.well-known/jwks.json')).json
    const jwk = keys.find((key: { kid: string }) => key.kid === 'receipt-1')
    expect(jwk.purpose).toBe('receipt')
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    expect(verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
  })
})

/** An organization may have any number of open requests at one payee: the others' payments are seen while that one is read. */
describe('a crowded ledger', () => {
  /** Less than a source is waited for. */
  const SLOW_MS = 8_000
  /** So many rows of payments does a round begin with. */
  const ROWS = 1_000
  const WATCHED = 'settlements'

  let on: LedgerWorld
  beforeAll(async () => {
    on = await startLedgerWorld({ start: (settings) => startWorld({ ...settings, PENDING_MAX: '200' }) })
  })
  afterAll(() => on.stop())
  // Rows that no requests belong to are never looked at, so they would stay before all others.
  afterEach(async () => {
    await on.world.database.admin.query(
      `update ${WATCHED} s set done_at = clock_timestamp()
      where not exists (select from payment_requests p where p.payment_request_id = s.payment_id)`,
    )
  })

  test('a payee with any number of open requests leaves the others their turn while it is being read', async () => {
    const { admin } = on.world.database
    const [crowded, other] = [await on.asking(), await on.asking()]
    const { calls } = on.double.source.faults
    calls.push({ call: 'getEvents', kind: 'slow', ms: SLOW_MS })
    await crowded.asked()
    await until(() => calls.length === 0)
    // That no requests belong to them makes no difference to who comes first.
    await admin.query(
      `insert into ${WATCHED} (merchant_id, payment_id, connection_id, network, payee)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'stellar_testnet', $1 from generate_series(1, $2)`,
      [crowded.payee.address, ROWS],
    )
    const request = await other.asked()
    on.passTo(secondsNow())
    on.include(on.transaction({ to: other.payee.address, memo: referenceTo(request) }))
    const text = `select coalesce(bool_or(payee = $1 and looked_at is not null), false) as read,
    coalesce(bool_or(payee = $2 and assurance = 'chain_observed'), false) as observed from ${WATCHED}`
    const seen = async () => (await admin.query(text, [crowded.payee.address, other.payee.address])).rows[0]
    let first = await seen()
    await until(async () => {
      first = await seen()
      return first.read || first.observed
    })
    expect(first).toEqual({ read: false, observed: true })
  })

  test('an agent goes on asking while its open requests are looked at', async () => {
    const asking = await on.asking()
    const { facts_digest } = await asking.asked()
    const holder = await on.world.database.admin.connect()
    // One whose next look has to be written down.
    const fresh = `update ${WATCHED} s set looked_at = null from payment_requests p
      where p.payment_request_id = s.payment_id and p.facts_digest = decode($1, 'hex')`
    const held = `select from ${WATCHED} s join payment_requests p on p.payment_request_id = s.payment_id
      where p.facts_digest = decode($1, 'hex') and s.looked_at is null for update of s`
    try {
      await until(async () => {
        await holder.query(fresh, [facts_digest])
        await holder.query('begin')
        if ((await holder.query(held, [facts_digest])).rowCount === 1) return true
        await holder.query('rollback')
        return false
      })
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%settle_payments%'`
      await until(async () => (await on.world.database.admin.query(waits)).rowCount === 1)
      // What a create begins with, without its patience.
      const first = 'select from connections where connection_id = $1 for update skip locked'
      const free = await on.world.database.admin.query(first, [uuidOf('con', asking.connection_id)])
      expect(free.rowCount).toBe(1)
      await asking.asked()
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  test('what is found out about many requests is written in several transactions', async () => {
    const { admin } = on.world.database
    const asking = await on.asking()
    const MANY = 110
    await Promise.all(Array.from({ length: MANY }, () => asking.asked()))
    const text = `select count(looked_at)::int as looked, count(distinct xmin::text)::int as transactions
      from ${WATCHED} where payee = $1`
    const seen = async () => (await admin.query(text, [asking.payee.address])).rows[0]
    await until(async () => (await seen()).looked === MANY)
    await admin.query(`update ${WATCHED} set looked_at = null where payee = $1`, [asking.payee.address])
    await until(async () => (await seen()).looked === MANY)
    expect((await seen()).transactions).toBe(2)
  })

  test('a look that finds nothing new writes nothing, but for one a minute', async () => {
    const { admin } = on.world.database
    const { asked, payee } = await on.asking()
    await asked()
    const text = `select xmin::text as version, looked_at > clock_timestamp() - interval '30 seconds' as noted
      from ${WATCHED} where payee = $1`
    const seen = async () => (await admin.query(text, [payee.address])).rows[0]
    const untilNoted = async () => {
      await until(async () => (await seen())?.noted).catch(() => undefined)
      expect(await seen()).toMatchObject({ noted: true })
    }
    await untilNoted()
    const before = await seen()
    on.passTo(secondsNow())
    await on.rounds(6)
    expect(await seen()).toEqual(before)
    await admin.query(`update ${WATCHED} set looked_at = clock_timestamp() - interval '61 seconds' where payee = $1`, [
      payee.address,
    ])
    await untilNoted()
  })

  test('where more wait than a round reads, each look is written down, so that the next have their turn', async () => {
    const { admin } = on.world.database
    const { asked, payee } = await on.asking()
    await asked()
    const looked = `update ${WATCHED} set looked_at = clock_timestamp() - interval '20 seconds' where payee = $1`
    const seen = `select looked_at > clock_timestamp() - interval '15 seconds' as again from ${WATCHED} where payee = $1`
    const crowd = `insert into ${WATCHED} (merchant_id, payment_id, connection_id, network, payee, looked_at)
      select merchant_id, gen_random_uuid(), connection_id, network, 'the others', clock_timestamp() - interval '10 seconds'
      from ${WATCHED}, generate_series(1, 1000) where payee = $1`
    const isSeenAgain = async () => (await admin.query(seen, [payee.address])).rows[0]?.again === true
    await until(isSeenAgain)
    await admin.query(looked, [payee.address])
    await on.rounds(3)
    expect(await isSeenAgain()).toBe(false)
    await admin.query(crowd, [payee.address])
    // By then, the one look a minute that is written anyway is not due yet.
    await until(isSeenAgain, 20_000).catch(() => undefined)
    expect(await isSeenAgain()).toBe(true)
  })
})

/** Strangers pay whom they like, as often as they like: an honest payment among theirs is seen, and what is kept is bounded. */
describe('a hostile ledger', () => {
  let on: LedgerWorld
  beforeAll(async () => {
    on = await startLedgerWorld()
  })
  afterAll(() => on.stop())

  const PRICE = 125_000_000n
  const ofPayee = async ({ payee }: Asking) => {
    const text = `select (select count(*)::int from payee_findings f where f.payee = $1) as kept,
    coalesce((select max(number)::int from payee_findings f where f.payee = $1), 0) as found`
    return (await on.world.database.admin.query(text, [payee.address])).rows[0]
  }

  test('what strangers send is counted, and kept within bounds; the honest payment among it is seen', async () => {
    const asking = await on.asking()
    const request = await asking.asked()
    on.passTo(secondsNow())
    const flood = () =>
      strangersPay(on.double.ledger, asking.payee.address, [
        { kind: 'payment', count: 65, memo: referenceTo(request) },
        { kind: 'large', count: 1 },
        { kind: 'false_token', count: 2 },
        { kind: 'unreadable', count: 2 },
      ])
    flood()
    const transaction_hash = on.include(on.transaction({ to: asking.payee.address, memo: referenceTo(request) }))
    flood()
    await on.observed(request)
    await until(async () => (await ofPayee(asking)).found >= 132)
    await on.rounds(2)
    const { kept, found } = await ofPayee(asking)
    expect(kept).toBe(100)
    // What the account was opened with may be among the ledgers that are read.
    expect([132, 133]).toContain(found)
    expect(await on.settlement(asking, request.request_id)).toMatchObject({ transaction_hash, bound_by: 'reference' })
    expect((await on.evidence(asking, request.request_id)).findings).toEqual([])
  })

  test('a request that is paid again and again has sixteen findings and no more', async () => {
    const asking = await on.asking()
    const request = await asking.asked()
    on.passTo(secondsNow())
    const memo = Memo.hash(request.facts_digest)
    strangersPay(on.double.ledger, asking.payee.address, [{ kind: 'payment', count: 20, units: PRICE, memo }])
    await on.settled(asking, request.request_id, (s) => s.assurance === 'chain_observed')
    strangersPay(on.double.ledger, asking.payee.address, [{ kind: 'payment', count: 20, units: PRICE, memo }])
    const findings = async () => (await on.evidence(asking, request.request_id)).findings
    await until(async () => (await findings()).length >= 16)
    await on.rounds(2)
    expect((await findings()).map(({ reason }: { reason: string }) => reason)).toEqual(
      Array(16).fill('duplicate_payment'),
    )
  })
})

/** A thief beside an honest payer, in a tenth of the rounds of `npm run faults -- thief`. */
describe('a thief', () => {
  const ROUNDS = 1_000
  /** Has no common divisor with the number of mixes, so the rounds are spread over all of them. */
  const STEP = 89

  test('gets no payment, whatever it does, and keeps no honest payer from being seen', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const nth = (round * STEP) % MIXES_MAX
      const mix = mixOf(nth)
      const { stolen, honest, honest_paid, honest_matched } = playRound(nth, judgedRule)
      expect({ mix, stolen }).toEqual({ mix, stolen: 0 })
      if (mix.binding === 'none')
        expect({ mix, honest, honest_matched }).toEqual({ mix, honest: null, honest_matched: true })
      else expect({ mix, honest, honest_paid }).toEqual({ mix, honest: 'chain_observed', honest_paid: true })
    }
  })
})
