/**
 * `npm run screenshots`: takes the pictures of README and guides that are older than the pages they show, or all of them with
 * `--all`: from the real portal and wallet, of a `npm run dev` and a demo of its own. Needs Chromium.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { linkFrom } from '../../packages/cli/src/ask.ts'
import { launchBrowser } from '../../tests/e2e/browser.ts'
import { payAtDemoShop } from '../../tests/e2e/demo-shop-walk.ts'
import { type DevRun, startDev } from '../../tests/e2e/dev-run.ts'
import { createScratchDatabase } from '../../tests/e2e/scratch-database.ts'
import { bundled } from '../dev/bundled.ts'
import { animatedWebp, type Frame } from './animated-webp.ts'
import { digestOf, IMAGES, oldPictures, PICTURES, type Picture, ROOT, readTaken, sourcesOf, TAKEN } from './pictures.ts'

const QUALITY = 0.86
/** Until what a page reads after its first answer is there. */
const SETTLES_MS = 1_500
const MARGIN = 24
/** Whoever reads on is not disturbed for good. */
const TIMES = 3

const wanted = process.argv.includes('--all') ? (Object.keys(PICTURES) as Picture[]) : oldPictures()
if (wanted.length === 0) {
  console.log('Every picture shows its page as it is.')
  process.exit(0)
}

await using all = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'pursestrings-screenshots-'))
all.defer(() => rm(folder, { recursive: true, force: true }))
const database = await createScratchDatabase()
all.defer(() => database.drop())
const dev = await startDev([], { DATABASE_URL: database.url, RATE_LIMIT_SCALE: '10', DEV_SHOP: 'on' })
all.defer(() => dev.stop())
const browser = await launchBrowser()
all.defer(() => browser.close())
const story = await (
  await browser.newContext({ viewport: { width: 1000, height: 880 }, deviceScaleFactor: 1.6 })
).newPage()
await story.goto(pathToFileURL(join(ROOT, 'tools/docs/story.html')).href)

await mkdir(ROOT + IMAGES, { recursive: true })
await takePortal(dev, browser)
await takeWallet(dev, browser)
const taken = { ...readTaken(), ...Object.fromEntries(wanted.map((one) => [one, digestOf(sourcesOf(one))])) }
const names = Object.keys(PICTURES).toSorted()
await writeFile(ROOT + TAKEN, `${JSON.stringify(Object.fromEntries(names.map((one) => [one, taken[one]])), null, 2)}\n`)

async function keep(name: Picture, webp: Buffer): Promise<void> {
  if (!wanted.includes(name)) return
  await writeFile(ROOT + IMAGES + name, webp)
  console.log(`${IMAGES}${name}  ${Math.round(webp.length / 1024)} kB`)
}

interface Part extends Omit<Frame, 'webp' | 'ms'> {
  readonly webp: string
}
/** What differs from the picture before, by the browser's own encoder. */
async function changed(png: Buffer, before?: Buffer): Promise<Omit<Frame, 'ms'> | undefined> {
  const told = [png.toString('base64'), before?.toString('base64') ?? '', QUALITY]
  const part: Part | undefined = await story.evaluate(`changed(...${JSON.stringify(told)})`)
  return part && { ...part, webp: Buffer.from(part.webp, 'base64') }
}
async function keepPng(name: Picture, png: Buffer): Promise<void> {
  const whole = await changed(png)
  if (whole) await keep(name, whole.webp)
}

/** The command, with a folder of profiles. */
function commandWith(env: Readonly<Record<string, string>>) {
  return async (...words: string[]): Promise<string> => {
    const all_words = [await bundled('packages/cli'), ...words]
    const more = { ...process.env, PURSESTRINGS_BASE_URL: dev.base_url, DEV_SITE_DIR: dev.site_folder, ...env }
    return (await promisify(execFile)(process.execPath, all_words, { env: more })).stdout
  }
}

