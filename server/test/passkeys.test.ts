import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, skipBrowserTests } from '../../tests/e2e/browser.ts'
import { newMember, newOperator, type Operator, operatorOf } from './operator.ts'
import { type Asked, newAuthenticator } from './passkey.ts'
import { sharedWorld, startWorld, type World } from './world.ts'

/** Passkeys: another way in, and what confirms a change; with every lie that an answer could tell. */
describe('passkeys', () => {
  const BASE_URL = 'http://localhost:8787'
  let world: World
  beforeAll(async () => {
    world = await startWorld({ LOG_LEVEL: 'silent', BASE_URL })
  })
  afterAll(() => world.stop())

  type Authenticator = ReturnType<typeof newAuthenticator>
  const said = ({ status, json }: { status: number; json: { error?: { code: string } } }) => [status, json.error?.code]
  const challengeFor = async (who: Operator, purpose: string): Promise<Asked> =>
    (await who.call('POST', '/v1/passkeys/challenges', { body: { purpose } })).json
  const register = (who: Operator, attestation: object) =>
    who.call('POST', '/v1/passkeys', { body: { name: 'Work laptop', attestation } })
  const withPasskey = async (who: Operator): Promise<Authenticator> => {
    const authenticator = newAuthenticator(BASE_URL)
    const added = await register(who, authenticator.create(await challengeFor(who, 'register')))
    expect(added.status).toBe(201)
    return authenticator
  }
  const sessionOf = async (who: Operator): Promise<string> =>
    (await who.call('GET', '/v1/merchant-sessions/current')).json.session.session_id
  const stepUp = async (who: Operator, body: object, session_id?: string) =>
    who.call('POST', `/v1/merchant-sessions/${session_id ?? (await sessionOf(who))}/step-up`, { body })
  const signIn = (assertion: object) => world.call('POST', '/v1/passkeys/sign-ins', { body: { assertion } })
  const asked = async (): Promise<Asked> => (await world.call('POST', '/v1/passkeys/sign-in-challenges')).json
  /** An extension that needs a confirmation, and an operation of the specification that does. */
  const createKey = (who: Operator) =>
    who.call('POST', '/v1/merchant-keys', { body: { name: 'Server', scopes: ['audit:read'] } })
  const proveDomain = (who: Operator) => who.call('POST', '/v1/merchant-domains/dom_01k0000000e008000000000000/verify')
  const later = (who: Operator) =>
    world.database.admin.query(
      `update merchant_sessions set mail_proven_at = mail_proven_at - interval '5 minutes',
       passkey_proven_at = passkey_proven_at - interval '5 minutes'
     where account_id = (select account_id from accounts where email = $1)`,
      [who.email],
    )

  test('a passkey opens what a link from a mail opens, and the session says so', async () => {
    const operator = await newOperator(world)
    const authenticator = await withPasskey(operator)
    const { account, grant, merchant_choices } = (await signIn(authenticator.get(await asked()))).json
    expect([account.email, merchant_choices.length]).toEqual([operator.email, 1])
    const opened = await world.call('POST', '/v1/merchant-sessions', { body: { grant } })
    const again = operatorOf(world, operator.email, opened)
    expect((await again.call('GET', '/v1/merchant-sessions/current')).json.session.signed_in_by).toBe('passkey')
    expect((await createKey(again)).status).toBe(201)
    expect((await world.mailbox.next(operator.email, 0, 'passkey')).text).toContain('"Work laptop" was added')
    expect((await operator.call('GET', '/v1/members')).json.members[0].passkey_count).toBe(1)
  })

  test('every lie is refused: page, host, device without a check, counter, purpose, replay, another key', async () => {
    const operator = await newOperator(world)
    const authenticator = await withPasskey(operator)
    const lies = [{ origin: 'https://evil.example' }, { rp_id: 'evil.example' }, { verified: false }, { counter: 0 }]
    for (const lie of [...lies, { type: 'webauthn.create' }]) {
      expect(said(await signIn(authenticator.get(await asked(), lie)))).toEqual([403, 'passkey_refused'])
    }
    const good = authenticator.get(await asked())
    const bent = { ...good, signature: newAuthenticator(BASE_URL).get(await asked()).signature }
    expect(said(await signIn(bent))).toEqual([403, 'passkey_refused'])
    expect((await signIn(good)).status).toBe(200)
    expect(said(await signIn(good))).toEqual([403, 'passkey_refused'])
    expect(said(await signIn(newAuthenticator(BASE_URL).get(await asked())))).toEqual([403, 'passkey_refused'])
    expect(said(await signIn(authenticator.get(await challengeFor(operator, 'step_up'))))).toEqual([
      403,
      'passkey_refused',
    ])
    expect(said(await signIn(authenticator.get({ challenge: 'invented', rp_id: 'localhost' })))).toEqual([
      403,
      'passkey_refused',
    ])
    const strange = newAuthenticator(BASE_URL)
    for (const lie of lies.slice(0, 3)) {
      const attestation = strange.create(await challengeFor(operator, 'register'), lie)
      await stepUp(operator, { assertion: authenticator.get(await challengeFor(operator, 'step_up')) })
      expect(said(await register(operator, attestation))).toEqual([403, 'passkey_refused'])
    }
  })

  test('an answer counts once, however many send it at the same time', async () => {
    const authenticator = await withPasskey(await newOperator(world))
    const assertion = authenticator.get(await asked())
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(assertion)))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
  })

  test('who has a passkey confirms with it; five minutes later it is asked for again', async () => {
    const operator = await newOperator(world)
    expect(said(await proveDomain(operator))).toEqual([404, 'resource_not_found'])
    const authenticator = await withPasskey(operator)
    // A sign-in by mail is not enough any more, for operations of the specification too.
    const refused = await createKey(operator)
    expect(refused.json.error).toMatchObject({ code: 'step_up_required', ways: ['passkey'] })
    expect(said(await proveDomain(operator))).toEqual([403, 'step_up_required'])
    const twoPeople = await operator.call('PATCH', '/v1/merchants/current', { body: { approvals: 2 } })
    expect(said(twoPeople)).toEqual([403, 'step_up_required'])
    // A payee gets no other name, and stopping it is never held up.
    const payee = (body: object) => operator.call('PATCH', `/v1/recipients/rcp_${'0'.repeat(26)}`, { body })
    expect(said(await payee({ name: 'Front desk', version: 1 }))).toEqual([403, 'step_up_required'])
    expect(said(await payee({ status: 'retired' }))).toEqual([404, 'resource_not_found'])
    expect(said(await stepUp(operator, { code: 'BBBB-BBBB' }))).toEqual([403, 'step_up_code_refused'])
    const assertion = authenticator.get(await challengeFor(operator, 'step_up'))
    const confirmed = await stepUp(operator, { assertion })
    expect(confirmed.json.session.confirmed_until).toEqual(expect.any(String))
    expect((await createKey(operator)).status).toBe(201)
    expect(said(await proveDomain(operator))).toEqual([404, 'resource_not_found'])
    expect(said(await stepUp(operator, { assertion }))).toEqual([403, 'passkey_refused'])
    await later(operator)
    expect(said(await createKey(operator))).toEqual([403, 'step_up_required'])
  })

  test('without a passkey a code by mail confirms, and the specification asks for nothing', async () => {
    const operator = await newOperator(world)
    expect((await createKey(operator)).status).toBe(201)
    await later(operator)
    const refused = await createKey(operator)
    expect(refused.json.error).toMatchObject({ code: 'step_up_required', ways: ['mail_code', 'mail_sign_in'] })
    expect(said(await proveDomain(operator))).toEqual([404, 'resource_not_found'])
    // Nobody adds a passkey to a session that was left open.
    const attestation = newAuthenticator(BASE_URL).create(await challengeFor(operator, 'register'))
    expect(said(await register(operator, attestation))).toEqual([403, 'step_up_required'])
    const session_id = await sessionOf(operator)
    const send = () => operator.call('POST', `/v1/merchant-sessions/${session_id}/step-up-codes`)
    const codeOf = (mail: string) => /[A-Z]{4}-[A-Z]{4}/.exec(mail)?.[0] as string
    expect((await send()).json.expires_in).toBe(600)
    const code = codeOf((await world.mailbox.next(operator.email, 0, 'Your code to confirm')).text)
    expect((await stepUp(operator, { code: code.toLowerCase() })).status).toBe(200)
    expect(said(await stepUp(operator, { code }))).toEqual([403, 'step_up_code_refused'])
    expect((await createKey(operator)).status).toBe(201)

    await send()
    const other = codeOf((await world.mailbox.next(operator.email, 1, 'Your code to confirm')).text)
    const wrong = other.startsWith('B') ? 'CCCC-CCCC' : 'BBBB-BBBB'
    for (let tries = 0; tries < 5; tries++) expect((await stepUp(operator, { code: wrong })).status).toBe(403)
    expect(said(await stepUp(operator, { code: other }))).toEqual([403, 'step_up_code_refused'])
  })

  test('stopping never asks: keys are revoked, sessions ended, invitations withdrawn', async () => {
    const operator = await newOperator(world)
    const { merchant_key } = (await createKey(operator)).json
    await withPasskey(operator)
    const { merchant_key_id } = merchant_key
    expect((await operator.call('DELETE', `/v1/merchant-keys/${merchant_key_id}`)).status).toBe(200)
    expect((await operator.call('DELETE', '/v1/merchant-sessions/all')).status).toBe(200)
  })

  test('nobody confirms a session of another person, and a passkey proves its own person alone', async () => {
    const operator = await newOperator(world)
    const member = await newMember(world, operator, 'owner')
    const [own, others] = [await withPasskey(operator), await withPasskey(member)]
    const assertion = others.get(await challengeFor(operator, 'step_up'))
    expect(said(await stepUp(operator, { assertion }))).toEqual([403, 'passkey_refused'])
    const mine = own.get(await challengeFor(operator, 'step_up'))
    expect(said(await stepUp(operator, { assertion: mine }, await sessionOf(member)))).toEqual([
      404,
      'resource_not_found',
    ])
    expect(said(await createKey(member))).toEqual([403, 'step_up_required'])
  })

  test('a lost passkey goes after a day with a letter, one that is used stays, and with another it goes at once', async () => {
    const operator = await newOperator(world)
    const authenticator = await withPasskey(operator)
    const [{ passkey_id }] = (await operator.call('GET', '/v1/passkeys')).json.passkeys
    const path = `/v1/passkeys/${passkey_id}`
    const removed = (await operator.call('DELETE', path)).json.passkey
    expect(Date.parse(removed.leaves_at) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect((await world.mailbox.next(operator.email, 0, 'Using it before then keeps it')).text).toContain('Work laptop')
    expect(said(await createKey(operator))).toEqual([403, 'step_up_required'])
    expect((await signIn(authenticator.get(await asked()))).status).toBe(200)
    expect((await operator.call('GET', '/v1/passkeys')).json.passkeys[0].leaves_at).toBeNull()

    await operator.call('DELETE', path)
    await world.database.admin.query('update passkeys set leaves_at = now() where leaves_at is not null')
    expect((await operator.call('GET', '/v1/passkeys')).json.passkeys).toEqual([])
    expect(said(await signIn(authenticator.get(await asked())))).toEqual([403, 'passkey_refused'])
    expect(said(await operator.call('DELETE', path))).toEqual([404, 'resource_not_found'])
    const next = await withPasskey(operator)
    await stepUp(operator, { assertion: next.get(await challengeFor(operator, 'step_up')) })
    const { passkeys } = (await operator.call('GET', '/v1/passkeys')).json
    await operator.call('DELETE', `/v1/passkeys/${passkeys[0].passkey_id}`)
    expect((await operator.call('GET', '/v1/passkeys')).json.passkeys).toEqual([])
    expect(said(await operator.call('GET', '/v1/passkeys?cursor=x'))).toEqual([422, 'cursor_invalid'])
  })

  test('a passkey is registered once, and at most twenty', async () => {
    const operator = await newOperator(world)
    const first = await withPasskey(operator)
    const confirm = async () => stepUp(operator, { assertion: first.get(await challengeFor(operator, 'step_up')) })
    await confirm()
    const twice = first.create(await challengeFor(operator, 'register'))
    expect(said(await register(operator, twice))).toEqual([409, 'passkey_known'])
    for (let count = 1; count < 20; count++) await withPasskey(operator)
    const more = newAuthenticator(BASE_URL).create(await challengeFor(operator, 'register'))
    expect(said(await register(operator, more))).toEqual([409, 'too_many_passkeys'])
  })
})

