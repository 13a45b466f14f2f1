/**
 * The observer of the ledger against sources that lie and a machine that kills it: no wrong verdict in 10,000 histories, none
 * by lying sources over HTTP, and nothing skipped or told twice by an observer that is killed 50 times.
 */
import { fc } from '@fast-check/vitest'
import { Asset, Keypair, Memo, Operation } from '@stellar/stellar-sdk/base'
import { expect, test } from 'vitest'
import { createHttpsClient } from '../../server/src/platform/egress/https-client.ts'
import { openNetworks } from '../../server/src/platform/egress/ledger/open-sources.ts'
import { agreeOnScan } from '../../server/src/settlement/settlements/agree.ts'
import { historyOf, judgeAll } from '../../server/src/settlement/settlements/judge.vectors.ts'
import { secondsOf, startLedgerWorld } from '../../server/test/ledger-world.ts'
import { startLedgerDouble } from '../ledger-double/ledger-double.ts'
import { transactionBy } from '../ledger-double/payer.ts'
import { type KillableWorld, startKillable } from './observer-world.ts'
import { report } from './report.ts'

const HISTORIES = Number(process.env['OBSERVER_HISTORIES'] ?? 10_000)
const OVER_HTTP = Number(process.env['OBSERVER_OVER_HTTP'] ?? 300)
const KILLS = Number(process.env['OBSERVER_KILLS'] ?? 50)
const HOUR_MS = 3_600_000
const figures: Record<string, unknown> = {}

test('no history makes a wrong verdict, whatever one of three operators says', { timeout: HOUR_MS }, () => {
  const seen: Record<string, number> = {}
  fc.assert(
    fc.property(historyOf(), (history) => {
      const outcomes = judgeAll(history)
      for (const { says, fits, free } of outcomes) {
        seen[says ?? 'no verdict'] = (seen[says ?? 'no verdict'] ?? 0) + 1
        if (says === 'chain_observed') expect(fits).toBe(true)
        if (says === 'proven_unpaid') expect(free).toBe(false)
      }
      const claims = outcomes.flatMap(({ claim }) => claim ?? [])
      expect(new Set(claims).size).toBe(claims.length)
    }),
    { numRuns: HISTORIES },
  )
  // Each kind must have come up often, or the run shows nothing.
  for (const says of ['chain_observed', 'proven_unpaid', 'disputed'])
    expect(seen[says]).toBeGreaterThan(HISTORIES / 100)
  Object.assign(figures, { histories: HISTORIES, verdicts: seen, wrong: 0 })
})

