/** The explorer in a browser: the OpenAPI document as a page, from this origin alone. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, openPage, scrollsSideways, skipBrowserTests, type WatchedPage } from './browser.ts'
import { type DevRun, startDev } from './dev-run.ts'
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.ts'

describe.skipIf(skipBrowserTests)('the explorer in Chromium', () => {
  let database: ScratchDatabase
  let dev: DevRun
  let browser: Browser

  beforeAll(async () => {
    browser = await launchBrowser()
    database = await createScratchDatabase()
    dev = await startDev([], { DATABASE_URL: database.url, RATE_LIMIT_SCALE: '1000' })
  })
  afterAll(async () => {
    await browser?.close()
    await dev?.stop()
    await database?.drop()
  })

  const open = async (path: string, width: number): Promise<WatchedPage> => {
    const watched = await openPage(browser, width)
    onTestFinished(() => watched.context.close())
    await watched.page.goto(`${dev.base_url}/docs/${path}`)
    return watched
  }
  const outside = ({ requests }: WatchedPage): string[] =>
    requests.filter((r) => !r.startsWith(`GET ${dev.base_url}/`) && !/^GET (data|blob):/.test(r))

  test('the explorer shows at each operation whether the specification or a module has it', async () => {
    const { page } = await open('explorer/#tag/merchants/GET/v1/merchants', 1280)
    const badge = (route: string, words: string) =>
      page.locator(`[id$="tag/merchants/${route}/v1/merchants"]`).getByText(words, { exact: true })
    await badge('GET', 'Teams and passkeys').locator('visible=true').first().waitFor()
    await badge('POST', 'Specification').locator('visible=true').first().waitFor()
  })

  test('what the explorer runs has no origin, and sends no cookie of the portal', async () => {
    const { page, context } = await open('explorer/', 1280)
    await context.addCookies([{ name: 'session', value: 'of-the-portal', url: dev.base_url, sameSite: 'Strict' }])
    const cookieSentBy = async (): Promise<string | undefined> => {
      const asked = page.waitForRequest('**/v1/merchants')
      await page.evaluate(() => fetch('/v1/merchants', { credentials: 'include' }).catch(() => {}))
      return (await (await asked).allHeaders())['cookie']
    }
    expect([await page.evaluate('self.origin'), await cookieSentBy()]).toEqual(['null', undefined])
    await page.goto(`${dev.base_url}/docs/`)
    expect(await cookieSentBy()).toBe('session=of-the-portal')
  })

  for (const width of [320, 1280]) {
    test(`the explorer renders at ${width} px from this origin alone, without a fault`, async () => {
      const watched = await open('explorer/', width)
      await watched.page.getByText('Request a sign-in link').locator('visible=true').first().waitFor()
      await watched.page.waitForFunction('document.readyState === "complete"')
      expect(await scrollsSideways(watched.page)).toBe(false)
      expect([outside(watched), watched.faults]).toEqual([[], []])
    })
  }
})
