/** The wallet in every check: one walk through it, with one service and one browser. What is left out here is in wallet-full. */
import { afterAll, beforeAll, describe } from 'vitest'
import { skipBrowserTests } from './browser.ts'
import { linkCases } from './wallet-link-cases.ts'
import { reviewCases } from './wallet-review-cases.ts'
import { type ReviewWorld, startReviewWorld } from './wallet-review-world.ts'
import { startCases } from './wallet-start-cases.ts'
import { walkCases } from './wallet-walk-cases.ts'

describe.skipIf(skipBrowserTests)('the wallet in Chromium', () => {
  let world: ReviewWorld
  beforeAll(async () => {
    world = await startReviewWorld()
  })
  afterAll(() => world?.stop())
  const shared = () => world

  describe('at its start', () => {
    startCases(() => world.wallet)
  })
  describe('a request', () => {
    reviewCases(shared)
  })
  describe('a link to a request', () => {
    linkCases(shared)
  })
  describe('on every page', () => {
    walkCases(shared)
  })
})