/** A real browser's passkeys: Chromium with a virtual authenticator adds one, signs in with it, and confirms a change. */
describe('Chromium', () => {
  /** Passkeys need a name for their host; the service at 127.0.0.1 answers to this one. */
  const ORIGIN = 'http://localhost:8787'

  const IN_PAGE = `
  const from = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  const to = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  window.add = async ({ challenge, rp_id, user_handle, user_name }) => {
    const { rawId, response } = await navigator.credentials.create({ publicKey: {
      challenge: from(challenge), rp: { id: rp_id, name: 'Pursestrings' },
      user: { id: from(user_handle), name: user_name, displayName: user_name },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }, { type: 'public-key', alg: -8 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' } } })
    return { credential_id: to(rawId), client_data: to(response.clientDataJSON),
      attestation_object: to(response.attestationObject), transports: response.getTransports() }
  }
  window.prove = async ({ challenge, rp_id }) => {
    const { rawId, response } = await navigator.credentials.get({ publicKey: {
      challenge: from(challenge), rpId: rp_id, userVerification: 'required' } })
    return { credential_id: to(rawId), client_data: to(response.clientDataJSON),
      authenticator_data: to(response.authenticatorData), signature: to(response.signature) }
  }`

  describe.skipIf(skipBrowserTests)('a passkey of Chromium', () => {
    let world: World
    let browser: Browser
    let page: Page
    beforeAll(async () => {
      world = await sharedWorld()
      browser = await launchBrowser()
      page = await browser.newPage()
      await page.route(`${ORIGIN}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>passkeys</p>' }))
      await page.goto(`${ORIGIN}/`)
      await page.evaluate(IN_PAGE)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('WebAuthn.enable')
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
    })
    afterAll(() => browser?.close())

    const inPage = (what: 'add' | 'prove', asked: object): Promise<object> =>
      page.evaluate(`window.${what}(${JSON.stringify(asked)})`)

    test('is added, signs in without a name, and confirms a change', async () => {
      const operator = await newOperator(world)
      const challengeFor = async (purpose: string) =>
        (await operator.call('POST', '/v1/passkeys/challenges', { body: { purpose } })).json
      const attestation = await inPage('add', await challengeFor('register'))
      const added = await operator.call('POST', '/v1/passkeys', { body: { name: 'Laptop', attestation } })
      expect(added.status).toBe(201)

      const createProjectKey = async () => {
        const { project } = (await operator.call('POST', '/v1/projects', { body: { name: 'Shop' } })).json
        return operator.call('POST', `/v1/projects/${project.project_id}/api-keys`, { body: { name: 'Server' } })
      }
      expect((await createProjectKey()).json.error).toMatchObject({ code: 'step_up_required', ways: ['passkey'] })
      const { session } = (await operator.call('GET', '/v1/merchant-sessions/current')).json
      const assertion = await inPage('prove', await challengeFor('step_up'))
      const path = `/v1/merchant-sessions/${session.session_id}/step-up`
      expect((await operator.call('POST', path, { body: { assertion } })).status).toBe(200)
      expect((await createProjectKey()).status).toBe(201)

      const asked = (await world.call('POST', '/v1/passkeys/sign-in-challenges')).json
      const signed = await world.call('POST', '/v1/passkeys/sign-ins', {
        body: { assertion: await inPage('prove', asked) },
      })
      expect(signed.json.account.email).toBe(operator.email)
      const opened = await world.call('POST', '/v1/merchant-sessions', { body: { grant: signed.json.grant } })
      const again = operatorOf(world, operator.email, opened)
      expect((await again.call('GET', '/v1/merchant-sessions/current')).json.session.signed_in_by).toBe('passkey')
    })
  })
})
