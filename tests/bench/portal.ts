/**
 * Whether the portal is light and quick: first load, time to interactive on a slow CPU, a list of 10,000 requests, news in two
 * tabs, and what 1,000 open streams cost the api. REQUESTS and STREAMS make it smaller.
 */
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createMerchantClient, type MerchantClient } from '@pursestrings/sdk'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { until } from '../../server/test/until.ts'
import type { Place } from '../acceptance/place.ts'
import { preparePayee } from '../acceptance/steps/merchant.ts'
import { getReady } from '../acceptance/steps/ready.ts'
import { launchWholeBrowser } from '../e2e/browser.ts'
import { type DevRun, startDev } from '../e2e/dev-run.ts'
import { createScratchDatabase } from '../e2e/scratch-database.ts'
import { countAsOwn, postgresAt } from './compare.ts'

const REQUESTS = Number(process.env['REQUESTS'] ?? 10_000)
const STREAMS = Number(process.env['STREAMS'] ?? 1_000)
/** A key may hold 50 streams open. */
const STREAMS_OF_KEY = 50
const AT_ONCE = 16
const SLOWER = 4
const ROUNDS = 5
const BARS = {
  script_kb: 200,
  css_kb: 16,
  fonts_kb: 52,
  interactive_ms: 2_000,
  longest_task_ms: 50,
  told_ms: 1_000,
  streams_mb: 60,
}

export const run = async (): Promise<object> => {
  await using started = new AsyncDisposableStack()
  const database = await createScratchDatabase()
  started.defer(() => database.drop())
  started.defer(countAsOwn(postgresAt(database.url)))
  const settings = { RATE_LIMIT_SCALE: '10000', PENDING_MAX: '1000000', LOG_LEVEL: 'error' }
  const dev = await startDev([], { DATABASE_URL: database.url, ...settings })
  started.defer(() => dev.stop())
  const browser = await launchWholeBrowser()
  started.defer(() => browser.close())

  const merchant = await signIn(dev, 'ops@merchant.example')
  const place = placeOf(dev)
  const ready = await getReady(place, {}, { merchant, payee: await preparePayee(place, merchant) })
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await openSession(context, dev)
  const requests = `${dev.portal_url}/requests`
  const sizes = await firstLoad(context, requests)

  const [first, second] = [await context.newPage(), await context.newPage()]
  const told: number[] = []
  for (const tab of [first, second]) {
    await tab.goto(requests)
    await tab.locator('main h1').waitFor()
  }
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const { payment_request } = await ready.ask(`told-${round}`)
    const link = { name: payment_request.request_id }
    await Promise.all([first, second].map((tab) => tab.getByRole('link', link).waitFor()))
    told.push(Math.round(performance.now() - began))
  }
  await second.close()

  let made = 0
  const make = async () => {
    while (made < REQUESTS) await ready.ask(`order-${made++}`)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, make))
  const tasks = await longTasksOf(first, requests)
  await first.close()
  const to = { address: requests, session: context, slower: SLOWER, rounds: ROUNDS }
  const interactive = await timesToInteractive(browser, to)
  await context.close()

  const figures = {
    ...sizes,
    interactive_ms: interactive[Math.floor(ROUNDS / 2)] ?? Number.NaN,
    longest_task_ms: tasks[0] ?? 0,
    told_ms: Math.max(...told),
    streams_mb: await costOfStreams(dev),
  }
  const missed = Object.entries(BARS).flatMap(([name, bar]) =>
    figures[name as keyof typeof BARS] <= bar ? [] : [name],
  )
  return {
    met: missed.length === 0,
    missed,
    ...figures,
    bars: BARS,
    interactive,
    told,
    long_tasks: tasks.length,
    REQUESTS,
    STREAMS,
  }
}

const placeOf = ({ base_url, site_folder }: DevRun): Place => {
  const put = async (name: string, text: string) => {
    await mkdir(join(site_folder, '.well-known'), { recursive: true })
    await writeFile(join(site_folder, '.well-known', name), text)
  }
  return {
    base_url,
    host: 'shop.localhost',
    publishChallenge: (value) => put('svc-challenge.txt', value),
    listPayee: (entry) => put('svc-recipients.json', JSON.stringify({ recipients: [entry] })),
  }
}

const newLink = async ({ base_url, mail_url }: DevRun, email: string): Promise<string> => {
  const links = async (): Promise<string[]> => {
    const answer = await fetch(`${mail_url}/api/mails?to=${email}`)
    const { mails } = (await answer.json()) as { mails: { links: string[] }[] }
    return mails.flatMap((mail) => mail.links).filter((link) => link.includes('#token='))
  }
  const before = new Set(await links())
  await createMerchantClient({ base_url }).merchantAccounts.register({ email })
  let fresh: string | undefined
  await until(async () => {
    fresh = (await links()).find((link) => !before.has(link))
    return fresh !== undefined
  })
  return fresh ?? ''
}

const signIn = async (dev: DevRun, email: string): Promise<MerchantClient> => {
  const merchant = createMerchantClient({ base_url: dev.base_url })
  await merchant.signIn({ link: await newLink(dev, email), organization: () => ({ name: 'Harbour Books' }) })
  return merchant
}

const openSession = async (context: BrowserContext, dev: DevRun): Promise<void> => {
  const page = await context.newPage()
  await page.goto(await newLink(dev, 'ops@merchant.example'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('navigation').waitFor()
  await page.close()
}

/** How much the api's memory grows while they are open and quiet. */
const costOfStreams = async (dev: DevRun): Promise<number> => {
  const api = dev.processes().find((line) => /main\.ts api\b/.test(line)) ?? ''
  const pid = Number(/^\s*(\d+)/.exec(api)?.[1])
  const used_mb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  const secrets: string[] = []
  for (let keys = 0; keys < STREAMS / STREAMS_OF_KEY; keys++) {
    const merchant = await signIn(dev, `streams-${keys}@merchant.example`)
    const { secret } = await merchant.merchantKeys.create({ name: 'Follower', scopes: ['payment_requests:read'] })
    secrets.push(secret)
  }
  await pause(3_000)
  const before = used_mb()
  const open: ClientRequest[] = []
  const openOne = (secret: string) =>
    new Promise<void>((done, failed) => {
      const headers = { authorization: `Bearer ${secret}`, accept: 'text/event-stream' }
      const one = request(`${dev.base_url}/v1/events`, { headers, agent: false }, (answer) => {
        answer.resume()
        if (answer.statusCode === 200) done()
        else failed(new Error(`a stream was answered with ${answer.statusCode}`))
      })
      one.on('error', failed)
      one.end()
      open.push(one)
    })
  for (const secret of secrets) for (let n = 0; n < STREAMS_OF_KEY; n++) await openOne(secret)
  await pause(3_000)
  const grown = used_mb() - before
  for (const one of open) one.destroy()
  return Math.round(grown * 10) / 10
}

// What a browser does with the portal's pages: how much it loads, how soon they answer, and how long its tasks are.

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
