/**
 * Random sequences of what agents, wallets, operators and the clock do, against a model that was written from the contract.
 * A seed is printed, and every sequence that fails is kept with what was answered; MODEL_SEED repeats a run, MODEL_HISTORY
 * judges a kept history again without a service.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newAgent } from '../../server/test/agent.ts'
import { activePayee } from '../../server/test/asking.ts'
import { ALL_SCOPES } from '../../server/test/connection.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { newOperator } from '../../server/test/operator.ts'
import { startWorld } from '../../server/test/world.ts'
import { allCells, command, drive, type Lane } from './model/drive.ts'
import { cellOf, judge, PENDING_MAX, type Step } from './model/model.ts'
import { FIGURES, report } from './report.ts'

const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 6_500)
const COMMANDS_EACH = 28
const LANES = 6
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31)
const HISTORY = `${FIGURES}model-history.json`

test.runIf(process.env.MODEL_HISTORY)('a history of an earlier run fits the contract', () => {
  expect(judge(JSON.parse(readFileSync(process.env.MODEL_HISTORY ?? '', 'utf8')) as Step[])).toBeUndefined()
})

test.runIf(!process.env.MODEL_HISTORY)('the service does what the model does', { timeout: 3_600_000 }, async () => {
  console.log(`MODEL_SEED=${SEED}`)
  const web = await startMerchantWeb()
  const world = await startWorld({
    ...web.settings,
    PENDING_MAX: String(PENDING_MAX),
    CREATES_PER_MINUTE_MAX: '1000',
    LOG_LEVEL: 'silent',
  })
  const visited = new Map<string, number>()
  const began = performance.now()
  let sequences = 0
  let commands = 0
  const failures: string[] = []

  const work = async (lane: Lane, seed: number) => {
    const run = async (sequence: Parameters<typeof drive>[1]) => {
      const history = await drive(lane, sequence, (state, one) => {
        const cell = cellOf(state, one)
        visited.set(cell, (visited.get(cell) ?? 0) + 1)
        commands++
      })
      sequences++
      const fault = judge(history)
      if (fault === undefined) return
      mkdirSync(FIGURES, { recursive: true })
      writeFileSync(HISTORY, JSON.stringify(history))
      throw new Error(
        `step ${fault.step}: ${JSON.stringify(history[fault.step])}, not ${JSON.stringify(fault.expected)}`,
      )
    }
    const sequence = fc.array(command, { minLength: 16, maxLength: COMMANDS_EACH, size: 'max' })
    const numRuns = Math.ceil(SEQUENCES / LANES)
    const { failed, errorInstance, counterexample } = await fc.check(fc.asyncProperty(sequence, run), { numRuns, seed })
    if (failed) failures.push(`${String(errorInstance)}\n${JSON.stringify(counterexample)}`)
  }
  const lanes: Lane[] = []
  for (let n = 0; n < LANES; n++) {
    const operator = await newOperator(world)
    const payee = await activePayee(web, operator)
    lanes.push({ world, operator, payee, agent: await newAgent(operator, { allowed_scopes: ALL_SCOPES }) })
  }
  await Promise.all(lanes.map((lane, i) => work(lane, SEED + i)))
  await world.stop()
  await web.stop()

  const cells = [...allCells()]
  const missed = cells.filter((cell) => !visited.has(cell))
  for (const cell of cells) console.log(`${String(visited.get(cell) ?? 0).padStart(6)}  ${cell}`)
  for (const failure of failures) console.log(failure)
  const seconds = Math.round((performance.now() - began) / 1000)
  const figures = { sequences, commands, cells: cells.length, missed: missed.length, broken: failures.length, seconds }
  report('model', { ...figures, seed: SEED })
  expect(failures).toEqual([])
  expect(missed).toEqual([])
  if (process.env.MODEL_SEQUENCES === undefined) expect(commands).toBeGreaterThanOrEqual(100_000)
})
