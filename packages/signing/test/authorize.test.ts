/** A wallet approves once: through a real service and a real chain, killed between any two steps, beside another device. */
import type { AuthorizationEntry } from '@pursestrings/signing/journal'
import { AUTHORIZATION_STEPS, type Step } from '@pursestrings/signing/progress'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EvmAsked, type EvmDevice, type EvmDeviceOptions, type EvmGround, startEvmGround } from './evm-ground.ts'
import { Killed } from './ground.ts'

let ground: EvmGround
beforeAll(async () => {
  ground = await startEvmGround()
})
afterAll(() => ground.stop())

const statusOf = async ({ request_id }: EvmAsked) => {
  const { payment_request } = await ground.ready.wallet.paymentRequests.read(request_id)
  const { status, transaction_hash, reason } = payment_request
  return { status, transaction_hash, reason }
}
/** As after a crash: everything is new but the journal. */
const restarted = ({ journal }: EvmDevice, more: EvmDeviceOptions = {}) => ground.device({ journal, ...more })

test('approves, hands over sealed, and knows the end once it is final', async () => {
  const asked = await ground.asked()
  const steps: Step[] = []
  const device = ground.device({ tell: ({ step }) => void steps.push(step) })
  const until = Math.floor(Date.parse(asked.expires_at) / 1000)
  expect(await device.payer.pay(asked)).toEqual({ is: 'handed_over', until })
  // Signed is not paid: nothing moved, and nobody says so.
  expect(await ground.payments(asked.units)).toBe(0)
  expect(await statusOf(asked)).toEqual({ status: 'signed', transaction_hash: undefined, reason: undefined })
  const kept = JSON.stringify(await device.entry(asked.request_id))
  const signed = await ground.fetched(asked)
  expect(signed?.authorization).toEqual({
    from: device.account,
    to: ground.ready.payee.address,
    value: String(asked.units),
    validAfter: '0',
    validBefore: String(until),
    nonce: `0x${asked.facts_digest}`,
  })
  // What anybody could pay with is nowhere on this device.
  expect(kept).not.toContain(signed?.signature.slice(2))

  await ground.buy(asked)
  const [seen] = await device.payer.resume()
  expect(seen?.result).toMatchObject({ is: 'handed_over', seen: { transaction_hash: expect.any(String) as string } })
  expect((await statusOf(asked)).status).toBe('signed')
  await ground.chain.finalize()
  const [ended] = await device.payer.resume()
  expect(ended?.result).toMatchObject({ is: 'paid', reported: true })
  expect(steps).toEqual([...AUTHORIZATION_STEPS])
  const entry = await device.entry(asked.request_id)
  expect(entry).toMatchObject({
    state: 'reported',
    transaction_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  })
  expect(entry).not.toHaveProperty('sealed')
  expect(await statusOf(asked)).toMatchObject({ status: 'confirmed', transaction_hash: entry?.transaction_hash })
  expect(await ground.payments(asked.units)).toBe(1)

  expect(await restarted(device).payer.pay(asked)).toEqual(ended?.result)
  expect(await device.payer.resume()).toEqual([])
})

