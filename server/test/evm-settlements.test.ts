import { createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Lies, Log } from '../../tests/evm-chain/lying-rpc.ts'
import { sendFrom, transfer } from '../../tests/evm-chain/usdc.ts'
import type { Asking } from './asking.ts'
import { newAutomation, POLICY_BOOKS, paymentPath } from './automation.ts'
import { type EvmWorld, secondsOf, startEvmWorld } from './evm-world.ts'
import { until } from './until.ts'

/** The chain decides what was paid: the nonce of the authorization says for which request, and only final blocks count. */
describe('a request on an EVM chain', () => {
  let on: EvmWorld
  let shop: Asking
  beforeAll(async () => {
    on = await startEvmWorld()
    shop = await on.asking()
  })
  afterAll(() => on.stop())

  test('is paid once its authorization is in a final block, and says by whom', async () => {
    const request = await on.approved(shop)
    const hash = await on.pay(shop, request)
    await on.rounds(2)
    expect((await on.settlement(shop, request)).assurance).toBe('none')
    await on.chain.finalize()
    const settlement = await on.settled(shop, request, (s) => s.assurance === 'chain_observed')
    expect(settlement).toMatchObject({
      ledger_outcome: 'paid',
      notes: ['unreported_payment'],
      transaction_hash: hash,
      place: expect.stringMatching(/^log\/\d+$/),
      bound_by: 'reference',
      paid_by: on.payer,
      received_amount: '12.5',
      observers: ['operator-0'],
      sealed_by: [],
      simulated: true,
    })
    // The wallet's word is another matter, and stays as it was.
    const { json } = await shop.call('GET', `/v1/payment-requests/${request.request_id}`)
    expect(json.payment_request.status).toBe('signed')
    const { proof } = await on.evidence(shop, request)
    expect(proof).toMatchObject({
      rule: 'svc.match.v2',
      network: 'base_sepolia',
      bound_by: 'reference',
      transaction: { transaction_hash: hash, result_code: 'success' },
    })
    expect(proof.transaction).not.toHaveProperty('envelope_xdr')
    const [used, moved, ...more] = proof.transaction.logs
    expect(more).toEqual([])
    expect(used.topics[2]).toBe(`0x${request.facts_digest}`)
    expect(settlement.place).toBe(`log/${moved.log_index}`)
    expect(used).toMatchObject({ log_index: moved.log_index - 1, address: on.chain.usdc.toLowerCase() })
  })

  test('that its wallet reports as confirmed is paid without a note', async () => {
    const request = await on.approved(shop)
    const transaction_hash = await on.pay(shop, request)
    await on.chain.finalize()
    for (const status of ['broadcasted', 'confirmed'])
      expect((await shop.report(request.request_id, { status, transaction_hash })).status).toBe(200)
    const settlement = await on.settled(shop, request, (s) => s.assurance === 'chain_observed')
    expect(settlement).toMatchObject({ transaction_hash, notes: [] })
  })

  test.each([
    ['less', { value: '12499999' }, 'amount_short'],
    ['more', { value: '12500001' }, 'amount_over'],
  ])(
    'that is paid %s than it asks for stays unpaid, and its wallet is told so if it names that',
    async (_, more, reason) => {
      const request = await on.approved(shop)
      const transaction_hash = await on.pay(shop, request, more)
      await on.chain.finalize()
      await on.rounds(3)
      expect((await on.settlement(shop, request)).assurance).toBe('none')
      await shop.report(request.request_id, { status: 'broadcasted', transaction_hash })
      const settlement = await on.settled(shop, request, (s) => s.assurance === 'disputed')
      expect(settlement).toMatchObject({ reason, ledger_outcome: 'mismatch' })
    },
  )

  test('whose authorization pays somebody else is not paid', async () => {
    const request = await on.approved(shop)
    const transaction_hash = await on.pay(shop, request, { to: on.chain.accounts[5]?.address ?? '' })
    await on.chain.finalize()
    await shop.report(request.request_id, { status: 'broadcasted', transaction_hash })
    const settlement = await on.settled(shop, request, (s) => s.assurance === 'disputed')
    expect(settlement).toMatchObject({ reason: 'wrong_destination' })
  })

  test('has no payer proof and no transaction to show: its wallet is told why', async () => {
    const request = await shop.asked()
    const shown = await shop.report(request.request_id, { status: 'signed', unsigned_transaction: 'AAAA' })
    expect(shown).toMatchObject({ status: 422, json: { error: { code: 'transaction_mismatch' } } })
    expect(JSON.stringify(shown.json)).toContain('paid by an authorization')
    const payer_proof = { account: on.payer, signer: on.payer, signature: Buffer.alloc(64).toString('base64') }
    const transaction_hash = 'ab'.repeat(32)
    const proven = await shop.report(request.request_id, { status: 'signed', transaction_hash, payer_proof })
    expect(JSON.stringify(proven.json)).toContain('carry the digest of their facts')
  })

  describe('among strangers', () => {
    const stranger = () => on.chain.accounts[2]?.address ?? ''

    test('is paid by its own payer, whatever dust comes with its nonce before', async () => {
      const request = await on.approved(shop)
      const dust = await on.pay(shop, request, { from: stranger(), value: '1' })
      await on.chain.finalize()
      await on.rounds(3)
      const { findings } = await on.evidence(shop, request)
      expect([(await on.settlement(shop, request)).assurance, findings]).toEqual(['none', []])
      const hash = await on.pay(shop, request)
      await on.chain.finalize()
      const settlement = await on.settled(shop, request, (s) => s.assurance === 'chain_observed')
      expect(settlement).toMatchObject({ transaction_hash: hash, paid_by: on.payer })
      expect(dust).not.toBe(hash)
    })

    test('is paid by whoever pays all of it with its nonce; the payer who comes after that is told of a second payment', async () => {
      const request = await on.approved(shop)
      await on.pay(shop, request, { from: stranger() })
      await on.chain.finalize()
      const settlement = await on.settled(shop, request, (s) => s.assurance === 'chain_observed')
      expect(settlement).toMatchObject({ bound_by: 'reference', paid_by: stranger() })
      await on.pay(shop, request)
      await on.chain.finalize()
      await on.found(shop, request, 'duplicate_payment')
      expect((await on.settlement(shop, request)).paid_by).toBe(stranger())
    })

    test('is paid once, whoever sends its authorization', async () => {
      const request = await on.approved(shop)
      const given = on.authorization(shop, request)
      const signature = await on.chain.signAuthorization(given)
      await on.chain.sendAuthorization(given, signature, on.chain.accounts[8]?.address ?? '')
      await expect(on.chain.sendAuthorization(given, signature)).rejects.toThrow('used or canceled')
      await on.chain.finalize()
      const settlement = await on.settled(shop, request, (s) => s.assurance === 'chain_observed')
      expect(settlement.paid_by).toBe(on.payer)
    })

    test('is never paid by a transfer without its nonce, nor by another one', async () => {
      const request = await on.approved(shop)
      await sendFrom(on.chain.rpc_url, stranger(), transfer(shop.payee.address, 12_500_000n))
      await on.pay(shop, request, { from: stranger(), nonce: `0x${'77'.repeat(32)}` })
      await on.chain.finalize()
      await on.rounds(3)
      const { ledger_match, assurance } = await on.settlement(shop, request)
      expect([assurance, ledger_match]).toEqual(['none', undefined])
    })
  })
})

