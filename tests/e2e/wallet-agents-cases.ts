/** The wallet and its agents, in Chromium: connecting in both ways, the live inbox, narrowing, pausing, disconnecting. */
import { type AgentClient, createAgentClient, generateKeyPair } from '@pursestrings/sdk'
import { beforeAll, expect, test } from 'vitest'
import { registerAgent } from '../acceptance/steps/ready.ts'
import { expectRows } from './specification-rows.ts'
import type { ReviewWorld } from './wallet-review-world.ts'
import { goTo, makeWallet, PASSPHRASE } from './wallet-world.ts'

const SCOPES = ['payment.requests.create', 'payment.requests.read', 'transaction_contexts.create'] as const

/** The browser's part, which Chromium has not on every system: a camera with a picture, and who reads `window.shown` in it. */
const CAMERA = `
  window.BarcodeDetector = class {
    static async getSupportedFormats() { return ['qr_code'] }
    async detect(video) { return video.videoWidth > 0 && window.shown ? [{ rawValue: window.shown }] : [] }
  }
  navigator.mediaDevices.getUserMedia = async () => {
    if (window.isRefused) throw new DOMException('refused', 'NotAllowedError')
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
    setInterval(() => canvas.getContext('2d').fillRect(0, 0, 64, Math.random() * 64), 50)
    window.camera = canvas.captureStream(20)
    return window.camera
  }
`