describe('killed after', () => {
  const BEFORE_THE_JOURNAL: readonly Step[] = ['reviewed', 'checked', 'signed', 'sealed']

  test.each(AUTHORIZATION_STEPS)(
    '%s: the next start brings it to its end, approved once and paid once',
    async (dies_at) => {
      const asked = await ground.asked()
      const device = ground.device({ dies_at })
      await expect(device.whole(asked)).rejects.toThrow(Killed)
      // What was signed is gone on with without a key.
      const [resumed] = await restarted(device, { signer: undefined }).payer.resume()
      if (BEFORE_THE_JOURNAL.includes(dies_at)) {
        expect(resumed).toBeUndefined()
        expect(await statusOf(asked)).toMatchObject({ status: 'pending' })
        expect(ground.sealedTexts(asked.request_id).size).toBe(0)
      }
      await restarted(device).whole(asked)
      expect(await restarted(device).payer.pay(asked)).toMatchObject({ is: 'paid', reported: true })
      expect(ground.sealedTexts(asked.request_id).size).toBe(1)
      expect(await ground.payments(asked.units)).toBe(1)
      expect(await statusOf(asked)).toMatchObject({ status: 'confirmed' })
    },
  )

  test.each(['kept', 'claimed', 'claim_kept', 'handed_over'] as const)(
    '%s, and back only after the approval has ended: it is not handed over any more, and nobody is told of an end',
    async (dies_at) => {
      const snapshot = await ground.chain.snapshot()
      const asked = await ground.asked()
      const device = ground.device({ dies_at })
      await expect(device.payer.pay(asked)).rejects.toThrow(Killed)
      const put = ground.sealedTexts(asked.request_id).size
      expect(put).toBe(dies_at === 'handed_over' ? 1 : 0)
      await past(device, asked)
      await ground.chain.mineAt(
        Math.max(await ground.chain.time(), Math.floor(Date.parse(asked.expires_at) / 1000)) + 1,
      )
      await ground.chain.finalize()
      const [resumed] = await restarted(device, { signer: undefined }).payer.resume()
      expect(resumed?.result).toMatchObject(
        dies_at === 'kept' || dies_at === 'claimed'
          ? { is: 'not_claimed', why: 'expired' }
          : { is: 'failed', reason: 'expired_unapplied', reported: false },
      )
      // Another device may have handed over its own.
      expect((await statusOf(asked)).status).toBe(dies_at === 'kept' ? 'pending' : 'signed')
      expect(await restarted(device, { signer: undefined }).payer.resume()).toEqual([])
      expect(ground.sealedTexts(asked.request_id).size).toBe(put)
      await ground.chain.revert(snapshot)
    },
  )
})

test('handed over and never used: ends unpaid, and is reported so', async () => {
  const snapshot = await ground.chain.snapshot()
  const asked = await ground.asked()
  const device = ground.device()
  await device.payer.pay(asked)
  const [early] = await device.payer.resume()
  expect(early?.result).toMatchObject({ is: 'handed_over' })
  await ground.chain.mineAt(Math.max(await ground.chain.time(), Math.floor(Date.parse(asked.expires_at) / 1000)) + 1)
  await ground.chain.finalize()
  const [ended] = await device.payer.resume()
  expect(ended?.result).toEqual({ is: 'failed', reason: 'expired_unapplied', reported: true })
  expect(await statusOf(asked)).toMatchObject({ status: 'failed', reason: 'expired_unapplied' })
  await ground.chain.revert(snapshot)
})

/** For this device the time of the approval has passed. */
const past = async ({ journal }: EvmDevice, { request_id }: EvmAsked): Promise<void> => {
  const entries = await journal.list()
  const entry = entries.find((one) => one.request_id === request_id) as AuthorizationEntry
  await journal.put({ ...entry, max_time: Math.floor(Date.now() / 1000) - 1 })
}

