/**
 * The other cases of a paid resource, and what a 402 can lie about: the payee gets what was approved, once, or nothing. The first three are in
 * three-cases.test.ts.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  checkPolicy,
  createAgentClient,
  createProjectClient,
  PinRequiredError,
  type Scope,
  signPolicyConsent,
} from '@pursestrings/sdk'
import { agreedOf } from '@pursestrings/signing/agreed-policy'
import { paymentOf } from '@pursestrings/x402/buyer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../server/test/until.ts'
import { CLI } from '../e2e/demo-stage.ts'
import { ROOT } from '../e2e/dev-run.ts'
import { callNode } from '../evm-chain/call-node.ts'
import { USDC } from '../evm-chain/usdc.ts'
import { type BuyingWorld, PRICE, refusal, SHOP_HOST, startBuyingWorld, TIDES } from './buying-world.ts'
import type { Offered } from './lying-shop.ts'

const DAY_MS = 86_400_000
const run = promisify(execFile)

let world: BuyingWorld
beforeAll(async () => {
  world = await startBuyingWorld()
})
afterAll(() => world?.stop())
afterEach(() => world.liar.honest())

test('the same call again: the seller delivers what was paid, and nobody is asked or pays', async () => {
  const { pay, approve, settle, url, pending } = world
  const address = url('again')
  const call = pay(address)
  const { request_id } = await approve(call)
  expect((await call).status).toBe(200)
  await settle()
  const got = await world.gained(async () => {
    const again = await pay(address)
    expect([again.status, paymentOf(again), await again.json()]).toEqual([200, request_id, TIDES])
    // A seller that forgot it refuses, and nothing is paid for that either.
    await world.reopenAt('$0.25')
    const refused = await refusal(pay(address))
    expect([refused.outcome, refused.request_id]).toEqual(['already_paid', request_id])
    expect(refused.transaction_hash).toMatch(/^[0-9a-f]{64}$/)
  })
  expect([got, await pending()]).toEqual([0n, []])
})

test('the right address on another host: nobody is asked', async () => {
  const { pay, url, pending } = world
  for (const host of ['other.localhost', '127.0.0.1'])
    expect((await refusal(pay(url('host', host)))).outcome).toBe('payee_not_listed')
  expect(await pending()).toEqual([])
})

test('the seller’s words name nobody: what the person sees is the domain and the call', async () => {
  const { pay, url, liar, wallet, reject } = world
  liar.lies.resource = { description: 'To: Bank of Brest', serviceName: 'Bank of Brest' }
  const address = url('words')
  const call = refusal(pay(address, {}, { description: 'Tides for Monday' }))
  const { request_id } = await reject(call)
  const { payment_request } = await wallet.paymentRequests.read(request_id)
  expect(JSON.stringify(payment_request)).not.toContain('Bank of Brest')
  expect(payment_request.terms).toMatchObject({
    kind: 'x402',
    method: 'GET',
    url: address,
    description: 'Tides for Monday',
  })
  expect((await call).outcome).toBe('not_approved')
})

test('rejected: the agent hears it, and the seller gets nothing', async () => {
  const { pay, reject, url, liar } = world
  const address = url('rejected')
  const got = await world.gained(async () => {
    const call = refusal(pay(address))
    const { request_id } = await reject(call)
    const refused = await call
    expect([refused.outcome, refused.request_id, refused.message]).toEqual([
      'not_approved',
      request_id,
      expect.stringContaining('too dear'),
    ])
    expect((await refusal(pay(address))).outcome).toBe('not_approved')
  })
  expect([got, liar.paid_calls.filter((one) => one.includes('rejected'))]).toEqual([0n, []])
})

test('nobody decides: the agent stops waiting, and the same call goes on with the same request', async () => {
  const { pay, approve, url } = world
  const address = url('undecided')
  const got = await world.gained(async () => {
    const refused = await refusal(pay(address, {}, { timeout_ms: 300 }))
    expect(refused.outcome).toBe('still_waiting')
    const call = pay(address)
    const { request_id } = await approve(call)
    expect([refused.request_id, paymentOf(await call)]).toEqual([request_id, request_id])
  })
  expect(got).toBe(PRICE)
})

test('a price that is raised after the approval: not paid; at the old price the same approval pays', async () => {
  const { pay, approve, url, reopenAt, pending } = world
  const address = url('raised')
  const got = await world.gained(async () => {
    const call = refusal(pay(address))
    await until(async () => (await pending()).length > 0, 20_000)
    await reopenAt('$0.90')
    const { request_id } = await approve(call)
    const refused = await call
    expect([refused.outcome, refused.request_id]).toEqual(['price_changed', request_id])
    expect((await refusal(pay(address))).outcome).toBe('price_changed')
  })
  expect(got).toBe(0n)
  await reopenAt('$0.25')
  expect(await world.gained(async () => expect((await pay(address)).status).toBe(200))).toBe(PRICE)
})

test('twenty calls of one task at once: one request, one payment, and the seller is asked once', async () => {
  const { pay, approve, url, liar, pending } = world
  const address = url('twenty')
  const got = await world.gained(async () => {
    const calls = Promise.all(Array.from({ length: 20 }, () => pay(address)))
    await approve(calls)
    const answers = await calls
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(answers.map(() => TIDES))
    expect(new Set(answers.map(paymentOf)).size).toBe(1)
  })
  expect([got, await pending()]).toEqual([PRICE, []])
  expect(liar.paid_calls.filter((one) => one.includes('twenty'))).toHaveLength(1)
})

const LIES: readonly [what: string, lie: (honest: Offered) => object, outcome: string][] = [
  ['chain', () => ({ network: 'eip155:8453' }), 'network_not_served'],
  ['asset', () => ({ asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }), 'asset_not_known'],
  ['EIP-712 name', ({ extra }) => ({ extra: { ...extra, name: 'USD Coin' } }), 'asset_not_known'],
  ['decimals', ({ extra }) => ({ extra: { ...extra, decimals: 18 } }), 'asset_not_known'],
  ['time', () => ({ maxTimeoutSeconds: 10 * 365 * 86_400 }), 'authorization_mismatch'],
]

test('the agent of the example type-checks, is connected as its README says, and buys', async () => {
  const { example, base_url, wallet, approve, url } = world
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  await run(tsc, ['-p', '.', '--customConditions', '@pursestrings/source'], { cwd: example })
  const env = { ...process.env, PURSESTRINGS_CONFIG_DIR: join(example, 'profiles'), PURSESTRINGS_BASE_URL: base_url }
  const scopes: readonly Scope[] = ['payment.requests.create', 'payment.requests.read', 'payees.resolve']
  const { key } = (await wallet.connectKeys.issue()).connect_key
  const connecting = run(process.execPath, [CLI, 'connect', key, '--scopes', scopes.join(',')], { env })
  const waiting = async () =>
    (await wallet.connectInvitations.list().page()).connect_invitations.filter(({ status }) => status === 'pending')
  await until(async () => (await waiting()).length > 0, 20_000)
  const [invitation] = await waiting()
  await wallet.connectInvitations.approve(invitation?.connect_invitation_id ?? '', { scopes })
  await connecting
  const got = await world.gained(async () => {
    const args = ['--conditions=@pursestrings/source', 'agent.ts', url('example')]
    const buying = run(process.execPath, args, { cwd: example, env })
    await approve(buying)
    const { stdout } = await buying
    expect(stdout).toMatch(/^approve it in your wallet: http\S+\n\{"high_water".*\}\nThe outcome is paid\.\n$/)
  })
  expect(got).toBe(PRICE)
})

test('an agent that pinned no keys of the service asks nobody', async () => {
  const { buyer, agent, base_url, url, pending } = world
  const { verifyFacts, trustedKeys } = createAgentClient({ base_url })
  const call = buyer({ agent: { ...agent, verifyFacts, trustedKeys } })(url('unpinned'))
  await expect(call).rejects.toBeInstanceOf(PinRequiredError)
  expect(await pending()).toEqual([])
})

test.each(LIES)('a 402 that lies about the %s: nobody is asked', async (what, lie, outcome) => {
  const { pay, url, liar, pending } = world
  liar.lies.offer = (honest) => ({ ...honest, ...lie(honest) })
  expect((await refusal(pay(url(`lie-${what}`)))).outcome).toBe(outcome)
  expect([await pending(), liar.paid_calls.filter((one) => one.includes('lie-'))]).toEqual([[], []])
})

test('a redirect to another host: before the 402 nobody is asked, after it the payment isn’t sent on', async () => {
  const { pay, approve, url, liar, pending } = world
  const elsewhere = `http://other.localhost:${liar.port}/tides`
  liar.lies.redirects = (paid, path) => (!paid && path.includes('led') ? elsewhere : undefined)
  expect((await refusal(pay(url('led')))).outcome).toBe('payee_not_listed')
  expect(await pending()).toEqual([])

  liar.lies.redirects = (paid, path) => (paid && path.includes('passed') ? elsewhere : undefined)
  const address = url('passed')
  const got = await world.gained(async () => {
    const call = refusal(pay(address))
    const { request_id } = await approve(call)
    const refused = await call
    expect([refused.outcome, refused.request_id]).toEqual(['seller_refused', request_id])
  })
  expect([got, liar.paid_calls.filter((one) => one.startsWith('other.'))]).toEqual([0n, []])
  // The approval is still good for the host that was called.
  liar.honest()
  expect(await world.gained(async () => expect((await pay(address)).status).toBe(200))).toBe(PRICE)
})

test('within a policy: paid without a question; over its limit a person is asked', async () => {
  const {
    merchant,
    wallet,
    connection_id,
    base_url,
    agent,
    buyer,
    url,
    device_private_key,
    payWithin,
    payee: address,
  } = world
  const facts = { network: 'base_sepolia', asset: 'USDC', contract: USDC, address } as const
  const { recipient_id } = await agent.payees.resolve({ domain: SHOP_HOST, ...facts })
  const { project } = await merchant.projects.create({ name: 'Tides' })
  const { secret } = await merchant.apiKeys.create(project.project_id, { name: 'Server' })
  const paying = createProjectClient({ base_url, api_key: secret })
  const policy = await paying.automationPolicies.create({
    connection_id,
    name: 'Tide tables',
    network: 'base_sepolia',
    asset: 'USDC',
    single_tx_limit: '0.3',
    cumulative_limit: '0.3',
    validity_window: {
      from: new Date(Date.now() - DAY_MS).toISOString(),
      to: new Date(Date.now() + DAY_MS).toISOString(),
    },
    allowlist: [recipient_id],
  })
  const shown = await wallet.automationPolicies.read(policy.id)
  const digest = await checkPolicy(shown)
  const agreed = await wallet.automationPolicies.optIn(policy.id, await signPolicyConsent(device_private_key, digest))
  const pay = buyer({ within_policy: { project: paying, connection_id } })
  const waiting = async () => {
    const found = () => wallet.agentPayments.list({ status: 'intent_created' }).toArray()
    await until(async () => (await found()).length > 0, 20_000)
    const [payment] = await found()
    if (payment === undefined) throw new Error('nothing waits')
    return payment
  }
  const got = await world.gained(async () => {
    const call = pay(url('policy'))
    const payment = await waiting()
    expect(payment.initiator).toBe('agent')
    await payWithin(payment, agreedOf(agreed, digest))
    expect((await call).status).toBe(200)
  })
  expect(got).toBe(PRICE)

  const beyond = url('beyond')
  expect((await refusal(pay(beyond, {}, { timeout_ms: 300 }))).outcome).toBe('still_waiting')
  const payment = await waiting()
  expect([payment.initiator, payment.policy.allowed_without_asking]).toEqual(['human', false])
  const call = refusal(pay(beyond))
  await wallet.agentPayments.reportStatus(payment.id, { status: 'rejected', reason: 'not today' })
  expect((await call).outcome).toBe('not_approved')
})

// Last: it moves the chain's clock.
test('signed and never sent: proven unpaid once it has ended, and the chain takes it no more', async () => {
  const { pay, approve, agent, url, liar, rpc_url, settle } = world
  const address = url('unsent')
  liar.lies.redirects = (paid) => (paid ? 'http://thief.localhost/' : undefined)
  const got = await world.gained(async () => {
    const call = refusal(pay(address))
    const { request_id } = await approve(call)
    const refused = await call
    expect([refused.outcome, refused.request_id]).toEqual(['seller_refused', request_id])
    await callNode(rpc_url, 'evm_increaseTime', [3600])
    await settle()
    const assurance = async () => (await agent.paymentRequests.read(request_id)).payment_request.settlement.assurance
    await until(async () => (await assurance()) === 'proven_unpaid', 20_000)
    liar.honest()
    expect((await refusal(pay(address))).outcome).toBe('proven_unpaid')
  })
  expect(got).toBe(0n)
})
