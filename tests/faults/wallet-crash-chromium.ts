/**
 * The reference wallet in Chromium, killed while it signs, sends and reports: its page or the whole browser, before a call
 * leaves, after the call was answered, or at any moment between. Then it is opened again, unlocked, and left to go on.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Entry } from '@pursestrings/signing/journal'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { getReady } from '../acceptance/steps/ready.ts'
import { WHOLE_BROWSER } from '../e2e/browser.ts'
import { approveAndSign, deviceOf, expectApprove, startReviewWorld } from '../e2e/wallet-review-world.ts'
import { addressIn, makeWallet, unlock } from '../e2e/wallet-world.ts'
import { type Bound, isBound } from './wallet-crash-automatic.ts'

export interface ChromiumTally {
  kills: number
  pages_killed: number
  browsers_killed: number
  /** What the journal had of the payment when it was opened after a kill. */
  found: Record<string, number>
  payments: number
  unpaid: number
  once: number
  twice: number
  /** Requests whose status is not what the ledger says. */
  disagree: string[]
  /** Paid requests of which a report lacked the account's word, or that were paid without the reference. */
  unbound: string[]
}

/** Calls of one payment without a crash, each with two moments: before it leaves, and after its answer. */
const MOMENTS_MAX = 20
/** Within this, everything has happened on a machine that is not busy. */
const SOON_MS = 4_000
const DAY_MS = 86_400_000

/** How one life of the wallet ends. */
interface Death {
  readonly of: 'page' | 'browser'
  /** At the n-th moment, or after so many milliseconds. */
  readonly at: { readonly moment: number } | { readonly ms: number }
}

const anyDeath = (): Death => ({
  of: Math.random() < 0.5 ? 'page' : 'browser',
  at:
    Math.random() < 0.7
      ? { moment: 1 + Math.floor(Math.random() * MOMENTS_MAX) }
      : { ms: Math.floor(Math.random() * SOON_MS) },
})

export async function killInChromium(input: { kills: number; limit_ms: number }): Promise<ChromiumTally> {
  const world = await startReviewWorld()
  const browser = killableChromium()
  try {
    const { wallet_url } = world.wallet
    const first = await (await browser.context()).newPage()
    await first.goto(wallet_url)
    await makeWallet(first)
    const device = await deviceOf(first, world.place)
    const ready = await getReady(world.place, { wallet: device }, world.shop)
    // Both exist already: so every payment is one, and none creates an account.
    for (const address of [await addressIn(first), ready.payee.address]) world.double.ledger.fund(address)
    await first.close()

    const sum: ChromiumTally = {
      kills: 0,
      pages_killed: 0,
      browsers_killed: 0,
      found: {},
      payments: 0,
      unpaid: 0,
      once: 0,
      twice: 0,
      disagree: [],
      unbound: [],
    }
    const ends_at = Date.now() + input.limit_ms
    const goesOn = () => sum.kills < input.kills && Date.now() < ends_at
    for (let n = 1; goesOn(); n++) {
      // Each has an amount of its own, by which the ledger tells them apart.
      const amount = `1.${String(n).padStart(7, '0')}`
      const expires_at = new Date(Date.now() + DAY_MS).toISOString()
      const { request_id } = (await ready.ask(`chromium-${n}`, { amount, expires_at })).payment_request
      const review_url = `${wallet_url}/review/${ready.connection_id}/${request_id}`
      const calls = [world.place.base_url, world.double.source.rpc_url]
      const reports: Reported[] = []
      for (let alive = false; !alive; ) {
        const death = goesOn() ? anyDeath() : undefined
        const life = { chromium: browser, review_url, request_id, calls, reports, death }
        alive = await live(life)
        if (alive) break
        sum.kills++
        if (death?.of === 'page') sum.pages_killed++
        else sum.browsers_killed++
        const state = await stateIn(browser, wallet_url, request_id)
        sum.found[state] = (sum.found[state] ?? 0) + 1
      }
      const times = world.double.ledger.ledgers
        .flatMap(({ transactions }) => transactions)
        .filter(({ successful, inner }) => {
          const body = inner.tx.operations[0]?.body
          return successful && body?.type === 'payment' && body.paymentOp.amount === 10_000_000n + BigInt(n)
        }).length
      const { payment_request } = await device.paymentRequests.read(request_id)
      sum.payments++
      if (times === 0) sum.unpaid++
      else if (times === 1) sum.once++
      else sum.twice++
      const { status, reason = '', transaction_hash = '' } = payment_request
      if ((status === 'confirmed') !== times > 0)
        sum.disagree.push(`${request_id} is ${status} ${reason} ${transaction_hash}, and paid ${times} times`)
      const { facts_digest } = payment_request
      if (times > 0 && !reports.every((report) => isBound(world.double.ledger, { ...report, facts_digest })))
        sum.unbound.push(request_id)
    }
    return sum
  } finally {
    await browser.stop()
    await world.stop()
  }
}

type Reported = Omit<Bound, 'facts_digest'>

interface Life {
  readonly chromium: KillableChromium
  readonly review_url: string
  readonly request_id: string
  /** The addresses whose calls are counted: the service's and the ledger's. */
  readonly calls: readonly string[]
  /** What the wallet reports of the payment. */
  readonly reports: Reported[]
  readonly death: Death | undefined
}

