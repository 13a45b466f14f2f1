/** Strangers pay whom they like, as often as they like: an honest payment among theirs is seen, and what is kept is bounded. */
import { Memo } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { strangersPay } from '../../tests/ledger-double/strangers.ts'
import type { Asking } from './asking.ts'
import { type LedgerWorld, referenceTo, secondsNow, startLedgerWorld } from './ledger-world.ts'
import { until } from './until.ts'

let on: LedgerWorld
beforeAll(async () => {
  on = await startLedgerWorld()
})
afterAll(() => on.stop())

const PRICE = 125_000_000n
const ofPayee = async ({ payee }: Asking) => {
  const text = `select (select count(*)::int from payee_findings f where f.payee = $1) as kept,
    coalesce((select max(number)::int from payee_findings f where f.payee = $1), 0) as found`
  return (await on.world.database.admin.query(text, [payee.address])).rows[0]
}

test('what strangers send is counted, and kept within bounds; the honest payment among it is seen', async () => {
  const asking = await on.asking()
  const request = await asking.asked()
  on.passTo(secondsNow())
  const flood = () =>
    strangersPay(on.double.ledger, asking.payee.address, [
      { kind: 'payment', count: 65, memo: referenceTo(request) },
      { kind: 'large', count: 1 },
      { kind: 'false_token', count: 2 },
      { kind: 'unreadable', count: 2 },
    ])
  flood()
  const transaction_hash = on.include(on.transaction({ to: asking.payee.address, memo: referenceTo(request) }))
  flood()
  await on.observed(request)
  await until(async () => (await ofPayee(asking)).found >= 132)
  await on.rounds(2)
  const { kept, found } = await ofPayee(asking)
  expect(kept).toBe(100)
  // What the account was opened with may be among the ledgers that are read.
  expect([132, 133]).toContain(found)
  expect(await on.settlement(asking, request.request_id)).toMatchObject({ transaction_hash, bound_by: 'reference' })
  expect((await on.evidence(asking, request.request_id)).findings).toEqual([])
})

test('a request that is paid again and again has sixteen findings and no more', async () => {
  const asking = await on.asking()
  const request = await asking.asked()
  on.passTo(secondsNow())
  const memo = Memo.hash(request.facts_digest)
  strangersPay(on.double.ledger, asking.payee.address, [{ kind: 'payment', count: 20, units: PRICE, memo }])
  await on.settled(asking, request.request_id, (s) => s.assurance === 'chain_observed')
  strangersPay(on.double.ledger, asking.payee.address, [{ kind: 'payment', count: 20, units: PRICE, memo }])
  const findings = async () => (await on.evidence(asking, request.request_id)).findings
  await until(async () => (await findings()).length >= 16)
  await on.rounds(2)
  expect((await findings()).map(({ reason }: { reason: string }) => reason)).toEqual(
    Array(16).fill('duplicate_payment'),
  )
})
