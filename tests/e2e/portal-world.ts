/** The portal over a service of a test's own, in Chromium: how its tests open pages, sign in and look at what they see. */
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { createMerchantClient, type MerchantClient } from '@pursestrings/sdk'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { count } from '../../server/test/counted.ts'
import { until } from '../../server/test/until.ts'
import type { CaughtMail } from '../../tools/dev/mail-catcher.ts'
import { beyondWhenLarger, launchBrowser, openPage, scrollsSideways, type WatchedPage } from './browser.ts'
import { type DevRun, startDev } from './dev-run.ts'
import { createScratchDatabase } from './scratch-database.ts'

export interface PortalWorld {
  readonly browser: Browser
  readonly dev: DevRun
  readonly database_url: string
  /** Of the owner, who may do what no caller can, such as letting time pass. */
  query(text: string, values?: readonly unknown[]): Promise<void>
  /** A page in a browser of its own, closed when the test ends. */
  open(path: string, width?: number): Promise<WatchedPage>
  /**
   * No finding of axe, and nothing to scroll sideways, on small screens neither. `npm run check -- --full` looks in both colour
   * schemes and at every width, the check in one and at the narrowest; what contrast words have, packages/ui says there.
   * Pictures of it in PORTAL_SHOTS, if that is set.
   */
  inspect(page: Page, name: string): Promise<void>
  askForLink(email: string): Promise<unknown>
  /** The path of the sign-in link that `ask` has mailed. */
  newLink(email: string, ask?: () => Promise<unknown>): Promise<string>
  /** That a change is confirmed with, as the mail has it. */
  codeFor(email: string): Promise<string>
  /** An organization with its owner signed in twice: through the SDK, and in a browser at `path`. */
  signedIn(email: string, name: string, path?: string): Promise<WatchedPage & { readonly merchant: MerchantClient }>
  stop(): Promise<void>
}

const FULL = process.env['CHECK_FULL'] === '1'

/** The schemes differ in colour alone, so the other rules are asked once. Pages have no frames, so one context is enough. */
const axeFindings = async (page: Page, scheme: 'light' | 'dark') => {
  count('inspections')
  // Its 650 kB are put into a document once, not four times for each look.
  const is_there = await page.evaluate('"axe" in window')
  const axe = new AxeBuilder({ page, ...(is_there === true && { axeSource: 'void 0' }) })
  // What passes is not described, node by node.
  axe.setLegacyMode().options({ resultTypes: ['violations'] })
  if (!FULL) axe.disableRules('color-contrast')
  else if (scheme === 'dark') axe.withRules('color-contrast')
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

export const startPortalWorld = async (
  settings: Readonly<Record<string, string>> = {},
  launch = launchBrowser,
): Promise<PortalWorld> => {
  const [browser, database] = await Promise.all([launch(), createScratchDatabase({ migrated: true })])
  const dev = await startDev([], { DATABASE_URL: database.url, RATE_LIMIT_SCALE: '1000', ...settings })
  const shots = process.env['PORTAL_SHOTS']

  const open = async (path: string, width = 1280): Promise<WatchedPage> => {
    const watched = await openPage(browser, width)
    onTestFinished(() => watched.context.close())
    await watched.page.goto(dev.portal_url + path)
    return watched
  }
  const inspect = async (page: Page, name: string): Promise<void> => {
    const as_it_was = page.viewportSize() ?? { width: 1280, height: 900 }
    for (const width of new Set([as_it_was.width, ...(FULL ? [390] : []), 320])) {
      if (width !== as_it_was.width) await page.setViewportSize({ ...as_it_was, width })
      for (const scheme of FULL ? (['light', 'dark'] as const) : (['light'] as const)) {
        await page.evaluate(`document.documentElement.dataset.scheme = '${scheme}'`)
        const found = width === as_it_was.width ? await axeFindings(page, scheme) : []
        expect.soft(found, `${name}, ${scheme}`).toEqual([])
        const path = join(shots ?? '', `${name}-${width}-${scheme}.png`)
        if (shots !== undefined && width !== 320) await page.screenshot({ path, fullPage: true })
      }
      expect.soft(await scrollsSideways(page), `${name}, ${width} px`).toBe(false)
    }
    // As in a language with longer words, and as with larger text.
    for (const width of FULL ? [390, as_it_was.width] : [390]) {
      await page.setViewportSize({ ...as_it_was, width })
      expect.soft(await scrollsSideways(page, { longer: true }), `${name}, longer words, ${width} px`).toBe(false)
      expect.soft(await beyondWhenLarger(page), `${name}, larger text, ${width} px`).toEqual([])
    }
    await page.setViewportSize(as_it_was)
  }
  const mailsTo = async (email: string): Promise<CaughtMail[]> => {
    const answer = await fetch(`${dev.mail_url}/api/mails?to=${email}`)
    const { mails }: { mails: CaughtMail[] } = JSON.parse(await answer.text())
    return mails
  }
  const linksTo = async (email: string): Promise<string[]> =>
    (await mailsTo(email)).flatMap((mail) => mail.links).filter((link) => link.includes('#token='))
  const codeFor = async (email: string): Promise<string> => {
    const codes = async () => (await mailsTo(email)).flatMap(({ text }) => text.match(/\b[A-Z]{4}-[A-Z]{4}\b/) ?? [])
    await until(async () => (await codes()).length > 0)
    return (await codes())[0] ?? ''
  }
  const askForLink = (email: string) =>
    createMerchantClient({ base_url: dev.base_url }).merchantAccounts.register({ email })
  const newLink = async (email: string, ask: () => Promise<unknown> = () => askForLink(email)): Promise<string> => {
    const before = new Set(await linksTo(email))
    const fresh = async () => (await linksTo(email)).find((link) => !before.has(link))
    await ask()
    await until(async () => (await fresh()) !== undefined)
    const link = (await fresh()) ?? ''
    expect(link).toMatch(/\/verify#token=svc_link_/)
    return link.slice(dev.portal_url.length)
  }
  const signedIn: PortalWorld['signedIn'] = async (email, name, path = '/') => {
    const merchant = createMerchantClient({ base_url: dev.base_url })
    await merchant.signIn({ link: await newLink(email), organization: () => ({ name }) })
    const watched = await open(await newLink(email))
    await watched.page.getByRole('button', { name: 'Continue' }).click()
    await watched.page.getByRole('navigation').waitFor()
    if (path !== '/') await watched.page.goto(dev.portal_url + path)
    return { ...watched, merchant }
  }
  const query = async (text: string, values: readonly unknown[] = []) => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query(text, [...values])
    } finally {
      await client.end()
    }
  }
  const stop = async () => {
    await browser.close()
    await dev.stop()
    await database.drop()
  }
  return {
    browser,
    dev,
    database_url: database.url,
    query,
    open,
    inspect,
    askForLink,
    newLink,
    codeFor,
    signedIn,
    stop,
  }
}
