import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, openPage, scrollsSideways, skipBrowserTests, type WatchedPage } from './browser.ts'
import { type DevRun, startDev } from './dev-run.ts'
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.ts'

describe.skipIf(skipBrowserTests)('pages in Chromium', () => {
  let database: ScratchDatabase
  let dev: DevRun
  let browser: Browser
  let shots: string

  beforeAll(async () => {
    browser = await launchBrowser()
    database = await createScratchDatabase()
    dev = await startDev([], { DATABASE_URL: database.url, RATE_LIMIT_SCALE: '1000' })
    shots = await mkdtemp(join(tmpdir(), 'countersign-pages-'))
    console.log(`screenshots in ${shots}`)
  })
  afterAll(async () => {
    await browser?.close()
    await dev?.stop()
    await database?.drop()
  })

  const open = async (path: string, width: number): Promise<WatchedPage> => {
    const watched = await openPage(browser, width)
    onTestFinished(() => watched.context.close())
    await watched.page.goto(dev.base_url + path)
    return watched
  }
  const shoot = (page: Page, name: string) => page.screenshot({ path: join(shots, `${name}.png`) })

  test('the API reference shows a badge at an extension, and none at its neighbour in the specification', async () => {
    const { page } = await open('/docs/#tag/merchants/GET/v1/merchants', 1280)
    const operation = (route: string) => page.locator(`[id$="tag/merchants/${route}/v1/merchants"]`)
    const badge = (route: string) => operation(route).getByText('Extension', { exact: true })
    await badge('GET').locator('visible=true').first().waitFor()
    await operation('POST').getByText('Consumes the session grant').first().waitFor()
    expect(await badge('POST').count()).toBe(0)
  })

  for (const width of [320, 1280]) {
    test(`the API reference renders at ${width} px from this origin alone, without a fault`, async () => {
      const { page, requests, faults } = await open('/docs/', width)
      await page.getByText('Ask for a sign-in link by e-mail').locator('visible=true').first().waitFor()
      await page.waitForFunction('document.readyState === "complete"')
      await shoot(page, `docs-${width}`)
      expect(await scrollsSideways(page)).toBe(false)
      expect(requests.filter((request) => !/^GET (data|blob):/.test(request))).not.toEqual([])
      expect(requests.filter((r) => !r.startsWith(`GET ${dev.base_url}/`) && !/^GET (data|blob):/.test(r))).toEqual([])
      expect(faults).toEqual([])
    })

    test(`the guides render at ${width} px from this origin alone, without a fault, and lead on`, async () => {
      const { page, requests, faults } = await open('/docs/guides/', width)
      await page.getByRole('main').getByRole('link', { name: 'Agent developers' }).click()
      await page.getByRole('heading', { name: 'Quickstart for agent developers' }).waitFor()
      for (const name of [
        '',
        'quickstart-agent',
        'concepts',
        'operators',
        'policies',
        'generated/errors',
        'generated/errors/HC_NC_5_HITL_REQUIRED',
        'generated/states',
      ]) {
        await page.goto(`${dev.base_url}/docs/guides/${name}`)
        await shoot(page, `guide-${width}-${name.replaceAll('/', '-') || 'start'}`)
        expect([name, await scrollsSideways(page)]).toEqual([name, false])
      }
      await page.getByRole('banner').getByRole('link', { name: 'API reference' }).click()
      await page.getByText('Ask for a sign-in link by e-mail').locator('visible=true').first().waitFor()
      const outside = requests.filter((r) => !r.startsWith(`GET ${dev.base_url}/`) && !/^GET (data|blob):/.test(r))
      expect([outside, faults]).toEqual([[], []])
    })
  }
})
