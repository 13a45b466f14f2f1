/** A wallet pays by what the service signed, whoever stands between: the keys that it believes are pinned. */
import { randomBytes } from 'node:crypto'
import {
  type AgentClient,
  createAgentClient,
  createWalletClient,
  FactsMismatchError,
  type PaymentRequest,
  PinRequiredError,
  type WalletClient,
} from '@pursestrings/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { pinKeys } from '../../../tests/acceptance/steps/wallet.ts'
import { startPlace, type TestPlace } from './place.ts'
import { startProxy } from './proxy.ts'
import { DISGUISES, type Disguise, forged, startThief, THIEF, type Thief } from './thief.ts'

const key = (kid: string): string => `${kid}:${randomBytes(32).toString('base64url')}`
const [K1, K2, K3] = [key('k1'), key('k2'), key('k3')]

let place: TestPlace
let ready: Ready
let thief: Thief
let token: string
let request: PaymentRequest
let pinned_keys: readonly string[]
beforeAll(async () => {
  place = await startPlace({ FACTS_KEYS: `${K2},${K1}` })
  ready = await getReady(place)
  token = (await ready.wallet.devices.rotateToken(ready.wallet.device_id ?? '')).token
  ready.wallet.useDevice({ device_id: ready.wallet.device_id ?? '', token })
  const { request_id } = (await ready.ask('pinning')).payment_request
  request = (await ready.wallet.review(request_id)).payment_request
  pinned_keys = await pinKeys(place)
  thief = await startThief(place.base_url)
})
afterAll(async () => {
  await thief?.[Symbol.asyncDispose]()
  await place.stop()
})

interface Deps {
  readonly base_url?: string
  readonly pinned_keys?: readonly string[] | undefined
  readonly audience?: string | undefined
  readonly fetch?: typeof fetch
}
const walletAt = (deps: Deps = {}): WalletClient =>
  createWalletClient({ base_url: thief.base_url, audience: place.audience, pinned_keys, token, ...deps })
const warmWallet = async (): Promise<WalletClient> => {
  thief.disguise = undefined
  const wallet = walletAt()
  await wallet.review(request.request_id)
  return wallet
}
const refusalOf = async (wallet: WalletClient): Promise<FactsMismatchError> => {
  const failure: unknown = await wallet.review(request.request_id).then(
    ({ facts }) => `paid to ${facts.payment.to}`,
    (one: unknown) => one,
  )
  expect(failure).toBeInstanceOf(FactsMismatchError)
  return failure as FactsMismatchError
}