/** From opening the wallet to the end of the payment: true. False where it was killed before. */
async function live({ chromium: browser, review_url, request_id, calls, reports, death }: Life): Promise<boolean> {
  const page = await (await browser.context()).newPage()
  const killer = killerOf(browser, death)
  // Only calls that do something are counted; pages read all the time.
  await page.route(
    (url) => calls.some((address) => url.href.startsWith(address)),
    (route) => {
      const asked = route.request()
      if (asked.method() !== 'POST') return route.continue()
      if (asked.url().endsWith(`/${request_id}/status`)) reports.push(asked.postDataJSON() as Reported)
      return killer.onCall(route)
    },
  )
  const lived = async (): Promise<true> => {
    await page.goto(review_url)
    await page.getByLabel('Passphrase', { exact: true }).waitFor()
    const signed = (await entryIn(page, request_id)) !== undefined
    if (signed) killer.arm()
    await unlock(page)
    if (!signed) {
      await expectApprove(page, true)
      killer.arm()
      await approveAndSign(page)
    }
    while (!isOver(await entryIn(page, request_id))) await page.waitForTimeout(100)
    return true
  }
  const alive = await Promise.race([
    // A page that dies takes the steps with it; the killer tells when it is done.
    lived().catch((failure: unknown) => (killer.struck() ? killer.killed : Promise.reject(failure))),
    killer.killed,
  ])
  killer.disarm()
  if (alive) await page.close()
  return alive
}

const killerOf = (killable: KillableChromium, death: Death | undefined) => {
  const over = Promise.withResolvers<false>()
  let armed = false
  let struck = false
  let moments = 0
  let timer: NodeJS.Timeout | undefined
  const strike = async (): Promise<void> => {
    if (struck) return
    struck = true
    await (death?.of === 'browser' ? killable.kill() : killable.killPages())
    over.resolve(false)
  }
  const isTime = (): boolean => armed && death !== undefined && 'moment' in death.at && ++moments === death.at.moment
  return {
    killed: over.promise,
    struck: () => struck,
    arm() {
      armed = true
      if (death !== undefined && 'ms' in death.at) timer = setTimeout(() => void strike(), death.at.ms)
    },
    disarm: () => clearTimeout(timer),
    async onCall(route: Route): Promise<void> {
      if (isTime()) return strike()
      const answer = await route.fetch().catch(() => undefined)
      if (isTime()) return strike()
      await (answer === undefined ? route.abort() : route.fulfill({ response: answer })).catch(() => {})
    },
  }
}

const isOver = (entry: Entry | undefined): boolean => entry?.state === 'reported' || entry?.state === 'erased'

/** As a person would find it: the wallet is still locked, and nothing goes on yet. */
async function stateIn(browser: KillableChromium, wallet_url: string, request_id: string): Promise<string> {
  const page = await (await browser.context()).newPage()
  await page.goto(wallet_url)
  const entry = await entryIn(page, request_id)
  await page.close()
  return entry?.state ?? 'nothing'
}

/** From the journal on disk, not from what a page shows. */
async function entryIn(page: Page, request_id: string): Promise<Entry | undefined> {
  const texts = await page.evaluate<string[]>(
    `new Promise((resolve, reject) => {
      const open = indexedDB.open('pursestrings-journal', 1)
      open.onupgradeneeded = () => open.result.createObjectStore('entries')
      open.onerror = () => reject(open.error)
      open.onsuccess = () => {
        const read = open.result.transaction('entries').objectStore('entries').getAll()
        read.onsuccess = () => { open.result.close(); resolve(read.result) }
        read.onerror = () => reject(read.error)
      }
    })`,
  )
  return texts.map((text) => JSON.parse(text) as Entry).find((entry) => entry.request_id === request_id)
}

// A Chromium with a profile on disk that can be killed as the system kills it, and started again on the same profile.

export interface KillableChromium {
  /** Starts it where it does not run. */
  context(): Promise<BrowserContext>
  /** SIGKILL to the processes that run its pages; the browser lives on. */
  killPages(): Promise<void>
  /** SIGKILL to the browser and everything that it started. */
  kill(): Promise<void>
  stop(): Promise<void>
}

interface Running {
  readonly child: ChildProcess
  readonly browser: Browser
  readonly context: BrowserContext
}

export const killableChromium = (): KillableChromium => {
  const profile = mkdtempSync(join(tmpdir(), 'pursestrings-profile-'))
  let running: Running | undefined
  const kill = async (): Promise<void> => {
    const { child } = running ?? {}
    running = undefined
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    process.kill(-child.pid, 'SIGKILL')
    await gone
  }
  return {
    async context() {
      running ??= await start(profile)
      return running.context
    },
    async killPages() {
      if (running === undefined) return
      const tools = await running.browser.newBrowserCDPSession()
      const { processInfo } = await tools.send('SystemInfo.getProcessInfo')
      for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL')
      const { targetInfos } = await tools.send('Target.getTargets')
      // Without any page the browser would end.
      await tools.send('Target.createTarget', { url: 'about:blank' })
      for (const { type, targetId } of targetInfos)
        if (type === 'page') await tools.send('Target.closeTarget', { targetId })
      await tools.detach()
    },
    kill,
    async stop() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

const start = async (profile: string): Promise<Running> => {
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  // A group of its own, so that one signal reaches all of its processes.
  const child = spawn(WHOLE_BROWSER.executablePath, [...WHOLE_BROWSER.args, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, found] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${said.slice(-2000)}`)))
  })
  const browser = await chromium.connectOverCDP(address, { timeout: 120_000 })
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('Chromium has no context')
  context.setDefaultTimeout(120_000)
  return { child, browser, context }
}
