/** Sources that lie, lag, leave out or contradict each other never make a verdict; what is proven stays through a reset. */
import { afterEach, describe, expect, test } from 'vitest'
import { strangersPay } from '../../tests/ledger-double/strangers.ts'
import type { Asking } from './asking.ts'
import { call } from './call.ts'
import { type LedgerWorld, referenceTo, secondsNow, secondsOf, startLedgerWorld } from './ledger-world.ts'

let on: LedgerWorld
afterEach(() => on.stop())

/** Names a transaction that pays, and puts it into a ledger. */
const payReported = async (asking: Asking) => {
  const request = await asking.asked()
  const max_time = Number(secondsOf(request.expires_at))
  const transaction = on.transaction({ to: asking.payee.address, memo: referenceTo(request), max_time })
  const hash = Buffer.from(transaction.hash()).toString('hex')
  await asking.report(request.request_id, { status: 'signed', transaction_hash: hash })
  return { request, hash, include: () => on.include(transaction) }
}

describe('of two operators', () => {
  test('one that claims another outcome, one that leaves the payment out, one that lags: no verdict until they agree', async () => {
    on = await startLedgerWorld({ apis: ['rpc', 'horizon'] })
    const asking = await on.asking()
    const { request, hash, include } = await payReported(asking)
    const [first, second] = on.sources
    second?.faults.forged.set(hash, 'failure')
    include()
    await on.found(asking, request.request_id, 'source_disagreement')
    expect(await on.settlement(asking, request.request_id)).toMatchObject({
      assurance: 'wallet_reported',
      ledger_outcome: 'unknown',
      reason: 'source_disagreement',
    })
    second?.faults.forged.clear()
    first?.faults.omitted.add(hash)
    await on.rounds(3)
    expect((await on.settlement(asking, request.request_id)).assurance).toBe('wallet_reported')
    first?.faults.omitted.clear()
    const settlement = await on.settled(asking, request.request_id, (s) => s.assurance === 'chain_observed')
    expect(settlement.observers).toEqual(['operator-0', 'operator-1'])
  })

  test('one alone proves nothing, paid or unpaid', async () => {
    on = await startLedgerWorld({ apis: ['horizon', 'horizon'] })
    const asking = await on.asking()
    const { request, include } = await payReported(asking)
    const [first] = on.sources
    if (first) first.faults.head = on.double.ledger.latest().sequence
    include()
    const unpaid = await asking.asked()
    on.passTo(secondsOf(unpaid.expires_at) + 30n)
    await on.rounds(4)
    expect((await on.settlement(asking, request.request_id)).assurance).toBe('wallet_reported')
    expect((await on.settlement(asking, unpaid.request_id)).assurance).toBe('none')
    if (first) delete first.faults.head
    await on.settled(asking, request.request_id, (s) => s.assurance === 'chain_observed')
    await on.settled(asking, unpaid.request_id, (s) => s.assurance === 'proven_unpaid')
  })

  test('an index that shows another amount changes nothing: the bytes count', async () => {
    on = await startLedgerWorld({ apis: ['rpc', 'horizon'] })
    const asking = await on.asking()
    const { request, hash, include } = await payReported(asking)
    for (const { faults } of on.sources) faults.altered.set(hash, 1n)
    include()
    const settlement = await on.settled(asking, request.request_id, (s) => s.assurance === 'chain_observed')
    expect(settlement.received_amount).toBe('12.5')
  })
})

test("a trusted validator's seal proves a payment that a lying source denies", async () => {
  on = await startLedgerWorld({ apis: ['rpc', 'rpc'], validators: true })
  const asking = await on.asking()
  const { request, hash, include } = await payReported(asking)
  on.sources[1]?.faults.omitted.add(hash)
  include()
  on.passTo(on.double.ledger.latest().closed_at + 5n)
  const settlement = await on.settled(asking, request.request_id, (s) => s.assurance === 'chain_observed')
  expect(settlement.sealed_by).toEqual([on.double.ledger.validator])
})

test('a node that does not tell of classic payments cannot prove that none was made', async () => {
  on = await startLedgerWorld({ apis: ['rpc'] })
  const asking = await on.asking()
  for (const { faults } of on.sources) faults.classic_events = false
  const request = await asking.asked()
  on.passTo(secondsOf(request.expires_at) + 30n)
  await on.rounds(3)
  expect((await on.settlement(asking, request.request_id)).assurance).toBe('none')
  expect(on.world.log.some((line) => line.includes('no_classic_events'))).toBe(true)
})

test('a transaction that nobody can read may have paid: that is said once nothing else can', async () => {
  on = await startLedgerWorld()
  const asking = await on.asking()
  const { request } = await payReported(asking)
  for (const status of ['broadcasted', 'confirmed']) await asking.report(request.request_id, { status })
  on.passTo(secondsNow())
  strangersPay(on.double.ledger, asking.payee.address, [{ kind: 'unreadable', count: 1 }])
  await on.rounds(3)
  const meanwhile = await on.settlement(asking, request.request_id)
  expect([meanwhile.assurance, meanwhile.reason]).toEqual(['wallet_reported', undefined])
  on.passTo(secondsOf(request.expires_at) + 30n)
  const settlement = await on.settled(asking, request.request_id, (s) => s.reason !== undefined)
  expect(settlement).toMatchObject({ assurance: 'wallet_reported', reason: 'unreadable_transaction' })
})

test('faults of sources are counted from 0 on, so that the first one is seen', async () => {
  on = await startLedgerWorld()
  const { text } = await call(on.world.service.ops_url, 'GET', '/metrics')
  for (const [source, why] of [
    ['source-0', 'unavailable'],
    ['stellar_testnet', 'sources_disagree'],
  ])
    expect(text).toContain(`svc_ledger_faults_total{source="${source}",why="${why}"} 0`)
})

test('history that is gone is no proof', async () => {
  on = await startLedgerWorld({ apis: ['horizon'] })
  const asking = await on.asking()
  on.passTo(on.double.ledger.latest().closed_at + 1n)
  const before = await asking.asked()
  await on.rounds(1)
  const [source] = on.sources
  on.passTo(secondsOf(before.expires_at) + 30n)
  if (source) source.faults.oldest = on.double.ledger.latest().sequence
  await on.rounds(3)
  expect((await on.settlement(asking, before.request_id)).assurance).toBe('none')
})

test('a reset ends the epoch: what was proven stays and says so, what was open is not failed, and nothing is proven of it', async () => {
  on = await startLedgerWorld({ apis: ['rpc'] })
  const asking = await on.asking()
  const paid = await payReported(asking)
  paid.include()
  const before = await on.settled(asking, paid.request.request_id, (s) => s.assurance === 'chain_observed')
  const open = await asking.asked()
  await on.settled(asking, open.request_id, (s) => s.ledger_outcome !== undefined)
  on.double.ledger.reset(on.double.ledger.latest().closed_at + 60n)
  await on.found(asking, open.request_id, 'ledger_reset')
  on.passTo(secondsOf(open.expires_at) + 60n)
  const after = await on.settled(asking, open.request_id, (s) => s.ledger_outcome === 'unknown')
  expect(after).toMatchObject({ assurance: 'none', reason: 'ledger_reset' })
  const { json } = await asking.call('GET', `/v1/payment-requests/${open.request_id}`)
  expect(json.payment_request.status).toBe('pending')
  const kept = await on.settled(asking, paid.request.request_id, (s) => s.epoch_ended === true)
  expect(kept).toEqual({ ...before, epoch_ended: true })
})
