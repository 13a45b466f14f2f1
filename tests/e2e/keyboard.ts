/** How somebody without a mouse uses a page. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const TABS_MAX = 120

/** Tabs until it has the focus. */
export const reach = async (page: Page, wanted: Locator): Promise<void> => {
  await wanted.waitFor()
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  expect.fail(`not reached by Tab: ${String(wanted)}`)
}

export const press = async (page: Page, button: string): Promise<void> => {
  await reach(page, page.getByRole('button', { name: button, exact: true }))
  await page.keyboard.press('Enter')
}

/** One key after the other, as in `g` then `d`. */
export const keys = async (page: Page, ...each: string[]): Promise<void> => {
  for (const key of each) await page.keyboard.press(key)
}
