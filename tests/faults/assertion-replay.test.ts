/**
 * One assertion, four API processes, 200 times each at once: one token. All processes are then killed and started again:
 * what was spent stays spent, and the next assertion opens once again.
 */
import { expect, test } from 'vitest'
import { assertionOf, exchange, newAgent } from '../../server/test/agent.ts'
import { call } from '../../server/test/call.ts'
import { newOperator } from '../../server/test/operator.ts'
import { type Process, startProcess } from '../../server/test/process.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const PROCESSES = 4
const TIMES = 200
const ROUNDS = 5

test('one token for each assertion, before and after a restart', { timeout: 600_000 }, async () => {
  const world = await startWorld({ LOG_LEVEL: 'silent' })
  const agent = await newAgent(await newOperator(world))
  const settings = { ...world.settings, LOG_LEVEL: 'info', DATABASE_POOL_MAX: '10' }
  const startAll = async (): Promise<Process[]> => {
    const apis: Process[] = []
    for (let n = 0; n < PROCESSES; n++) {
      apis.push(await startProcess('api', settings))
    }
    return apis
  }
  const answers = new Map<string, number>()
  const send = async ({ url }: Process, assertion: string): Promise<boolean> => {
    const { status, json } = await exchange({ call: (...given) => call(url, ...given) }, assertion)
    const said = `${status} ${json.error?.code ?? ''}`.trim()
    answers.set(said, (answers.get(said) ?? 0) + 1)
    return status === 200
  }
  const spent: string[] = []
  const tokens: number[] = []
  const race = async (apis: readonly Process[]) => {
    const assertion = assertionOf(agent)
    const calls = apis.flatMap((api) => Array.from({ length: TIMES }, () => send(api, assertion)))
    tokens.push((await Promise.all(calls)).filter(Boolean).length)
    spent.push(assertion)
  }

  const before = await startAll()
  for (let round = 0; round < ROUNDS; round++) await race(before)
  await Promise.all(before.map((api) => api.end('SIGKILL')))
  const after = await startAll()
  const again = await Promise.all(spent.flatMap((assertion) => after.map((api) => send(api, assertion))))
  for (let round = 0; round < ROUNDS; round++) await race(after)
  const exits = await Promise.all(after.map((api) => api.end('SIGTERM')))
  const { rows } = await world.database.admin.query(
    'select count(*)::int as tokens, count(distinct jti)::int as spent from agent_tokens',
  )
  await world.stop()

  const assertions = 2 * ROUNDS
  const calls = assertions * PROCESSES * TIMES + again.length
  // A call that waits two seconds for a connection is turned away, with nothing changed: on a slow machine some are.
  const {
    200: won,
    '409 assertion_jti_reused': reused = 0,
    '503 service_unavailable': shed = 0,
  } = Object.fromEntries(answers)
  report('assertion-replay', { processes: PROCESSES, times: TIMES, assertions, calls, reused, shed, ...rows[0] })
  expect(tokens).toEqual(Array(assertions).fill(1))
  expect(again.filter(Boolean)).toEqual([])
  expect([won, reused + shed]).toEqual([assertions, calls - assertions])
  expect(rows[0]).toEqual({ tokens: assertions, spent: assertions })
  expect(new Set(exits)).toEqual(new Set([0]))
})