describe('what is not known is said to be unknown', () => {
  test('a claim whose answer is lost is made again, and nothing is handed over before it is heard', async () => {
    const asked = await ground.asked()
    const device = ground.device()
    ground.fate = ({ path }) => (path.endsWith('/status') ? 'lose' : 'pass')
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'unknown', waits_for: 'service' })
    expect(await statusOf(asked)).toMatchObject({ status: 'signed' })
    expect(ground.sealedTexts(asked.request_id).size).toBe(0)
    ground.fate = () => 'pass'
    expect((await device.payer.resume()).map(({ result }) => result.is)).toEqual(['handed_over'])
    expect((await device.whole(asked)).is).toBe('paid')
  }, 120_000)

  test('a hand-over whose answer is lost is made again with the same bytes', async () => {
    const asked = await ground.asked()
    const device = ground.device()
    ground.fate = ({ path }) => (path.endsWith('/authorization') ? 'lose' : 'pass')
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'unknown', waits_for: 'service' })
    expect((await device.entry(asked.request_id))?.state).toBe('claimed')
    ground.fate = () => 'pass'
    // The agent has it already, and may be quicker than this wallet.
    await ground.buy(asked)
    expect(await restarted(device).whole(asked)).toMatchObject({ is: 'paid' })
    expect(ground.sealedTexts(asked.request_id).size).toBe(1)
    expect(await ground.payments(asked.units)).toBe(1)
  }, 120_000)

  test('a chain that does not answer says nothing about the payment', async () => {
    const asked = await ground.asked()
    const device = ground.device()
    await device.payer.pay(asked)
    ground.chain.pause()
    try {
      const [resumed] = await device.payer.resume()
      expect(resumed?.result).toMatchObject({ is: 'unknown', waits_for: 'ledger' })
    } finally {
      ground.chain.resume()
    }
    expect(await device.whole(asked)).toMatchObject({ is: 'paid' })
  }, 60_000)

  test('a payment that was seen and then undone was not paid', async () => {
    const asked = await ground.asked()
    const device = ground.device()
    await device.payer.pay(asked)
    await ground.buy(asked)
    await device.payer.resume()
    expect((await device.entry(asked.request_id))?.seen).toBeDefined()
    await ground.chain.reorganize(1)
    const [undone] = await device.payer.resume()
    expect(undone?.result).not.toHaveProperty('seen')
    expect(await device.entry(asked.request_id)).not.toHaveProperty('seen')
    expect(await device.whole(asked)).toMatchObject({ is: 'paid' })
    expect(await ground.payments(asked.units)).toBe(1)
  })
})

describe('a hand-over that the service does not take', () => {
  /** As if the claim had been answered: the service never heard it. */
  const claimedUnheard = async (asked: EvmAsked) => {
    const { payment_request } = await ground.ready.wallet.paymentRequests.read(asked.request_id)
    const body = { payment_request: { ...payment_request, status: 'signed' }, late: false }
    ground.fate = ({ path }) => (path.endsWith('/status') ? { status: 200, body } : 'pass')
  }

  test('of a payment that this device did not claim: erased, and never followed', async () => {
    const asked = await ground.asked()
    await claimedUnheard(asked)
    const device = ground.device()
    expect(await device.payer.pay(asked)).toEqual({ is: 'not_claimed', why: 'authorization_too_early' })
    ground.fate = () => 'pass'
    expect(await device.entry(asked.request_id)).toMatchObject({ state: 'erased' })
    expect(await device.payer.resume()).toEqual([])
  })

  test('since another one was first: erased, and the first one pays', async () => {
    const asked = await ground.asked()
    const second = ground.device({
      account: 2,
      tell: async ({ step }) => {
        if (step !== 'claim_kept') return
        ground.fate = () => 'pass'
        expect(await ground.device().payer.pay(asked)).toMatchObject({ is: 'handed_over' })
      },
    })
    await claimedUnheard(asked)
    expect(await second.payer.pay(asked)).toEqual({ is: 'not_claimed', why: 'authorization_fixed' })
    expect(await second.entry(asked.request_id)).not.toHaveProperty('sealed')
    await ground.buy(asked)
    expect(await ground.payments(asked.units)).toBe(1)
  })
})

describe('two devices', () => {
  test('of two accounts race: one is handed over, the other authorization is erased unsent', async () => {
    const asked = await ground.asked()
    let waiting = 2
    const both = Promise.withResolvers<undefined>()
    const decide = async () => {
      if (--waiting === 0) both.resolve(undefined)
      await both.promise
      return {}
    }
    const devices = [ground.device({ account: 1, decide }), ground.device({ account: 2, decide })]
    const results = await Promise.all(devices.map(({ payer }) => payer.pay(asked)))
    expect(results.map(({ is }) => is).toSorted()).toEqual(['handed_over', 'not_claimed'])
    const loser = devices[results.findIndex(({ is }) => is === 'not_claimed')]
    expect(await loser?.entry(asked.request_id)).toMatchObject({ state: 'erased' })
    expect(await loser?.entry(asked.request_id)).not.toHaveProperty('sealed')
    await ground.buy(asked)
    expect(await ground.payments(asked.units)).toBe(1)
  })
})

