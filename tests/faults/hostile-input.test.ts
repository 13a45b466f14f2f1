/**
 * Every value of the corpus at every field of every operation, then several at once, until each operation has had two
 * thousand calls: no server error, and no answer that the OpenAPI document does not foresee.
 */
import { operations } from '@pursestrings/contract/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  fieldsOf,
  HOSTILE_SETTINGS,
  type HostileRun,
  type Put,
  startHostileRun,
  valuesFor,
} from '../../server/test/hostile-run.ts'
import { type MerchantWeb, startMerchantWeb } from '../../server/test/merchant-web.ts'
import { startWorld, type World } from '../../server/test/world.ts'
import { report } from './report.ts'

const CALLS_LEAST = 2_000
const AT_ONCE_MOST = 4
/** `HOSTILE_OPERATIONS=payment_requests` looks at some of them only. */
const wanted = operations.filter((o) => o.id.startsWith(process.env.HOSTILE_OPERATIONS ?? ''))

let web: MerchantWeb
let world: World
let run: HostileRun
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, ...HOSTILE_SETTINGS })
  run = await startHostileRun(world, web)
}, 120_000)
afterAll(async () => {
  run.stop()
  await world.stop()
  await web.stop()
})

/** The same numbers in every run, so that what is found is found again. */
let seed = 20_261_115
const below = (limit: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed % limit
}

function* putsFor(o: (typeof operations)[number]): Generator<Put> {
  const fields = fieldsOf(o)
  let made = 0
  for (const field of fields) {
    for (const value of valuesFor(field)) {
      made++
      yield [[field, value]]
    }
  }
  for (; made < CALLS_LEAST; made++) {
    yield Array.from({ length: 2 + below(AT_ONCE_MOST - 1) }, () => {
      const field = fields[below(fields.length)] as (typeof fields)[number]
      const values = valuesFor(field)
      return [field, values[below(values.length)] ?? ''] as const
    })
  }
}

test('two thousand hostile calls at every operation find no server error and no undocumented answer', async () => {
  const started = Date.now()
  for (const o of wanted) {
    const before = run.findings.calls
    await run.send(o, putsFor(o))
    expect([o.id, run.findings.calls - before >= CALLS_LEAST]).toEqual([o.id, true])
  }
  const { calls, unreached, renewed, server_errors, outside_document } = run.findings
  const seconds = Math.round((Date.now() - started) / 1_000)
  console.log(
    `${calls} calls in ${seconds} s; ${renewed} new sets of credentials; ${unreached} calls without a credential`,
  )
  for (const finding of [...server_errors, ...outside_document].slice(0, 50)) console.log(finding)
  report('hostile-input', {
    operations: wanted.length,
    calls,
    server_errors: server_errors.length,
    outside_document: outside_document.length,
  })
  expect([unreached, server_errors.slice(0, 20), outside_document.slice(0, 20)]).toEqual([0, [], []])
}, 3_600_000)
