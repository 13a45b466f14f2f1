/** A slow line, and what a page says all along. */
import type { BrowserContext, Page } from 'playwright-core'

const DELAY_MS = 3_000

/** Every chunk and every answer comes so much later. */
export const slowDown = (context: BrowserContext): Promise<unknown> =>
  context.route('**/*', async (route) => {
    await new Promise((resume) => setTimeout(resume, DELAY_MS))
    await route.continue().catch(() => {})
  })

const WATCH = `(() => {
  const seen = new Set()
  let since, blank_ms = 0
  setInterval(() => {
    const text = (document.querySelector('main')?.innerText ?? '').trim()
    seen.add(document.body.innerText)
    since = text === '' ? (since ?? performance.now()) : undefined
    if (since !== undefined) blank_ms = Math.max(blank_ms, performance.now() - since)
  }, 40)
  window.watched = () => ({ said: [...seen].join('\\n'), blank_ms })
})()`

/** From now on: every text that the page shows, and the longest time in which its content showed none. */
export const watchPage = async (page: Page): Promise<() => Promise<{ said: string; blank_ms: number }>> => {
  await page.evaluate(WATCH)
  return () => page.evaluate<{ said: string; blank_ms: number }>('window.watched()')
}
