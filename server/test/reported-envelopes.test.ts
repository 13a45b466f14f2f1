import { uuidOf } from '@pursestrings/contract/wire/ids'
import { NETWORKS } from '@pursestrings/protocol/networks'
import { buildPayment } from '@pursestrings/stellar/build-payment'
import { readEnvelope, transactionHash } from '@pursestrings/stellar/envelope'
import { signPayment } from '@pursestrings/stellar/sign-payment'
import { type Terms, termsOf } from '@pursestrings/stellar/terms'
import { Keypair } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asking, askingOver, newAsking } from './asking.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import type { Answer } from './call.ts'
import { changeFacts } from './change-facts.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newStellarAddress } from './payee.ts'
import { startWorld, type World } from './world.ts'

/**
 * A wallet may show the transaction that it is about to sign. The service keeps it only where it pays the request exactly and
 * dies with it; everything that differs is named. What nobody can forget is that another wallet was shown the payment.
 */
describe('reported envelopes', () => {
  // oxlint-disable-next-line typescript/no-explicit-any
  type Json = any

  let web: MerchantWeb
  let world: World
  let mine: Automation
  let asking: Asking
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
    mine = await newAutomation(world, web)
    asking = askingOver(mine, mine.payee)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const keypair = Keypair.random()
  const payer = { source: keypair.publicKey(), sequence: 7n, fee: 200, creates: false }
  const termsFor = ({ payment, expires_at, facts_digest }: Json): Terms => {
    const verdict = termsOf({ payment, expires_at }, facts_digest)
    if (!verdict.ok) throw new Error(verdict.reason)
    return verdict.terms
  }
  const envelopeFor = (paid: Json, change: Partial<Terms> = {}, from = payer): string =>
    buildPayment({ ...termsFor(paid), ...change }, from)
  const hashOf = (paid: Json, text: string): string => {
    const envelope = readEnvelope(text)
    return (envelope && transactionHash(envelope, termsFor(paid).passphrase)) ?? ''
  }
  const publicHashOf = (text: string): string => {
    const envelope = readEnvelope(text)
    return (envelope && transactionHash(envelope, NETWORKS.stellar_public.ledger.passphrase)) ?? ''
  }
  const stored = async (request: Json): Promise<Json> => {
    const text = `select status, transaction_hash, unsigned_transaction, max_time::text, handoff_shown, changed_at
    from payment_requests where payment_request_id = $1`
    return (await world.database.admin.query(text, [uuidOf('pr', request.request_id)])).rows[0]
  }
  const codes = ({ status, json: { error } }: Answer) => [
    status,
    error?.code,
    (error?.issues ?? error?.details?.issues)?.map((i: Json) => i.code),
  ]

  test('a transaction that pays the request is kept with its hash and its bound, and the same report again is fine', async () => {
    const request = await asking.asked({ metadata: { note: 'x' } })
    const unsigned_transaction = envelopeFor(request)
    const transaction_hash = hashOf(request, unsigned_transaction)
    const body = { status: 'signed', unsigned_transaction, transaction_hash: transaction_hash.toUpperCase() }
    const first = await asking.report(request.request_id, { ...body, handoff_shown: false })
    expect(codes(first)).toEqual([200, undefined, undefined])
    expect(first.json).toMatchObject({ late: false, payment_request: { status: 'signed', transaction_hash } })
    const kept = await stored(request)
    expect(kept).toMatchObject({ transaction_hash, unsigned_transaction, handoff_shown: false })
    expect(kept.max_time).toBe(String(Math.floor(Date.parse(request.expires_at) / 1000)))
    expect((await asking.report(request.request_id, { ...body, handoff_shown: false })).status).toBe(200)
    expect(await stored(request)).toEqual(kept)
  })

  test('where the hash is left out, the service names it', async () => {
    const request = await asking.asked()
    const unsigned_transaction = envelopeFor(request, {}, { ...payer, creates: true })
    const { json } = await asking.report(request.request_id, { status: 'signed', unsigned_transaction })
    expect(json.payment_request.transaction_hash).toBe(hashOf(request, unsigned_transaction))
  })

  test('everything that differs is named, and nothing is recorded', async () => {
    const request = await asking.asked()
    const right = envelopeFor(request)
    const { passphrase, max_time } = termsFor(request)
    const signed = await signPayment(right, {
      passphrase,
      account: payer.source,
      sign: (bytes) => Promise.resolve(keypair.sign(Buffer.from(bytes))),
    })
    const wrong: readonly [object, string[]][] = [
      [{ unsigned_transaction: envelopeFor(request, { units: 1n }) }, ['amount']],
      [{ unsigned_transaction: envelopeFor(request, { to: newStellarAddress() }) }, ['destination']],
      [{ unsigned_transaction: envelopeFor(request, { max_time: max_time + 1n }) }, ['time_bounds']],
      [{ unsigned_transaction: envelopeFor(request, { max_time: max_time - 1n }) }, ['time_bounds']],
      [{ unsigned_transaction: envelopeFor(request, { max_time: 0n }) }, ['time_bounds']],
      [{ unsigned_transaction: envelopeFor(request, { memo: { kind: 'id', value: '7' } }) }, ['memo']],
      [
        { unsigned_transaction: envelopeFor(request, { asset: { code: 'USD', issuer: newStellarAddress() } }) },
        ['asset'],
      ],
      [
        { unsigned_transaction: envelopeFor(request, { units: 1n, to: newStellarAddress(), max_time: 9n }) },
        ['time_bounds', 'destination', 'amount'],
      ],
      [{ unsigned_transaction: signed }, ['signatures']],
      [{ unsigned_transaction: 'AAAA' }, ['encoding']],
      [{ unsigned_transaction: right.slice(0, -8) }, ['encoding']],
      [{ unsigned_transaction: right, transaction_hash: 'e'.repeat(64) }, ['transaction_hash']],
      // Signed for the public network, where nobody here would look for it.
      [{ unsigned_transaction: right, transaction_hash: publicHashOf(right) }, ['wrong_network']],
    ]
    for (const [body, fields] of wrong) {
      const answer = await asking.report(request.request_id, { status: 'signed', ...body })
      expect(codes(answer)).toEqual([422, 'transaction_mismatch', fields])
    }
    expect(await stored(request)).toMatchObject({
      status: 'pending',
      transaction_hash: null,
      unsigned_transaction: null,
    })
  })

  test('the envelope of one request pays no other', async () => {
    const [one, other] = [await asking.asked(), await asking.asked({ payment: { amount: '12.51' } })]
    const answer = await asking.report(other.request_id, { status: 'signed', unsigned_transaction: envelopeFor(one) })
    expect(codes(answer).slice(0, 2)).toEqual([422, 'transaction_mismatch'])
  })

  test('a transaction is shown when it is signed, not before or after', async () => {
    const request = await asking.asked()
    const body = { status: 'rejected', unsigned_transaction: envelopeFor(request) }
    expect(codes(await asking.report(request.request_id, body))).toEqual([422, 'validation_failed', ['not_now']])
  })

  test('with a wrong token or a request that is not there, the answer is as without a transaction', async () => {
    const request = await asking.asked()
    const body = { status: 'signed', unsigned_transaction: envelopeFor(request) }
    expect((await asking.report('pr_01k0000000e008000000000000', body)).status).toBe(404)
    const path = `/v1/payment-requests/${request.request_id}/status`
    const headers = { authorization: `Bearer ${mine.device.token.slice(0, -4)}AAAA` }
    expect((await world.call('POST', path, { body, headers })).status).toBe(401)
  })

  test('that another wallet was shown the payment is remembered, whoever reports what afterwards', async () => {
    const request = await asking.asked()
    const say = (body: object) => asking.report(request.request_id, { status: 'signed', ...body })
    await say({ handoff_shown: false })
    const { changed_at } = await stored(request)
    expect((await say({ handoff_shown: true })).status).toBe(200)
    expect(await stored(request)).toMatchObject({ handoff_shown: true, changed_at })
    for (const handoff_shown of [false, undefined]) await say({ handoff_shown })
    const sent = { status: 'broadcasted', transaction_hash: 'a1'.repeat(32), handoff_shown: false }
    await asking.report(request.request_id, sent)
    expect(await stored(request)).toMatchObject({ status: 'broadcasted', handoff_shown: true })
  })

  test('it is remembered of a request that ended meanwhile, too', async () => {
    const request = await asking.asked()
    await changeFacts(
      world.database.admin,
      [uuidOf('pr', request.request_id)],
      "expires_at = now() - interval '1 second'",
    )
    const body = { status: 'broadcasted', transaction_hash: 'b2'.repeat(32), handoff_shown: true }
    expect((await asking.report(request.request_id, body)).json.late).toBe(true)
    expect(await stored(request)).toMatchObject({ status: 'expired', transaction_hash: null, handoff_shown: true })
  })

  test('what is kept of an envelope never changes again', async () => {
    const request = await asking.asked()
    await asking.report(request.request_id, { status: 'signed', unsigned_transaction: envelopeFor(request) })
    const change = (what: string) =>
      world.database.admin.query(`update payment_requests set ${what} where payment_request_id = $1`, [
        uuidOf('pr', request.request_id),
      ])
    await expect(change('max_time = max_time + 1')).rejects.toThrow('nobody may change')
    await expect(change('unsigned_transaction = null')).rejects.toThrow('nobody may change')
  })

  test('a claim of an agent payment shows its transaction in the same way', async () => {
    await mine.consented()
    const payment = await mine.intended()
    const right = envelopeFor(payment)
    const wrong = envelopeFor(payment, { units: 1n })
    const claim = (body: object) => mine.report(payment.id, { status: 'approved', ...body })
    expect(codes(await claim({ unsigned_transaction: wrong }))).toEqual([422, 'transaction_mismatch', ['amount']])
    const claimed = await claim({ unsigned_transaction: right, handoff_shown: true })
    const transaction_hash = hashOf(payment, right)
    expect(claimed.json.data).toMatchObject({ status: 'approved', transaction_hash })
    expect((await claim({ unsigned_transaction: right, handoff_shown: false })).json.data.repeated).toBe(true)
    const kept = await world.database.admin.query(
      'select unsigned_transaction, max_time::text, handoff_shown from agent_payments where agent_payment_id = $1',
      [uuidOf('apy', payment.id)],
    )
    const max_time = String(Math.floor(Date.parse(payment.expires_at) / 1000))
    expect(kept.rows).toEqual([{ unsigned_transaction: right, max_time, handoff_shown: true }])
    const other = { status: 'submitted', transaction_hash: 'c3'.repeat(32) }
    expect(codes(await mine.report(payment.id, other)).slice(0, 2)).toEqual([409, 'transaction_hash_fixed'])
    const early = { status: 'submitted', transaction_hash, unsigned_transaction: right }
    expect(codes(await mine.report(payment.id, early))).toEqual([422, 'validation_failed', ['not_now']])
  })
})

