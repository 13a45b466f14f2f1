/** A link to a request: it opens the review in the wallet that was asked, and tells nobody else anything. */
import { type AgentClient, approvalLink } from '@pursestrings/sdk'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectByKey, registerAgent } from '../acceptance/steps/ready.ts'
import { payByOwnAgent } from './own-agent-walk.ts'
import { approveAndSign, expectApprove, type Payer, type ReviewWorld } from './wallet-review-world.ts'
import { goTo, unlock } from './wallet-world.ts'

const NOBODYS = 'task-0000000000000000000000000000'

export const linkCases = (shared: () => ReviewWorld): void => {
  let world: ReviewWorld
  beforeAll(() => {
    world = shared()
  })

  /** As an agent makes it, of what the service says of itself. */
  const linkTo = async ({ ready }: Pick<Payer, 'ready'>, request_id: string): Promise<string> => {
    const { wallet_url } = (await ready.agent.service.read()).service
    return approvalLink(wallet_url ?? '', request_id)
  }
  /** By the router: loading the page would lock the wallet. */
  const follow = async (page: Page, link: string): Promise<void> => {
    const { pathname, search, hash } = new URL(link)
    await goTo(page, '/')
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
    await page.evaluate(
      `history.pushState({}, '', ${JSON.stringify(pathname + search + hash)}); dispatchEvent(new PopStateEvent('popstate'))`,
    )
  }
  const reviewed = async (page: Page, { connection_id }: { connection_id: string }, id: string): Promise<void> => {
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/review/${connection_id}/${encodeURIComponent(id)}`)
  }
  const elsewhereSaid = async (page: Page): Promise<string> => {
    await page.getByRole('heading', { name: 'Not in this wallet' }).waitFor()
    return page.locator('main').innerText()
  }

  test('leads from a locked wallet to the review, is approved and paid there, and shows the end from then on', async () => {
    const payer = await world.payer()
    const { page, ready, faults, requests } = payer
    const { request_id } = (await ready.ask('by-link')).payment_request
    const link = await linkTo(payer, request_id)
    expect(link).toBe(`${world.wallet.wallet_url}/approve#${request_id}`)
    const seen_before = requests.length
    await page.goto(link)
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/12\.5|Harbour/)
    // While it is locked, no call names the request.
    expect(requests.slice(seen_before).filter((one) => one.includes(request_id))).toEqual([])
    await unlock(page)
    await page.getByRole('heading', { name: 'Pay this?' }).waitFor()
    await reviewed(page, ready, request_id)
    await expectApprove(page, true)
    await approveAndSign(page)
    await page.getByText('Bound to this request. The merchant can rely on it.').waitFor()
    expect(await ready.agent.paymentRequests.waitForPaid(request_id)).toMatchObject({ outcome: 'paid' })

    await follow(page, link)
    await page.getByRole('heading', { name: 'Already approved' }).waitFor()
    expect(await page.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'See the payment' }).click()
    await page.getByRole('heading', { name: 'On the ledger' }).waitFor()
    expect(faults).toEqual([])
  })

  test('of an agent of one’s own leads to a shop that the agent found on its domain, is marked so, and is paid', async () => {
    const { wallet, place, shop } = world
    const { page, faults } = await wallet.open('/', 390)
    onTestFinished(() => place.listPayee({ network: 'stellar_testnet', asset: 'XLM', address: shop.payee.address }))
    const shown = { base_url: place.base_url, wallet_url: wallet.wallet_url, domain: place.host }
    const { agent, request_id } = await payByOwnAgent(page, { ...shown, listPayee: place.listPayee }, async (stage) => {
      if (stage === 'review') await wallet.inspect(page, 'wallet-listed-390')
    })
    expect(await agent.paymentRequests.waitForPaid(request_id)).toMatchObject({ outcome: 'paid' })
    expect(faults).toEqual([])
  })

  test('says the same of a request of others, of one that is not there, and of none', async () => {
    const payer = await world.payer({ funded: false })
    const { request_id } = (await payer.ready.ask('not-yours')).payment_request
    const agent_payment = await askWithin(world, payer)
    const { page, faults, requests } = await world.wallet.withWallet()
    const looked = async (id: string): Promise<[string, number]> => {
      const before = requests.filter((one) => one.includes('/v1/')).length
      await follow(page, await linkTo(payer, id))
      const said = await elsewhereSaid(page)
      expect(said).not.toContain(id)
      return [said, requests.filter((one) => one.includes('/v1/')).length - before]
    }
    const [said] = await looked(NOBODYS)
    expect((await looked(request_id))[0]).toBe(said)
    expect((await looked(agent_payment))[0]).toBe(said)
    expect((await looked(agent_payment.replace(/.$/, (last) => (last === '0' ? '1' : '0'))))[0]).toBe(said)
    for (const none of [
      '',
      '#',
      '#events',
      '#..',
      '#%2E%2E',
      '#%zz',
      `#${'a'.repeat(161)}`,
      `#${request_id}&to=/settings`,
    ]) {
      await follow(page, `${world.wallet.wallet_url}/approve${none}`)
      expect([none, await elsewhereSaid(page)]).toEqual([none, said])
    }
    await world.wallet.inspect(page, 'wallet-not-here-390')
    await page.getByRole('link', { name: 'Connect an agent' }).click()
    await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    expect(faults).toEqual([])
  })

  test('tells a browser without a wallet where it opens, in the same words for every link', async () => {
    const payer = await world.payer({ funded: false })
    const { request_id } = (await payer.ready.ask('no-wallet')).payment_request
    const said: string[] = []
    for (const id of [request_id, NOBODYS]) {
      const { page, faults, requests } = await world.wallet.open(new URL(await linkTo(payer, id)).pathname + `#${id}`)
      await page.getByText('The link opens only in the wallet that was asked.').waitFor()
      said.push(await page.locator('body').innerText())
      expect(requests.filter((one) => one.includes('/v1/') || one.includes(id))).toEqual([])
      expect(faults).toEqual([])
    }
    expect(said[0]).toBe(said[1])
  })

  test('takes no way back and no other wallet from its address', async () => {
    const payer = await world.payer({ funded: false })
    const { page, ready, requests, faults } = payer
    const request_id = await askAs(ready.agent, ready, 'odd/id?next=//evil.example#1')
    const link = new URL(await linkTo(payer, request_id))
    for (const [name, value] of [
      ['next', 'https://evil.example'],
      ['return_to', '//evil.example'],
      ['service', 'https://evil.example'],
      ['kind', 'agent_payment'],
      ['connection_id', 'con_01k0000000e008000000000000'],
    ] as const)
      link.searchParams.set(name, value)
    await follow(page, link.href)
    await page.getByRole('heading', { name: 'Pay this?' }).waitFor()
    await reviewed(page, ready, request_id)
    expect(new URL(page.url()).search).toBe('')
    expect(requests.filter((one) => one.includes('evil.example') && !one.includes('/v1/payment-requests/odd'))).toEqual(
      [],
    )
    expect(faults).toEqual([])
  })

  test('shows the end of what was just canceled, though no event has told the wallet', async () => {
    const { page, ready } = await world.payer({ funded: false })
    const { request_id } = (await ready.ask('canceled-meanwhile')).payment_request
    const link = await linkTo({ ready }, request_id)
    await page.route('**/v1/events?*', (route) => route.abort())
    await page.goto(link)
    await unlock(page)
    await page.getByRole('region', { name: 'Signed facts' }).waitFor()
    await ready.agent.paymentRequests.cancel(request_id)
    await follow(page, link)
    await page.getByRole('heading', { name: 'Already answered' }).waitFor()
    expect(await page.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0)
  })

  test('hears of what happens next, though its events began while the link was still being read', async () => {
    const { page, ready } = await world.payer({ funded: false })
    const { request_id } = (await ready.ask('read-meanwhile')).payment_request
    const followed = page.waitForResponse('**/v1/events?*')
    // As the link reads it; the review names the connection besides.
    await page.route(`**/v1/payment-requests/${request_id}`, async (route) => {
      await followed
      await page.waitForTimeout(200)
      await route.continue()
    })
    await page.goto(await linkTo({ ready }, request_id))
    await unlock(page)
    await page.getByRole('region', { name: 'Signed facts' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.waitForTimeout(200)
    await ready.agent.paymentRequests.cancel(request_id)
    await page.getByRole('heading', { name: 'Already answered' }).waitFor()
  })

  test('leads to an agent payment, too', async () => {
    const payer = await world.payer({ funded: false })
    const id = await askWithin(world, payer)
    await follow(payer.page, await linkTo(payer, id))
    await payer.page.getByRole('heading', { name: 'Pay this?' }).waitFor()
    await reviewed(payer.page, payer.ready, id)
    expect(new URL(payer.page.url()).searchParams.get('kind')).toBe('agent_payment')
  })

  test('chooses none of two requests with one name', async () => {
    const payer = await world.payer({ funded: false })
    const { ready, device, page } = payer
    const other = await registerAgent(world.place, world.shop.merchant)
    await connectByKey(other, device)
    for (const agent of [ready.agent, other]) await askAs(agent, ready, 'order-1')
    await follow(page, await linkTo(payer, 'order-1'))
    await page.getByRole('heading', { name: 'Which one?' }).waitFor()
    expect(await page.locator('main').innerText()).not.toContain('Harbour')
  })
}

/** Under a name of its own. */
const askAs = async (agent: AgentClient, { payee }: Payer['ready'], request_id: string): Promise<string> => {
  const { recipient_id, recipient_version_id } = payee
  await agent.paymentRequests.create(
    {
      request_id,
      recipient_id,
      recipient_version_id,
      payment: { amount: '1' },
      policy: { requires_user_approval: true },
    },
    { idempotency_key: request_id },
  )
  return request_id
}

const askWithin = async ({ project }: ReviewWorld, { ready }: Payer): Promise<string> => {
  const { recipient_id, recipient_version_id } = ready.payee
  const { id } = await project.agentPayments.create({
    initiator: 'human',
    connection_id: ready.connection_id,
    recipient_id,
    recipient_version_id,
    amount: '2',
    purpose: 'A crate',
  })
  return id
}