export const agentCases = (shared: () => ReviewWorld): void => {
  let world: ReviewWorld
  let agent: AgentClient
  beforeAll(async () => {
    world = shared()
    agent = await registerAgent(world.place, world.shop.merchant)
  })

  test('a key that is shown brings an agent in, which then asks, is narrowed, gets another token, is paused and disconnected', async () => {
    const { portal, inspect, wallet_url } = world.wallet
    const { recipient_id, recipient_version_id } = world.shop.payee
    const { page, faults, requests } = await world.wallet.withWallet()

    await page.getByText('Nothing to review. Requests appear here.').waitFor()
    await page.getByRole('button', { name: 'Get test XLM' }).click()
    await page.getByText('9 999').waitFor()
    await inspect(page, 'wallet-home-empty')
    await page.getByRole('link', { name: 'Connect', exact: true }).click()
    await page.getByRole('img', { name: 'The key as a QR code' }).waitFor()
    await inspect(page, 'wallet-connect')
    const connect_key = (await page.locator('.connect-key').textContent()) ?? ''
    const connected = agent.connect({ connect_key, scopes: [...SCOPES], poll_ms: 100 })
    await page.getByText('It used the key you showed.').waitFor()
    await page.getByText('shop.localhost').waitFor()
    await inspect(page, 'wallet-invitation')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const { connection, connection_token: first_token } = await connected
    expect(connection.scopes).toEqual([...SCOPES])
    await page.getByRole('heading', { name: 'Checkout agent' }).waitFor()
    await page.getByText('It hasn’t asked for a payment yet.').waitFor()

    const ask = (task_ref: string, by = agent) =>
      by.requestPayment({ recipient_id, recipient_version_id, task_ref, amount: '12.5' })
    const asked = await ask('order-1')
    await page.getByText('12.5').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByText('1 waiting for you').waitFor()
    await inspect(page, 'wallet-agents')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: /Harbour Books till/ }).waitFor()
    await inspect(page, 'wallet-home')
    await ask('order-2')
    await expect.poll(() => page.getByRole('link', { name: /Harbour Books till/ }).count()).toBe(2)
    await agent.paymentRequests.cancel(asked.payment_request.request_id)
    await expect.poll(() => page.getByRole('link', { name: /Harbour Books till/ }).count()).toBe(2)
    await page.getByText('Canceled').waitFor()

    await page.getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('link', { name: /Checkout agent/ }).click()
    await page.getByRole('switch', { name: 'Describe what they’re for' }).click()
    await page.getByRole('button', { name: 'Take away' }).click()
    await expect.poll(() => page.getByRole('switch', { name: 'Describe what they’re for' }).isDisabled()).toBe(true)
    await inspect(page, 'wallet-agent')
    const pauses = page.getByRole('switch', { name: 'Pause after five rejections' })
    await pauses.click()
    await expect.poll(() => pauses.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Replace token' }).click()
    const replacing = page.getByRole('dialog', { name: 'Replace the token of Checkout agent?' })
    await replacing.getByRole('button', { name: 'Replace token' }).click()
    const fresh = page.getByRole('dialog', { name: 'The old token has stopped' })
    const connection_token = (/svc_conn_\w+/.exec((await fresh.textContent()) ?? '') ?? [''])[0]
    await inspect(page, 'wallet-token')
    const without_key = (token: string) =>
      createAgentClient({ base_url: world.place.base_url, connection_token: token })
    await expect(ask('order-3', without_key(first_token))).rejects.toMatchObject({ status: 401 })
    await ask('order-3', without_key(connection_token))
    await fresh.getByRole('button', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(connection_token)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('You paused this agent.').waitFor()
    await expect(ask('order-4')).rejects.toMatchObject({ code: 'connection_paused' })
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await ask('order-5')
    await page.getByRole('button', { name: 'Disconnect' }).click()
    const sheet = page.getByRole('dialog', { name: 'Disconnect Checkout agent?' })
    await sheet.waitFor()
    await inspect(page, 'wallet-disconnect')
    await sheet.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('You’re disconnected.').waitFor()
    await expect(ask('order-6')).rejects.toMatchObject({ code: 'connection_revoked' })
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: 'This week' }).waitFor()
    await inspect(page, 'wallet-activity')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: 'Home' }).click()
    await inspect(page, 'wallet-home-1280')

    // The page speaks with its own origin, the service and the ledger, and with nobody else.
    const reached = new Set(requests.map((line) => new URL(line.split(' ')[1] ?? '').origin))
    expect([...reached].filter((origin) => origin !== 'null').toSorted()).toEqual(
      [wallet_url, portal.dev.base_url, new URL(world.double.source.horizon_url).origin].toSorted(),
    )
    expect(faults).toEqual([])
    expectRows(requests)
  })

  test('the command that is shown brings in an agent of the user’s own, for whose name nobody vouches', async () => {
    const { page, faults } = await world.wallet.withWallet('/agents/connect')
    const command = (await page.locator('.own-command code').textContent()) ?? ''
    const connect_key = (await page.locator('.connect-key').textContent()) ?? ''
    const { base_url } = world.place
    expect(command).toBe(`pursestrings connect ${connect_key} --base-url ${base_url}`)
    const { private_key } = await generateKeyPair()
    const own = createAgentClient({ base_url, kid: 'laptop', private_key })
    const wanted = { connect_key, name: 'My assistant', runtime: 'node-24', scopes: SCOPES }
    const enrolled = own.enroll({ ...wanted, poll_ms: 100 })
    await page.getByText('It used the key you showed.').waitFor()
    await page.getByText('Your own agent', { exact: true }).waitFor()
    await page.getByText('No organization vouches for its name.').waitFor()
    expect(await page.getByText('Personal space').count()).toBe(0)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    expect((await enrolled).connection.source.personal).toBe(true)
    await page.getByRole('heading', { name: 'My assistant' }).waitFor()
    await page.getByText('No organization vouches for its name.').waitFor()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await page.getByRole('link', { name: /My assistant.*Your own agent/s }).waitFor()
    expect(faults).toEqual([])
  })

  test('one press stops every agent, says so on every page, and the passphrase goes on', async () => {
    const { page, faults } = await world.wallet.withWallet('/agents/connect')
    const { merchant, payee } = world.shop
    const { recipient_id, recipient_version_id } = payee
    const mine = await registerAgent(world.place, merchant)
    const connect_key = (await page.locator('.connect-key').textContent()) ?? ''
    const connected = mine.connect({ connect_key, scopes: [...SCOPES], poll_ms: 100 })
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await connected
    await page.getByRole('heading', { name: 'Checkout agent' }).waitFor()
    const ask = (task_ref: string) => mine.requestPayment({ recipient_id, recipient_version_id, task_ref, amount: '1' })
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('button', { name: 'Stop everything' }).click()
    const sheet = page.getByRole('dialog', { name: 'Stop everything?' })
    await world.wallet.inspect(page, 'wallet-stop')
    await sheet.getByRole('button', { name: 'Stop everything' }).click()
    const bar = page.getByRole('region', { name: 'Everything is stopped.' })
    await bar.waitFor()
    await world.wallet.inspect(page, 'wallet-stopped')
    await expect(ask('order-stopped')).rejects.toMatchObject({ code: 'connection_paused', status: 403 })
    expect(await page.getByRole('button', { name: 'Stop everything' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('link', { name: /Checkout agent/ }).click()
    await page.getByText('This agent can ask again once you go on.').waitFor()
    expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0)
    await bar.getByRole('button', { name: 'Go on' }).click()
    const going = page.getByRole('dialog', { name: 'Go on?' })
    await world.wallet.inspect(page, 'wallet-go-on')
    await going.getByLabel('Passphrase', { exact: true }).fill('not the passphrase')
    await going.getByRole('button', { name: 'Go on' }).click()
    await going
      .getByRole('alert')
      .getByText(/passphrase/i)
      .waitFor()
    await going.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await going.getByRole('button', { name: 'Go on' }).click()
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    expect((await ask('order-stopped')).payment_request.status).toBe('pending')
    expect(faults).toEqual([])
  })

  test('an agent that shows a code is connected only if the user picks its words', async () => {
    const { page, faults, requests } = await world.wallet.withWallet('/agents/connect')
    const paired = async (pick: 'right' | 'wrong' | 'none') => {
      let shown: { readonly code: string; readonly check_phrase: string } | undefined
      const outcome = agent.pair({ scopes: [...SCOPES], poll_ms: 100, show: (pairing) => void (shown = pairing) }).then(
        () => 'connected' as const,
        (error: { readonly code?: string }) => error.code,
      )
      await expect.poll(() => shown).toBeDefined()
      await page.getByText('Enter a code').click()
      expect(await page.getByRole('button', { name: 'Scan a QR code' }).count()).toBe(0)
      await page.getByLabel('Code from the agent').fill((shown?.code ?? '').toLowerCase())
      await page.getByRole('button', { name: 'Look up' }).click()
      await page.getByText('Which words does the agent show?').waitFor()
      const phrases = await page.locator('.picks label span').allTextContents()
      expect(phrases).toHaveLength(3)
      expect(phrases).toContain(shown?.check_phrase)
      expect(await page.getByRole('button', { name: 'Connect', exact: true }).isDisabled()).toBe(true)
      const wrong = phrases.find((phrase) => phrase !== shown?.check_phrase) ?? ''
      if (pick === 'none') {
        await page.getByRole('button', { name: 'None of these' }).click()
      } else {
        await page.getByLabel(pick === 'right' ? (shown?.check_phrase ?? '') : wrong).check()
        if (pick === 'right') await world.wallet.inspect(page, 'wallet-pair')
        await page.getByRole('button', { name: 'Connect', exact: true }).click()
      }
      return outcome
    }
    expect(await paired('wrong')).toBe('pairing_rejected')
    await page.getByRole('heading', { name: 'Those aren’t the agent’s words' }).waitFor()
    await world.wallet.inspect(page, 'wallet-pair-wrong')
    await page.getByRole('link', { name: 'Back to agents' }).click()
    await page.getByRole('link', { name: 'Connect' }).click()
    expect(await paired('none')).toBe('pairing_rejected')
    await page.getByRole('link', { name: 'Back to agents' }).click()
    await page.getByText('No agents yet.').waitFor()
    await page.getByRole('link', { name: 'Connect' }).click()
    expect(await paired('right')).toBe('connected')
    await page.getByRole('heading', { name: 'Checkout agent' }).waitFor()
    expect(faults).toEqual([])
    expectRows(requests)
  })

  test('a code is read by the camera where the browser can; without one it is typed or pasted', async () => {
    const { page, context, faults } = await world.wallet.open('/')
    await context.addInitScript(CAMERA)
    await page.reload()
    await makeWallet(page)
    await goTo(page, '/agents/connect')
    await page.getByText('Enter a code').click()
    const scan = page.getByRole('button', { name: 'Scan a QR code' })
    const refuse = (is: boolean) => page.evaluate(`window.isRefused = ${String(is)}`)
    await refuse(true)
    await scan.click()
    await page.getByText('The camera can’t be used.').waitFor()
    await world.wallet.inspect(page, 'wallet-scan-refused')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await refuse(false)
    await scan.click()
    await page.getByLabel('Picture of the camera').waitFor()
    await world.wallet.inspect(page, 'wallet-scan')
    let uri = ''
    const connected = agent.pair({
      scopes: [...SCOPES],
      poll_ms: 100,
      show: (pairing) => void (uri = pairing.pairing_uri),
    })
    connected.catch(() => {})
    await expect.poll(() => uri).toMatch(/^svc:/)
    await page.evaluate(`window.shown = ${JSON.stringify(uri)}`)
    await page.getByText('Which words does the agent show?').waitFor()
    // The camera is off again.
    expect(await page.evaluate('window.camera.getTracks().map(({ readyState }) => readyState)')).toEqual(['ended'])
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(connected).rejects.toMatchObject({ code: 'pairing_rejected' })
    expect(faults).toEqual([])
  })
}
