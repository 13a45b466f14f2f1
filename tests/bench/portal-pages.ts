/** What a browser does with the portal's pages: how much it loads, how soon they answer, and how long its tasks are. */
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { until } from '../../server/test/until.ts'

const kB = (bytes: number): number => Math.round(bytes / 100) / 10
const SETTLED_MS = 1_000

/** Of everything that the first page of a signed-in person loads, compressed. */
export const firstLoad = async (context: BrowserContext, address: string) => {
  const sizes: Record<string, number> = { script: 0, stylesheet: 0, font: 0 }
  const page = await context.newPage()
  const measured: Promise<void>[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (!(kind in sizes)) return
    const measure = async () => {
      const body = await response.body()
      // Fonts are compressed already.
      sizes[kind] = (sizes[kind] ?? 0) + (kind === 'font' ? body.length : gzipSync(body).length)
    }
    measured.push(measure())
  })
  await page.goto(address)
  await page.locator('main h1').waitFor()
  await page.waitForTimeout(SETTLED_MS)
  await Promise.all(measured)
  await page.close()
  return { script_kb: kB(sizes['script'] ?? 0), css_kb: kB(sizes['stylesheet'] ?? 0), fonts_kb: kB(sizes['font'] ?? 0) }
}

/** When its heading stands there and the page has nothing left to do before it hears a key. */
const READY = `new MutationObserver((_, observer) => {
    if (!document.querySelector('main h1') || !document.querySelector('nav a')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => { globalThis.ready_ms = performance.now() }))
  }).observe(document, { childList: true, subtree: true })`

/** From an empty cache, on a CPU that is so many times slower; one figure a round. */
export const timesToInteractive = async (
  browser: Browser,
  { address, session, slower, rounds }: { address: string; session: BrowserContext; slower: number; rounds: number },
): Promise<number[]> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ storageState: await session.storageState() })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.addInitScript(READY)
    await page.goto(address)
    await until(() => page.evaluate<boolean>('globalThis.ready_ms !== undefined'))
    times.push(Math.round(Number(await page.evaluate('globalThis.ready_ms'))))
    await context.close()
  }
  return times.toSorted((a, b) => a - b)
}

const WATCH_TASKS = `globalThis.tasks = []
  new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })`

/** Scrolls, pages and filters; the tasks of more than 50 ms that the browser saw meanwhile. */
export const longTasksOf = async (page: Page, address: string): Promise<number[]> => {
  await page.goto(address)
  await page.locator('.asked li').nth(24).waitFor()
  await page.waitForTimeout(SETTLED_MS)
  await page.evaluate(WATCH_TASKS)
  for (let pages = 0; pages < 20; pages++) {
    for (let turns = 0; turns < 5; turns++) await page.mouse.wheel(0, 200)
    const pager = page.locator('.pager [role=status]')
    const before = await pager.textContent()
    await page.getByRole('button', { name: 'Older' }).click()
    // The page's own policy forbids what `waitForFunction` does.
    await until(async () => (await pager.textContent()) !== before)
    await page.mouse.wheel(0, -2_000)
  }
  for (const query of ['standing=waiting', 'standing=reported', 'q=order-77', 'created=day', '']) {
    // As a link of the page does it, without loading the page again.
    await page.evaluate(
      `history.pushState(null, '', '/requests?${query}'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await page.waitForTimeout(500)
  }
  return (await page.evaluate<number[]>('globalThis.tasks')).toSorted((a, b) => b - a).map(Math.round)
}
