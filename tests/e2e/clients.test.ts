/** What others build on, against one real service and test wallet: the Python client, and the examples from the packed SDK. */
import { afterAll, beforeAll, describe } from 'vitest'
import { type DemoStage, startDemo } from './demo-stage.ts'
import { exampleCases } from './example-cases.ts'
import { pythonCases } from './python-cases.ts'

let stage: DemoStage
beforeAll(async () => {
  stage = await startDemo()
})
afterAll(() => stage?.stop())

// In this order: the examples let the test wallet approve everything, and Python's tests decide themselves.
describe('the Python client', () => {
  pythonCases(() => stage)
})
describe('the examples', () => {
  exampleCases(() => stage)
})
