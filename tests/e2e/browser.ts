/** Decides which browser the page tests use, and what counts as a page that misbehaves. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const PATH = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** In CI a missing browser is a failure; on a laptop it is said and skipped. */
export const skipBrowserTests = !existsSync(PATH) && !process.env['CI']
if (skipBrowserTests) console.warn(`page tests skipped: no Chromium at ${PATH}; set CHROMIUM_PATH to run them`)

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: PATH, args: FLAGS })

export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** `METHOD address` of every request that left the page. */
  readonly requests: readonly string[]
  /** Console errors, thrown errors and violations of the content security policy. */
  readonly faults: readonly string[]
}

export async function openPage(browser: Browser, width: number): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
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

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
