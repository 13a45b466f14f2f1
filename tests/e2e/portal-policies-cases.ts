/** Agent payments and policies in the portal: what was refused and why, the past under other limits, and a proposal. */
import { createProjectClient, HitlRequiredError } from '@pursestrings/sdk'
import { beforeAll, expect, test } from 'vitest'
import { preparePayee } from '../acceptance/steps/merchant.ts'
import { getReady } from '../acceptance/steps/ready.ts'
import { savedReceipt } from './browser.ts'
import { placeOf } from './portal-stock.ts'
import type { PortalWorld } from './portal-world.ts'

export const policyCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  beforeAll(() => {
    world = shared()
  })

  test('an operator proposes a policy, sees what was refused, tries wider limits and proposes them', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults, merchant } = await signedIn('policies@harbour-books.example', 'Harbour Books', '/policies')
    await page.getByText('No policies yet.').waitFor()
    await inspect(page, 'policies-empty')
    await page.getByRole('link', { name: 'Propose a policy' }).click()
    await page.getByText('A policy belongs to a project').waitFor()

    const place = placeOf(world)
    const payee = await preparePayee(place, merchant)
    const { wallet, connection_id } = await getReady(place, {}, { merchant, payee })
    const { project_id } = (await merchant.projects.create({ name: 'Checkout assistant' })).project
    const { secret } = await merchant.apiKeys.create(project_id, { name: 'Server' })
    const project = createProjectClient({ base_url: dev.base_url, api_key: secret })
    await page.goto(`${dev.portal_url}/agent-payments`)
    await page.getByText('No agent payments yet.').waitFor()
    await inspect(page, 'agent-payments-empty')

    await page.goto(`${dev.portal_url}/policies/new`)
    await page.getByLabel('Name').fill('Weekly groceries')
    await page.getByLabel('Per payment').fill('10')
    await page.getByLabel('Total').fill('100')
    await page.getByLabel('Harbour Books till').check()
    await inspect(page, 'policy-new')
    await page.getByRole('button', { name: 'Propose to the payer' }).click()
    await page.getByText('Awaiting consent').waitFor()
    await page.getByText('The payer hasn’t agreed yet. Until then nothing is automatic.').waitFor()
    const policy_id = page.url().split('/').at(-1) ?? ''
    const { policy_digest } = await wallet.automationPolicies.read(policy_id)
    await wallet.automationPolicies.optIn(policy_id, { policy_digest: policy_digest ?? '' })

    const { recipient_id, recipient_version_id } = payee
    const intent = { connection_id, recipient_id, recipient_version_id }
    const intend = async (amount: string, purpose = 'Groceries') => {
      const asked = project.agentPayments.create({ initiator: 'agent', ...intent, amount, purpose })
      if (Number(amount) > 10) await expect(asked).rejects.toBeInstanceOf(HitlRequiredError)
      else await asked
    }
    for (const amount of ['8.5', '2', '2.5', '12', '1.5', '9', '14', '4', '6.25']) await intend(amount)
    await intend('18', 'Monthly box')
    const [first] = await project.agentPayments.list({ status: 'intent_created' }).toArray()
    await wallet.claimAgentPayment(first?.id ?? '')

    await page.goto(`${dev.portal_url}/agent-payments`)
    await page.getByText('Over 1 limit').first().waitFor()
    expect(await page.getByText('Automatic').count()).toBe(7)
    await inspect(page, 'agent-payments')
    await page.getByLabel('Status').selectOption('Needs approval')
    await page.waitForURL(/status=refused/)
    await page.getByText('Automatic').first().waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /18 XLM/ })
      .getByRole('link')
      .click()
    await page.getByRole('heading', { name: 'Next step: let a person decide' }).waitFor()
    await page.getByText('1 of 4 limits').waitFor()
    await page.getByRole('link', { name: 'Weekly groceries' }).waitFor()
    await inspect(page, 'agent-payment-refused')

    await page.getByRole('link', { name: 'Propose new limits' }).click()
    await page.getByText('10 agent payments').waitFor()
    await page.getByLabel('Per payment').fill('15')
    await page.getByText('This raises a limit.').waitFor()
    await page.getByText('2 of 10').waitFor()
    await page.getByText('Show as table').click()
    await inspect(page, 'policy-trying')
    await page.getByText('Show as table').click()
    await page.getByRole('button', { name: 'Propose to the payer' }).click()
    await page.getByRole('heading', { name: 'Waiting for the payer' }).waitFor()
    await page.getByText('Active', { exact: true }).waitFor()
    await inspect(page, 'policy-proposed')
    const proposed = await wallet.automationPolicies.read(policy_id)
    expect([proposed.single_tx_limit, proposed.proposed?.single_tx_limit]).toEqual(['10', '15'])
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('heading', { name: 'Waiting for the payer' }).waitFor({ state: 'detached' })

    await page.getByLabel('Total').fill('80')
    await page.getByText('This only lowers limits').waitFor()
    await page.getByRole('button', { name: 'Apply now' }).click()
    await page.getByText('of 80', { exact: true }).waitFor()
    await page.goto(`${dev.portal_url}/policies`)
    await page.getByRole('link', { name: 'Weekly groceries' }).waitFor()
    await inspect(page, 'policies')
    await page.getByRole('link', { name: 'Weekly groceries' }).click()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('button', { name: 'Withdraw policy' }).click()
    await page.getByText('Withdrawn', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })

  test('an operator reads one payment, cancels it, and finds the payment that came of an attempt', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults, merchant } = await signedIn('pay@harbour-books.example', 'Harbour Prints')
    const place = placeOf(world)
    const payee = await preparePayee(place, merchant)
    const { connection_id } = await getReady(place, {}, { merchant, payee })
    const { project_id } = (await merchant.projects.create({ name: 'Checkout assistant' })).project
    const { secret } = await merchant.apiKeys.create(project_id, { name: 'Server' })
    const project = createProjectClient({ base_url: dev.base_url, api_key: secret })
    const { recipient_id, recipient_version_id } = payee
    const intent = { connection_id, recipient_id, recipient_version_id, amount: '7', purpose: 'Paper' }
    await expect(project.agentPayments.create({ initiator: 'agent', ...intent })).rejects.toBeInstanceOf(
      HitlRequiredError,
    )
    const [attempt] = (await project.agentPayments.list({ status: 'refused' }).page()).refused_attempts
    await page.goto(`${dev.portal_url}/agent-payments/${attempt?.id}`)
    await page.getByText('No policy', { exact: true }).waitFor()
    await inspect(page, 'agent-payment-no-policy')
    await page.getByRole('button', { name: 'Send to the payer' }).click()
    await page.getByRole('link', { name: 'Open the payment' }).click()
    await page.getByText('By a person, in the wallet').waitFor()
    const id = page.url().split('/').at(-1) ?? ''
    await inspect(page, 'agent-payment')
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click()
    await page.getByText('Canceled before the wallet claimed it.').waitFor()
    // No wallet said so.
    await page.getByText('Our record says Canceled').waitFor()
    expect(JSON.parse(await savedReceipt(page))).toMatchObject({ type: 'svc.receipt.v1' })
    expect((await project.agentPayments.read(id)).status).toBe('canceled')
    expect(faults).toEqual([])
  })
}
