/**
 * Strangers flood one payee with 10,000 transactions: dust with the right memo, 100 kB each, contract calls, and some that
 * nobody can read. Other payees wait at most 1.5 times as long for `chain_observed` as on a calm ledger, what is kept of the
 * flood is bounded, and every honest payment is seen, also those to the flooded payee. As a control, the flood is still being
 * read while the others are measured.
 */
import { expect, test } from 'vitest'
import type { Asking } from '../../server/test/asking.ts'
import { type LedgerWorld, referenceTo, secondsNow, startLedgerWorld } from '../../server/test/ledger-world.ts'
import { until } from '../../server/test/until.ts'
import { startWorld } from '../../server/test/world.ts'
import { type Deed, strangersPay } from '../ledger-double/strangers.ts'
import { percentile, rounded } from './attack.ts'
import { report } from './report.ts'

const TRANSACTIONS = Number(process.env['HOSTILE_TRANSACTIONS'] ?? 10_000)
const MEASURED = Number(process.env['HOSTILE_MEASURED'] ?? 20)
const HOUR_MS = 3_600_000
const RATIO_MAX = 1.5
const FOUND_MAX = { of_request: 16, of_payee: 100 }
/** Honest payments to the flooded payee, each after a part of the flood. */
const AMONG = 5

/** Of each hundred: one is large, ten call contracts, four cannot be read. The others are dust that carries the reference. */
const floodOf = (count: number, request: { facts_digest: string }): Deed[] => {
  const part = (share: number) => Math.round(count * share)
  const others: Deed[] = [
    { kind: 'large', count: part(0.01) },
    { kind: 'false_token', count: part(0.05), argument_bytes: 1_000 },
    { kind: 'token', count: part(0.05) },
    { kind: 'unreadable', count: part(0.02) },
    { kind: 'unreadable', part: 'result', count: part(0.02) },
  ]
  const dust = count - others.reduce((sum, deed) => sum + deed.count, 0)
  return [{ kind: 'payment', count: dust, memo: referenceTo(request) }, ...others]
}
/** What can be read, and moves money by an operation. */
const wantedBy = (deeds: readonly Deed[]): number =>
  deeds.reduce((sum, { kind, count }) => sum + (kind === 'payment' || kind === 'large' ? count : 0), 0)

async function timesOf(on: LedgerWorld, asking: Asking): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < MEASURED; n += 1) {
    const request = await asking.asked()
    on.include(on.transaction({ to: asking.payee.address, memo: referenceTo(request) }))
    const began = performance.now()
    await on.observed(request)
    times.push(performance.now() - began)
  }
  return times
}

test('a flood on one payee delays no other, hides nothing, and is kept within bounds', {
  timeout: HOUR_MS,
}, async () => {
  const on = await startLedgerWorld({ start: (settings) => startWorld({ ...settings, PENDING_MAX: '1000' }) })
  const { admin } = on.world.database
  const [flooded, other] = [await on.asking(), await on.asking()]
  on.passTo(secondsNow())
  await timesOf(on, other)
  const calm = await timesOf(on, other)
  // Long enough for a flood whose ledgers close a second after one another.
  const expires_at = new Date(Date.now() + 6 * HOUR_MS).toISOString()
  const honest = await Promise.all(Array.from({ length: AMONG }, () => flooded.asked({ expires_at })))
  let wanted = 0
  for (const request of honest) {
    const deeds = floodOf(TRANSACTIONS / AMONG, request)
    strangersPay(on.double.ledger, flooded.payee.address, deeds)
    on.include(on.transaction({ to: flooded.payee.address, memo: referenceTo(request) }))
    wanted += wantedBy(deeds)
  }
  const count = async (text: string): Promise<number> =>
    (await admin.query(text, [flooded.payee.address])).rows[0]?.n ?? 0
  const foundOfPayee = () => count('select coalesce(max(number), 0)::int as n from payee_findings where payee = $1')
  const during = await timesOf(on, other)
  const read_meanwhile = await foundOfPayee()
  const skipped: string[] = []
  await until(async () => (await foundOfPayee()) >= wanted, HOUR_MS)
  for (const request of honest) await on.observed(request).catch(() => skipped.push(request.request_id))
  const figures = {
    strangers: TRANSACTIONS,
    calm_ms: rounded(percentile(calm, 0.5)),
    flooded_ms: rounded(percentile(during, 0.5)),
    ratio: rounded(percentile(during, 0.5) / percentile(calm, 0.5)),
    read_meanwhile,
    found_of_payee: await foundOfPayee(),
    wanted,
    kept_of_payee: await count('select count(*)::int as n from payee_findings where payee = $1'),
    found_of_request_max: await count(`select coalesce(max(n), 0) as n from (select count(*)::int as n
      from settlement_findings f join settlements s using (merchant_id, payment_id) where s.payee = $1
      group by f.payment_id) each`),
    honest_among: AMONG,
    skipped: skipped.length,
  }
  await on.stop()
  report('hostile-ledger', figures)
  expect(figures.skipped).toBe(0)
  // What the account was opened with may be among the ledgers that are read.
  expect([wanted, wanted + 1]).toContain(figures.found_of_payee)
  expect(read_meanwhile).toBeLessThan(wanted)
  expect(figures.kept_of_payee).toBeLessThanOrEqual(FOUND_MAX.of_payee)
  expect(figures.found_of_request_max).toBeLessThanOrEqual(FOUND_MAX.of_request)
  expect(figures.ratio).toBeLessThanOrEqual(RATIO_MAX)
})
