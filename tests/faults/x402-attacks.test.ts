/** Attacks on a purchase, each through a real service, a real chain, the agent's scheme and the wallet's payer: boxes, keys, nonces, front-running, crowds. */
import { randomBytes } from 'node:crypto'
import { authorizationBytes } from '@pursestrings/evm/authorization'
import { sealTo } from '@pursestrings/evm/sealed-box'
import { paymentOf } from '@pursestrings/x402/buyer'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../server/test/until.ts'
import type { Authorization } from './x402/eip712.ts'
import { type AttackGround, PRICE, type Request, refusal, startAttackGround } from './x402-attack-ground.ts'

let on: AttackGround
beforeAll(async () => {
  on = await startAttackGround()
})
afterAll(() => on?.stop())
afterEach(() => {
  on.before = () => Promise.resolve()
  on.onTheWay = (answer) => answer
})

/** What the payee got while this was done. */
const gained = async (work: () => Promise<void>): Promise<bigint> => {
  const before = await on.received()
  await work()
  return (await on.received()) - before
}

/** What only an administrator of the database can do, with the triggers off. */
const rewrite = (text: string, values: readonly unknown[]) => {
  const { admin } = on.place.world.database
  return admin.connect().then(async (client) => {
    try {
      await client.query('begin; set local session_replication_role = replica')
      const { rowCount } = await client.query(text, [...values])
      await client.query('commit')
      expect(rowCount).toBe(1)
    } finally {
      client.release()
    }
  })
}
const setBox = ({ facts_digest }: Request, sealed: Uint8Array) =>
  rewrite(
    `update payment_authorizations a set sealed = $2 from payment_requests r
     where r.merchant_id = a.merchant_id and r.payment_request_id = a.payment_id and r.facts_digest = decode($1, 'hex')`,
    [facts_digest, sealed],
  )
const boxOf = async ({ request_id, connection_id }: Request): Promise<Uint8Array> => {
  const [entry] = (await on.journal.list()).filter((one) => one.request_id === request_id)
  expect(entry?.connection_id).toBe(connection_id)
  const { sealed = '' } = entry as { sealed?: string }
  return Buffer.from(sealed, 'base64url')
}
/** Its agent is dead before it fetches anything: only the wallet has acted. */
const approvedUnfetched = async (url: string): Promise<Request> => {
  const waiting = refusal(on.program()(url, {}, { timeout_ms: 1 }))
  const request = await on.asked(url)
  expect((await waiting).outcome).toBe('still_waiting')
  expect((await on.approve(request)).is).toBe('handed_over')
  return request
}
const sealKeyOf = async ({ request_id }: Request): Promise<Uint8Array> => {
  const { payment_request } = await on.wallet.paymentRequests.read(request_id)
  return Buffer.from(payment_request.terms?.seal.key ?? '', 'base64url')
}

describe('a box that somebody put into the database', () => {
  test('from another request of the same agent is not used, and the seller gets nothing', async () => {
    const [url, other] = [on.url('box'), on.url('box-other')]
    const [request, another] = [await approvedUnfetched(url), await approvedUnfetched(other)]
    const before = on.given.length
    await setBox(request, await boxOf(another))
    const refused = await refusal(on.program()(url))
    expect([refused.outcome, refused.request_id]).toEqual(['authorization_mismatch', request.request_id])
    expect(on.given).toHaveLength(before)
  })

  test.each<[string, (stranger: string) => Partial<Authorization>]>([
    ['another payee', (stranger) => ({ to: stranger })],
    ['another amount', () => ({ value: String(PRICE * 4n) })],
    ['another nonce', () => ({ nonce: `0x${randomBytes(32).toString('hex')}` })],
    ['a longer life', () => ({ validBefore: String(Math.floor(Date.now() / 1000) + 86_400) })],
  ])('sealed to the agent as its wallet would, with %s, is not used', async (what, change) => {
    const url = on.url(`made-${what.replaceAll(' ', '-')}`)
    const request = await approvedUnfetched(url)
    const { facts_digest } = request
    const [entry] = (await on.journal.list()).filter((one) => one.request_id === request.request_id)
    const honest = {
      from: on.stranger,
      to: on.payee,
      value: String(PRICE),
      validAfter: '0',
      validBefore: String(entry?.max_time),
      nonce: `0x${facts_digest}`,
    }
    const authorization = { ...honest, ...change(on.stranger) }
    const signature = await on.chain.signAuthorization(authorization)
    const key = await sealKeyOf(request)
    const before = on.given.length
    await setBox(request, await sealTo({ key, facts_digest }, authorizationBytes({ authorization, signature })))
    expect((await refusal(on.program()(url))).outcome).toBe('authorization_mismatch')
    expect(on.given).toHaveLength(before)
  })
})

