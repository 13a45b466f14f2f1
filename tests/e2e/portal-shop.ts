/** A shop of the portal's tests with an agent that may ask a wallet, and its owner in a browser. */
import type { MerchantClient } from '@pursestrings/sdk'
import type { Page } from 'playwright-core'
import { preparePayee } from '../acceptance/steps/merchant.ts'
import { getReady, type Ready } from '../acceptance/steps/ready.ts'
import type { WatchedPage } from './browser.ts'
import { placeOf } from './portal-stock.ts'
import type { PortalWorld } from './portal-world.ts'

export interface Shop {
  readonly ready: Ready
  /** Gives the id of a new request. */
  ask(): Promise<string>
  /** The owner, in a browser of its own. */
  signIn(path: string): Promise<WatchedPage>
}

export const openShop = async (world: PortalWorld, merchant: MerchantClient, email: string): Promise<Shop> => {
  const place = placeOf(world)
  const ready = await getReady(place, {}, { merchant, payee: await preparePayee(place, merchant) })
  let tasks = 0
  return {
    ready,
    async ask() {
      const title = `Order ${++tasks}: lantern`
      return (await ready.ask(`order-${tasks}`, { display: { title } })).payment_request.request_id
    },
    async signIn(path) {
      const watched = await world.open(await world.newLink(email))
      await watched.page.getByRole('button', { name: 'Continue' }).click()
      await watched.page.getByRole('navigation').waitFor()
      await watched.page.goto(world.dev.portal_url + path)
      return watched
    },
  }
}

/** Nothing is polled, so what shows was told. It takes under a second; a loaded machine gets more. */
export const TOLD_MS = 15_000
export const sees = (page: Page, request_id: string): Promise<void> =>
  page.locator(`.asked a[href$="${encodeURIComponent(request_id)}"]`).waitFor({ timeout: TOLD_MS })
