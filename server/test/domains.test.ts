import { DOMAINS_MAX } from '@pursestrings/contract/domains/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activeEndpoint } from './deliveries.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, LIST_FILE, proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** Domains are proven over real DNS and real HTTPS; a failed proof changes nothing and says what was seen (specification 3). */
describe('domains', () => {
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const register = async (operator: Operator, method: 'dns' | 'https', domain = 'shop.test') =>
    (await operator.call('POST', '/v1/merchant-domains', { body: { domain, method } })).json
  const verify = (operator: Operator, domain_id: string) =>
    operator.call('POST', `/v1/merchant-domains/${domain_id}/verify`)
  const standing = async ({ call, merchant_id }: Operator, domain_id: string) => [
    (await call('GET', `/v1/merchant-domains/${domain_id}`)).json.domain.status,
    (await call('GET', `/v1/merchants/${merchant_id}`)).json.merchant.status,
  ]

  test('a TXT record that both resolvers see verifies the domain and activates the merchant', async () => {
    const operator = await newOperator(world)
    const { domain, challenge } = await register(operator, 'dns')
    expect(challenge).toMatchObject({ method: 'dns', location: '_svc-challenge.shop.test' })
    expect(await standing(operator, domain.domain_id)).toEqual(['pending', 'pending'])

    await web.publish({ [challenge.location]: 'svc-domain-verification=another' })
    const wrong = await verify(operator, domain.domain_id)
    expect([wrong.status, wrong.json.error?.code]).toEqual([422, 'domain_proof_failed'])
    expect(wrong.json.error.seen).toHaveLength(2)
    expect(wrong.json.error.message).toContain('svc-domain-verification=another')

    await web.publish({ [challenge.location]: challenge.value }, 'first')
    const half = await verify(operator, domain.domain_id)
    expect(half.json.error.seen).toEqual([
      expect.stringContaining(challenge.value),
      expect.stringContaining('no such name'),
    ])
    expect(await standing(operator, domain.domain_id)).toEqual(['pending', 'pending'])

    await web.publish({ [challenge.location]: challenge.value })
    const verified = await verify(operator, domain.domain_id)
    expect(verified.json).toMatchObject({ domain: { status: 'verified' }, merchant_status: 'active' })
    expect(await standing(operator, domain.domain_id)).toEqual(['verified', 'active'])
    const { audit_events } = (await operator.call('GET', '/v1/audit-events')).json
    expect(
      audit_events
        .map((e: { action: string }) => e.action)
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['merchant.activated', 'merchant_domain.verified'])
  })

  test('without a method the challenge is a DNS record', async () => {
    const operator = await newOperator(world)
    const { json } = await operator.call('POST', '/v1/merchant-domains', { body: { domain: 'shop.test' } })
    expect(json.challenge).toMatchObject({ method: 'dns', location: '_svc-challenge.shop.test' })
  })

  test('a file on the TLS-checked site verifies the domain; another text does not', async () => {
    const operator = await newOperator(world)
    const { domain, challenge } = await register(operator, 'https', 'books.test')
    expect(challenge.location).toBe('https://books.test/.well-known/svc-challenge.txt')
    const record = async () => (await operator.call('GET', `/v1/merchant-domains/${domain.domain_id}`)).json
    const before = await record()
    const failed = await verify(operator, domain.domain_id)
    expect(failed.json.error.message).toContain('status 404')
    web.files.set('books.test/.well-known/svc-challenge.txt', `${challenge.value}x`)
    expect((await verify(operator, domain.domain_id)).json.error?.code).toBe('domain_proof_failed')
    expect(await standing(operator, domain.domain_id)).toEqual(['pending', 'pending'])
    // The record itself is as it was; what was seen stands beside it.
    const after = await record()
    expect([after.domain, after.last_check.ok]).toEqual([before.domain, false])
    web.files.set('books.test/.well-known/svc-challenge.txt', `${challenge.value}\n`)
    expect((await verify(operator, domain.domain_id)).status).toBe(200)
    expect(await standing(operator, domain.domain_id)).toEqual(['verified', 'active'])
  })

  test("one merchant's challenge proves nothing for another, and both may prove the same domain", async () => {
    const [one, two] = [await newOperator(world), await newOperator(world, 'Quay Records')]
    const first = await register(one, 'https')
    const second = await register(two, 'https')
    expect(first.challenge.value).not.toBe(second.challenge.value)
    web.files.set('shop.test/.well-known/svc-challenge.txt', first.challenge.value)
    expect((await verify(two, second.domain.domain_id)).status).toBe(422)
    expect((await verify(one, first.domain.domain_id)).status).toBe(200)
    web.files.set('shop.test/.well-known/svc-challenge.txt', second.challenge.value)
    expect((await verify(two, second.domain.domain_id)).status).toBe(200)
  })

  test('registering again replaces the challenge, and only the newest counts', async () => {
    const operator = await newOperator(world)
    const old = await register(operator, 'https')
    const fresh = await register(operator, 'https')
    expect(fresh.domain.domain_id).toBe(old.domain.domain_id)
    web.files.set('shop.test/.well-known/svc-challenge.txt', old.challenge.value)
    expect((await verify(operator, fresh.domain.domain_id)).status).toBe(422)
  })

  test('a challenge can be proven for seven days, by the clock of the database', async () => {
    const operator = await newOperator(world)
    const { domain, challenge } = await register(operator, 'https')
    web.files.set('shop.test/.well-known/svc-challenge.txt', challenge.value)
    await world.database.admin.query('update merchant_domains set challenge_expires_at = now() where challenge = $1', [
      challenge.value,
    ])
    const late = await verify(operator, domain.domain_id)
    expect([late.status, late.json.error?.code]).toEqual([410, 'domain_challenge_expired'])
  })

  test('domains are listed page by page, each merchant its own', async () => {
    const operator = await newOperator(world)
    for (const domain of ['a.shop.test', 'b.shop.test', 'c.shop.test']) await register(operator, 'dns', domain)
    const first = (await operator.call('GET', '/v1/merchant-domains?limit=2')).json
    expect(first.domains.map((d: { domain: string }) => d.domain)).toEqual(['c.shop.test', 'b.shop.test'])
    const rest = (await operator.call('GET', `/v1/merchant-domains?limit=2&cursor=${first.next_cursor}`)).json
    expect([rest.domains.length, rest.next_cursor]).toEqual([1, null])
    expect((await operator.call('GET', '/v1/merchant-domains?cursor=x')).json.error?.code).toBe('cursor_invalid')
  })

  test('a proof that is lost for a day lapses the domain, suspends the merchant, and a new proof revives both', async () => {
    const operator = await newOperator(world)
    const domain_id = await proveHost(web, operator, 'quay.test')
    const uuid = "(select domain_id from merchant_domains where domain = 'quay.test')"
    const sweep = async () => {
      await world.database.admin.query(
        `update merchant_domains set verified_at = now() - interval '31 days' where domain_id = ${uuid}`,
      )
      await world.runJob('domain-reproofs')
    }
    await sweep()
    expect(await standing(operator, domain_id)).toEqual(['verified', 'active'])
    const challenge = web.files.get('quay.test/.well-known/svc-challenge.txt') as string
    web.files.delete('quay.test/.well-known/svc-challenge.txt')
    await sweep()
    expect(await standing(operator, domain_id)).toEqual(['verified', 'active'])
    await world.database.admin.query(
      `update merchant_domains set failing_since = now() - interval '25 hours' where domain_id = ${uuid}`,
    )
    await world.runJob('domain-reproofs')
    expect(await standing(operator, domain_id)).toEqual(['lapsed', 'suspended'])
    web.files.set('quay.test/.well-known/svc-challenge.txt', challenge)
    expect((await verify(operator, domain_id)).status).toBe(200)
    expect(await standing(operator, domain_id)).toEqual(['verified', 'active'])
    const { rows } = await world.database.admin.query(
      'select kind from events where subject_id = $1 order by event_id',
      [uuidOf('dom', domain_id)],
    )
    expect(rows.map(({ kind }) => kind.split('.')[1])).toEqual(['verified', 'failing', 'lapsed', 'verified'])
  })

  test('an organization registers a hundred domains at most, also in a race; one that is there may be registered again', async () => {
    const who = await newOperator(world, 'Many Doors')
    const add = (domain: string) => who.call('POST', '/v1/merchant-domains', { body: { domain, method: 'dns' } })
    const table = 'merchant_domains'
    await world.database.admin.query(
      `insert into ${table} (merchant_id, domain_id, domain, status, method, challenge, challenge_expires_at)
     select $1, gen_random_uuid(), 'door-' || n || '.shop.test', 'pending', 'dns', 'x', now() from generate_series(1, $2) n`,
      [uuidOf('mer', who.merchant_id), DOMAINS_MAX - 2],
    )
    const raced = await Promise.all(['a', 'b', 'c', 'd'].map((name) => add(`${name}.shop.test`)))
    expect(raced.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
    expect((await add('another.shop.test')).json.error.code).toBe('too_many_domains')
    expect((await add('door-1.shop.test')).status).toBe(201)
  })
})

/** A domain that is about to be lost: everybody who should know learns of it in time, and sees what each look saw. */
describe('notices', () => {
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const FILE = '/.well-known/svc-challenge.txt'
  const read = async (who: Operator, domain_id: string) =>
    (await who.call('GET', `/v1/merchant-domains/${domain_id}`)).json
  /** The sweep finds the proof missing, with the failing having begun so many hours ago. */
  const sweep = async (domain_id: string, failing_h?: number) => {
    const { admin } = world.database
    const id = uuidOf('dom', domain_id)
    await admin.query("update merchant_domains set verified_at = now() - interval '31 days' where domain_id = $1", [id])
    if (failing_h !== undefined) {
      const text = 'update merchant_domains set failing_since = now() - make_interval(hours => $2) where domain_id = $1'
      await admin.query(text, [id, failing_h])
    }
    await world.runJob('domain-reproofs')
  }
  const subjectsTo = (who: Operator) =>
    world.mailbox.mails.filter((mail) => mail.to === who.email).map((mail) => mail.subject)
  const kindsOf = async (who: Operator) => {
    const text =
      "select kind from events where merchant_id = $1 and kind::text ~ '^(merchant|recipient)' order by occurred_at"
    const { rows } = await world.database.admin.query(text, [uuidOf('mer', who.merchant_id)])
    return rows.map(({ kind }) => kind)
  }

  test('members are told at the first failed look, 18 hours later and at the lapse, and a new proof brings all back', async () => {
    const who = await newOperator(world, 'Quay Records')
    const domain_id = await proveHost(web, who, 'quay.test')
    const payee = await verifiedPayee(web, who, domain_id, 'quay.test')
    await activate(who, payee)
    expect(await read(who, domain_id)).toMatchObject({
      domain: { failing_since: null, lapses_at: null, notices: [] },
      last_check: { ok: true },
      payees_affected: 1,
    })
    const challenge = web.files.get(`quay.test${FILE}`) as string
    web.files.delete(`quay.test${FILE}`)

    await sweep(domain_id)
    const { domain: failing, last_check, next_check_at } = await read(who, domain_id)
    expect(failing).toMatchObject({ status: 'verified', notices: [{ kind: 'failing', sent_at: expect.any(String) }] })
    expect(last_check).toMatchObject({
      ok: false,
      checks: [
        { from: `https://quay.test${FILE}`, kind: 'file', outcome: 'wrong_status', values: ['404'], matches: false },
      ],
    })
    expect(Date.parse(failing.lapses_at) - Date.parse(failing.failing_since)).toBe(24 * 3_600_000)
    expect(Date.parse(next_check_at) - Date.parse(last_check.checked_at)).toBe(3_600_000)

    // An hour later nobody is told again.
    await sweep(domain_id, 1)
    expect((await read(who, domain_id)).domain.notices).toHaveLength(1)
    await sweep(domain_id, 19)
    await sweep(domain_id, 20)
    expect((await read(who, domain_id)).domain.notices.map((n: { kind: string }) => n.kind)).toEqual([
      'failing',
      'reminder',
    ])
    await sweep(domain_id, 25)
    const { domain: lapsed, next_check_at: after } = await read(who, domain_id)
    expect([lapsed.status, after, lapsed.notices.at(-1).kind]).toEqual(['lapsed', null, 'lapsed'])
    await until(async () => subjectsTo(who).length >= 4)
    expect(subjectsTo(who).slice(-3)).toEqual([
      "We can't verify quay.test",
      'quay.test lapses in a few hours',
      'quay.test lapsed, and its payees are suspended',
    ])

    web.files.set(`quay.test${FILE}`, challenge)
    const back = await who.call('POST', `/v1/merchant-domains/${domain_id}/verify`)
    expect(back.json).toMatchObject({ domain: { notices: [], failing_since: null }, checks: [{ matches: true }] })
    const path = `/v1/recipients/${payee.recipient_id}`
    await until(async () => (await who.call('GET', path)).json.recipient.active_version_id !== null)
    expect(await kindsOf(who)).toEqual([
      'merchant_domain.verified',
      'recipient.version_activated',
      'merchant_domain.failing',
      'merchant_domain.failing',
      'merchant_domain.lapsed',
      'merchant.suspended',
      'recipient.version_suspended',
      'merchant.restored',
      'merchant_domain.verified',
      'recipient.version_revived',
    ])
  })

  test('a suspended payee that the domain no longer lists stays suspended, until the domain lists it again', async () => {
    const who = await newOperator(world, 'Pier Tickets')
    const domain_id = await proveHost(web, who, 'books.test')
    const payee = await verifiedPayee(web, who, domain_id, 'books.test')
    await activate(who, payee)
    const [challenge, list] = [web.files.get(`books.test${FILE}`), web.files.get(`books.test${LIST_FILE}`)] as [
      string,
      string,
    ]
    web.files.delete(`books.test${FILE}`)
    await sweep(domain_id, 25)
    web.files.set(`books.test${FILE}`, challenge)
    web.files.set(`books.test${LIST_FILE}`, '{"recipients":[]}')
    expect((await who.call('POST', `/v1/merchant-domains/${domain_id}/verify`)).status).toBe(200)
    const open = "select from pgboss.job where name = 'proven-domain' and state in ('created', 'active', 'retry')"
    await until(async () => (await world.database.admin.query(open)).rowCount === 0)
    const at = `/v1/recipients/${payee.recipient_id}`
    const now = async () => (await who.call('GET', at)).json.recipient
    expect((await now()).active_version_id).toBeNull()
    web.files.set(`books.test${LIST_FILE}`, list)
    const proof = { recipient_version_id: payee.recipient_version_id, type: 'domain_proof', source_id: domain_id }
    const revived = await who.call('POST', `${at}/verify`, { body: { ...proof, version: (await now()).version } })
    expect(revived.json.recipient.active_version_id).toBe(payee.recipient_version_id)
  })

  test('webhooks tell of domains and of the organization', async () => {
    const who = await newOperator(world, 'Harbour Lights')
    const domain_id = await proveHost(web, who, 'shop.test')
    const place = web.webhooks.place()
    await activeEndpoint(who, { url: place.url, event_types: ['merchant_domain.failing', 'merchant.suspended'] })
    web.files.delete(`shop.test${FILE}`)
    await sweep(domain_id)
    await sweep(domain_id, 25)
    const told = () =>
      web.webhooks.heard
        .filter(({ path }) => path === place.path)
        .map(({ body }) => JSON.parse(body))
        .filter((m) => m.type.startsWith('merchant'))
    await until(async () => told().length >= 2)
    expect(told()).toMatchObject([
      { type: 'merchant_domain.failing', data: { domain_id, domain: 'shop.test', lapses_at: expect.any(String) } },
      { type: 'merchant.suspended', data: { merchant_id: who.merchant_id, suspended_by: 'lapse' } },
    ])
  })

  test('a removed domain is gone, takes its payees out of service, and can be proven again', async () => {
    const who = await newOperator(world, 'Lock Keepers')
    const domain_id = await proveHost(web, who, 'shop.test')
    const payee = await verifiedPayee(web, who, domain_id)
    await activate(who, payee)
    const stranger = await newOperator(world, 'Somebody Else')
    expect((await stranger.call('DELETE', `/v1/merchant-domains/${domain_id}`)).status).toBe(404)
    const removed = await who.call('DELETE', `/v1/merchant-domains/${domain_id}`)
    expect(removed.json).toEqual({ ok: true, removed: true, payees_suspended: 1, merchant_status: 'suspended' })
    expect((await who.call('DELETE', `/v1/merchant-domains/${domain_id}`)).status).toBe(404)
    expect((await who.call('POST', `/v1/merchant-domains/${domain_id}/verify`)).status).toBe(404)
    expect((await who.call('GET', '/v1/merchant-domains')).json.domains).toEqual([])
    const path = `/v1/recipients/${payee.recipient_id}`
    expect((await who.call('GET', path)).json.recipient.active_version_id).toBeNull()
    expect(await proveHost(web, who, 'shop.test')).toBe(domain_id)
    await until(async () => (await who.call('GET', path)).json.recipient.active_version_id !== null)
  })
})