describe('a proxy that swaps address, digest, signature and keys', () => {
  test.each(Object.keys(DISGUISES) as Disguise[])('and serves its key %s is refused', async (disguise) => {
    const warm = await warmWallet()
    thief.disguise = disguise
    const shown = await walletAt().paymentRequests.read(request.request_id)
    expect(shown.payment_request.payment.to).toBe(THIEF)
    for (const wallet of [walletAt(), warm]) {
      expect(await refusalOf(wallet)).toMatchObject({ reason: expect.stringMatching(/not_pinned|signature/) })
      expect(await refusalOf(wallet)).toMatchObject({ reason: expect.stringMatching(/not_pinned|signature/) })
    }
    // And once nobody stands between any more, both go on.
    const cold = walletAt()
    await refusalOf(cold)
    thief.disguise = undefined
    for (const wallet of [warm, cold]) {
      expect((await wallet.review(request.request_id)).facts.payment.to).toBe(ready.payee.address)
    }
  })

  test('cannot change a single fact, however it is signed again', async () => {
    const warm = await warmWallet()
    const { payment, payee } = request
    const changes: Partial<PaymentRequest>[] = [
      ...(['issuer', 'connection_id', 'request_id', 'recipient_id', 'recipient_version_id', 'expires_at'] as const).map(
        (name) => ({ [name]: `${request[name]}0` }),
      ),
      ...Object.entries(payment).map(([name, value]) => ({
        payment: { ...payment, [name]: typeof value === 'number' ? value + 1 : `${value}0` },
      })),
      ...Object.entries({ name: 'Thief', domain: 'thief.example' }).map(([name, value]) => ({
        payee: { ...payee, [name]: value },
      })),
      { payment: { ...payment, memo: 'text:thief' } },
    ]
    expect(changes.length).toBeGreaterThan(14)
    for (const change of changes) {
      const shown = forged(request, change, 'newest')
      for (const [how, bent] of Object.entries({
        'fact alone': { ...request, ...change },
        'fact and digest': { ...shown, facts_jws: request.facts_jws ?? '' },
        'fact, digest and signature': shown,
        'in the name of the real key': forged(request, change, 'k2'),
      })) {
        thief.bend = () => bent
        thief.disguise = 'beside the real keys'
        for (const wallet of [walletAt(), warm]) {
          const { reason } = await refusalOf(wallet)
          expect([change, how, ['digest', 'facts', 'not_pinned', 'signature'].includes(reason)]).toEqual([
            change,
            how,
            true,
          ])
        }
      }
    }
  })

  test('cannot answer with another request that was signed', async () => {
    const other = (await ready.wallet.review((await ready.ask('another')).payment_request.request_id)).payment_request
    thief.bend = () => other
    thief.disguise = 'beside the real keys'
    expect(await refusalOf(walletAt())).toMatchObject({ reason: 'intent' })
  })

  test('cannot answer with the request of the same name on another connection', async () => {
    thief.disguise = undefined
    const { request_id, connection_id } = request
    const other = connection_id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const asksForReal: typeof fetch = (url, init) => fetch((url as string).replace(other, connection_id), init)
    const wallet = walletAt({ fetch: asksForReal })
    await expect(wallet.review(request_id, { connection_id: other })).rejects.toMatchObject({ reason: 'intent' })
  })
})

