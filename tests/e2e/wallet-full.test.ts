/** What people do with the wallet, one case after the other, with one service and one browser. Before a release. */
import { afterAll, beforeAll, describe } from 'vitest'
import { skipBrowserTests } from './browser.ts'
import { agentCases } from './wallet-agents-cases.ts'
import { automaticCases } from './wallet-automatic-cases.ts'
import { deviceCases } from './wallet-devices-cases.ts'
import { refusalCases } from './wallet-refusals-cases.ts'
import { type ReviewWorld, startReviewWorld } from './wallet-review-world.ts'
import { seldomCases } from './wallet-seldom-cases.ts'
import { signedCases } from './wallet-signed-cases.ts'
import { slowCases } from './wallet-slow-cases.ts'

describe.skipIf(skipBrowserTests)('the wallet', () => {
  let world: ReviewWorld
  beforeAll(async () => {
    world = await startReviewWorld()
  })
  afterAll(() => world?.stop())
  const shared = () => world

  describe('and its agents', () => {
    agentCases(shared)
  })
  describe('on two devices', () => {
    deviceCases(() => world.wallet)
  })
  describe('and automatic payments', () => {
    automaticCases(shared)
  })
  describe('at times', () => {
    seldomCases(shared)
  })
  describe('on a slow line', () => {
    slowCases(shared)
  })
  describe('where answers must be signed', () => {
    signedCases(shared)
  })
  // Changes the payee that the others pay.
  describe('refuses', () => {
    refusalCases(shared)
  })
})
