/** An organization may have any number of open requests at one payee: the others' payments are seen while that one is read. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LedgerWorld, referenceTo, secondsNow, startLedgerWorld } from './ledger-world.ts'
import { until } from './until.ts'

/** Less than a source is waited for. */
const SLOW_MS = 8_000
/** So many rows of payments does a round begin with. */
const ROWS = 1_000
const WATCHED = 'settlements'

let on: LedgerWorld
beforeAll(async () => {
  on = await startLedgerWorld()
})
afterAll(() => on.stop())

test('a payee with any number of open requests leaves the others their turn while it is being read', async () => {
  const { admin } = on.world.database
  const [crowded, other] = [await on.asking(), await on.asking()]
  const { calls } = on.double.source.faults
  calls.push({ call: 'getEvents', kind: 'slow', ms: SLOW_MS })
  await crowded.asked()
  await until(() => calls.length === 0)
  // That no requests belong to them makes no difference to who comes first.
  await admin.query(
    `insert into ${WATCHED} (merchant_id, payment_id, connection_id, network, payee)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'stellar_testnet', $1 from generate_series(1, $2)`,
    [crowded.payee.address, ROWS],
  )
  const request = await other.asked()
  on.passTo(secondsNow())
  on.include(on.transaction({ to: other.payee.address, memo: referenceTo(request) }))
  const text = `select coalesce(bool_or(payee = $1 and looked_at is not null), false) as read,
    coalesce(bool_or(payee = $2 and assurance = 'chain_observed'), false) as observed from ${WATCHED}`
  const seen = async () => (await admin.query(text, [crowded.payee.address, other.payee.address])).rows[0]
  let first = await seen()
  await until(async () => {
    first = await seen()
    return first.read || first.observed
  })
  expect(first).toEqual({ read: false, observed: true })
})