describe('a service that replaces its key', () => {
  let running: { stop(): Promise<void> } | undefined
  const restarted = async (FACTS_KEYS: string): Promise<string> => {
    await running?.stop()
    const service = await place.world.another({ FACTS_KEYS })
    running = service
    return service.url ?? ''
  }
  const thumbprintsOf = async (FACTS_KEYS: string) => pinKeys({ base_url: await restarted(FACTS_KEYS) })

  test('is followed by a wallet that pinned the first, over two replacements, without a new pin', async () => {
    let base_url = await restarted(K1)
    const first = await pinKeys({ base_url })
    await using between = await startProxy(() => base_url)
    const warm = walletAt({ base_url: between.base_url, pinned_keys: first })
    for (const keys of [K1, `${K2},${K1}`, `${K3},${K2},${K1}`]) {
      base_url = await restarted(keys)
      for (const wallet of [warm, walletAt({ base_url, pinned_keys: first })]) {
        const { facts, payment_request } = await wallet.review(request.request_id)
        expect(facts.payment.to).toBe(ready.payee.address)
        const [header = ''] = (payment_request.facts_jws ?? '').split('.')
        expect(JSON.parse(Buffer.from(header, 'base64url').toString()).kid).toBe(keys.slice(0, 2))
      }
    }
    expect((await warm.trustedKeys()).map(({ kid }) => kid)).toEqual(expect.arrayContaining(['k1', 'k2', 'k3']))
  })

  test('by one that nobody vouches for is refused, with what to do', async () => {
    const [thumbprint = ''] = await thumbprintsOf(K3)
    const base_url = await restarted(K3)
    const refused = await refusalOf(walletAt({ base_url }))
    expect(refused).toMatchObject({ reason: 'not_pinned', thumbprint })
    expect(refused.message).toContain(`pin it: pinned_keys: ['${thumbprint}']`)
    expect(refused.message).toMatch(/no pinned key vouches for it.*announced this very key elsewhere.*Don't pay\.$/)
    await expect(walletAt({ base_url }).trustedKeys()).rejects.toMatchObject({ reason: 'not_pinned' })
    expect((await walletAt({ base_url, pinned_keys: [thumbprint] }).review(request.request_id)).facts).toBeDefined()
  })

  test('is refused where it calls itself otherwise than the wallet knows it', async () => {
    const pinned = await thumbprintsOf(K1)
    const base_url = await restarted(`${K2},${K1}`)
    const audience = 'https://pay.example.com'
    const refused = await refusalOf(walletAt({ base_url, audience, pinned_keys: pinned }))
    expect(refused).toMatchObject({ reason: 'not_pinned', message: expect.stringContaining('pay.example.com') })
    const all = walletAt({ base_url, audience, pinned_keys: await pinKeys({ base_url }) })
    expect(await refusalOf(all)).toMatchObject({ reason: 'issuer' })
  })
})

test('without a pin nothing is reviewed; the error shows the line, and the line works', async () => {
  thief.disguise = undefined
  for (const none of [undefined, []]) {
    const wallet = walletAt({ pinned_keys: none })
    const failure: unknown = await wallet.review(request.request_id).catch((one: unknown) => one)
    expect(failure).toBeInstanceOf(PinRequiredError)
    const { message, served } = failure as PinRequiredError
    expect(served.map(({ thumbprint }) => thumbprint)).toEqual(pinned_keys)
    const [, line = ''] = /\n {2}pinned_keys: \[(.+)\],$/.exec(message) ?? []
    const copied = line.split(', ').map((one) => one.replaceAll("'", ''))
    expect((await walletAt({ pinned_keys: copied }).review(request.request_id)).facts).toBeDefined()
  }
  expect(() => walletAt({ pinned_keys: ['facts-1'] })).toThrow('RFC 7638')
})

test('an agent checks the same way', async () => {
  const { payment_request } = await ready.agent.paymentRequests.read(request.request_id)
  await expect(ready.agent.verifyFacts(payment_request)).rejects.toBeInstanceOf(PinRequiredError)
  const agent = createAgentClient({ base_url: thief.base_url, audience: place.audience, pinned_keys })
  thief.disguise = 'beside the real keys'
  const swapped = forged(payment_request, { payment: { ...payment_request.payment, to: THIEF } }, 'newest')
  await expect(agent.verifyFacts(swapped)).rejects.toMatchObject({ reason: 'not_pinned' })
  expect((await agent.verifyFacts(payment_request)).payment.to).toBe(ready.payee.address)
})

describe("another's request of the same price at the same shop, as well signed as one's own", () => {
  let other: Ready
  let mine: { agent: AgentClient; answer: () => Promise<unknown>; stop: () => Promise<void> }
  beforeAll(async () => {
    other = await getReady(place, {}, ready)
    const theirs = (await other.ask('theirs')).payment_request
    const proxy = await startProxy(place.base_url, ({ method, path }) =>
      path.startsWith('/v1/payment-requests') && (method === 'POST' || path.split('/').length === 4)
        ? { status: 200, body: { ok: true, payment_request: theirs } }
        : 'pass',
    )
    const { connection_token } = await ready.wallet.connections.rotateToken(ready.connection_id)
    const { audience } = place
    const { connection_id } = ready
    const agent = createAgentClient({
      base_url: proxy.base_url,
      audience,
      pinned_keys,
      connection_id,
      connection_token,
    })
    const answer = async () => (await agent.paymentRequests.read('mine')).payment_request
    mine = { agent, answer, stop: () => proxy[Symbol.asyncDispose]() }
  })
  afterAll(() => mine.stop())

  test('is no answer to what an agent asks for', async () => {
    const { recipient_id, recipient_version_id } = ready.payee
    const wanted = { task_ref: 'mine', amount: '12.5', recipient_id, recipient_version_id }
    await expect(mine.agent.requestPayment(wanted)).rejects.toMatchObject({ reason: 'intent' })
  })

  test('is not taken for a request of this connection', async () => {
    const theirs = (await mine.answer()) as PaymentRequest
    await expect(mine.agent.verifyFacts(theirs)).rejects.toMatchObject({
      reason: 'intent',
      message: expect.stringContaining('different connection'),
    })
    expect((await other.agent.paymentRequests.read(theirs.request_id)).payment_request.facts_jws).toBe(theirs.facts_jws)
  })
})
