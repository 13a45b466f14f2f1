/** The documentation in a browser: every page from this origin alone, under its policy, on a phone and on a screen. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueOf, operations } from '@pursestrings/contract/operations'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pageHeaders } from '../../server/src/platform/http/headers.ts'
import { pages } from '../../server/src/platform/pages/pages.ts'
import { buildDocs } from '../../tools/docs/build-docs.ts'
import { launchBrowser, openPage, scrollsSideways, skipBrowserTests, type WatchedPage } from './browser.ts'
import { ROOT } from './dev-run.ts'

const PAGES = [
  '',
  'guides/quickstart-agent/',
  'guides/concepts/',
  'guides/settlement/',
  'guides/authentication/',
  'guides/agents/',
  'guides/retries/',
  'guides/merchants/',
  'guides/webhooks/',
  'guides/policies/',
  'guides/operators/',
  'guides/settings/',
  'guides/states/',
  'guides/sdk/',
  'guides/mcp/',
  'api/',
  'api/payment-requests/',
  'api/automation-policies/',
  'errors/',
  'errors/hc_nc_5_hitl_required/',
] as const

beforeAll(async () => {
  const begun = Date.now()
  console.log(`docs ${await buildDocs()} in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}, 900_000)

describe.skipIf(skipBrowserTests)('pages in Chromium', () => {
  // The routes and headers of the service; they need no database.
  const app: FastifyInstance = Fastify()
  let base_url: string
  let browser: Browser

  beforeAll(async () => {
    browser = await launchBrowser()
    await app.register(async (site) => {
      await pageHeaders(site)
      const here = 'http://127.0.0.1'
      await pages(site, { base_url: here, portal_url: here, security_contact: undefined })
    })
    base_url = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await browser?.close()
    await app.close()
  })

  const open = async (path: string, width: number): Promise<WatchedPage> => {
    const watched = await openPage(browser, width)
    onTestFinished(() => watched.context.close())
    await watched.page.goto(`${base_url}/docs/${path}`)
    return watched
  }
  /** To look at, when SITE_SHOTS names a folder. */
  const shots = process.env['SITE_SHOTS']
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `${name}.png`) })
  }
  const outside = ({ requests }: WatchedPage): string[] =>
    requests.filter((r) => !r.startsWith(`GET ${base_url}/`) && !/^GET (data|blob):/.test(r))

  test('twenty pages, light and dark, on a phone and on a screen: nothing from outside, no violation, no sideways scroll', async () => {
    const watched = await open('', 1280)
    const { page } = watched
    for (const path of PAGES) {
      await page.goto(`${base_url}/docs/${path}`)
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.locator(`html[data-theme="${scheme}"]`).waitFor()
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          await shoot(page, `${width}-${scheme}-${path.replaceAll('/', '-') || 'home'}`)
          expect([path, width, await scrollsSideways(page)]).toEqual([path, width, false])
        }
      }
    }
    expect([outside(watched), watched.faults]).toEqual([[], []])
  })

  test('code has more than five colors, in both themes', async () => {
    const { page } = await open('guides/sdk/', 1280)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.locator(`html[data-theme="${scheme}"]`).waitFor()
      const colors = await page.evaluate(
        'new Set([...document.querySelectorAll("pre code span")].map((one) => getComputedStyle(one).color)).size',
      )
      expect([scheme, colors]).toEqual([scheme, expect.toSatisfy((count: number) => count > 5)])
    }
  })

  test('tabs are chosen by key, and the choice is remembered on the next page', async () => {
    const { page, faults } = await open('guides/retries/', 1280)
    const tab = (name: string) => page.getByRole('tab', { name, exact: true }).first()
    await tab('CLI').focus()
    await page.keyboard.press('ArrowRight')
    expect(await tab('TypeScript').getAttribute('aria-selected')).toBe('true')
    expect(await page.getByRole('tabpanel').first().innerText()).toContain('requestPayment')
    await page.goto(`${base_url}/docs/api/payment-requests/`)
    expect(await tab('TypeScript').getAttribute('aria-selected')).toBe('true')
    expect(faults).toEqual([])
  })

  test('a diagram is a picture that is read aloud by what it shows', async () => {
    const { page } = await open('guides/states/', 390)
    const pictures = page.getByRole('img', { name: /which status may follow which/ })
    expect(await pictures.count()).toBe(8)
    expect((await pictures.first().boundingBox())?.width).toBeGreaterThan(150)
  })

  test('the search opens with its key and leads to a page', async () => {
    const watched = await open('', 1280)
    const { page } = watched
    await page.locator('#starlight__search input').waitFor({ state: 'attached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('webhook signature')
    await page.locator('.pagefind-ui__result-link').first().waitFor()
    await shoot(page, 'search')
    await page.locator('.pagefind-ui__result-link').first().click()
    await page.waitForURL(`${base_url}/docs/guides/webhooks/**`)
    expect([outside(watched), watched.faults]).toEqual([[], []])
  })

  test('searching finds the right page first: words people use, and every error code', async () => {
    const { page } = await open('', 1280)
    const codes = catalogueOf(operations).map(({ code }) => code)
    const wanted: Record<string, string> = {
      retry: 'guides/retries/',
      'webhook signature': 'guides/webhooks/',
      refund: 'guides/settlement/',
      x402: 'guides/x402-pay/',
      price: 'guides/concepts/',
      'api key': 'api/api-keys/',
      python: 'guides/python/',
      mcp: 'guides/mcp/',
      install: 'guides/install/',
      backup: 'guides/backup/',
      'spending limit': 'guides/policies/',
      'sign in': 'guides/authentication/',
      ...Object.fromEntries(codes.map((code) => [code, `errors/${code.toLowerCase()}/`])),
    }
    const found = await page.evaluate(
      `(async () => {
        const search = await import('/docs/pagefind/pagefind.js')
        await search.options({ ranking: ${readFileSync(join(ROOT, 'site/search-ranking.json'), 'utf8')} })
        const first = {}
        for (const term of ${JSON.stringify(Object.keys(wanted))}) {
          const { results } = await search.search(term)
          first[term] = results[0] && new URL((await results[0].data()).url, location.href).pathname.replace('/docs/', '')
        }
        return first
      })()`,
    )
    expect(found).toEqual(wanted)
  })

  test('a wrong address shows a page to a person, and JSON to a program', async () => {
    const { page } = await open('guides/nowhere/', 1280)
    await page.getByText('404').first().waitFor()
    await page.getByRole('link', { name: 'Pursestrings' }).first().waitFor()
    expect((await fetch(`${base_url}/docs/guides/nowhere/`)).headers.get('content-type')).toContain('application/json')
  })
})
