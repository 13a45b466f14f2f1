/**
 * `npm run screenshots`: takes the pictures of README and guides from the real portal, of a demo merchant with a week of
 * history. Needs a running `npm run dev`, and Chromium.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const CLI = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const SIZE = { width: 1120, height: 700 }

interface Demo {
  readonly link: string
  readonly recipient_id: string
}

const makeDemo = async (): Promise<Demo> => {
  const home = await mkdtemp(join(tmpdir(), 'pursestrings-screenshots-'))
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@pursestrings/source', CLI, 'demo', '--history', '--json'],
      { env: { ...process.env, PURSESTRINGS_CONFIG_DIR: home } },
    )
    return JSON.parse(stdout) as Demo
  } finally {
    await rm(home, { recursive: true })
  }
}

const demo = await makeDemo()
await mkdir(IMAGES, { recursive: true })
const executablePath = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: SIZE, locale: 'en-GB' })
  await page.goto(demo.link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('navigation').waitFor()
  for (const [name, path] of [
    ['portal-requests', '/requests'],
    ['portal-payee', `/recipients/${demo.recipient_id}`],
  ] as const) {
    await page.goto(new URL(path, demo.link).href)
    await page.locator('.card').first().waitFor()
    await page.waitForTimeout(500)
    await page.screenshot({ path: join(IMAGES, `${name}.png`) })
    console.log(`docs/images/${name}.png`)
  }
} finally {
  await browser.close()
}