test('what a quorum agrees on over HTTP is in the ledger, and nothing that is there is denied', {
  timeout: HOUR_MS,
}, async () => {
  await using double = await startLedgerDouble({ started_at: 1_800_000_000n })
  const { ledger } = double
  const served = [double.source, await double.addSource(), await double.addSource()]
  const [payer, payee] = [Keypair.random(), Keypair.random()]
  for (const key of [payer, payee]) ledger.fund(key.publicKey())
  const [net] = await openNetworks({
    sources: served.map(({ rpc_url, horizon_url }, i) => ({
      name: `s${i}`,
      operator: `o${i}`,
      api: i === 0 ? ('rpc' as const) : ('horizon' as const),
      network: 'stellar_testnet' as const,
      url: i === 0 ? rpc_url : horizon_url,
      simulated: true,
    })),
    quorum: 2,
    https: createHttpsClient({ timeout_ms: 10_000, max_bytes: 1_000_000 }),
    now: () => Date.now(),
  })
  let contested = 0
  let undecided = 0
  let agreed_on = 0
  for (let n = 0; n < OVER_HTTP; n += 1) {
    const after = ledger.latest().sequence
    const truth: string[] = []
    for (let i = 0; i < 1 + (n % 3); i += 1) {
      const amount = n % 5 === 4 ? '90000000' : String(1 + i)
      const pay = Operation.payment({ destination: payee.publicKey(), asset: Asset.native(), amount })
      const transaction = transactionBy(ledger, payer, [pay], { memo: Memo.id(String(n)) })
      ledger.submit(transaction.toEnvelope())
      ledger.close()
      if (n % 5 !== 4) truth.push(Buffer.from(transaction.hash()).toString('hex'))
    }
    const through = ledger.latest().sequence
    const liar = served[n % 3]?.faults
    if (liar === undefined) continue
    const victim = truth[0]
    if (n % 4 === 0 && victim) liar.omitted.add(victim)
    if (n % 4 === 1 && victim) liar.forged.set(victim, 'failure')
    if (n % 4 === 2) liar.head = after
    if (n % 4 === 3) liar.gap = { from: after + 1, to: through }
    const scan = { payee: payee.publicKey(), own_assets: [], after, through }
    const asked = (net?.sources ?? []).map((source) =>
      source.transfersTo(scan).then(
        (answer) => [{ by: source, answer }],
        () => [],
      ),
    )
    const agreed = agreeOnScan((await Promise.all(asked)).flat(), payee.publicKey(), 2)
    Object.assign(liar, { omitted: new Set(), forged: new Map(), head: undefined, gap: undefined })
    if (agreed === undefined) {
      undecided += 1
      continue
    }
    contested += agreed.contested.length
    agreed_on += agreed.transactions.length
    const told = [...agreed.transactions, ...agreed.contested].map(({ transaction }) => transaction.hash)
    expect(told.toSorted()).toEqual(truth.toSorted())
  }
  expect(agreed_on).toBeGreaterThan(0)
  expect(contested).toBeGreaterThan(0)
  Object.assign(figures, { over_http: OVER_HTTP, agreed_on, contested, undecided })
})

test('an observer that is killed again and again skips nothing and tells nothing twice', {
  timeout: HOUR_MS,
}, async () => {
  let world: KillableWorld | undefined
  const on = await startLedgerWorld({
    apis: ['horizon'],
    start: async (settings) => {
      world = await startKillable(settings)
      return world
    },
  })
  const asking = await on.asking({ memo: 'id:7' })
  const paid: string[] = []
  const unpaid: string[] = []
  let end = 0n
  for (let kill = 0; kill < KILLS; kill += 1) {
    const request = await asking.asked({ expires_at: new Date(Date.now() + 6 * HOUR_MS).toISOString() })
    end = secondsOf(request.expires_at)
    if (kill % 2 === 0) {
      const transaction = on.transaction({ to: asking.payee.address, memo: Memo.id('7') })
      const transaction_hash = Buffer.from(transaction.hash()).toString('hex')
      const payer_proof = on.proof(request, transaction_hash)
      await asking.report(request.request_id, { status: 'signed', transaction_hash, payer_proof })
      on.include(transaction)
      paid.push(request.request_id)
    } else unpaid.push(request.request_id)
    // Killed while it starts, while it looks, and after it has written.
    const last = paid.at(-1)
    if (kill % 5 === 4 && last) await on.settled(asking, last, (s) => s.assurance === 'chain_observed')
    await world?.killWorker()
  }
  for (const request_id of paid) await on.settled(asking, request_id, (s) => s.assurance === 'chain_observed')
  on.passTo(end + 60n)
  for (const request_id of unpaid) await on.settled(asking, request_id, (s) => s.assurance === 'proven_unpaid')
  const told = new Map<string, number>()
  for (let since = 0, more = true; more; ) {
    const { json } = await asking.call('GET', `/v1/payment-requests/events?changes=all&limit=500&since=${since}`)
    for (const { type, request_id } of json.events) {
      const name = `${type} ${request_id}`
      told.set(name, (told.get(name) ?? 0) + 1)
    }
    since = json.next_since
    more = json.has_more
  }
  const verdicts = [...told].filter(([name]) => /chain_observed|proven_unpaid|disputed/.test(name))
  expect(verdicts.length).toBe(KILLS)
  expect(verdicts.filter(([, times]) => times !== 1)).toEqual([])
  await on.stop()
  report('observer', { ...figures, kills: KILLS, paid: paid.length, unpaid: unpaid.length, skipped: 0, told_twice: 0 })
})
