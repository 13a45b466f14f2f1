/**
 * The portal shown hostile texts: typed into every field, and in every text that the service answers with. A page must show
 * them as text, run none of them, and break no rule of its own content security policy.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Fields of answers that hold what people or programs wrote. Ids, states, times and amounts stay as they are. */
const TEXT_FIELDS = new Set(
  'name agent_name actor_name target_name description purpose email domain title summary reason message memo kid note task_ref invited_by changed_by'.split(
    ' ',
  ),
)

const SUSPECTS = `main :is(script, iframe, object, embed, style, link, base, meta, img, video, marquee, math, template,
  [onerror], [onload], [onclick], [onfocus], [ontoggle], [onmouseover], [srcdoc], [data-hostile], form[action]),
  a[href^="javascript" i], a[href^="data:" i]`

export interface HostileWalk {
  readonly strings: readonly string[]
  readonly base: string
  /** Pages whose answers are replaced. */
  readonly paths: readonly string[]
  /** Pages with fields; `open` names the button of the dialog that holds them. */
  readonly fields: readonly { readonly path: string; readonly open?: string }[]
}

export interface Walked {
  readonly shown: number
  readonly typed: number
  readonly fields: number
}

/** Walks the pages, then types. What a page did that it must not, fails here. */
export const walkHostile = async (page: Page, walk: HostileWalk): Promise<Walked> => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(`globalThis.violations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
      globalThis.violations.push(violatedDirective + ' ' + sample))`)
  const judge = async (where: string) => {
    const found = await page.evaluate(`({
      markup: Array.from(document.querySelectorAll(${JSON.stringify(SUSPECTS)}), ({ outerHTML }) => outerHTML),
      violations: globalThis.violations, ran: globalThis.hostile ?? null })`)
    expect({ where, dialogs, ...(found as object) }).toEqual({
      where,
      dialogs: [],
      markup: [],
      violations: [],
      ran: null,
    })
  }

  let shown = 0
  const next = () => walk.strings[shown++ % walk.strings.length] ?? ''
  const replaced = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string') return TEXT_FIELDS.has(field) ? next() : value
    if (Array.isArray(value)) return value.map((one) => replaced(one, field))
    if (typeof value !== 'object' || value === null) return value
    const inside = field === 'display' || field === 'metadata'
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, inside ? 'title' : key)]))
  }
  await page.route(/\/v1\//, async (route) => {
    if (route.request().headers()['accept'] === 'text/event-stream') return route.continue()
    const response = await route.fetch()
    const is_json = response.headers()['content-type']?.includes('json') === true
    return is_json && route.request().method() === 'GET'
      ? route.fulfill({ response, json: replaced(await response.json()) })
      : route.fulfill({ response })
  })
  for (const path of walk.paths) {
    await page.goto(walk.base + path)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('load')
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    await judge(path)
  }
  // Calls of the last page may still be under way.
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  let typed = 0
  let fields = 0
  for (const { path, open } of walk.fields) {
    await page.goto(walk.base + path)
    await page.locator('main h1').waitFor()
    if (open !== undefined) await page.getByRole('button', { name: open, exact: true }).first().click()
    const among = open === undefined ? page.locator('main') : page.locator('dialog')
    const inputs = among.locator(
      ':is(input:not([type=radio], [type=checkbox], [type=datetime-local], [type=date], [readonly]), textarea):visible',
    )
    await inputs.first().waitFor()
    for (const input of await inputs.all()) {
      fields++
      for (const text of walk.strings) {
        await input.fill(text)
        typed++
      }
      await judge(`${path}, typed`)
    }
    // What the service or the page says about the last of them.
    await inputs.first().press('Enter')
    await page.waitForLoadState('load')
    await judge(`${path}, sent`)
  }
  return { shown, typed, fields }
}
