/**
 * A closed wallet is woken: the switch in its settings, what the service sends, and what its service worker shows, in Chromium.
 * The browser's own push service is outside and out of reach, so a double takes its place: the wallet subscribes there, the
 * service sends there, and what arrives is handed to the service worker by DevTools.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPushKeys } from '../../server/src/connections/push/read-push-keys.ts'
import { createTestAuthority } from '../../server/test/egress/test-authority.ts'
import { until } from '../../server/test/until.ts'
import { registerAgent } from '../acceptance/steps/ready.ts'
import { type PushServiceDouble, startPushServiceDouble } from '../push-service-double/push-service-double.ts'
import { launchWholeBrowser, skipBrowserTests } from './browser.ts'
import { goTo, makeWallet, startWalletWorld, type WalletWorld } from './wallet-world.ts'

const PUSH_KEYS = `push-1:${randomBytes(32).toString('base64url')}`
const KEY = readPushKeys(PUSH_KEYS)[0]?.public_key ?? ''
const LABEL = 'Notify me when something waits'
const WORDS = 'Something is waiting in your wallet'

/** In place of what the browser's maker runs. What the page asks for is kept for the test to see. */
const subscribedAt = ({ endpoint, keys }: ReturnType<PushServiceDouble['subscribe']>) => `
  const made = (options) => ({
    endpoint: ${JSON.stringify(endpoint)},
    options,
    toJSON: () => ({ endpoint: ${JSON.stringify(endpoint)}, expirationTime: null, keys: ${JSON.stringify(keys)} }),
    unsubscribe: async () => { localStorage.removeItem('double'); return true },
  })
  PushManager.prototype.subscribe = async (options) => {
    localStorage.setItem('double', JSON.stringify(options))
    return made(options)
  }
  PushManager.prototype.getSubscription = async () => {
    const kept = localStorage.getItem('double')
    return kept ? made(JSON.parse(kept)) : null
  }`

const notifications = (page: Page): Promise<readonly { title: string; body: string; tag: string }[]> =>
  page.evaluate(`navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
    .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`)

/** Which of its service workers is meant, as DevTools calls it. */
const registrationIn = async (devtools: CDPSession): Promise<string> => {
  const found = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const one = registrations.find(({ isDeleted }) => !isDeleted)
    if (one) found.resolve(one.registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  return found.promise
}

describe.skipIf(skipBrowserTests)('a wallet that is closed', () => {
  let world: WalletWorld
  let push: PushServiceDouble
  let folder: string
  beforeAll(async () => {
    using authority = createTestAuthority()
    push = await startPushServiceDouble(authority.issue(['127.0.0.1']))
    folder = mkdtempSync(join(tmpdir(), 'pursestrings-push-'))
    writeFileSync(join(folder, 'root.pem'), authority.root)
    const settings = {
      PUSH_KEYS,
      OUTBOUND_LOOPBACK: `127.0.0.1:${push.port}`,
      NODE_EXTRA_CA_CERTS: join(folder, 'root.pem'),
    }
    world = await startWalletWorld(settings, launchWholeBrowser)
  })
  afterAll(async () => {
    await world?.stop()
    await push?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is told that something waits, with fixed words, once it was switched on, and no more once it is off', async () => {
    const { page, context, faults } = await world.open()
    const origin = new URL(world.wallet_url).origin
    await context.grantPermissions(['notifications'], { origin })
    const subscription = push.subscribe(KEY)
    await context.addInitScript(subscribedAt(subscription))
    await page.reload()
    await makeWallet(page)
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await goTo(page, '/settings')
    const switched = page.getByRole('switch', { name: LABEL })
    await switched.click()
    await expect.poll(() => switched.isChecked()).toBe(true)
    await expect.poll(() => switched.isEnabled()).toBe(true)
    await world.inspect(page, 'wallet-settings-notify')
    const asked = JSON.parse(await page.evaluate<string>(`localStorage.getItem('double')`))
    expect(asked).toEqual({ userVisibleOnly: true, applicationServerKey: KEY })

    const { merchant } = await world.portal.signedIn('push@harbour-books.example', 'Harbour Books')
    const agent = await registerAgent({ base_url: world.portal.dev.base_url }, merchant)
    await goTo(page, '/agents/connect')
    const connect_key = (await page.locator('.connect-key').textContent()) ?? ''
    const claimed = await agent.connectInvitations.claim({ connect_key, scopes: ['payment.requests.read'] })
    await until(() => push.arrived.length > 0)
    const [message] = push.arrived
    expect([message?.status, push.faults]).toEqual([201, []])
    expect(message?.text).not.toContain(claimed.connect_invitation.connect_invitation_id)

    const devtools = await context.newCDPSession(page)
    const registrationId = await registrationIn(devtools)
    const deliver = (data: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    await deliver(message?.text ?? '')
    await expect.poll(() => notifications(page)).toEqual([{ title: WORDS, body: '', tag: 'something-waits' }])
    // Whatever a message says, it is not shown; and a second one takes the place of the first.
    await deliver('{"type":"something_waits","title":"Pay 500 XLM now"}')
    await expect.poll(() => notifications(page)).toEqual([{ title: WORDS, body: '', tag: 'something-waits' }])

    await goTo(page, '/settings')
    await switched.click()
    await expect.poll(() => switched.isChecked()).toBe(false)
    await expect.poll(() => page.evaluate(`localStorage.getItem('double')`)).toBeNull()
    const kept: readonly string[] = await page.evaluate(`caches.keys().then((names) => Promise.all(names.map((name) =>
      caches.open(name).then((one) => one.keys())))).then((all) => all.flat().map(({ url }) => new URL(url).pathname))`)
    for (const path of kept) expect(path).toMatch(/^\/($|scheme\.js$|mark\.svg$|assets\/)/)
    expect(faults).toEqual([])
  })

  test('says what to do where the browser blocks notifications', async () => {
    const { page, context, faults } = await world.open()
    const devtools = await context.newCDPSession(page)
    const origin = new URL(world.wallet_url).origin
    const { browserContextId } = (await devtools.send('Target.getTargetInfo')).targetInfo
    const denied = { permission: { name: 'notifications' }, setting: 'denied' } as const
    await devtools.send('Browser.setPermission', { origin, ...denied, ...(browserContextId && { browserContextId }) })
    await expect.poll(() => page.evaluate('Notification.permission')).toBe('denied')
    await makeWallet(page)
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await goTo(page, '/settings')
    await page.getByText('Your browser blocks notifications from this wallet.').waitFor()
    await expect.poll(() => page.getByRole('switch', { name: LABEL }).isDisabled()).toBe(true)
    await world.inspect(page, 'wallet-settings-notify-blocked')
    expect(faults).toEqual([])
  })

  test('is removed from a device whose push service is out of reach', async () => {
    const { page, context } = await world.open()
    await context.addInitScript(`PushManager.prototype.getSubscription = async () => ({
      unsubscribe: async () => { throw new Error('out of reach') },
    })`)
    await page.reload()
    await makeWallet(page)
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await goTo(page, '/settings')
    await page.getByRole('button', { name: /Remove this wallet/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Remove this wallet?' })
    await sheet.getByRole('checkbox').check()
    await sheet.getByRole('button', { name: 'Remove', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create a wallet' }).waitFor()
  })
})
