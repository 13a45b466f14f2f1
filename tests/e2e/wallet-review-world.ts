/** A wallet in Chromium, a shop with its agent, and a ledger in the test's hands: everything that a review needs. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createProjectClient,
  createWalletClient,
  type MerchantClient,
  type ProjectClient,
  type WalletClient,
} from '@pursestrings/sdk'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Place } from '../acceptance/place.ts'
import { preparePayee } from '../acceptance/steps/merchant.ts'
import { getReady, type Ready } from '../acceptance/steps/ready.ts'
import { pinKeys } from '../acceptance/steps/wallet.ts'
import { type LedgerDouble, startLedgerDouble } from '../ledger-double/ledger-double.ts'
import type { WatchedPage } from './browser.ts'
import { addressIn, goTo, PASSPHRASE, startWalletWorld, type WalletWorld } from './wallet-world.ts'

export interface ReviewWorld {
  readonly wallet: WalletWorld
  readonly double: LedgerDouble
  readonly place: Place
  /** An organization with an active payee, made once. */
  readonly shop: { readonly merchant: MerchantClient; readonly payee: Ready['payee'] }
  /** Proposes policies and asks for agent payments. */
  readonly project: ProjectClient
  /** A wallet with test XLM and an agent that may ask it. */
  payer(options?: { readonly width?: number; readonly funded?: boolean }): Promise<Payer>
  stop(): Promise<void>
}

export interface Payer extends WatchedPage {
  readonly ready: Ready
  readonly address: string
  /** The wallet's own device, spoken for by the test. */
  readonly device: WalletClient
  review(request_id: string): Promise<void>
  /** Asks, and opens the review. */
  ask(task: string, more?: Parameters<Ready['ask']>[1]): Promise<string>
}

const CLOSES_EVERY_MS = 400
/** Owns the shop. */
export const OWNER = 'review@harbour-books.example'

export const startReviewWorld = async (): Promise<ReviewWorld> => {
  const double = await startLedgerDouble({ every_ms: CLOSES_EVERY_MS })
  const wallet = await startWalletWorld({
    LEDGER_SOURCES: JSON.stringify(sourcesOf(double)),
    LEDGER_VALIDATORS: double.ledger.validator,
  })
  const { portal } = wallet
  const folder = join(portal.dev.site_folder, '.well-known')
  const put = async (name: string, text: string) => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const place: Place = {
    base_url: portal.dev.base_url,
    host: 'shop.localhost',
    publishChallenge: (value) => put('svc-challenge.txt', value),
    listPayee: (entry) => put('svc-recipients.json', JSON.stringify({ recipients: [entry] })),
    linkFor: async (address, ask) => portal.dev.base_url + (await portal.newLink(address, ask)),
  }
  const merchant = await ownerOf(portal)
  const { project_id } = (await merchant.projects.create({ name: 'Shop assistant' })).project
  const { secret: api_key } = await merchant.apiKeys.create(project_id, { name: 'Server' })
  const project = createProjectClient({ base_url: place.base_url, api_key })
  const shop = { merchant, payee: await preparePayee(place, merchant) }
  const payer: ReviewWorld['payer'] = async ({ width = 390, funded = true } = {}) => {
    const watched = await wallet.withWallet('/', width)
    const { page } = watched
    // Colors that are on their way from one scheme to the other have no contrast to speak of.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const device = await deviceOf(page, place)
    const ready = await getReady(place, { wallet: device }, shop)
    const address = await addressIn(page)
    await goTo(page, '/')
    if (funded) double.ledger.fund(address)
    const review = (request_id: string) => goTo(page, `/review/${ready.connection_id}/${request_id}`)
    const ask: Payer['ask'] = async (task, more) => {
      const { request_id } = (await ready.ask(task, more)).payment_request
      await review(request_id)
      return request_id
    }
    return { ...watched, ready, address, device, review, ask }
  }
  const stop = async () => {
    await wallet.stop()
    await double.stop()
  }
  return { wallet, double, place, shop, project, payer, stop }
}

/** One state behind both APIs, as the practice ledger has them. */
const sourcesOf = ({ source: { rpc_url, horizon_url } }: LedgerDouble) => {
  const shared = { operator: 'test', network: 'stellar_testnet', friendbot_url: `${horizon_url}/friendbot` }
  return [
    { name: 'test-rpc', api: 'rpc', url: rpc_url, ...shared },
    { name: 'test-horizon', api: 'horizon', url: horizon_url, ...shared },
  ]
}

const ownerOf = async (portal: WalletWorld['portal']): Promise<MerchantClient> => {
  const { createMerchantClient } = await import('@pursestrings/sdk')
  const merchant = createMerchantClient({ base_url: portal.dev.base_url })
  await merchant.signIn({ link: await portal.newLink(OWNER), organization: () => ({ name: 'Harbour Books' }) })
  return merchant
}

/** The page's own token, from a call that it makes: the test connects agents in its name. */
export const deviceOf = async (page: Page, place: Place): Promise<WalletClient> => {
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.headers()['authorization']?.startsWith('Bearer ') === true),
    goTo(page, '/review/none/none'),
  ])
  const token = (request.headers()['authorization'] ?? '').slice('Bearer '.length)
  const { base_url } = place
  const known = createWalletClient({ base_url, device_id: 'unknown', token })
  const { device } = await known.devices.readCurrent()
  return createWalletClient({ base_url, token, device_id: device.device_id, pinned_keys: await pinKeys(place) })
}

/** Approve, then the passphrase. */
export const approveAndSign = async (page: Page, passphrase = PASSPHRASE): Promise<void> => {
  await page.getByRole('button', { name: /^Approve / }).click()
  await page.getByRole('dialog').getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await page.getByRole('button', { name: 'Sign and pay' }).click()
}

export const isFocused = (page: Page, name: RegExp): Promise<boolean> =>
  page
    .getByRole('button', { name })
    .evaluate((button) => button === button.ownerDocument.activeElement)
    .catch(() => false)

/** The second step, where one is asked for. */
export const tickAll = async (page: Page): Promise<void> => {
  for (const box of await page.locator('.review-hold input').all()) await box.check()
}

export const expectApprove = async (page: Page, enabled: boolean): Promise<void> => {
  const button = page.getByRole('button', { name: /^(Approve |Checking )/ })
  const isEnabled = async () => {
    if (enabled) await tickAll(page)
    return button.isEnabled()
  }
  await expect.poll(isEnabled, { timeout: 60_000 }).toBe(enabled)
}
