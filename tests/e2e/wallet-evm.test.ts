/** Approving on an EVM chain in the reference wallet, in Chromium, by clicks: what an agent may do with a yes, and what it may not. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BASE_SEPOLIA_USDC } from '@pursestrings/protocol/evm'
import {
  type AgentClient,
  createMerchantClient,
  createProjectClient,
  generateKeyPair,
  HitlRequiredError,
  type MerchantClient,
  type PaymentWanted,
  type ProjectClient,
  type WalletClient,
} from '@pursestrings/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, buyerOf } from '../../packages/signing/test/evm-buyer.ts'
import type { Place } from '../acceptance/place.ts'
import { type Payee, preparePayee } from '../acceptance/steps/merchant.ts'
import { connectByKey, registerAgent, SCOPES } from '../acceptance/steps/ready.ts'
import { type EvmChain, startEvmChain } from '../evm-chain/start-evm-chain.ts'
import { skipBrowserTests, type WatchedPage } from './browser.ts'
import { deviceOf, expectApprove } from './wallet-review-world.ts'
import { goTo, makeWallet, PASSPHRASE, startWalletWorld, unlock, type WalletWorld } from './wallet-world.ts'

const HOST = 'shop.localhost'
const DAY_MS = 86_400_000
const FUNDS = 5_000_000n

interface Payer extends WatchedPage {
  readonly agent: AgentClient
  readonly buyer: Buyer
  readonly connection_id: string
  readonly device: WalletClient
  readonly address: string
  ask(task_ref: string, url?: string): Promise<string>
}

describe.skipIf(skipBrowserTests)('an approval on an EVM chain', () => {
  let chain: EvmChain
  let wallet: WalletWorld
  let place: Place
  let merchant: MerchantClient
  let payee: Payee
  let project: ProjectClient

  beforeAll(async () => {
    chain = await startEvmChain()
    // The contract is in a final block before anybody asks about it.
    await chain.finalize()
    const node = { name: 'test-node', operator: 'test', api: 'jsonrpc', network: 'base_sepolia', url: chain.rpc_url }
    wallet = await startWalletWorld({
      NETWORKS_ENABLED: 'stellar_testnet,base_sepolia',
      LEDGER_SOURCES: JSON.stringify([node]),
    })
    const { portal } = wallet
    const folder = join(portal.dev.site_folder, '.well-known')
    const put = async (name: string, text: string) => {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, name), text)
    }
    place = {
      base_url: portal.dev.base_url,
      host: HOST,
      publishChallenge: (value) => put('svc-challenge.txt', value),
      listPayee: (entry) => put('svc-recipients.json', JSON.stringify({ recipients: [entry] })),
    }
    merchant = createMerchantClient({ base_url: place.base_url })
    const link = await portal.newLink('usdc@harbour-books.example')
    await merchant.signIn({ link, organization: () => ({ name: 'Harbour Books' }) })
    const { contract } = BASE_SEPOLIA_USDC
    const address = chain.accounts[8]?.address ?? ''
    payee = await preparePayee(place, merchant, { network: 'base_sepolia', asset: 'USDC', contract, address })
    const { project_id } = (await merchant.projects.create({ name: 'Shop assistant' })).project
    const { secret: api_key } = await merchant.apiKeys.create(project_id, { name: 'Server' })
    project = createProjectClient({ base_url: place.base_url, api_key })
  })
  afterAll(async () => {
    await wallet?.stop()
    await chain?.stop()
  })

  /** Connected by clicks, the wallet knows the agent's key; connected elsewhere, it does not. */
  const payer = async ({ by_clicks = true } = {}): Promise<Payer> => {
    const watched = await wallet.withWallet()
    const { page } = watched
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const device = await deviceOf(page, place)
    const keys = await generateKeyPair()
    const [agent, buyer] = [await registerAgent(place, merchant, SCOPES, keys), await buyerOf(keys, place.base_url)]
    let connection_id: string
    if (by_clicks) {
      await goTo(page, '/agents/connect')
      const connect_key = (await page.locator('.connect-key').textContent()) ?? ''
      const connected = agent.connect({ connect_key, scopes: [...SCOPES], poll_ms: 100 })
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      connection_id = (await connected).connection.connection_id
      await page.getByRole('heading', { name: 'Checkout agent' }).waitFor()
    } else connection_id = await connectByKey(agent, device)
    await goTo(page, '/')
    await page.getByRole('button', { name: 'Receive', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Receive USDC on Base Sepolia' })
    const address = (await sheet.locator('.address .visually-hidden').textContent()) ?? ''
    if (by_clicks) await wallet.inspect(page, 'wallet-evm-receive-390')
    await sheet.getByRole('button', { name: 'Done' }).click()
    await chain.fund(address, FUNDS)
    const ask: Payer['ask'] = async (task_ref, url = `https://${HOST}/weather?city=Bergen`) => {
      const { recipient_id, recipient_version_id } = payee
      const terms: PaymentWanted['terms'] = {
        kind: 'x402',
        method: 'GET',
        url,
        description: 'The weather in Bergen, by the hour',
        timeout_s: 60,
        seal: buyer.seal,
      }
      const wanted = { task_ref, recipient_id, recipient_version_id, amount: '0.25', terms }
      const { request_id } = (await agent.requestPayment(wanted)).payment_request
      await goTo(page, `/review/${connection_id}/${request_id}`)
      return request_id
    }
    return { ...watched, agent, buyer, connection_id, device, address, ask }
  }

  /** The agent opens what it got, and the shop sends it. */
  const buy = async ({ agent, buyer }: Payer, request_id: string): Promise<void> => {
    const { authorization } = await agent.paymentAuthorizations.read(request_id)
    const { facts_digest } = (await agent.paymentRequests.read(request_id)).payment_request
    const signed = await buyer.open(authorization.sealed, facts_digest)
    if (signed === undefined) throw new Error('the agent cannot open what it got')
    await chain.sendAuthorization(signed.authorization, signed.signature)
  }

  const sign = async ({ page }: Payer): Promise<void> => {
    await page.getByRole('button', { name: /^Approve / }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await sheet.getByRole('button', { name: 'Sign and hand over' }).click()
  }

  test('is handed over, is not called paid before the chain shows it for good, and then is', async () => {
    const one = await payer()
    const { page, faults, device } = one
    const request_id = await one.ask('weather')
    await page.getByText(`GET https://${HOST}/weather?city=Bergen`).waitFor()
    await page.getByText('on Base Sepolia', { exact: true }).waitFor()
    await page.getByText(/^Signing gives the agent a one-time approval: /).waitFor()
    await page.getByText('5 USDC now, 4.75 after.').waitFor()
    await page.getByText('You haven’t paid this address before').waitFor()
    // The agent's key is the one that was there when it was connected on this device.
    expect(await page.getByText('This device doesn’t know the agent’s key.').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Pay with another wallet' }).count()).toBe(0)
    await expectApprove(page, true)
    await wallet.inspect(page, 'wallet-evm-review-390')
    await page.setViewportSize({ width: 1280, height: 860 })
    await wallet.inspect(page, 'wallet-evm-review-1280')
    await page.setViewportSize({ width: 390, height: 844 })
    await sign(one)

    await page.getByRole('heading', { name: 'Approved, not paid yet' }).waitFor()
    await page.getByText('Nothing is paid yet.').waitFor()
    await wallet.inspect(page, 'wallet-evm-handed-390')
    await page.setViewportSize({ width: 1280, height: 860 })
    await wallet.inspect(page, 'wallet-evm-handed-1280')
    await page.setViewportSize({ width: 390, height: 844 })
    const { payment_request } = await device.paymentRequests.read(request_id)
    expect(payment_request).toMatchObject({ status: 'signed', settlement: { decision: 'device_signed' } })
    expect(await chain.balanceOf(payee.address)).toBe(0n)

    await buy(one, request_id)
    await page.getByRole('heading', { name: 'Seen, not final yet' }).waitFor()
    await wallet.inspect(page, 'wallet-evm-seen-390')
    expect((await device.paymentRequests.read(request_id)).payment_request.status).toBe('signed')
    await chain.finalize()
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    await page.getByText('The merchant can rely on it.').waitFor()
    await wallet.inspect(page, 'wallet-evm-paid-390')
    expect(await chain.balanceOf(payee.address)).toBe(250_000n)
    const settled = (await device.paymentRequests.read(request_id)).payment_request
    expect(settled).toMatchObject({
      status: 'confirmed',
      settlement: { assurance: 'chain_observed', bound_by: 'reference', paid_by: one.address },
    })
    expect(faults).toEqual([])
  })

  test('has an address also in a wallet that was made before, from its next unlock on', async () => {
    const { page, faults } = await wallet.open()
    await page.route('**/settings.json', async (route) => {
      const response = await route.fetch()
      const { chains: _not_yet, ...json } = (await response.json()) as { chains?: object }
      await route.fulfill({ response, json })
    })
    await page.reload()
    await makeWallet(page)
    const receive = page.getByRole('button', { name: 'Receive', exact: true })
    await page.getByText('You can spend').first().waitFor()
    expect(await receive.count()).toBe(0)
    await page.unroute('**/settings.json')
    await page.reload()
    await unlock(page)
    await receive.click()
    const sheet = page.getByRole('dialog', { name: 'Receive USDC on Base Sepolia' })
    const address = await sheet.locator('.address .visually-hidden').textContent()
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    // It is kept, and the same from then on.
    await page.reload()
    await unlock(page)
    await receive.click()
    expect(await sheet.locator('.address .visually-hidden').textContent()).toBe(address)
    expect(faults).toEqual([])
  })

  test('is rejected with one press, and nothing is handed over', async () => {
    const one = await payer()
    const { page, faults, device, agent } = one
    const request_id = await one.ask('rejected')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByRole('heading', { name: 'Rejected' }).waitFor()
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect
      .poll(async () => (await device.paymentRequests.read(request_id)).payment_request.status)
      .toBe('rejected')
    await expect(agent.paymentAuthorizations.read(request_id)).rejects.toMatchObject({
      code: 'authorization_not_there',
    })
    expect(faults).toEqual([])
  })

  test('goes to a key that this device does not know only after a second step, and then it knows it', async () => {
    const one = await payer({ by_clicks: false })
    const { page, faults, agent } = one
    const request_id = await one.ask('unknown-key')
    await page.getByText('This device doesn’t know the agent’s key.').waitFor()
    await page.getByText('5 USDC now').waitFor()
    await page.getByLabel(`${HOST} is who I mean to pay`).check()
    expect(await page.getByRole('button', { name: /^Approve / }).isEnabled()).toBe(false)
    await wallet.inspect(page, 'wallet-evm-key-390')
    await page.getByLabel('This is my agent’s key').check()
    await sign(one)
    await page.getByRole('heading', { name: 'Approved, not paid yet' }).waitFor()
    expect((await agent.paymentAuthorizations.read(request_id)).authorization.sealed).toBeDefined()
    await one.ask('known-key')
    await page.getByText('4.75 USDC now').waitFor()
    expect(await page.getByText('This device doesn’t know the agent’s key.').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('for an address of another host than the payee’s cannot be given', async () => {
    const one = await payer()
    const { page, faults } = one
    await one.ask('elsewhere', `https://${HOST}.elsewhere.example/weather`)
    await page.getByText(`The agent says this pays for something at ${HOST}.elsewhere.example.`).waitFor()
    expect(await page.getByRole('button', { name: /^Approve / }).count()).toBe(0)
    await page.getByRole('button', { name: 'Reject', exact: true }).waitFor()
    await wallet.inspect(page, 'wallet-evm-host-390')
    expect(faults).toEqual([])
  })

  test('is given without asking within the limits, and asked for over them', async () => {
    const one = await payer()
    const { page, faults, device, buyer, connection_id } = one
    const { recipient_id, recipient_version_id } = payee
    await project.automationPolicies.create({
      connection_id,
      name: 'Weather of the week',
      network: 'base_sepolia',
      asset: 'USDC',
      contract: BASE_SEPOLIA_USDC.contract,
      single_tx_limit: '0.5',
      cumulative_limit: '2',
      validity_window: {
        from: new Date(Date.now() - DAY_MS).toISOString(),
        to: new Date(Date.now() + DAY_MS).toISOString(),
      },
      allowlist: [recipient_id],
    })
    const about = (amount: string, purpose: string) => ({
      connection_id,
      recipient_id,
      recipient_version_id,
      amount,
      purpose,
      terms: {
        kind: 'x402' as const,
        method: 'GET',
        url: `https://${HOST}/${purpose.toLowerCase()}`,
        timeout_s: 60,
        seal: buyer.seal,
      },
    })
    await page.getByRole('link', { name: /Weather of the week/ }).click()
    await page.getByRole('button', { name: 'Agree' }).click()
    const agreeing = page.getByRole('dialog', { name: 'Agree to these limits' })
    await agreeing.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await agreeing.getByRole('button', { name: 'Agree' }).click()
    await page.getByText(/^Paying within your limits until /).waitFor()

    // Nobody touches the page: it is handed over, and not called paid.
    const { id, facts_digest } = await project.agentPayments.create({ initiator: 'agent', ...about('0.3', 'Tides') })
    await page.getByText('The agent may now pay 0.3 USDC to').waitFor()
    await wallet.inspect(page, 'wallet-evm-automatic-390')
    const before = await chain.balanceOf(payee.address)
    const { authorization } = await project.paymentAuthorizations.read(id)
    const signed = await buyer.open(authorization.sealed, facts_digest)
    if (signed === undefined) throw new Error('the agent cannot open what it got')
    await chain.sendAuthorization(signed.authorization, signed.signature)
    await chain.finalize()
    await expect.poll(async () => (await device.agentPayments.read(id)).status, { timeout: 60_000 }).toBe('settled')
    expect((await chain.balanceOf(payee.address)) - before).toBe(300_000n)

    const over = await project.agentPayments
      .create({ initiator: 'agent', ...about('0.75', 'Storms') })
      .catch((refusal: unknown) => refusal)
    expect(over).toBeInstanceOf(HitlRequiredError)
    const asked = await project.agentPayments.create({ initiator: 'human', ...about('0.75', 'Storms') })
    await goTo(page, '/')
    await page.getByRole('link', { name: /Storms/ }).click()
    await page.getByText(`GET https://${HOST}/storms`).waitFor()
    await expectApprove(page, true)
    expect((await device.agentPayments.read(asked.id)).status).toBe('intent_created')
    await sign(one)
    await page.getByRole('heading', { name: 'Approved, not paid yet' }).waitFor()
    expect((await device.agentPayments.read(asked.id)).status).toBe('approved')
    expect(faults).toEqual([])
  })
})
