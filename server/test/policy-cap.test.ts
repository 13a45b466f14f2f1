import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Automation, newAutomation, POLICY_BOOKS, paymentPath, policyPath } from './automation.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { activate, endCooling, LIST_FILE, newStellarAddress } from './payee.ts'
import { interleaveClaims } from './policy-claims.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** A cap holds however many intents come at once, and what ends before its claim gives back exactly what it took. */
describe('policy cap', () => {
  let web: MerchantWeb
  let world: World
  let mine: Automation
  let policy_id: string
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, PENDING_MAX: '3' })
    mine = await newAutomation(world, web)
    policy_id = (await mine.consented({ single_tx_limit: '10', cumulative_limit: '100' })).id
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const usage = async () => (await mine.asProject('GET', policyPath(policy_id))).json.data.usage
  const atOnce = (count: number, more: object = {}) =>
    Promise.all(Array.from({ length: count }, () => mine.intend({ amount: '10', ...more })))
  const idsOf = (answers: Awaited<ReturnType<typeof atOnce>>): string[] =>
    answers.flatMap((a) => (a.status === 201 ? [a.json.data.id] : []))

  test('of 30 intents of a tenth of the cap at once exactly ten pass; the others are told which threshold it was', async () => {
    const answers = await atOnce(30)
    const made = idsOf(answers)
    expect(made).toHaveLength(10)
    for (const refused of answers.filter((a) => a.status !== 201))
      expect([refused.status, refused.json.error.details.triggered_thresholds]).toEqual([403, ['cumulative_limit']])
    expect(await usage()).toMatchObject({ used: '100', remaining: '0', allowed: 10, refused: 20 })

    // Three ways to end before the claim, each told twice: each gives back once. After it, nothing comes back.
    const [rejected, failed, canceled, claimed, ...kept] = made as [string, string, string, string, ...string[]]
    await mine.report(claimed, { status: 'approved' })
    for (let twice = 0; twice < 2; twice++)
      await Promise.all([
        mine.report(rejected, { status: 'rejected' }),
        mine.report(failed, { status: 'failed' }),
        mine.asProject('POST', paymentPath(canceled, 'cancel')),
        mine.report(claimed, { status: 'failed' }),
      ])
    expect(await usage()).toMatchObject({ used: '70', claimed: '10', given_back: '30' })
    for (const id of kept) await mine.report(id, { status: 'approved' })
    await mine.report(kept[0] as string, { status: 'submitted', transaction_hash: 'a' })
    await mine.report(kept[0] as string, { status: 'settled', transaction_hash: 'a' })
    expect(await usage()).toMatchObject({ used: '70', claimed: '70' })

    expect(idsOf(await atOnce(20))).toHaveLength(3)
    expect(await usage()).toMatchObject({ used: '100', given_back: '30' })
  })

  test('releases and intents at once: what is used is what payments hold, and never more than the cap', async () => {
    for (let round = 0; round < 3; round++) {
      const live = (await mine.asProject('GET', '/v1/agent-payments?limit=100&status=intent_created')).json.data
      const racing = live.agent_payments.flatMap(({ id }: { id: string }) => [
        mine.asProject('POST', paymentPath(id, 'cancel')),
        mine.report(id, { status: 'rejected' }),
      ])
      await Promise.all([...racing, atOnce(20)])
      const { used, claimed, cap, held, for_good, ledger } = (await world.database.admin.query(POLICY_BOOKS)).rows[0]
      expect([held, ledger, for_good]).toEqual([used, used, claimed])
      expect(BigInt(used) <= BigInt(cap)).toBe(true)
    }
  })

  test('a wallet is not worn down: so many wait for a person at once, and no agent is held up by it', async () => {
    const answers = await atOnce(8, { initiator: 'human' })
    expect(idsOf(answers)).toHaveLength(3)
    const refused = answers.find((a) => a.status !== 201)
    expect([refused?.status, refused?.json.error.code]).toEqual([429, 'too_many_pending'])
    expect(refused?.headers.get('retry-after')).toBe('60')
    await mine.report(idsOf(answers)[0] as string, { status: 'rejected' })
    expect(idsOf(await atOnce(2, { initiator: 'human' }))).toHaveLength(1)
  })

  test('what nobody can be paid is refused before any policy is asked', async () => {
    const before = await usage()
    const code = async (more: object) => (await mine.intend(more)).json.error.code
    expect(await code({ amount: '1.00000001' })).toBe('amount_invalid')
    expect(await code({ recipient_version_id: 'rcv_01k0000000e008000000000000' })).toBe('recipient_version_not_active')
    expect(await code({ recipient_id: 'rcp_01k0000000e008000000000000' })).toBe('resource_not_found')
    expect(await code({ connection_id: 'con_01k0000000e008000000000000' })).toBe('resource_not_found')
    expect(await code({ policy_id: 'pol_01k0000000e008000000000000' })).toBe('resource_not_found')
    const elsewhere = await newAutomation(world, web, { operator: mine.operator })
    const other = await elsewhere.consented()
    expect(await code({ policy_id: other.id })).toBe('resource_not_found')
    expect(await usage()).toEqual(before)
  })
})

