import { SIGN_IN_LINK_LIFETIME_S } from '@pursestrings/contract/merchant-accounts/records'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../tools/dev/free-port.ts'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { QUEUES } from '../src/platform/jobs/queues.ts'
import { startMailbox } from './mailbox.ts'
import { grantFor, linkFor, newOperator, operatorOf } from './operator.ts'
import { madeInAll, raceOneSignIn } from './races.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** The journey of an operator, from a mailbox to an open session and out again (specification 4.1). */
describe('sign in', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.stop())

  test('a new operator goes from e-mail to an open session, and sign-out ends it at once', async () => {
    const email = 'first@merchant.example'
    const { account, merchant_choices, grant } = await grantFor(world, email)
    expect(account.email).toBe(email)
    expect(merchant_choices).toEqual([])
    const created = await world.call('POST', '/v1/merchants', { body: { grant, name: 'Harbour Books' } })
    expect(created.json.merchant).toMatchObject({ name: 'Harbour Books', status: 'pending', version: 1 })
    const opened = await world.call('POST', '/v1/merchant-sessions', { body: { grant: created.json.grant } })
    expect(opened.headers.get('set-cookie')).toMatch(
      /^__Host-svc_session=svc_session_\w+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(opened.json.session_token).toBeUndefined()

    const operator = operatorOf(world, email, opened)
    const me = await operator.call('GET', '/v1/merchant-sessions/current')
    expect(me.json).toMatchObject({ merchant: created.json.merchant, account: { email } })
    expect(me.json.csrf_token).not.toBe(operator.csrf)

    const left = await operator.call('DELETE', '/v1/merchant-sessions/current')
    expect(left.json).toEqual({ ok: true, closed: 1 })
    expect(left.headers.get('set-cookie')).toContain('__Host-svc_session=;')
    expect((await operator.call('GET', '/v1/merchant-sessions/current')).json.error?.code).toBe('credential_invalid')
  })

  test('a returning operator chooses an organization; a choice means nothing with another grant', async () => {
    const { email } = await newOperator(world, 'Harbour Books')
    const second = await grantFor(world, email)
    await world.call('POST', '/v1/merchants', { body: { grant: second.grant, name: 'Quay Records' } })

    const returning = await grantFor(world, email)
    expect(returning.merchant_choices.map((c) => c.name)).toEqual(['Harbour Books', 'Quay Records'])
    const again = await grantFor(world, email)
    const grant = again.grant
    for (const body of [{ grant }, { grant, choice: returning.merchant_choices[0]?.choice }, { grant, choice: 'x' }]) {
      const refused = await world.call('POST', '/v1/merchant-sessions', { body })
      expect([refused.status, refused.json.error.code]).toEqual([422, 'merchant_choice_required'])
    }
    const choice = again.merchant_choices[1]?.choice
    const opened = await world.call('POST', '/v1/merchant-sessions', { body: { grant, choice } })
    expect(opened.json.merchant.name).toBe('Quay Records')
  })

  test('a bearer session works without cookie and proof, and only as a bearer', async () => {
    const { email } = await newOperator(world)
    const { grant } = await grantFor(world, email)
    const opened = await world.call('POST', '/v1/merchant-sessions', { body: { grant, transport: 'bearer' } })
    expect(opened.headers.get('set-cookie')).toBeNull()
    expect(opened.json.csrf_token).toBeNull()
    const token = opened.json.session_token as string
    const { merchant_id } = opened.json.merchant
    const renamed = await world.call('PATCH', `/v1/merchants/${merchant_id}`, {
      body: { name: 'Harbour Books & Maps', version: 1 },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(renamed.json.merchant).toMatchObject({ name: 'Harbour Books & Maps', version: 2 })
    const asCookie = await world.call('GET', '/v1/merchants', { headers: { cookie: `__Host-svc_session=${token}` } })
    expect(asCookie.json.error?.code).toBe('credential_invalid')
  })

  test('a session that a browser already carries is not taken over by signing in', async () => {
    const { email } = await newOperator(world)
    const { grant } = await grantFor(world, email)
    const planted = (await newOperator(world)).cookie
    const opened = await world.call('POST', '/v1/merchant-sessions', { body: { grant }, headers: { cookie: planted } })
    expect(opened.status).toBe(201)
    expect(opened.headers.get('set-cookie')).not.toContain(planted)
  })

  test('used, expired, mistyped and invented links and grants get one and the same answer', async () => {
    const token = await linkFor(world, 'spent@merchant.example')
    const verify = (t: string) =>
      world.call('POST', '/v1/merchant-accounts/email-verifications', {
        body: { token: t },
        headers: { 'x-request-id': 'r' },
      })
    const { grant } = (await verify(token)).json
    const late = await linkFor(world, 'late@merchant.example')
    await world.database.admin.query(
      "update one_time_codes set expires_at = now() where email = 'late@merchant.example'",
    )
    const links = await Promise.all([token, late, `${token.slice(0, -1)}x`, 'svc_link_invented', ''].map(verify))
    expect(new Set(links.map((a) => `${a.status} ${a.text}`)).size).toBe(1)
    expect(links[0]?.json.error?.code).toBe('sign_in_link_spent')

    const open = (given: string) =>
      world.call('POST', '/v1/merchant-sessions', { body: { grant: given }, headers: { 'x-request-id': 'r' } })
    const found = (given: string) =>
      world.call('POST', '/v1/merchants', { body: { grant: given, name: 'X' }, headers: { 'x-request-id': 'r' } })
    const { grant: next } = (await found(grant)).json
    expect((await found(next)).json.error?.code).toBe('grant_spent')
    expect((await open(next)).status).toBe(201)
    const stale = await grantFor(world, 'stale@merchant.example')
    await world.database.admin.query('update one_time_codes set expires_at = now() where used_at is null')
    const spent = [next, grant, stale.grant, 'x'].map(open)
    const grants = await Promise.all([...spent, found(grant), found(stale.grant), found('')])
    expect(new Set(grants.map((a) => `${a.status} ${a.text}`)).size).toBe(1)
    expect(grants[0]?.json.error?.code).toBe('grant_spent')
  })

  test('a session ends after 30 minutes of silence and after 12 hours, by the clock of the database', async () => {
    const ages = [
      ["last_seen_at = now() - interval '29 minutes 55 seconds'", 200],
      ["last_seen_at = now() - interval '30 minutes 1 second'", 401],
      ["expires_at = now() + interval '5 seconds'", 200],
      ['expires_at = now()', 401],
    ] as const
    for (const [change, status] of ages) {
      const { call, merchant_id } = await newOperator(world)
      await world.database.admin.query(`update merchant_sessions set ${change}
      where expires_at = (select max(expires_at) from merchant_sessions)`)
      expect((await call('GET', `/v1/merchants/${merchant_id}`)).status).toBe(status)
    }
  })

  test('known and unknown mailboxes get byte-equal answers, and mail in the same words', async () => {
    const { email } = await newOperator(world)
    const register = (to: string) =>
      world.call('POST', '/v1/merchant-accounts/registrations', {
        body: { email: to },
        headers: { 'x-request-id': 'r' },
      })
    const strange = 'unknown@merchant.example'
    const seen = world.mailbox.mails.filter((m) => m.to === email).length
    const [known, unknown] = [await register(email), await register(strange)]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const names = ({ headers }: typeof known) => [...headers.keys()].toSorted()
    expect(names(known)).toEqual(names(unknown))
    const words = (text: string) => text.replace(/#token=\S+/, '').replace(/ as \S+,/, '')
    expect(words((await world.mailbox.next(email, seen)).text)).toBe(words((await world.mailbox.next(strange)).text))
  })

  test('the address is one mailbox, whatever its case, and never a list or a header', async () => {
    const token = await linkFor(world, 'case@merchant.example')
    expect(token).toBeDefined()
    const again = await world.call('POST', '/v1/merchant-accounts/registrations', {
      body: { email: 'CASE@Merchant.Example' },
    })
    expect(again.status).toBe(202)
    await world.mailbox.next('case@merchant.example', 1)
    const odd = [
      'a@x.example,b@y.example',
      'a@x.example\r\nBcc: b@y.example',
      '<a@x.example>',
      'a b@x.example',
      'a@x',
      '@x.example',
    ]
    for (const email of odd) {
      const refused = await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email } })
      expect([refused.status, refused.json.error.field]).toEqual([422, 'email'])
    }
  })

  test('two writers with the same version: one wins, the other learns the current version', async () => {
    const { call, merchant_id } = await newOperator(world)
    const rename = (name: string, version: number) =>
      call('PATCH', `/v1/merchants/${merchant_id}`, { body: { name, version } })
    for (let version = 1; version <= 10; version++) {
      const answers = await Promise.all([rename('A', version), rename('B', version)])
      expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const loser = answers.find((a) => a.status === 409)
      expect(loser?.json.error).toMatchObject({ code: 'version_conflict', current_version: version + 1 })
    }
  })

  test('every change stands in the audit log, newest first, page by page', async () => {
    const { call, merchant_id, email } = await newOperator(world)
    for (let version = 1; version <= 4; version++) {
      await call('PATCH', `/v1/merchants/${merchant_id}`, { body: { name: `Name ${version}`, version } })
    }
    const actions: string[] = []
    let cursor: string | null = null
    do {
      const page = await call('GET', `/v1/audit-events?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      expect(page.json.audit_events.length).toBeLessThanOrEqual(2)
      actions.push(...page.json.audit_events.map((e: { action: string }) => e.action))
      cursor = page.json.next_cursor
    } while (cursor)
    const renamed = Array.from({ length: 4 }, () => 'merchant.renamed')
    expect(actions).toEqual([...renamed, 'merchant_session.opened', 'merchant.created'])
    // The mailbox is shown from the account as it is now: what is kept does not hold it.
    const { rows: kept } = await world.database.admin.query('select details::text from audit_events')
    expect(JSON.stringify(kept)).not.toContain(email)
    expect((await call('GET', '/v1/audit-events?cursor=nonsense')).json.error?.code).toBe('cursor_invalid')
    expect((await call('GET', '/v1/audit-events?limit=101')).json.error.issues).toEqual([
      { code: 'out_of_range', field: 'limit', message: expect.any(String) },
    ])
  })

  test('names are kept in NFC and may hide nothing', async () => {
    const { call, merchant_id } = await newOperator(world)
    const renamed = await call('PATCH', `/v1/merchants/${merchant_id}`, { body: { name: 'Cafe\u0301', version: 1 } })
    expect(renamed.json.merchant.name).toBe('Caf\u00e9')
    for (const name of ['a\u202eb', 'a\u200bb', 'a\u0000b', ' a', '', 'x'.repeat(121)]) {
      const refused = await call('PATCH', `/v1/merchants/${merchant_id}`, { body: { name, version: 2 } })
      expect([refused.status, refused.json.error.field]).toEqual([422, 'name'])
    }
  })
})

/** A sign-in mail is tried for as long as its link would live; then it waits for an operator, and is sent with a link that works. */
describe('letters', () => {
  test.each(['sign-in-mail', 'step-up-mail'] as const)('%s is tried until what it carries would be over', (queue) => {
    const { retryLimit, retryDelay, retryDelayMax } = QUEUES[queue]
    // pg-boss draws each pause between this and twice as much.
    const in_all = (factor: number) =>
      Array.from({ length: retryLimit }, (_, n) => Math.min(factor * retryDelay * 2 ** n, retryDelayMax)).reduce(
        (a, b) => a + b,
      )
    expect(in_all(1)).toBeGreaterThanOrEqual(SIGN_IN_LINK_LIFETIME_S)
    expect(in_all(2)).toBeLessThan(1.1 * SIGN_IN_LINK_LIFETIME_S)
  })

  test('a mail server that comes back later than that loses nobody: the mail is a dead letter, and its replay brings a link', async () => {
    const port = await freePort()
    const world = await startWorld({ SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'silent' })
    const sql = (text: string) => world.database.admin.query(text)
    await sql(
      "update pgboss.queue set retry_limit = 1, retry_delay = 0, retry_backoff = false where name = 'sign-in-mail'",
    )
    const email = 'waiting@merchant.example'
    expect((await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email } })).status).toBe(202)
    const admin = (...words: string[]) => runAdmin(readConfig(world.settings), ['dead-letters', ...words])
    await until(async () => (await admin('list')) !== 'no dead letters')
    expect(await admin('list')).toContain(`sign-in-mail`)
    const mailbox = await startMailbox(port)
    // It waits for connections that the service keeps.
    onTestFinished(() => world.stop().then(mailbox.stop))
    expect(await admin('replay', '--queue', 'sign-in-mail')).toBe('replayed 1')
    const { text } = await mailbox.next(email)
    const token = /#token=(svc_link_\w+)/.exec(text)?.[1]
    const opened = await world.call('POST', '/v1/merchant-accounts/email-verifications', { body: { token } })
    expect([opened.status, opened.json.account?.email]).toEqual([200, email])
  })
})

/** One-time things are used once, however many callers race for them. More rounds: `npm run faults -- one-time`. */
describe('one time', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ LOG_LEVEL: 'silent' })
  })
  afterAll(() => world.stop())

  test('a link, the grant it gives and the grant after that: one winner of 64 each', async () => {
    for (let round = 0; round < 5; round++) await raceOneSignIn(world, `race-${round}@merchant.example`)
    expect(await madeInAll(world)).toEqual({ merchants: 5, accounts: 5 })
  })

  test('two proofs of one new mailbox at once end in one account', async () => {
    const email = 'twice@merchant.example'
    const [one, two] = [await linkFor(world, email), await linkFor(world, email)]
    const answers = await Promise.all(
      [one, two].map((token) => world.call('POST', '/v1/merchant-accounts/email-verifications', { body: { token } })),
    )
    expect(new Set(answers.map((a) => a.json.account.account_id)).size).toBe(1)
    expect((await grantFor(world, email)).account.account_id).toBe(answers[0]?.json.account.account_id)
  })
})
