/**
 * No input makes the service fail, and no answer is one that the document does not foresee: every field of every operation
 * with values from the corpus. All values at every field: `npm run faults -- hostile-input`.
 */
import { operations } from '@pursestrings/contract/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawn } from './drawn.ts'
import { type Field, fieldsOf, nameOf, valuesFor } from './hostile-calls.ts'
import { HOSTILE_SETTINGS, type HostileRun, type Put, startHostileRun } from './hostile-run.ts'
import { HOSTILE } from './hostile-values.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

/** Each declared field meets so many of the values, and the next one goes on where it stopped. */
const AT_EACH_FIELD = drawn({ check: 2, full: 5 })
const AT_OTHER_PLACES = drawn({ check: 1, full: 2 })
const isDeclared = ({ part, way }: Field): boolean => part !== 'header' && way[0] !== 'surprise'

let web: MerchantWeb
let world: World
let run: HostileRun
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, ...HOSTILE_SETTINGS })
  run = await startHostileRun(world, web)
})
afterAll(async () => {
  run.stop()
  await world.stop()
  await web.stop()
})

test('the corpus has at least 60 values', () => {
  expect(new Set(HOSTILE.map((value) => value.json)).size).toBeGreaterThanOrEqual(60)
})

test('every field of every operation takes hostile values without a server error or an undocumented answer', async () => {
  let next = 0
  const touched = new Set<string>()
  for (const o of operations) {
    const puts: Put[] = fieldsOf(o).flatMap((field) => {
      touched.add(`${o.id} ${nameOf(field)}`)
      const values = valuesFor(field)
      const many = isDeclared(field) ? AT_EACH_FIELD : AT_OTHER_PLACES
      const some = Array.from({ length: many }, () => values[next++ % values.length] ?? '')
      return some.map((value): Put => [[field, value]])
    })
    await run.send(o, puts)
  }
  const { findings } = run
  expect({ ...findings, calls: 0, renewed: 0 }).toEqual({
    calls: 0,
    renewed: 0,
    unreached: 0,
    server_errors: [],
    outside_document: [],
  })
  expect(findings.calls).toBeGreaterThanOrEqual(touched.size * AT_OTHER_PLACES)
}, 600_000)