/** A few interleavings of what `npm run faults -- policy-claims` does ten thousand times. */
describe('policy claims', () => {
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  test('however claims, cancellations, expiry, hashes and changes of policies meet, no claim passes the cap of its time', async () => {
    // The order is drawn at random: it goes on until there is enough of each that the run says something.
    let [refused, seed] = [0, 7]
    for (; refused === 0 && seed < 12; seed++) {
      const figures = await interleaveClaims(world, web, { interleavings: 80, wallets: 4, seed })
      expect(figures).toMatchObject({
        over_cap: 0,
        unlawful: 0,
        unwritten: 0,
        lost_hashes: 0,
        unbalanced: 0,
        server_errors: 0,
      })
      expect(figures.interleavings).toBeGreaterThanOrEqual(80)
      expect(figures.claims).toBeGreaterThanOrEqual(3)
      expect(figures.hashes).toBeGreaterThanOrEqual(3)
      refused += figures.refused_claims
    }
    expect(refused).toBeGreaterThan(0)
  }, 120_000)
})

/** A payee on a mainnet cannot be paid on this surface, although no call names the network (specification 1.8). */
describe('mainnet', () => {
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, NETWORKS_ENABLED: 'stellar_testnet,stellar_public' })
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  test('a version that serves on a mainnet is refused for agents, people and dry runs, and nothing is kept', async () => {
    const mine = await newAutomation(world, web)
    const policy = await mine.consented()
    const { operator, payee } = mine
    const facts = { network: 'stellar_public', asset: 'XLM', address: newStellarAddress() }
    const made = (await operator.call('POST', '/v1/recipients', { body: { name: 'Vault', ...facts } })).json
    const { recipient_id } = made.recipient
    const { recipient_version_id } = made.recipient_version
    web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
    const proof = { recipient_version_id, type: 'domain_proof', source_id: payee.domain_id, version: 1 }
    const { evidence } = (await operator.call('POST', `/v1/recipients/${recipient_id}/verify`, { body: proof })).json
    await activate(operator, { ...payee, recipient_id, recipient_version_id, evidence, version: 1 })
    await endCooling(world.database)
    const read = async () => (await operator.call('GET', `/v1/recipients/${recipient_id}`)).json.recipient
    await until(async () => (await read()).active_version_id === recipient_version_id)

    const named = { recipient_id, recipient_version_id, amount: '1' }
    const answers = [
      await mine.intend(named),
      await mine.intend({ ...named, initiator: 'human' }),
      await mine.intend({ ...named, idempotency_key: undefined, connection_id: 'con_x' }, { 'idempotency-key': 'k' }),
      await mine.asProject('POST', policyPath(policy.id, 'simulate'), { body: named }),
    ]
    for (const { status, json } of answers) {
      expect([status, json.error.code]).toEqual([409, 'phase_0_mainnet_disabled'])
      expect(json.error.details.field).toBe('recipient_version_id')
    }
    const { rows } = await world.database.admin.query(
      'select from agent_payments union all select from policy_decisions',
    )
    expect(rows).toEqual([])
    const listed = await mine.asProject('PATCH', policyPath(policy.id), {
      body: { version: 1, allowlist: [recipient_id] },
    })
    expect(listed.json.data).toMatchObject({
      status: 'active',
      proposed: { missing: ['allowlist'], policy_digest: null },
    })
  })
})
