/** Where the service looks at the ledger, a wait does not end with the wallet's word. */
import { createAgentClient } from '@pursestrings/sdk'
import { Memo } from '@stellar/stellar-sdk/base'
import { expect, test } from 'vitest'
import { secondsOf, startLedgerWorld } from '../../../server/test/ledger-world.ts'

test("a wallet's confirmed is not enough; a payment that is bound to it is, and so are its absence and the merchant's own decision", async () => {
  const on = await startLedgerWorld({ apis: ['horizon'] })
  try {
    const asking = await on.asking({ memo: 'id:7' })
    const agent = createAgentClient({ base_url: on.world.url, connection_token: asking.connection_token })
    const wait = (request_id: string, timeout_ms: number, accept_reported = false) =>
      agent.paymentRequests.waitForPaid(request_id, { timeout_ms, accept_reported })

    const confirmed = async (payer: 'proven' | 'unproven') => {
      const request = await asking.asked()
      const max_time = Number(secondsOf(request.expires_at))
      const transaction = on.transaction({ to: asking.payee.address, memo: Memo.id('7'), max_time })
      const transaction_hash = Buffer.from(transaction.hash()).toString('hex')
      const proof = payer === 'proven' ? { payer_proof: on.proof(request, transaction_hash) } : {}
      for (const status of ['signed', 'broadcasted', 'confirmed'])
        await asking.report(request.request_id, { status, transaction_hash, ...proof })
      return { request_id: request.request_id as string, transaction }
    }
    const { request_id, transaction } = await confirmed('proven')
    expect((await wait(request_id, 500)).outcome).toBe('still_waiting')
    expect((await wait(request_id, 60_000, true)).outcome).toBe('reported')
    on.include(transaction)
    expect((await wait(request_id, 60_000)).outcome).toBe('paid')

    const unproven = await confirmed('unproven')
    const transaction_hash = on.include(unproven.transaction)
    await on.settled(asking, unproven.request_id, ({ ledger_match }) => ledger_match !== undefined)
    expect((await wait(unproven.request_id, 60_000)).outcome).toBe('reported')
    const path = `/v1/merchant/payment-requests/${unproven.request_id}/accept-payment`
    expect((await asking.operator.call('POST', path, { body: { transaction_hash } })).status).toBe(200)
    expect((await wait(unproven.request_id, 60_000)).outcome).toBe('reported')

    // Another amount: the accepted payment may have closed in the second in which this one is asked for, and would fit it.
    const nobody = await asking.asked({ payment: { amount: '12.6' } })
    on.passTo(secondsOf(nobody.expires_at) + 30n)
    expect((await wait(nobody.request_id, 60_000)).outcome).toBe('unpaid')
  } finally {
    await on.stop()
  }
})
