/** Two people for a payee change, in the portal: switched on, approved, rejected with a reason, and switched off again. */
import { createMerchantClient } from '@pursestrings/sdk'
import { beforeAll, expect, test } from 'vitest'
import { proveDomain, servePayee } from './portal-payee.ts'
import type { PortalWorld } from './portal-world.ts'

export const approvalCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  beforeAll(() => {
    world = shared()
  })

  test('an owner requires a second person, approves one change and rejects another', async () => {
    const { dev, inspect, signedIn, newLink } = world
    const { page, faults, merchant } = await signedIn('owner@merchant.example', 'Harbour Books')
    const domain_id = await proveDomain(world, merchant)
    const email = 'mara@merchant.example'
    await merchant.memberInvitations.create({ email, role: 'admin' })
    const mara = createMerchantClient({ base_url: dev.base_url })
    await mara.signIn({
      link: await newLink(email),
      organization: (choices) => {
        const [invited] = choices
        if (!invited) throw new Error('nobody was invited')
        return invited
      },
    })

    await page.goto(`${dev.portal_url}/settings?tab=security`)
    await page.getByText('2 people are owners or admins').waitFor()
    await page.getByRole('button', { name: 'Require two people' }).click()
    await page.getByRole('button', { name: 'Ask to switch off' }).waitFor()
    await inspect(page, 'two-people')

    const asked = await servePayee(world, mara, { name: 'Till', domain_id })
    expect(asked.recipient_version.status).toBe('awaiting_approval')
    await page.goto(`${dev.portal_url}/recipients`)
    await page.getByRole('heading', { name: 'Waiting for a second approval' }).waitFor()
    await inspect(page, 'approvals')
    // It is counted with what else a person must decide, and said beside the list of requests.
    await page.goto(`${dev.portal_url}/requests?standing=disputed`)
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: 'Needs you 1', exact: true })
      .waitFor()
    await page.getByText('A change of where payments to Till go waits for a second person.').waitFor()
    await inspect(page, 'needs-you')
    await page.goto(`${dev.portal_url}/recipients`)
    await page.getByRole('link', { name: 'Till' }).first().click()
    await page.getByText(`${email} wants to change where payments to Till go.`).waitFor()
    await inspect(page, 'approval')
    await page.getByRole('button', { name: 'Approve version 1' }).click()
    await page.getByText(/^live since/).waitFor()

    const other = await servePayee(world, mara, { name: 'Annex', domain_id })
    await page.goto(`${dev.portal_url}/recipients/${other.recipient.recipient_id}`)
    await page.getByRole('button', { name: 'Reject version 1' }).click()
    await page.getByLabel('Reason, if you like').fill('We have no annex')
    await inspect(page, 'reject')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject version 1' }).click()
    await page.getByText(/never live, held/).waitFor()

    // One's own waits for somebody else.
    const own = await servePayee(world, merchant, { name: 'Kiosk', domain_id })
    await page.goto(`${dev.portal_url}/recipients/${own.recipient.recipient_id}`)
    await page.getByText('Waiting for another owner or admin.').waitFor()
    expect(await page.getByRole('button', { name: 'Approve version 1' }).count()).toBe(0)

    await page.goto(`${dev.portal_url}/settings?tab=security`)
    await page.getByRole('button', { name: 'Ask to switch off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ask to switch off' }).click()
    await page.getByRole('button', { name: 'Keep it on' }).waitFor()
    await inspect(page, 'two-people-lowering')
    await mara.merchants.update('current', { approvals: 1 })
    await page.reload()
    await page.getByRole('button', { name: 'Require two people' }).waitFor()
    expect(faults).toEqual([])
  })
}