describe('the chain goes on', () => {
  let on: EvmWorld
  afterEach(() => on.stop())

  test('nodes are left alone while nothing is open, and a request is looked for at once', async () => {
    on = await startEvmWorld()
    const [node] = on.operators
    await on.rounds(2)
    node?.asked.splice(0)
    await on.rounds(4)
    expect(node?.asked).toEqual([])
    const shop = await on.asking()
    const request = await on.approved(shop)
    await on.pay(shop, request)
    await on.chain.finalize()
    await on.settled(shop, request, (s) => s.assurance === 'chain_observed')
  })

  test('what was seen and then undone by a reorganization was never paid, and is paid when it comes again', async () => {
    on = await startEvmWorld()
    const shop = await on.asking()
    const request = await on.approved(shop)
    const given = on.authorization(shop, request)
    const signature = await on.chain.signAuthorization(given)
    await on.chain.sendAuthorization(given, signature)
    await on.chain.reorganize(1)
    await on.chain.finalize()
    await on.rounds(3)
    expect((await on.settlement(shop, request)).assurance).toBe('none')
    await on.chain.sendAuthorization(given, signature)
    await on.chain.finalize()
    await on.settled(shop, request, (s) => s.assurance === 'chain_observed')
  })

  test('a request that nobody paid is proven unpaid, may be asked for again, and the statement says which authorization is dead', async () => {
    on = await startEvmWorld()
    const shop = await on.asking()
    const request = await on.approved(shop)
    const given = on.authorization(shop, request)
    const signature = await on.chain.signAuthorization(given)
    // Nobody is kept from the proof by paying the shop something else.
    await sendFrom(on.chain.rpc_url, on.payer, transfer(shop.payee.address, 12_500_000n))
    await on.passEnd(request)
    const settlement = await on.settled(shop, request, (s) => s.assurance === 'proven_unpaid')
    expect(settlement).toMatchObject({ ledger_outcome: 'unpaid', retry: 'safe', observers: ['operator-0'] })
    const { proof } = await on.evidence(shop, request)
    const [header = '', payload = '', signed = ''] = proof.statement_jws.split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(proof.statement)
    expect(proof.statement).toMatchObject({
      request_id: request.request_id,
      network: 'base_sepolia',
      facts_digest: request.facts_digest,
      envelope: null,
      authorization: { nonce: `0x${request.facts_digest}`, valid_before: String(secondsOf(request.expires_at)) },
      retry: 'safe',
    })
    const { keys } = (await on.world.call('GET', '/.well-known/jwks.json')).json
    const key = createPublicKey({ key: keys.find((one: { kid: string }) => one.kid === 'receipt-1'), format: 'jwk' })
    expect(verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signed, 'base64url'))).toBe(true)
    await expect(on.chain.sendAuthorization(given, signature)).rejects.toThrow('expired')
  })

  test('what a policy paid by an authorization that nobody sent comes back to the policy', async () => {
    on = await startEvmWorld()
    const shop = await on.asking()
    const project = await newAutomation(on.world, on.web, { connection: shop, payee: shop.payee })
    await project.consented({ network: 'base_sepolia', asset: 'USDC' })
    const [sent, kept] = [await project.intended(), await project.intended()]
    for (const { id } of [sent, kept]) expect((await project.report(id, { status: 'approved' })).status).toBe(200)
    const request = { ...sent, request_id: sent.id }
    await on.pay(shop, request, { value: '10000000' })
    await on.passEnd(request)
    const read = async ({ id }: { id: string }) =>
      (await project.asProject('GET', paymentPath(id))).json.data.settlement
    await until(async () => (await read(kept)).assurance === 'proven_unpaid')
    expect(await read(kept)).toMatchObject({ retry: 'safe' })
    await until(async () => (await read(sent)).assurance === 'chain_observed')
    const { rows } = await on.world.database.admin.query(POLICY_BOOKS)
    expect(rows).toMatchObject([{ used: '10000000', claimed: '10000000', ledger: '10000000' }])
  })

  test('what comes late, by an authorization that lasts longer, pays nothing', async () => {
    on = await startEvmWorld()
    const shop = await on.asking()
    const request = await on.approved(shop)
    await on.chain.mineAt(secondsOf(request.expires_at) + 1)
    await on.pay(shop, request, { validBefore: String(secondsOf(request.expires_at) + 600) })
    await on.chain.finalize()
    await on.found(shop, request, 'late_payment')
    const settlement = await on.settled(shop, request, (s) => s.assurance === 'proven_unpaid')
    expect(settlement.reason).toBe('late_payment')
  })
})