/** One transaction pays for one payment at most: a second that names it is a finding on every read, for every side. */
describe('repeated transactions', () => {
  let web: MerchantWeb
  let world: World
  let mine: Asking
  let theirs: Asking
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
    mine = await newAsking(world, web)
    theirs = await newAsking(world, web)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const REPEATED = ['transaction_hash_repeated']
  let hashes = 0
  const newHash = (): string => (++hashes).toString(16).padStart(64, 'a')

  const pay = async (asking: Asking, request_id: string, transaction_hash: string) => {
    await asking.report(request_id, { status: 'signed' })
    return (await asking.report(request_id, { status: 'broadcasted', transaction_hash })).json.payment_request
  }
  /** What the agent, the wallet and the merchant read, alone and in lists. */
  const notesOf = async (asking: Asking, request_id: string): Promise<unknown[]> => {
    const path = `/v1/payment-requests/${request_id}`
    const lists = [
      await asking.call('GET', '/v1/payment-requests'),
      await asking.device.call('GET', '/v1/payment-requests'),
      await asking.operator.call('GET', '/v1/payment-requests'),
    ].map(({ json }) => json.payment_requests.find((r: { request_id: string }) => r.request_id === request_id))
    const reads = [await asking.call('GET', path), await asking.device.call('GET', path)]
    return [...reads.map(({ json }) => json.payment_request), ...lists].map((r) => r.settlement.notes)
  }

  test('both requests say so to agent, wallet and merchant, whichever tenant the other belongs to', async () => {
    const hash = newHash()
    const first = await mine.asked()
    const alone = await pay(mine, first.request_id, hash)
    expect(alone.settlement).toEqual({ assurance: 'wallet_reported', decision: 'device_token', notes: [] })
    const second = await theirs.asked()
    const told = await pay(theirs, second.request_id, hash)
    expect(told.settlement).toEqual({ assurance: 'wallet_reported', decision: 'device_token', notes: REPEATED })
    expect(await notesOf(mine, first.request_id)).toEqual(Array.from({ length: 5 }, () => REPEATED))
    expect(await notesOf(theirs, second.request_id)).toEqual(Array.from({ length: 5 }, () => REPEATED))
    const other = await mine.asked()
    await pay(mine, other.request_id, newHash())
    expect(await notesOf(mine, other.request_id)).toEqual(Array.from({ length: 5 }, () => []))
  })

  test('a report that came too late counts, too', async () => {
    const hash = newHash()
    const first = await mine.asked()
    await pay(mine, first.request_id, hash)
    const late = await theirs.asked()
    const past = "expires_at = now() - interval '1 minute'"
    await changeFacts(world.database.admin, [uuidOf('pr', late.request_id)], past)
    const reported = await theirs.report(late.request_id, { status: 'broadcasted', transaction_hash: hash })
    expect(reported.json.late).toBe(true)
    expect((await notesOf(theirs, late.request_id))[0]).toEqual(REPEATED)
    expect((await notesOf(mine, first.request_id))[0]).toEqual(REPEATED)
  })

  test('a payment of the other surface that names it is found from both sides', async () => {
    const hash = newHash()
    const automation: Automation = await newAutomation(world, web)
    await automation.consented()
    const { id } = await automation.intended()
    await automation.report(id, { status: 'approved' })
    const submitted = await automation.report(id, { status: 'submitted', transaction_hash: hash })
    expect(submitted.json.data.settlement.notes).toEqual([])
    const asking = askingOver(automation, automation.payee)
    const request = await asking.asked()
    const told = await pay(asking, request.request_id, hash)
    expect(told.settlement.notes).toEqual(REPEATED)
    for (const read of [automation.asProject, automation.device.call]) {
      expect((await read('GET', paymentPath(id))).json.data.settlement.notes).toEqual(REPEATED)
      const { agent_payments } = (await read('GET', '/v1/agent-payments')).json.data
      expect(agent_payments[0].settlement.notes).toEqual(REPEATED)
    }
  })

  test('no role of the service reads who names which transaction', async () => {
    const client = await world.database.admin.connect()
    for (const role of ['pursestrings_app', 'pursestrings_system', 'pursestrings_worker']) {
      await client.query(`begin; set local role ${role}`)
      await expect(client.query('select from named_transactions')).rejects.toMatchObject({ code: '42501' })
      await client.query('rollback')
    }
    client.release()
  })
})
