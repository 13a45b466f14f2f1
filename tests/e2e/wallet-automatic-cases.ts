/** Payments that nobody is asked about, in the reference wallet: within the limits, over them, stopped, and paused. */
import { HitlRequiredError } from '@pursestrings/sdk'
import { beforeAll, expect, test } from 'vitest'
import { approveAndSign, expectApprove, type ReviewWorld } from './wallet-review-world.ts'
import { goTo, PASSPHRASE } from './wallet-world.ts'

const DAY_MS = 86_400_000
/** A payment takes two seconds here; what isn't paid within these isn't paid by itself. */
const NOT_PAID_MS = 8_000

export const automaticCases = (shared: () => ReviewWorld): void => {
  let world: ReviewWorld
  beforeAll(() => {
    world = shared()
  })

  test('are made within the limits while it may, ask over them, and stop at once', async () => {
    const { page, faults, ready, device } = await world.payer()
    const { payee } = world.shop
    const { recipient_id, recipient_version_id } = payee
    const { project } = world
    const { id: policy_id } = await project.automationPolicies.create({
      connection_id: ready.connection_id,
      name: 'Market of the week',
      network: 'stellar_testnet',
      asset: 'XLM',
      single_tx_limit: '5',
      cumulative_limit: '20',
      validity_window: {
        from: new Date(Date.now() - DAY_MS).toISOString(),
        to: new Date(Date.now() + DAY_MS).toISOString(),
      },
      allowlist: [recipient_id],
    })
    const ask = async (amount: string, purpose: string) => {
      const about = { connection_id: ready.connection_id, recipient_id, recipient_version_id, amount, purpose }
      return (await project.agentPayments.create({ initiator: 'agent', ...about })).id
    }
    const statusOf = async (id: string) => (await device.agentPayments.read(id)).status
    const settled = async (id: string): Promise<void> => {
      await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('settled')
    }

    await page.getByRole('link', { name: /Market of the week/ }).click()
    await page.getByText('while it’s open and you let it').waitFor()
    await page.getByRole('button', { name: 'Agree' }).click()
    const agreeing = page.getByRole('dialog', { name: 'Agree to these limits' })
    await world.wallet.inspect(page, 'wallet-agree-390')
    await agreeing.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await agreeing.getByRole('button', { name: 'Agree' }).click()
    await page.getByText(/^Paying within your limits until /).waitFor()

    // Nobody touches the page: it is paid, and shown.
    const first = await ask('2.5', 'Oranges')
    await page.getByText('2.5 XLM paid to').waitFor()
    await settled(first)
    await world.wallet.inspect(page, 'wallet-automatic-390')
    const { settlement } = await device.agentPayments.read(first)
    expect(settlement.decision).toBe('device_signed')

    // Over a limit it asks: the agent sends what the refusal names.
    const over = await ask('12', 'A whole crate').catch((refusal: unknown) => refusal)
    expect(over).toBeInstanceOf(HitlRequiredError)
    const { id: asked } = await project.agentPayments.create({
      initiator: 'human',
      connection_id: ready.connection_id,
      recipient_id,
      recipient_version_id,
      amount: '12',
      purpose: 'A whole crate',
    })
    await goTo(page, '/')
    await page.getByText('2.5 of 20 XLM used').waitFor()
    await world.wallet.inspect(page, 'wallet-home-390')
    await page.setViewportSize({ width: 1280, height: 860 })
    await world.wallet.inspect(page, 'wallet-home-1280')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: /A whole crate/ }).click()
    await page.getByText('A whole crate').waitFor()
    await expectApprove(page, true)
    expect(await statusOf(asked)).toBe('intent_created')
    await approveAndSign(page)
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    await settled(asked)

    // Stopped on this device: it waits, and goes on when it may.
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    const waits = await ask('3.5', 'Bread')
    await goTo(page, '/')
    await page.getByRole('link', { name: /Bread/ }).waitFor()
    await page.waitForTimeout(NOT_PAID_MS)
    expect(await statusOf(waits)).toBe('intent_created')
    await goTo(page, `/policies/${policy_id}`)
    await page.getByText('Automatic payments wait.').waitFor()
    await world.wallet.inspect(page, 'wallet-automatic-waits-390')
    await page.getByRole('button', { name: 'Let it pay' }).click()
    const letting = page.getByRole('dialog', { name: 'Pay within your limits' })
    await letting.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await letting.getByRole('button', { name: 'Unlock and pay' }).click()
    await settled(waits)

    // Paused where the payment is shown: what was asked for before is not paid.
    await page.route('**/v1/agent-payments?*', (route) => route.abort())
    const late = await ask('1.5', 'Salt')
    await page.getByRole('button', { name: 'Pause these payments' }).first().click()
    await expect.poll(async () => (await device.automationPolicies.read(policy_id)).status).toBe('paused')
    await page.unroute('**/v1/agent-payments?*')
    await page.waitForTimeout(NOT_PAID_MS)
    expect(await statusOf(late)).toBe('intent_created')
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
  })
}
