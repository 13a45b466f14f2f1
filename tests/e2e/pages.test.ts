import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../server/test/until.ts'
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

  const linksTo = async (email: string): Promise<string[]> => {
    const answer = await fetch(`${dev.mail_url}/api/mails?to=${email}`)
    const { mails }: { mails: { links: string[] }[] } = JSON.parse(await answer.text())
    return mails.flatMap((mail) => mail.links)
  }
  const askForLink = (email: string) =>
    fetch(`${dev.base_url}/v1/merchant-accounts/registrations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
  const pathOfLink = async (email: string): Promise<string> => {
    await until(async () => (await linksTo(email)).length > 0)
    const [link = ''] = await linksTo(email)
    expect(link).toMatch(/\/verify#token=svc_link_/)
    return link.slice(dev.base_url.length)
  }

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

    test(`an operator signs in from a real mail, and out again, at ${width} px`, async () => {
      const email = `operator-${width}@merchant.example`
      const asking = await open('/verify', width)
      await asking.page.getByLabel('Your e-mail address').fill(email)
      await shoot(asking.page, `verify-${width}-1-ask`)
      await asking.page.keyboard.press('Enter')
      await asking.page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()
      await shoot(asking.page, `verify-${width}-2-sent`)

      const { page, faults, requests } = await open(await pathOfLink(email), width)
      const at = async (heading: string, name: string) => {
        await page.getByRole('heading', { name: heading, exact: true }).waitFor()
        await shoot(page, `verify-${width}-${name}`)
        expect(await scrollsSideways(page)).toBe(false)
      }
      await at('Sign in to Countersign', '3-link')
      expect(page.url()).toBe(`${dev.base_url}/verify`)
      await page.getByRole('button', { name: 'Continue' }).click()
      await at('Name your organization', '4-name')
      await page
        .getByLabel('Name')
        .fill('Harbour Books and Every Other Thing That Is Printed on Paper or Bound in Cloth')
      await page.getByRole('button', { name: 'Create it' }).click()
      await at('You are signed in', '5-signed-in')
      await page.reload()
      await at('You are signed in', '6-reloaded')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await at('Sign in', '7-signed-out')
      await page.getByText('You are signed out.').waitFor()
      expect(faults).toEqual([])
      expect(requests.filter((request) => !request.includes(` ${dev.base_url}/`))).toEqual(
        requests.filter((request) => request.includes(' data:')),
      )
    })
  }

  test('a mail scanner that opens the link and runs its script uses nothing up', async () => {
    const email = 'scanned@merchant.example'
    await askForLink(email)
    const link = await pathOfLink(email)
    const scanner = await open(link, 1280)
    await scanner.page.getByRole('button', { name: 'Continue' }).waitFor()
    await scanner.page.waitForLoadState('networkidle')
    expect(scanner.requests.filter((request) => !request.startsWith('GET '))).toEqual([])
    expect(scanner.requests.filter((request) => request.includes('svc_link_'))).toEqual(
      scanner.requests.filter((request) => request.includes('/verify#token=')),
    )

    const { page } = await open(link, 1280)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Name your organization' }).waitFor()
  })

  test('a returning operator is offered the organizations of the account', async () => {
    const email = 'operator-320@merchant.example'
    const before = (await linksTo(email)).length
    await askForLink(email)
    await until(async () => (await linksTo(email)).length > before)
    const { page } = await open(await pathOfLink(email), 320)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Which organization?' }).waitFor()
    await shoot(page, 'verify-320-8-choose')
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('button', { name: /^Harbour Books/ }).click()
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor()
  })

  test('a link that is spent or invented says what to do next', async () => {
    const { page, faults } = await open('/verify#token=svc_link_invented', 320)
    await page.getByRole('button', { name: 'Continue' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await shoot(page, 'verify-320-9-wrong')
    expect(await alert.textContent()).toBe('This link has been used or has expired.')
    await page.getByLabel('Your e-mail address').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(faults).toEqual([])
  })
})
