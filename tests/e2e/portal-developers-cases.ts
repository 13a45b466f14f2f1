/** What developers do in the portal: keys of both kinds, webhooks that really arrive, and agents, in Chromium. */
import { createAgentClient, generateKeyPair, signCredentialProof } from '@pursestrings/sdk'
import { beforeAll, expect, test } from 'vitest'
import type { Place } from '../acceptance/place.ts'
import { connectByKey, registerAgent } from '../acceptance/steps/ready.ts'
import { registerWallet } from '../acceptance/steps/wallet.ts'
import { receive } from './portal-receiver.ts'
import type { PortalWorld } from './portal-world.ts'
import { expectRows } from './specification-rows.ts'

export const developerCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  beforeAll(() => {
    world = shared()
  })

  test('a merchant key is made with its scopes, shown once, works, and ends when it is revoked', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults } = await signedIn('keys@harbour-books.example', 'Harbour Books', '/api-keys')
    await page.getByText('No merchant keys yet.').waitFor()
    await page.getByRole('button', { name: 'Create a merchant key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('orders-sync')
    await page.getByLabel('webhooks:manage').check()
    await inspect(page, 'key-create')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('heading', { name: 'Save this key now' }).waitFor()
    await inspect(page, 'key-once')
    const secret = (await page.locator('.secret').textContent()) ?? ''
    await page.getByRole('tab', { name: '.env' }).press('ArrowRight')
    await page.getByText('createMerchantClient').first().waitFor()
    await page.keyboard.press('Escape')
    const ask = () => fetch(`${dev.base_url}/v1/payment-requests`, { headers: { authorization: `Bearer ${secret}` } })
    expect((await ask()).status).toBe(200)
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByText(`svc_mkey_ … ${secret.slice(-4)}`).waitFor()
    expect(await page.content()).not.toContain(secret)
    await inspect(page, 'keys')
    await page.getByRole('button', { name: 'Revoke orders-sync' }).click()
    await page.getByText('The next call with this key is refused.').waitFor()
    await inspect(page, 'key-revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke orders-sync' }).click()
    await page.getByText('No merchant keys yet.').waitFor()
    expect((await ask()).status).toBe(401)
    expect(faults).toEqual([])
  })

  test('a project gets a key that works, it is renamed, and the focus goes back to where it was', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults } = await signedIn('projects@harbour-books.example', 'Harbour Books', '/api-keys?kind=project')
    await page.getByText('No projects yet.').waitFor()
    await page.getByRole('button', { name: 'Create a project' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Checkout assistant')
    await page.getByRole('button', { name: 'Create project' }).click()
    const create = page.getByRole('button', { name: 'Create a key for Checkout assistant' })
    await create.click()
    await page.keyboard.press('Escape')
    expect(await create.evaluate('document.activeElement.textContent')).toBe('Create a key')
    await create.click()
    await page.getByRole('textbox', { name: 'Name' }).fill('checkout-prod')
    await page.keyboard.press('Enter')
    const secret = (await page.locator('.secret').textContent()) ?? ''
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    const answer = await fetch(`${dev.base_url}/v1/agent-payments`, { headers: { 'x-svc-api-key': secret } })
    expect(answer.status).toBe(200)
    await page.getByRole('button', { name: 'Rename Checkout assistant' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Till')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Till' }).waitFor()
    await inspect(page, 'projects')
    expect(faults).toEqual([])
  })

  test('an endpoint is created, verified and tested; what fails is retried, tried now and arrives', async () => {
    const { dev, inspect, signedIn } = world
    const receiver = await receive(dev.site_folder)
    const { page, faults, requests } = await signedIn('hooks@harbour-books.example', 'Harbour Books', '/webhooks')
    await page.getByText('No endpoints yet.').waitFor()
    await page.getByRole('button', { name: 'Add an endpoint' }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill('https://shop.localhost/webhooks/till')
    await page.getByRole('dialog').getByRole('button', { name: 'Add an endpoint' }).click()
    const secret = (await page.locator('.secret').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    await inspect(page, 'webhook-secret')
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByRole('heading', { name: '/webhooks/till' }).waitFor()
    expect(await page.content()).not.toContain(secret)
    receiver.answer = 500
    await page.getByRole('button', { name: 'Verify endpoint' }).click()
    await page.getByText("The endpoint didn't answer its challenge.").waitFor()
    await inspect(page, 'webhook-verify')
    receiver.answer = 200
    await page.getByRole('button', { name: 'Verify endpoint' }).click()
    await page.getByText('Active', { exact: true }).waitFor()

    receiver.answer = 503
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Retrying', { exact: true }).last().waitFor()
    await page.getByText('Nothing is lost.').waitFor()
    await page.getByRole('button', { name: /tr(y|ies) of webhook_endpoint.test/ }).click()
    await page.getByText('Try 1').waitFor()
    await inspect(page, 'webhook')
    receiver.answer = 200
    await page.getByRole('button', { name: 'Try now: webhook_endpoint.test' }).click()
    await page.locator('table').getByText('Delivered', { exact: true }).waitFor()
    expect(receiver.heard.filter((type) => type === 'webhook_endpoint.test').length).toBeGreaterThan(1)

    await page.getByRole('tab', { name: 'Event types' }).click()
    await page.getByLabel('Only these').check()
    await inspect(page, 'webhook-types')
    await page.getByRole('tab', { name: 'Settings' }).click()
    await inspect(page, 'webhook-settings')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Somebody turned this endpoint off: the audit log says who.').waitFor()
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByText('The old secret signs until').waitFor()
    await page.getByRole('button', { name: 'Delete endpoint' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click()
    await page.getByText('No endpoints yet.').waitFor()
    expect(faults).toEqual([])
    expectRows(requests)
  })

  test('an owner stops all agents with one press, and lets them ask again', async () => {
    const { inspect, signedIn } = world
    const { page, faults, merchant } = await signedIn('stops@harbour-books.example', 'Harbour Books', '/agents')
    await registerAgent({ base_url: world.dev.base_url }, merchant)
    const { agent_id = '' } = (await merchant.agents.list().toArray())[0] ?? {}
    await page.reload()
    await page.getByRole('button', { name: 'Stop all agents' }).click()
    await inspect(page, 'stop-agents')
    await page.getByRole('dialog').getByRole('button', { name: 'Stop all agents' }).click()
    await page.getByText('No agent can request anything, and none can be activated.').waitFor()
    await inspect(page, 'agents-stopped')
    expect((await merchant.agents.read(agent_id)).agent.status).toBe('suspended')
    await page.getByRole('link', { name: /Checkout agent/ }).click()
    await page.getByText('No agent can request anything, and none can be activated.').waitFor()
    expect(await page.getByRole('button', { name: 'Activate' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Agents' }).first().click()
    await page.getByRole('button', { name: 'Let them ask again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Let them ask again' }).click()
    await page.getByRole('button', { name: 'Stop all agents' }).waitFor()
    expect((await merchant.agents.read(agent_id)).agent.status).toBe('active')
    expect(faults).toEqual([])
  })

  test('an agent proves a key that was made elsewhere, is narrowed, suspended and activated, and loses a key and a connection', async () => {
    const { dev, inspect, signedIn } = world
    const { page, faults, requests, merchant } = await signedIn(
      'agents@harbour-books.example',
      'Harbour Books',
      '/agents',
    )
    const scopes = ['payment.requests.create', 'payment.requests.read', 'transaction_contexts.create'] as const
    await page.getByRole('textbox', { name: 'Name' }).fill('Checkout agent')
    await page.getByLabel('Read descriptions').uncheck()
    await inspect(page, 'agents-scopes')
    await page.getByRole('button', { name: 'Add agent' }).click()
    await page.getByRole('button', { name: 'Add a key' }).click()
    const agent_id = page.url().split('/').at(-1) ?? ''
    expect((await merchant.agents.read(agent_id)).agent.allowed_scopes).toEqual(scopes)
    const { private_key, public_key } = await generateKeyPair()
    await page.getByRole('textbox', { name: 'Key name' }).fill('2026-11')
    await page.getByRole('tab', { name: 'Paste a public key' }).click()
    await page.getByRole('textbox', { name: 'Public key' }).fill(public_key)
    await page.getByRole('button', { name: 'Continue' }).click()
    const line = (await page.locator('.dialog .code code').textContent()) ?? ''
    const { signature } = await signCredentialProof(
      private_key,
      /svc\.credential_proof\.v1:[\w-]+/.exec(line)?.[0] ?? '',
    )
    await page.getByRole('textbox', { name: 'Signature' }).fill(signature)
    await inspect(page, 'agent-prove')
    await page.getByRole('button', { name: 'Verify key 2026-11' }).click()
    await page.getByRole('button', { name: 'Revoke key 2026-11' }).waitFor()

    const agent = createAgentClient({ base_url: dev.base_url, agent_id, kid: '2026-11', private_key })
    await connectByKey(agent, await registerWallet({ base_url: dev.base_url } as Place), scopes)
    await page.reload()
    await page.getByText('1 active, 0 paused, 0 revoked').waitFor()
    await inspect(page, 'agent')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Describe payments').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await merchant.agents.read(agent_id)).agent.allowed_scopes).toEqual(scopes.slice(0, 2))
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('button', { name: 'Suspend Checkout agent' }).click()
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('button', { name: 'Suspend' }).waitFor()
    await page.getByRole('button', { name: /^Revoke connection con_/ }).click()
    await page.getByRole('button', { name: 'Revoke connection', exact: true }).click()
    await page.getByText('0 active, 0 paused, 1 revoked').waitFor()
    await page.getByRole('button', { name: 'Revoke key 2026-11' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key 2026-11' }).click()
    await page.getByText(/^revoked /).waitFor()
    expect(faults).toEqual([])
    expectRows(requests)
  })
}
