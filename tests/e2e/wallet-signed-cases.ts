/** A connection that takes signed answers alone: the wallet signs every answer and report, also those that a closed page left. */
import { beforeAll, expect, test } from 'vitest'
import { approveAndSign, expectApprove, type Payer, type ReviewWorld } from './wallet-review-world.ts'
import { goTo, PASSPHRASE, unlock } from './wallet-world.ts'

export const signedCases = (shared: () => ReviewWorld): void => {
  let world: ReviewWorld
  beforeAll(() => {
    world = shared()
  })

  const strictPayer = async (): Promise<Payer> => {
    const payer = await world.payer()
    await payer.device.connections.update(payer.ready.connection_id, { decision_signature: 'required' })
    return payer
  }
  const requires = async ({ device, ready }: Payer) => {
    const { connection } = await device.connections.read(ready.connection_id)
    return connection.decision_signature
  }
  const stands = async ({ device }: Payer, request_id: string) => {
    const { payment_request } = await device.paymentRequests.read(request_id)
    return [payment_request.status, payment_request.settlement.decision]
  }

  test('a rejection is told with the passphrase, or when the wallet is next opened with it', async () => {
    const payer = await strictPayer()
    const { page, faults, ask } = payer
    const reject = async (task: string): Promise<string> => {
      const request_id = await ask(task)
      await expectApprove(page, true)
      await page.getByRole('button', { name: 'Reject', exact: true }).click()
      await page.getByRole('heading', { name: 'Rejected' }).waitFor()
      await page.getByLabel('Wrong amount').check()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('dialog', { name: 'Sign your answer' }).waitFor()
      return request_id
    }
    const told = await reject('told-at-once')
    await world.wallet.inspect(page, 'wallet-sign-answer-390')
    await page.getByRole('dialog').getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await page.getByRole('heading', { name: 'Recent' }).waitFor()
    expect(await stands(payer, told)).toEqual(['rejected', 'device_signed'])

    const later = await reject('told-later')
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('heading', { name: 'Recent' }).waitFor()
    expect(await stands(payer, later)).toEqual(['pending', 'none'])
    await page.reload()
    await unlock(page)
    await expect.poll(() => stands(payer, later), { timeout: 60_000 }).toEqual(['rejected', 'device_signed'])
    const { payment_request } = await payer.device.paymentRequests.read(later)
    expect(payment_request.reason).toBe('Wrong amount')
    expect(faults).toEqual([])
  })

  test('a payment is told to its end, also where the page was closed before the ledger had it', async () => {
    const payer = await strictPayer()
    const { page, context, ask } = payer
    const { source } = world.double
    const paid = await ask('at-once')
    await expectApprove(page, true)
    await approveAndSign(page)
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    await expect.poll(() => stands(payer, paid), { timeout: 60_000 }).toEqual(['confirmed', 'device_signed'])

    // The network takes the payment and is silent, until the wallet is opened again.
    let sent = 0
    await context.route(source.rpc_url, async (route) => {
      const { method = '' } = (route.request().postDataJSON() ?? {}) as { method?: string }
      if (method === 'sendTransaction' && ++sent === 1) await route.fetch()
      return sent > 0 ? route.abort() : route.continue()
    })
    const left = await ask('closed-before-its-end')
    await expectApprove(page, true)
    await approveAndSign(page)
    await expect.poll(() => sent, { timeout: 60_000 }).toBeGreaterThan(0)
    expect((await stands(payer, left))[0]).toBe('signed')
    await page.goto('about:blank')
    await context.unroute(source.rpc_url)
    await page.goto(world.wallet.wallet_url)
    await unlock(page)
    await expect.poll(() => stands(payer, left), { timeout: 60_000 }).toEqual(['confirmed', 'device_signed'])
  })

  test('an agent is switched to signed answers by one press, and back only with the passphrase', async () => {
    const payer = await world.payer()
    const { page, faults } = payer
    await goTo(page, `/agents/${payer.ready.connection_id}`)
    const signed = page.getByRole('switch', { name: 'Only signed answers count' })
    await signed.click()
    await expect.poll(() => requires(payer)).toBe('required')
    await signed.and(page.locator(':checked')).waitFor()
    await signed.click()
    const sheet = page.getByRole('dialog', { name: 'Accept unsigned answers again?' })
    await sheet.getByLabel('Passphrase', { exact: true }).fill(`not ${PASSPHRASE}`)
    await world.wallet.inspect(page, 'wallet-signed-only-390')
    await sheet.getByRole('button', { name: 'Accept unsigned' }).click()
    await sheet.getByRole('alert').filter({ hasText: /./ }).waitFor()
    expect(await requires(payer)).toBe('required')
    await sheet.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await sheet.getByRole('button', { name: 'Accept unsigned' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await requires(payer)).toBe('optional')
    expect(faults).toEqual([])
  })
}
