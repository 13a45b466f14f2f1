/** Decides which browser the page tests use, and what counts as a page that misbehaves. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** What people see around a page costs more than the page: its pages take two fifths of the work without it. */
const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = '/usr/bin/chromium'
const whole_path = process.env['CHROMIUM_PATH'] || WHOLE
const path = process.env['CHROMIUM_PATH'] || (existsSync(SHELL) ? SHELL : WHOLE)
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** In CI a missing browser is a failure; on a laptop it is said and skipped. */
export const skipBrowserTests = !existsSync(path) && !process.env['CI']
if (skipBrowserTests) console.warn(`page tests skipped: no Chromium at ${path}; set CHROMIUM_PATH to run them`)

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: path, args: FLAGS })

/** For what the shell does not have, such as notifications. */
export const WHOLE_BROWSER = { executablePath: whole_path, args: FLAGS }

export const launchWholeBrowser = (): Promise<Browser> => chromium.launch(WHOLE_BROWSER)

export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** `METHOD address` of every request that left the page. */
  readonly requests: readonly string[]
  /** Console errors, thrown errors and violations of the content security policy. */
  readonly faults: readonly string[]
}

export async function openPage(browser: Browser, width: number): Promise<WatchedPage> {
  // What moves is not waited for: colours on their way from one scheme to the other have no contrast to speak of.
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  // What loads when the browser has nothing else to do, such as the site's search, would hardly ever load on a busy machine.
  await context.addInitScript('window.requestIdleCallback = (run) => setTimeout(run)')
  const page = await context.newPage()
  // Only what hangs is ended: a loaded machine must pass, too.
  page.setDefaultTimeout(120_000)
  const requests: string[] = []
  const faults: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A refused call is an answer that the page shows, yet Chromium writes it down as an error of its own.
    const refusal = message.text().startsWith('Failed to load resource: the server responded with a status of 4')
    if (message.type() === 'error' && !refusal) faults.push(message.text())
  })
  return { page, context, requests, faults }
}

const SIDEWAYS = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

/** Whether it would with every text twice as long; ids, code and what people wrote in fields stay as they are. */
const SIDEWAYS_LONGER = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const before = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (/\\p{L}{2}/u.test(node.data) && !node.parentElement.closest('.mono, code, pre, svg, select, [translate=no]'))
      before.push([node, node.data])
  }
  for (const [node, text] of before) node.data = text + ' ' + text
  const sideways = ${SIDEWAYS}
  for (const [node, text] of before) node.data = text
  return sideways
})()`

export const scrollsSideways = async (page: Page, { longer = false } = {}): Promise<boolean> => {
  // Charts and lists follow a new width a frame or two later.
  for (let look = 0; look < 20; look++) {
    if (!(await page.evaluate<boolean>(longer ? SIDEWAYS_LONGER : SIDEWAYS))) return false
    await page.waitForTimeout(50)
  }
  return true
}

/** Whatever holds more than it is wide; what ends in dots says so, and fields scroll. */
const BEYOND = `[...document.querySelectorAll('*')].filter((one) => {
  if (one.scrollWidth <= one.clientWidth + 1 || one.clientWidth === 0 || !one.checkVisibility()) return false
  const { display, textOverflow } = getComputedStyle(one)
  return display !== 'inline' && textOverflow !== 'ellipsis' && !one.closest('svg, .visually-hidden, input, select, textarea')
}).map((one) => one.localName + '.' + one.className + ' by ' + (one.scrollWidth - one.clientWidth) + ' px')`

/** What runs beyond its frame where people have set their browser's text to twice its size. */
export const beyondWhenLarger = async (page: Page): Promise<string[]> => {
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  let beyond: string[] = []
  for (let look = 0; look < 20; look++) {
    beyond = await page.evaluate<string[]>(BEYOND)
    if (beyond.length === 0) break
    await page.waitForTimeout(50)
  }
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  return beyond
}

/** What "Save receipt" saves; asked for until the log has what it needs. */
export const savedReceipt = async (page: Page): Promise<string> => {
  const saving = page.waitForEvent('download', { timeout: 30_000 })
  const timer = setInterval(() => void page.getByRole('button', { name: 'Save receipt' }).click(), 2_000)
  try {
    return await readFile(await (await saving).path(), 'utf8')
  } finally {
    clearInterval(timer)
  }
}

/** The text of the file that a button saves. */
export const saved = async (page: Page, button: string): Promise<string> => {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await saving).path(), 'utf8')
}
