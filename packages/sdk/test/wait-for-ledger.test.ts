/** A wait that does not end with the wallet's word. */
import { createAgentClient } from '@countersign/sdk'
import { Memo } from '@stellar/stellar-sdk/base'
import { expect, test } from 'vitest'
import { secondsOf, startLedgerWorld } from '../../../server/test/ledger-world.ts'

test("a wallet's confirmed is not enough; the ledger's payment is, and so is its absence", async () => {
  const on = await startLedgerWorld({ apis: ['horizon'] })
  try {
    const asking = await on.asking({ memo: 'id:7' })
    const agent = createAgentClient({ base_url: on.world.url, connection_token: asking.connection_token })
    const wait = (request_id: string, timeout_ms: number) =>
      agent.paymentRequests.waitForTerminal(request_id, { until: 'ledger', timeout_ms })

    const request = await asking.asked()
    const max_time = Number(secondsOf(request.expires_at))
    const transaction = on.transaction({ to: asking.payee.address, memo: Memo.id('7'), max_time })
    const transaction_hash = Buffer.from(transaction.hash()).toString('hex')
    for (const status of ['signed', 'broadcasted', 'confirmed'])
      await asking.report(request.request_id, { status, transaction_hash })
    expect((await wait(request.request_id, 500)).outcome).toBe('unknown')
    on.include(transaction)
    expect((await wait(request.request_id, 60_000)).outcome).toBe('paid')

    const nobody = await asking.asked()
    on.passTo(secondsOf(nobody.expires_at) + 30n)
    expect((await wait(nobody.request_id, 60_000)).outcome).toBe('unpaid')
  } finally {
    await on.stop()
  }
})
