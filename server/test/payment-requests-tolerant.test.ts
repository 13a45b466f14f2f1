import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asking, freshKey, newAsking } from './asking.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { sharedWorld, startWorld, type World } from './world.ts'

/** A create takes more than it names, as the record does (spec 2.1): what is more changes nothing, unless it is a payment fact. */
describe('more than was asked', () => {
  let web: MerchantWeb
  let world: World
  let asking: Asking
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, PENDING_MAX: '1000' })
    asking = await newAsking(world, web)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const MORE = {
    protocol: 'svc.payment_request.v1',
    connection_id: 'con_of_somebody',
    status: 'confirmed',
    created_at: 'yesterday',
    note_of_client: { any: ['thing'] },
    source: { app: 'till' },
    payee: { name: 'Somebody else', verified: true },
    payment: { amount: '12.5', note: 'x' },
    policy: { requires_user_approval: true, approved_in_advance: true },
  }

  test('fields that a create does not name change nothing of the request', async () => {
    const made = await asking.asked(MORE)
    expect(made).toMatchObject({
      connection_id: asking.connection_id,
      status: 'pending',
      payee: { name: expect.stringMatching(/^Till/) },
      payment: { amount: '12.5', to: asking.payee.address },
      policy: { requires_user_approval: true },
    })
    expect(Object.keys(made.policy)).toEqual(['requires_user_approval'])
    expect(JSON.stringify(made)).not.toMatch(/note_of|"note"|in_advance|"till"|Somebody/)
  })

  test('they do not count as part of the intent: the same key with and without them is one request', async () => {
    const key = { idempotency_key: freshKey() }
    const first = await asking.ask({ ...key, payment: { amount: '12.5' } })
    for (const more of [MORE, { ...MORE, source: { app: 'another' } }, { payment: { amount: '12.5' } }]) {
      const again = await asking.ask({ ...key, ...more })
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
      expect(again.json.payment_request.request_id).toBe(first.json.payment_request.request_id)
    }
    const other = await asking.ask({ ...key, ...MORE, payment: { amount: '99', note: 'x' } })
    expect([other.status, other.json.error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('a payment fact in them is refused wherever it stands, and so is what claims an identity', async () => {
    const places: readonly (readonly [object, string])[] = [
      [{ address: 'x' }, 'address'],
      [{ issuer: 'x' }, 'issuer'],
      [{ payment: { amount: '1', to: 'x' } }, 'payment.to'],
      [{ payment: { amount: '1', routing: { Pay_To: 'x' } } }, 'payment.routing.Pay_To'],
      [{ payee: { name: 'x', address: 'x' } }, 'payee.address'],
      [{ source: { wallet: 'x' } }, 'source.wallet'],
      [{ policy: { requires_user_approval: true, limits: [{ asset: 'x' }] } }, 'policy.limits.0.asset'],
      [{ note: '{"memo":"x"}' }, 'note.$.memo'],
    ]
    for (const [more, field] of places) {
      const { status, json } = await asking.ask(more)
      expect([field, status, json.error.code, json.error.field]).toEqual([field, 422, 'override_forbidden', field])
    }
    const claimed = await asking.ask({ agent_id: 'agt_1' })
    expect([claimed.status, claimed.json.error.code]).toEqual([422, 'identity_field_forbidden'])
  })

  test('they are no way round a rule: approval stays needed, and their size and depth have an end', async () => {
    const denied = await asking.ask({ policy: { requires_user_approval: false, note: 'x' } })
    expect([denied.status, denied.json.error.field]).toEqual([422, 'policy.requires_user_approval'])
    const deep = Array.from({ length: 12 }).reduce<object>((inside) => ({ inside }), {})
    for (const [more, code] of [
      [{ note: 'x'.repeat(9_000) }, 'too_long'],
      [{ note: deep }, 'too_deep'],
    ] as const) {
      const { status, json } = await asking.ask(more)
      expect([status, json.error.field, json.error.issues[0].code]).toEqual([422, 'body', code])
    }
  })
})

/** A link that was asked for with `bind` works where it was asked for, and nowhere else. */
describe('bound links', () => {
  let world: World
  let boxes = 0
  beforeAll(async () => {
    world = await sharedWorld()
  })

  const ask = async () => {
    const email = `bound-${boxes++}@merchant.example`
    const asked = await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email, bind: true } })
    const cookie = (asked.headers.get('set-cookie') as string).split(';')[0] as string
    const token = /#token=(\S+)/.exec((await world.mailbox.next(email)).text)?.[1] as string
    const verify = async (sent: { code?: string; cookie?: string } = {}) => {
      const answer = await world.call('POST', '/v1/merchant-accounts/email-verifications', {
        body: { token, ...(sent.code !== undefined && { code: sent.code }) },
        headers: sent.cookie === undefined ? {} : { cookie: sent.cookie },
      })
      const { code, email: told } = answer.json.error ?? {}
      return [answer.status, code, ...(told === undefined ? [] : [told])]
    }
    return { asked, cookie, email, code: asked.json.code as string, verify }
  }

  test('a scanner that follows the link a hundred times uses nothing up; the browser that asked goes on', async () => {
    const { asked, cookie, email, verify } = await ask()
    expect(asked.headers.get('set-cookie')).toMatch(/^__Host-svc_sign_in=.*HttpOnly; Secure; SameSite=Strict/)
    for (let tries = 0; tries < 100; tries++) expect(await verify()).toEqual([403, 'sign_in_code_required', email])
    expect(await verify({ cookie })).toEqual([200, undefined])
    expect(await verify({ cookie })).toEqual([410, 'sign_in_link_spent'])
  })

  test('another browser needs the code and is told whose link it is, however the code is typed, and a cookie of another link is none', async () => {
    const [one, other] = [await ask(), await ask()]
    expect(await one.verify({ cookie: other.cookie })).toEqual([403, 'sign_in_code_required', one.email])
    expect(await one.verify({ code: other.code })).toEqual([403, 'sign_in_code_required', one.email])
    expect(await one.verify({ code: one.code.toLowerCase().replace('-', ' ') })).toEqual([200, undefined])
  })

  test('five wrong codes use the link up, for whoever asked too', async () => {
    const { cookie, code, verify } = await ask()
    const wrong = code.startsWith('B') ? 'CCCC-CCCC' : 'BBBB-BBBB'
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify({ code: wrong })))
    expect(answers.filter(([status]) => status === 403)).toHaveLength(5)
    expect(await verify({ code })).toEqual([410, 'sign_in_link_spent'])
    expect(await verify({ cookie })).toEqual([410, 'sign_in_link_spent'])
  })

  test('whoever does not ask for it gets neither cookie nor code', async () => {
    const email = 'unbound@merchant.example'
    const asked = await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email } })
    expect([asked.headers.get('set-cookie'), asked.json.code]).toEqual([null, undefined])
  })
})
