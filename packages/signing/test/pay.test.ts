/** A wallet pays once: through a real service, on the double, killed between any two steps, beside another device. */
import { createProjectClient, type PayerProof } from '@pursestrings/sdk'
import type { Entry } from '@pursestrings/signing/journal'
import { STEPS, type Step } from '@pursestrings/signing/progress'
import { ownSigner } from '@pursestrings/signing/signer'
import { ownKey } from '@pursestrings/stellar/own-key'
import { isProofSigned, signPayerProof } from '@pursestrings/stellar/payer-proof'
import { bytesOf } from '@pursestrings/stellar/xdr-parts'
import { xdr } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, type Device, type DeviceOptions, type Ground, Killed, startGround } from './ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await startGround()
})
afterAll(() => ground.stop())

const statusOf = async ({ request_id }: Asked) => {
  const { payment_request } = await ground.ready.wallet.paymentRequests.read(request_id)
  const { status, transaction_hash, reason } = payment_request
  return { status, transaction_hash, reason }
}
/** The payment carries the digest, and every report the one proof that the account made of it. */
const expectBound = (id: string, facts_digest: string, { account, transaction_hash = '' }: Partial<Entry>) => {
  expect(ground.memo(transaction_hash)?.toXdr('hex')).toBe(xdr.Memo.memoHash(bytesOf(facts_digest)).toXdr('hex'))
  const [first, ...more] = ground.reports(id).map(({ payer_proof }) => payer_proof)
  expect(first).toMatchObject({ account, signer: account })
  const about = { network: 'stellar_testnet', transaction_hash, facts_digest }
  expect(isProofSigned(first as PayerProof, about)).toBe(true)
  expect(more.length).toBeGreaterThan(0)
  for (const again of more) expect(again).toEqual(first)
}
/** As after a crash: everything is new but the journal. */
const restarted = ({ journal }: Device, more: DeviceOptions = {}) => ground.device({ journal, ...more })

test('pays, reports every step, and knows the end', async () => {
  const asked = await ground.asked()
  const steps: Step[] = []
  const device = ground.device({
    tell: ({ step }) => {
      steps.push(step)
      if (step === 'sent_reported') ground.double.ledger.close()
    },
  })
  const result = await device.payer.pay(asked)
  const transaction_hash = (await device.entry(asked.request_id))?.transaction_hash
  expect(result).toMatchObject({ is: 'paid', transaction_hash, reported: true })
  expect(steps).toEqual(STEPS)
  expect(await statusOf(asked)).toMatchObject({ status: 'confirmed', transaction_hash })
  expect(ground.payments(asked.units)).toBe(1)
  expect(await device.entry(asked.request_id)).not.toHaveProperty('envelope')
  expect(ground.reports(asked.request_id).map(({ status }) => status)).toEqual([
    'signed',
    'broadcasted',
    'broadcasted',
    'confirmed',
  ])
  expectBound(asked.request_id, asked.facts_digest, (await device.entry(asked.request_id)) ?? {})

  const again = await restarted(device).payer.pay(asked)
  expect(again).toEqual(result)
  expect(await device.payer.resume()).toEqual([])
  expect(ground.payments(asked.units)).toBe(1)
})

describe('killed after', () => {
  const BEFORE_THE_JOURNAL: readonly Step[] = ['reviewed', 'checked', 'built', 'signed']

  test.each(STEPS)('%s: the next start brings it to its end, paid once', async (dies_at) => {
    const asked = await ground.asked()
    const device = ground.device({ dies_at })
    await expect(device.payer.pay(asked)).rejects.toThrow(Killed)
    const next = restarted(device, { signer: undefined })
    const resumed = await next.payer.resume()
    if (BEFORE_THE_JOURNAL.includes(dies_at)) {
      expect(resumed).toEqual([])
      expect(await statusOf(asked)).toMatchObject({ status: 'pending' })
      expect(await restarted(device).payer.pay(asked)).toMatchObject({ is: 'paid' })
    } else {
      expect(resumed.map(({ result }) => result.is)).toEqual(dies_at === 'report_kept' ? [] : ['paid'])
    }
    expect(await statusOf(asked)).toMatchObject({ status: 'confirmed' })
    expect(ground.payments(asked.units)).toBe(1)
    const entry = await device.entry(asked.request_id)
    expect(entry?.state).toBe('reported')
    expectBound(asked.request_id, asked.facts_digest, entry ?? {})
  })

  test.each(['kept', 'claimed', 'claim_kept', 'sent', 'settled'] as const)(
    '%s, and approved again instead of resumed: the same payment goes on',
    async (dies_at) => {
      const asked = await ground.asked()
      const device = ground.device({ dies_at })
      await expect(device.payer.pay(asked)).rejects.toThrow(Killed)
      expect(await restarted(device).payer.pay(asked)).toMatchObject({ is: 'paid' })
      expect(ground.payments(asked.units)).toBe(1)
    },
  )
})

