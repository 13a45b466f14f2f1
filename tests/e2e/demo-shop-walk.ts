/** The way of a person who begins with the wallet of `npm run dev`: by clicks, from its first page to a payment on the ledger. */
import type { Page } from 'playwright-core'

export const STAGES = ['first', 'shop', 'agent', 'connected', 'review', 'sign', 'paid'] as const
export type StageName = (typeof STAGES)[number]

/** `look` is called at each stage, once it is on the screen. */
export const payAtDemoShop = async (
  page: Page,
  wallet_url: string,
  look: (stage: StageName) => Promise<void> = async () => undefined,
): Promise<void> => {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor()
  // The shop may be quick: its request comes on the screen once the page before it has been looked at.
  const looked = Promise.withResolvers<void>()
  const ASKED = /\/v1\/[^?]*payment-requests\?/
  await page.goto(wallet_url)
  await page.getByRole('button', { name: 'Use the demo shop' }).waitFor()
  await look('first')
  await press('Use the demo shop')
  await heading('Try it with the demo shop')
  await look('shop')
  await press('Open the demo shop')
  await heading('May this agent ask you?')
  await page.getByText('Harbour Books').waitFor()
  await look('agent')
  await page.route(ASKED, async (route) => {
    await looked.promise
    await route.continue()
  })
  await press('Connect')
  await page.getByText('Connected. The shop is about to ask').waitFor()
  await look('connected')
  looked.resolve()
  await heading('Pay this?')
  await page.unroute(ASKED)
  await page.getByText('Sea charts, north coast').waitFor()
  await look('review')
  // A first payment is decided in a second step.
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await press(/^Approve/)
  await page.getByRole('button', { name: 'Fill in the practice passphrase' }).waitFor()
  await look('sign')
  await press('Fill in the practice passphrase')
  await press('Sign and pay')
  await page.getByText('Bound to this request. The merchant can rely on it.').waitFor()
  await look('paid')
}
