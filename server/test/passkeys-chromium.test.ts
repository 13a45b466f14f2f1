/** A real browser's passkeys: Chromium with a virtual authenticator adds one, signs in with it, and confirms a change. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, skipBrowserTests } from '../../tests/e2e/browser.ts'
import { newOperator, operatorOf } from './operator.ts'
import { sharedWorld } from './shared-world.ts'
import type { World } from './world.ts'

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
