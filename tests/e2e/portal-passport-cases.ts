/** The public record of a payee: anybody opens it without a session, and the browser checks the log by itself. */
import { beforeAll, expect, test } from 'vitest'
import { until } from '../../server/test/until.ts'
import { proveDomain, servePayee } from './portal-payee.ts'
import type { PortalWorld } from './portal-world.ts'

export const passportCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  beforeAll(() => {
    world = shared()
  })

  test('a stranger looks a payee up, the browser checks it, and says what changed at the next visit', async () => {
    const { dev, inspect, open, signedIn } = world
    const { merchant } = await signedIn('record@merchant.example', 'Harbour Books')
    const domain_id = await proveDomain(world, merchant)
    const { recipient } = await servePayee(world, merchant, { name: 'Harbour Books record', domain_id })
    const { recipient_id } = recipient
    type Read = { readonly payee?: { readonly history: readonly { readonly log_index: number | null }[] } }
    const read = async () => (await (await fetch(`${dev.base_url}/v1/payees/${recipient_id}`)).json()) as Read
    await until(async () => (await read()).payee?.history[0]?.log_index != null)

    const { page, faults, requests } = await open('/payee')
    await page.getByRole('heading', { name: 'Look up a payee' }).waitFor()
    await inspect(page, 'payee-look-up')
    await page.getByLabel('Domain, address or payee ID').fill('nobody.localhost')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('No active payee found').waitFor()
    await page.getByLabel('Domain, address or payee ID').fill('shop.localhost')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByRole('link', { name: 'Harbour Books record' }).click()
    await page.getByRole('heading', { name: 'Harbour Books record' }).waitFor()
    await page.getByText('Checked in your browser just now').waitFor()
    await page.getByText('The address is in the public log').waitFor()
    await page.getByText('Your first visit').waitFor()
    await page.getByText('The domain listed this address').waitFor()
    await page.getByText('Every change there has ever been. One entry, none missing.').waitFor()
    await page.getByText(`pursestrings payee verify`).waitFor()
    await inspect(page, 'public-payee')
    expect(requests.filter((one) => !one.includes(new URL(dev.portal_url).host))).toEqual([])
    expect(requests.filter((one) => /GET .*\/log\/tile\//.test(one))).not.toEqual([])
    expect(await page.context().cookies()).toEqual([])

    await page.reload()
    await page.getByText('Nothing was rewritten').waitFor()
    // Whoever changes the answer on its way shows an address that the log does not have.
    await page.route('**/record?*', async (route) => {
      const response = await route.fetch()
      const record = (await response.json()) as { entry: string }
      await route.fulfill({ response, json: { ...record, entry: record.entry.replace('"seq":1', '"seq":2') } })
    })
    await page.reload()
    await page.getByText('Not on public record. Don’t pay this address.').waitFor()
    await inspect(page, 'public-payee-not-on-record')
    expect(await page.getByText('The domain listed this address').count()).toBe(0)
    await page.goto(`${dev.portal_url}/payee/rcp_01k8m2bq0xe0000000000000000`)
    await page.getByText('There’s no such payee').waitFor()
    expect(faults).toEqual([])
  })

  test('a log that was rewritten since the last visit is told, also where it is signed', async () => {
    const { dev, open, signedIn } = world
    const { merchant } = await signedIn('rewritten@merchant.example', 'Quay Records')
    const domain_id = await proveDomain(world, merchant)
    const { recipient } = await servePayee(world, merchant, { name: 'Quay till', domain_id })
    const { page } = await open(`/payee/${recipient.recipient_id}`)
    await page.getByText('Checked in your browser just now').waitFor()
    // Remembered from then on: a head of the same key over another history, as the service once signed it.
    await page.route('**/v1/log/proof?*', (route) =>
      route.fulfill({ json: { ok: true, size: 2, consistency: { old_size: 1, hashes: [] } } }),
    )
    const { recipient: next } = await servePayee(world, merchant, { name: 'Quay counter', domain_id })
    await page.goto(`${dev.portal_url}/payee/${next.recipient_id}`)
    await page.getByText('The log was rewritten since your last visit').waitFor()
    await page.getByText('The service shows a different log than on your last visit. Don’t pay.').waitFor()
  })
}
