/** The reference wallet over a service of a test's own, in Chromium: how its tests open it, make a wallet and look at it. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { launchBrowser, openPage, type WatchedPage } from './browser.ts'
import { type PortalWorld, startPortalWorld } from './portal-world.ts'

export const PASSPHRASE = 'tide copper lantern march'

export interface WalletWorld {
  readonly portal: PortalWorld
  readonly wallet_url: string
  /** The wallet in a browser of its own, closed when the test ends. */
  open(path?: string, width?: number): Promise<WatchedPage>
  /** With a new wallet. */
  withWallet(path?: string, width?: number): Promise<WatchedPage>
  inspect: PortalWorld['inspect']
  stop(): Promise<void>
}

export const startWalletWorld = async (
  settings: Readonly<Record<string, string>> = {},
  launch = launchBrowser,
): Promise<WalletWorld> => {
  const portal = await startPortalWorld(settings, launch)
  const { wallet_url } = portal.dev
  const open: WalletWorld['open'] = async (path = '/', width = 390) => {
    const watched = await openPage(portal.browser, width)
    onTestFinished(() => watched.context.close())
    await watched.page.goto(wallet_url + path)
    return watched
  }
  const withWallet: WalletWorld['withWallet'] = async (path = '/', width = 390) => {
    const watched = await open('/', width)
    const { page } = watched
    await makeWallet(page)
    if (path !== '/') await goTo(page, path)
    return watched
  }
  return { portal, wallet_url, open, withWallet, inspect: portal.inspect, stop: portal.stop }
}

/** The short way: no passkey, backup later. */
export const makeWallet = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Create a wallet' }).click()
  await choosePassphrase(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

export const choosePassphrase = async (page: Page, passphrase = PASSPHRASE): Promise<void> => {
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await page.getByLabel('Repeat it').fill(passphrase)
  await page.getByRole('button', { name: 'Continue' }).click()
}

export const unlock = async (page: Page, passphrase = PASSPHRASE): Promise<void> => {
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

/** By the router, as a link does: loading the page again would lock the wallet. */
export const goTo = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(
    `history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
}

/** Of the account that this browser keeps. */
export const addressIn = (page: Page): Promise<string> =>
  page.evaluate(
    `new Promise((resolve, reject) => {
      const open = indexedDB.open('pursestrings-wallet')
      open.onerror = () => reject(open.error)
      open.onsuccess = () => {
        const read = open.result.transaction('kept').objectStore('kept').get('vault')
        read.onsuccess = () => { open.result.close(); resolve(read.result.address) }
        read.onerror = () => reject(read.error)
      }
    })`,
  )