describe('an agent payment', () => {
  const create = async (amount: string) => {
    const { merchant, payee, connection_id } = ground.ready
    const { project_id } = (await merchant.projects.create({ name: `Assistant ${amount}` })).project
    const { secret: api_key } = await merchant.apiKeys.create(project_id, { name: 'Server' })
    const { recipient_id, recipient_version_id } = payee
    const { agentPayments } = createProjectClient({ base_url: ground.place.base_url, api_key })
    return agentPayments.create({ initiator: 'human', connection_id, recipient_id, recipient_version_id, amount })
  }

  test('is bound in both ways, too', async () => {
    const { id, facts_digest } = await create('1.9')
    const device = ground.device()
    const result = await device.payer.pay({ request_id: id, kind: 'agent_payment', facts_digest })
    expect(result).toMatchObject({ is: 'paid', reported: true })
    expect(ground.payments(19_000_000n)).toBe(1)
    expectBound(id, facts_digest, (await device.entry(id)) ?? {})
  })

  test('that a wallet pays in its own way is reported with the proof that this wallet makes', async () => {
    const { id } = await create('1.8')
    const { address: account, sign } = ownKey(new Uint8Array(32).fill(1))
    const transaction_hash = 'ab'.repeat(32)
    const made: PayerProof[] = []
    await ground.wallet.payAgentPayment(id, async ({ facts, agent_payment: { facts_digest } }) => {
      const payment = { network: facts.payment.network, transaction_hash, facts_digest }
      const payer_proof = await signPayerProof(payment, { account, sign })
      made.push(payer_proof)
      return { transaction_hash, payer_proof }
    })
    expect(ground.reports(id)).toMatchObject([{ status: 'approved' }, { status: 'submitted', payer_proof: made[0] }])
  })
})

test('a signer that proves nothing pays all the same, bound by the reference alone', async () => {
  const asked = await ground.asked()
  const { prove: _, ...signer } = ownSigner(ownKey(new Uint8Array(32).fill(1)))
  const device = ground.device({ signer })
  const result = await device.payer.pay(asked)
  expect(result).toMatchObject({ is: 'paid', reported: true })
  expect(await device.entry(asked.request_id)).not.toHaveProperty('payer_proof')
  for (const report of ground.reports(asked.request_id)) expect(report).not.toHaveProperty('payer_proof')
})

describe('two devices', () => {
  test('of two accounts race: one claim wins, the other envelope is erased unsent', async () => {
    const asked = await ground.asked()
    // Both have read the request and signed before either claims.
    let waiting = 2
    const both = Promise.withResolvers<undefined>()
    const decide = async () => {
      if (--waiting === 0) both.resolve(undefined)
      await both.promise
      return {}
    }
    const devices = [ground.device({ account: 1, decide }), ground.device({ account: 2, decide })]
    const results = await Promise.all(devices.map(({ payer }) => payer.pay(asked)))
    expect(results.map(({ is }) => is).toSorted()).toEqual(['not_claimed', 'paid'])
    expect(ground.payments(asked.units)).toBe(1)
    const entries = await Promise.all(devices.map((device) => device.entry(asked.request_id)))
    expect(entries.find((entry) => entry?.state === 'erased')).not.toHaveProperty('envelope')
  })

  test('of one account race: they make the same bytes, or one of them loses', async () => {
    for (let round = 0; round < 5; round++) {
      const asked = await ground.asked()
      const results = await Promise.all([ground.device(), ground.device()].map(({ payer }) => payer.pay(asked)))
      expect(results.map(({ is }) => is)).toContain('paid')
      expect(ground.payments(asked.units)).toBe(1)
    }
  })

  test('one dies after its claim, the other decides: nothing is paid by the other', async () => {
    const asked = await ground.asked()
    const first = ground.device({ account: 1, dies_at: 'claimed' })
    await expect(first.payer.pay(asked)).rejects.toThrow(Killed)
    const second = await ground.device({ account: 2 }).payer.pay(asked)
    expect(second).toMatchObject({ is: 'refused', findings: [{ code: 'not_pending', status: 'signed' }] })
    expect(ground.payments(asked.units)).toBe(0)
    await restarted(first).payer.resume()
    expect(ground.payments(asked.units)).toBe(1)
  })
})

