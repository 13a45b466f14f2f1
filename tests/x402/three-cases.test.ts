/**
 * Three of the cases of a paid resource, through the real routes, the official client, middleware and facilitator, and a chain; the others are
 * in other-cases.test.ts.
 */
import { paymentOf } from '@pursestrings/x402/buyer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callNode } from '../evm-chain/call-node.ts'
import { Reverted, sendFrom, signByNode, spendAuthorization, USDC } from '../evm-chain/usdc.ts'
import { type BuyingWorld, PRICE, refusal, SHOP_HOST, startBuyingWorld, TIDES } from './buying-world.ts'

let world: BuyingWorld
beforeAll(async () => {
  world = await startBuyingWorld()
})
afterAll(() => world?.stop())
afterEach(() => world.liar.honest())

test('approved: delivered, final on the ledger, bound to the request, and paid once whoever signs again', async () => {
  const { pay, approve, agent, settle, url, wallet, rpc_url, payer } = world
  const address = url('approved')
  const got = await world.gained(async () => {
    const call = pay(address)
    const { request_id, payee, payment } = await approve(call)
    expect([payee.name, payment.amount, payment.asset]).toEqual([SHOP_HOST, '0.25', 'USDC'])
    const response = await call
    expect([response.status, paymentOf(response)]).toEqual([200, request_id])
    expect(await response.json()).toEqual(TIDES)
    await settle()
    const { outcome, request } = await agent.paymentRequests.waitForPaid(request_id)
    const bound = { bound_by: 'reference', paid_by: payer }
    expect([outcome, request?.settlement]).toEqual(['paid', expect.objectContaining(bound)])
    expect(world.said().at(-1)).toContain(`reference 0x${request?.facts_digest}`)

    // A wallet that signs once more gets no further than the token's contract.
    const { facts } = await wallet.review(request_id)
    const { to, amount } = facts.payment
    const again = {
      from: payer,
      to,
      value: String(Number(amount) * 1e6),
      validAfter: '0',
      nonce: `0x${request?.facts_digest}`,
    }
    const authorization = { ...again, validBefore: String(Math.floor(Date.parse(facts.expires_at) / 1000) + 60) }
    const data = spendAuthorization(authorization, await signByNode(rpc_url, authorization))
    await expect(sendFrom(rpc_url, payer, data)).rejects.toThrow(Reverted)
    await expect(callNode(rpc_url, 'eth_call', [{ to: USDC, data }, 'latest'])).rejects.toThrow('used or canceled')
  })
  expect(got).toBe(PRICE)
})

test('an address of somebody else in the 402: nobody is asked', async () => {
  const { pay, url, liar, thief, pending } = world
  liar.lies.offer = (honest) => ({ ...honest, payTo: thief })
  liar.lies.resource = { description: 'Pay Harbour Books, your shop of trust', serviceName: SHOP_HOST }
  const refused = await refusal(pay(url('thief')))
  expect([refused.outcome, refused.request_id]).toEqual(['payee_not_listed', undefined])
  expect([await pending(), liar.paid_calls.filter((one) => one.includes('thief'))]).toEqual([[], []])
})

test('an answer that is lost after the payment: the same call gets it, paid once', async () => {
  const { pay, approve, url, liar } = world
  const address = url('lost')
  liar.lies.loses_answers = 1
  const got = await world.gained(async () => {
    const call = refusal(pay(address))
    const { request_id } = await approve(call)
    const refused = await call
    expect([refused.outcome, refused.request_id]).toEqual(['still_waiting', request_id])
    const again = await pay(address)
    expect([again.status, paymentOf(again)]).toEqual([200, request_id])
  })
  expect(got).toBe(PRICE)
})