describe('of two operators', () => {
  let on: EvmWorld
  let shop: Asking
  beforeAll(async () => {
    on = await startEvmWorld({ operators: 2 })
    shop = await on.asking()
  })
  afterAll(() => on.stop())
  afterEach(() => {
    for (const one of on.operators) one.honest()
  })
  const first = () => {
    const [one] = on.operators
    if (one === undefined) throw new Error('nobody runs a node')
    return one
  }
  const isTo = (payee: string) => (log: Log) => log.topics[2]?.endsWith(payee.slice(2).toLowerCase()) ?? false

  test('one that hides the payment, or its nonce, keeps the verdict back and makes none', async () => {
    const request = await on.approved(shop)
    first().lies.hides = isTo(shop.payee.address)
    await on.pay(shop, request)
    await on.chain.finalize()
    await on.found(shop, request, 'source_disagreement')
    expect(await on.settlement(shop, request)).toMatchObject({ assurance: 'none', reason: 'source_disagreement' })
    first().lies.hides = ({ topics }) => topics[2] === `0x${request.facts_digest}`
    await on.rounds(3)
    expect((await on.settlement(shop, request)).assurance).toBe('none')
    first().honest()
    const settlement = await on.settled(shop, request, (s) => s.assurance === 'chain_observed')
    expect(settlement.observers).toEqual(['operator-0', 'operator-1'])
  })

  test('one that makes up a payment pays nothing with it', async () => {
    const [request, other] = [await on.approved(shop), await on.approved(shop)]
    const hash = await on.pay(shop, other)
    await on.chain.finalize()
    const honest = await on.chain.call<{ logs: Log[] }>('eth_getTransactionReceipt', [`0x${hash}`])
    const [used, moved] = honest.logs as [Log, Log]
    // It gives the payment of one request to the other.
    const forged = { ...used, topics: [...used.topics.slice(0, 2), `0x${request.facts_digest}`] }
    first().lies.forged_receipts = new Map([[`0x${hash}`, { ...honest, logs: [forged, moved] }]])
    await on.found(shop, request, 'source_disagreement')
    expect((await on.settlement(shop, request)).assurance).toBe('none')
    first().honest()
    await on.settled(shop, other, (s) => s.assurance === 'chain_observed')
    await on.rounds(2)
    expect((await on.settlement(shop, request)).assurance).toBe('none')
  })

  test('one that lags, has other blocks or is down leaves too few for a verdict', async () => {
    const request = await on.approved(shop)
    first().lies.lag = 1_000
    await on.pay(shop, request)
    await on.chain.finalize()
    const changes: Lies['changes'] = (method, _, honest) =>
      method === 'eth_getBlockByNumber' ? { ...(honest as object), hash: `0x${'99'.repeat(32)}` } : honest
    for (const lies of [{ lag: 1_000 }, { changes }, { fault: 'refuses' as const }, { fault: 'breaks' as const }]) {
      first().honest()
      Object.assign(first().lies, lies)
      await on.rounds(3)
      expect((await on.settlement(shop, request)).assurance).toBe('none')
    }
    first().honest()
    await on.settled(shop, request, (s) => s.assurance === 'chain_observed')
  })

  test('one that hides a payment until the end proves nobody unpaid', async () => {
    const request = await on.approved(shop)
    first().lies.hides = isTo(shop.payee.address)
    await on.pay(shop, request)
    await on.passEnd(request)
    await on.found(shop, request, 'source_disagreement')
    await on.rounds(3)
    expect((await on.settlement(shop, request)).assurance).toBe('none')
    first().honest()
    await on.settled(shop, request, (s) => s.assurance === 'chain_observed')
  })
})