describe('the claim', () => {
  const PATH = /\/status$/

  test('whose answer is lost is repeated, and nothing is sent before it is heard', async () => {
    const asked = await ground.asked()
    const device = ground.device()
    ground.fate = ({ path }) => (PATH.test(path) ? 'lose' : 'pass')
    const result = await device.payer.pay(asked)
    expect(result).toMatchObject({ is: 'unknown', waits_for: 'service' })
    expect(await statusOf(asked)).toMatchObject({ status: 'signed' })
    ground.double.ledger.close()
    expect(ground.payments(asked.units)).toBe(0)
    ground.fate = () => 'pass'
    expect((await device.payer.resume()).map((one) => one.result.is)).toEqual(['paid'])
    expect(ground.payments(asked.units)).toBe(1)
  }, 120_000)

  test('of a request that expired meanwhile is answered 200 and late: the envelope is erased', async () => {
    const asked = await ground.asked()
    const device = ground.device({
      tell: async ({ step }) => {
        if (step === 'kept') await ground.place.noticeExpiry(asked.request_id)
      },
    })
    expect(await device.payer.pay(asked)).toEqual({ is: 'not_claimed', why: 'late' })
    expect(await device.entry(asked.request_id)).toMatchObject({ state: 'erased' })
    expect(await device.entry(asked.request_id)).not.toHaveProperty('envelope')
    ground.double.ledger.close()
    expect(ground.payments(asked.units)).toBe(0)
  })

  test.each([
    ['another hash', (body: string) => body.replace(/"transaction_hash":"[0-9a-f]/, '"transaction_hash":"x')],
    ['no hash', (body: string) => body.replaceAll('"transaction_hash"', '"other"')],
    ['another digest', (body: string) => body.replace(/"facts_digest":"[0-9a-f]/, '"facts_digest":"x')],
  ])('that is answered 200 with %s lets nothing be sent', async (_, alter) => {
    const asked = await ground.asked()
    ground.fate = ({ path }) => (PATH.test(path) ? { alter } : 'pass')
    const result = await ground.device().payer.pay(asked)
    ground.fate = () => 'pass'
    expect(result).toEqual({ is: 'not_claimed', why: 'not_confirmed' })
    ground.double.ledger.close()
    expect(ground.payments(asked.units)).toBe(0)
  })

  test('of a request that another device took meanwhile is refused', async () => {
    const asked = await ground.asked()
    const device = ground.device({
      tell: async ({ step }) => {
        if (step === 'kept')
          await ground.ready.wallet.paymentRequests.reportStatus(asked.request_id, { status: 'signed' })
      },
    })
    expect(await device.payer.pay(asked)).toEqual({ is: 'not_claimed', why: 'it is signed' })
    expect(ground.payments(asked.units)).toBe(0)
  })
})

test('facts other than those that the person saw are not signed', async () => {
  const asked = await ground.asked()
  const device = ground.device()
  const result = await device.payer.pay({ ...asked, facts_digest: 'f'.repeat(64) })
  expect(result).toEqual({ is: 'refused', findings: [{ code: 'facts_changed' }] })
  expect(await device.journal.list()).toEqual([])
})

test('while one payment of an account is on its way, no other is signed', async () => {
  const [one, two] = [await ground.asked(), await ground.asked()]
  const device = ground.device({ dies_at: 'sent' })
  await expect(device.payer.pay(one)).rejects.toThrow(Killed)
  const next = restarted(device)
  expect(await next.payer.pay(two)).toMatchObject({ is: 'refused', findings: [{ code: 'payment_in_flight' }] })
  await next.payer.resume()
  expect(await next.payer.pay(two)).toMatchObject({ is: 'paid' })
})
