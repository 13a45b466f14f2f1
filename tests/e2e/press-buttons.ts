/**
 * Opens pages one after the other and presses every button on them. A button answers by a dialog, another page, another text, or by
 * the focus on a field that still has to be filled in. Dialogs are closed again: what a confirmed change does is told by the tests of
 * that change.
 */
import type { Locator, Page } from 'playwright-core'
import { until } from '../../server/test/until.ts'

const ANSWERS_MS = 15_000

/** What is copied shows nowhere for sure. */
const SILENT = /^Copy\b/

const SEEN = 'location.href + document.querySelectorAll("input:focus:invalid").length + document.body.innerHTML'
const seen = (page: Page): Promise<string> => page.evaluate<string>(SEEN)

/** Until the page has its heading and nothing changes any more: while its code is loading there is no heading yet. */
const settled = async (page: Page): Promise<string> => {
  let [before, now] = ['', await seen(page)]
  while (now !== before || (await page.locator('main h1').count()) === 0) {
    await page.waitForTimeout(100)
    ;[before, now] = [now, await seen(page)]
  }
  return now
}

interface Walk {
  readonly page: Page
  readonly paths: readonly string[]
  /** Where on the page they are. */
  readonly within: string
  /** Waits for the page's heading. */
  go(path: string): Promise<void>
  look(path: string): Promise<void>
  /** Left alone, since they end the walk. */
  readonly but?: RegExp
  /** What is done with the dialog that a button has opened, before it is closed. */
  pressed?(): Promise<void>
}

/** Gives how many were pressed, and those without an answer. */
export const pressButtons = async ({
  page,
  paths,
  within,
  go,
  look,
  but,
  pressed: answer,
}: Walk): Promise<{ pressed: number; dumb: string[] }> => {
  const dumb: string[] = []
  let pressed = 0
  for (const path of paths) {
    await go(path)
    let before = await settled(page)
    await look(path)
    for (const name of await buttonsOf(page.locator(within))) {
      const button = page.locator(within).getByRole('button', { name, exact: true }).first()
      if (SILENT.test(name) || but?.test(name) || (await button.count()) === 0 || !(await button.isEnabled())) continue
      await button.click()
      pressed++
      await until(async () => (await seen(page)) !== before, ANSWERS_MS).catch(() => dumb.push(`${path}: ${name}`))
      await answer?.()
      await page.keyboard.press('Escape')
      if ((await settled(page)) === before) continue
      await go(path)
      before = await settled(page)
    }
  }
  return { pressed, dumb }
}

const buttonsOf = async (place: Locator): Promise<string[]> => {
  const names = await place
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()))
  return [...new Set(names)].filter((name) => name !== '')
}