async function takePortal({ base_url, portal_url, mail_url, site_folder }: DevRun, within: Browser): Promise<void> {
  const context = await within.newContext({
    viewport: { width: 1120, height: 700 },
    deviceScaleFactor: 1.5,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const enter = async (link: string): Promise<void> => {
    await page.goto(link)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('navigation').waitFor()
  }
  const open = async (path: string): Promise<void> => {
    await page.goto(portal_url + path)
    await page.locator('.card').first().waitFor()
    await pause(SETTLES_MS)
  }
  const pursestrings = commandWith({ PURSESTRINGS_CONFIG_DIR: join(folder, 'profiles') })
  const { link } = JSON.parse(await pursestrings('demo', '--history', '--json', '--site', site_folder)) as {
    link: string
  }
  const listed = JSON.parse(await pursestrings('requests', 'list', '--limit', '100', '--json')) as {
    payment_requests: readonly {
      request_id: string
      connection_id: string
      settlement: { assurance: string }
    }[]
  }
  const disputed = listed.payment_requests.find(({ settlement }) => settlement.assurance === 'disputed')
  await enter(link)
  await open('/requests')
  await keepPng('portal-requests.webp', await page.screenshot())
  // Without the menu, down to where what happened ends.
  await page.setViewportSize({ width: 1280, height: 1600 })
  await open(`/requests/${disputed?.connection_id}/${disputed?.request_id}`)
  const main = await page.getByRole('main').boundingBox()
  const steps = await page.locator('section', { hasText: 'Reported by the wallet' }).last().boundingBox()
  if (!main || !steps) throw new Error('the request is not on the screen')
  const clip = { ...main, height: steps.y + steps.height + MARGIN - main.y }
  await keepPng('portal-disputed.webp', await page.screenshot({ clip }))
  await page.setViewportSize({ width: 1120, height: 700 })
  // A shop that has only just begun: its domain is verified, and its payee comes next.
  const own = commandWith({ PURSESTRINGS_CONFIG_DIR: join(folder, 'new') })
  const email = 'owner@harbour-books.example'
  await own('init')
  await own('login', '--email', email, '--mail-url', mail_url, '--organization', 'Harbour Books')
  const { challenge } = JSON.parse(await own('domains', 'add', 'shop.localhost', '--json')) as {
    challenge: { value: string }
  }
  await writeFile(join(site_folder, '.well-known/svc-challenge.txt'), `${challenge.value}\n`)
  await own('domains', 'verify', 'shop.localhost')
  const body = JSON.stringify({ email })
  const headers = { 'content-type': 'application/json' }
  const ask = () => fetch(`${base_url}/v1/merchant-accounts/registrations`, { method: 'POST', headers, body })
  await context.clearCookies()
  await enter(await linkFrom(mail_url, email, ask))
  await open('/')
  await keepPng('portal-setup.webp', await page.screenshot())
  await context.close()
}

type Line = readonly [kind: 'typed' | 'said' | 'good', text: string]
interface Moment {
  readonly ms: number
  readonly step: 1 | 2 | 3 | 4
  readonly lines: readonly Line[]
  readonly wallet: Buffer
  /** Where it is pressed, as parts of its width and height. */
  readonly finger?: readonly [number, number]
}

/** A person pays once at the demo shop; then its agent asks again, and that is the story. */
async function takeWallet(run: DevRun, within: Browser): Promise<void> {
  const context = await within.newContext({
    viewport: { width: 390, height: 682 },
    deviceScaleFactor: 2,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    hasTouch: true,
  })
  const page = await context.newPage()
  const reviews: Buffer[] = []
  const tall = async (): Promise<Buffer> => {
    await page.setViewportSize({ width: 390, height: 780 })
    const png = await page.screenshot()
    await page.setViewportSize({ width: 390, height: 682 })
    return png
  }
  await payAtDemoShop(page, run.wallet_url, async (stage) => {
    if (stage !== 'review') return
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
    reviews.push(await tall())
  })
  await goHome(page)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await pause(SETTLES_MS)
  const look = () => page.screenshot()
  const home = await look()

  const pursestrings = commandWith({
    PURSESTRINGS_CONFIG_DIR: `${run.site_folder}-demo-shop`,
    PURSESTRINGS_PROFILE: `at-${new URL(run.base_url).port}`,
  })
  const order = ['requests', 'create', '--amount', '12.5', '--title', 'Tide tables', '--task', 'order-1042']
  const typed = "pursestrings requests create --amount 12.5 \\\n    --title 'Tide tables' --task order-1042"
  const said = await pursestrings(...order)
  const asked: Line[] = [['typed', typed], ...linesOf(said, ['task', 'status', 'amount', 'payee', 'assurance'])]
  const [request = ''] = /task-\S+/.exec(said) ?? []
  await page.getByText('Tide tables').first().waitFor()
  await pause(500)
  const waits = await look()
  await page.getByText('Tide tables').first().click()
  await page.getByRole('heading', { name: 'Pay this?' }).waitFor()
  const approve = page.getByRole('button', { name: /^Approve/ })
  await approve.waitFor()
  await pause(500)
  reviews.push(await tall())
  await pause(300)
  const review = await look()
  const on_approve = await placeOf(approve)
  await approve.click()
  await page.getByRole('button', { name: 'Fill in the practice passphrase' }).click()
  const sign = page.getByRole('button', { name: 'Sign and pay' })
  await pause(400)
  const signs = await look()
  const on_sign = await placeOf(sign)
  await sign.click()
  await page.getByRole('heading', { name: /^(Paying|On the ledger)$/ }).waitFor()
  await pause(250)
  const pays = await look()
  await page.getByText('Bound to this request. The merchant can rely on it.').waitFor()
  await pause(500)
  const paid = await look()
  const told = JSON.parse(await pursestrings('requests', 'watch', request, '--json')) as { outcome: string }
  await context.close()

  const waiting: Line[] = [...asked, ['said', ''], ['typed', `pursestrings requests watch ${request.slice(0, 12)}…`]]
  const moments: Moment[] = [
    { ms: 900, step: 1, lines: [['typed', '']], wallet: home },
    { ms: 900, step: 1, lines: [['typed', 'pursestrings requests create']], wallet: home },
    { ms: 1200, step: 1, lines: asked.slice(0, 1), wallet: home },
    { ms: 2000, step: 1, lines: asked, wallet: home },
    { ms: 2000, step: 2, lines: asked, wallet: waits },
    { ms: 3400, step: 2, lines: waiting, wallet: review },
    { ms: 1200, step: 3, lines: waiting, wallet: review, finger: on_approve },
    { ms: 1500, step: 3, lines: waiting, wallet: signs },
    { ms: 1000, step: 3, lines: waiting, wallet: signs, finger: on_sign },
    { ms: 1600, step: 4, lines: waiting, wallet: pays },
    { ms: 4300, step: 4, lines: [...waiting, ['good', `outcome       ${told.outcome}`]], wallet: paid },
  ]
  const frames: Frame[] = []
  let before: Buffer | undefined
  for (const moment of moments) {
    const told_as = { ...moment, wallet: moment.wallet.toString('base64') }
    await story.evaluate(`drawMoment(${JSON.stringify(told_as)})`)
    const png = await story.locator('#frame').screenshot()
    const part = await changed(png, before)
    const last = frames.at(-1)
    if (part) frames.push({ ...part, ms: moment.ms })
    else if (last) frames[frames.length - 1] = { ...last, ms: last.ms + moment.ms }
    before = png
  }
  await keep('ask-approve-paid.webp', animatedWebp(frames, TIMES))
  if (before) await keepPng('ask-approve-paid-still.webp', before)
  const says = ['A first payment is decided in a second step', 'A payment as usual']
  const pair = reviews.map((png, i) => [png.toString('base64'), says[i]])
  await story.evaluate(`drawPair(${JSON.stringify(pair)})`)
  await keepPng('wallet-review.webp', await story.locator('#frame').screenshot())
}

function linesOf(said: string, fields: readonly string[]): Line[] {
  return said
    .split('\n')
    .filter((line) => fields.includes(line.split(' ')[0] ?? ''))
    .map((line) => ['said', line])
}

async function placeOf(button: ReturnType<Page['getByRole']>): Promise<readonly [number, number]> {
  const box = await button.boundingBox()
  const { width = 390, height = 682 } = button.page().viewportSize() ?? {}
  if (!box) throw new Error('the button is not on the screen')
  return [(box.x + box.width / 2) / width, (box.y + box.height / 2) / height]
}

/** By the router, as a link does: loading the page again would lock the wallet. */
async function goHome(page: Page): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '/'); dispatchEvent(new PopStateEvent('popstate'))`)
}