describe('a seal key that somebody put into the terms', () => {
  const stolen = randomBytes(32).toString('base64url')
  const exchanged = (text: string) => text.replace(/("seal":\{[^}]*"key":")[^"]+/, `$1${stolen}`)
  const waiting = async (name: string): Promise<Request> => {
    const url = on.url(name)
    const call = refusal(on.program()(url, {}, { timeout_ms: 1 }))
    const request = await on.asked(url)
    await call
    return request
  }
  const signed = async ({ request_id }: Request) =>
    (await on.journal.list()).filter((one) => one.request_id === request_id)

  test('in the database: the service serves nothing of it, and the wallet signs nothing', async () => {
    const request = await waiting('key-in-database')
    const { payment_request } = await on.wallet.paymentRequests.read(request.request_id)
    const text = JSON.stringify(payment_request.terms?.seal.key)
    const set = `update payment_requests set terms = replace(terms, $2, $3) where facts_digest = decode($1, 'hex')`
    await rewrite(set, [request.facts_digest, text, JSON.stringify(stolen)])
    await expect(on.approve(request)).rejects.toThrow('Something went wrong on our side')
    expect(await signed(request)).toEqual([])
    await rewrite(set, [request.facts_digest, JSON.stringify(stolen), text])
  })

  test('on the way to the wallet, or by the service itself: the wallet sees it, and signs nothing', async () => {
    const request = await waiting('key-on-the-way')
    on.onTheWay = async (answer) => new Response(exchanged(await answer.text()), answer)
    await expect(on.approve(request)).rejects.toMatchObject({ name: 'FactsMismatchError', reason: 'terms' })
    expect(await signed(request)).toEqual([])
  })
})

test('a nonce that a stranger has used before: paid once, by the payer', async () => {
  const url = on.url('nonce')
  const got = await gained(async () => {
    const call = on.program()(url)
    const request = await on.asked(url)
    const uses = async (to: string, value: bigint, from: string) => {
      const times = { validAfter: '0', validBefore: String(Math.floor(Date.now() / 1000) + 3600) }
      const authorization = { from, to, value: String(value), ...times, nonce: `0x${request.facts_digest}` }
      await on.chain.sendAuthorization(authorization, await on.chain.signAuthorization(authorization))
    }
    await uses(on.stranger, PRICE, on.stranger)
    expect((await on.approve(request)).is).toBe('handed_over')
    expect((await call).status).toBe(200)
    await on.settle(request)
    const { payment_request } = await on.wallet.paymentRequests.read(request.request_id)
    expect(payment_request.status).toBe('confirmed')
    const observed = async () => (await on.wallet.paymentRequests.read(request.request_id)).payment_request.settlement
    await until(async () => (await observed()).assurance === 'chain_observed')
    expect((await observed()).paid_by).toBe(on.account)
  })
  expect(got).toBe(PRICE)
})

test('an authorization that a stranger sends first: the payee is paid once, and everybody hears by whom', async () => {
  const url = on.url('front-run')
  on.before = ({ authorization, signature }) => on.chain.sendAuthorization(authorization, signature, on.stranger)
  const got = await gained(async () => {
    const call = refusal(on.program()(url))
    const request = await on.asked(url)
    expect((await on.approve(request)).is).toBe('handed_over')
    const refused = await call
    expect([refused.outcome, refused.request_id]).toEqual(['seller_refused', request.request_id])
    await on.settle(request)
    const again = await refusal(on.program()(url))
    expect([again.outcome, again.request_id]).toEqual(['already_paid', request.request_id])
    const { payment_request } = await on.wallet.paymentRequests.read(request.request_id)
    expect([payment_request.status, payment_request.transaction_hash]).toEqual(['confirmed', again.transaction_hash])
  })
  expect(got).toBe(PRICE)
})

test('fifty calls of one task at once, in five programs: one request, one authorization, one payment', async () => {
  const url = on.url('fifty')
  const before = on.given.length
  const got = await gained(async () => {
    const programs = Array.from({ length: 5 }, () => on.program())
    const calls = programs.flatMap((pay) =>
      Array.from({ length: 10 }, () => pay(url).then((answer) => [answer.status, paymentOf(answer)])),
    )
    const request = await on.asked(url)
    expect((await on.approve(request)).is).toBe('handed_over')
    // A seller that is asked by five programs at once may refuse some of them; none of it is paid again.
    const came = (await Promise.allSettled(calls)).map((one) =>
      one.status === 'fulfilled' ? one.value : [(one.reason as { outcome?: string }).outcome, request.request_id],
    )
    const known = new Set(['200', 'seller_refused', 'already_paid'])
    expect(came.filter(([what, id]) => !known.has(String(what)) || id !== request.request_id)).toEqual([])
    expect(came.some(([what]) => what === 200)).toBe(true)
    await on.settle(request)
  })
  expect(got).toBe(PRICE)
  expect(new Set(on.given.slice(before).map(({ signature }) => signature)).size).toBe(1)
})