describe('is refused, and nothing is signed:', () => {
  const refusedOf = async (asked: EvmAsked, more: EvmDeviceOptions = {}) => {
    const device = ground.device(more)
    const result = await device.payer.pay(asked)
    expect(await device.journal.list()).toEqual([])
    expect(await statusOf(asked)).toMatchObject({ status: 'pending' })
    return result.is === 'refused' ? result.findings : []
  }

  test('facts other than those that the person saw', async () => {
    const asked = await ground.asked()
    expect(await refusedOf({ ...asked, facts_digest: 'f'.repeat(64) })).toEqual([{ code: 'facts_changed' }])
  })

  test("an address of another host than the payee's domain", async () => {
    const { host } = ground.place
    for (const [url, named] of [
      [`https://api.${host}/weather`, `api.${host}`],
      [`https://${host}.elsewhere.test/weather`, `${host}.elsewhere.test`],
    ] as const) {
      const asked = await ground.asked({ url })
      expect(await refusedOf(asked)).toEqual([{ code: 'wrong_host', host: named, domain: host }])
    }
  })

  test("a key to seal to that the agent's own key did not sign", async () => {
    const { terms } = (await ground.ready.wallet.review((await ground.asked()).request_id)) as {
      terms: { seal: { key: string; agent_key: string; signature: string } }
    }
    const key = Buffer.alloc(32, 7).toString('base64url')
    const asked = await ground.asked({ seal: { ...terms.seal, key } })
    expect(await refusedOf(asked)).toEqual([{ code: 'seal_key_unproven' }])
  })

  test('a key of an agent that this device does not know, unless the person looked at that very key', async () => {
    const asked = await ground.asked()
    const isKnownAgentKey = () => false
    const agent_key = ground.agent_key
    expect(await refusedOf(asked, { isKnownAgentKey })).toEqual([{ code: 'agent_key_unknown', agent_key }])
    const other = { ...asked, agent_key: Buffer.alloc(32, 7).toString('base64url') }
    expect(await refusedOf(other, { isKnownAgentKey })).toEqual([{ code: 'agent_key_unknown', agent_key }])
    const device = ground.device({ isKnownAgentKey })
    expect(await device.payer.pay({ ...asked, agent_key })).toMatchObject({ is: 'handed_over' })
  })

  test('more than the account has beside what it has approved already', async () => {
    const device = ground.device({ account: 3 })
    const [first, second] = [await ground.asked(), await ground.asked()]
    await ground.chain.fund(device.account, first.units + second.units - 1n)
    expect(await device.payer.pay(first)).toMatchObject({ is: 'handed_over' })
    expect(await device.payer.pay(second)).toMatchObject({ is: 'refused', findings: [{ code: 'balance_short' }] })
    expect(await statusOf(second)).toMatchObject({ status: 'pending' })
  })

  test('a signature of another account, or of another authorization', async () => {
    const { signAuthorization } = await import('@pursestrings/evm/sign-authorization')
    const asked = await ground.asked()
    const device = ground.device()
    const lying = ground.device({
      signer: {
        address: () => Promise.resolve(device.account),
        sign: (authorization, domain) => {
          const more = { ...authorization, value: String(BigInt(authorization.value) + 1n) }
          return Promise.resolve(signAuthorization(more, domain, new Uint8Array(32).fill(1)))
        },
      },
    })
    await expect(lying.payer.pay(asked)).rejects.toThrow('another authorization')
    expect(await lying.journal.list()).toEqual([])
  })
})
