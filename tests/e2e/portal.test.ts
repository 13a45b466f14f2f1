/** The portal in every check: one walk through it, with one service and one browser. What is left out here is in portal-full. */
import { afterAll, beforeAll, describe } from 'vitest'
import { skipBrowserTests } from './browser.ts'
import { frameCases } from './portal-frame-cases.ts'
import { liveCases } from './portal-live-cases.ts'
import { operatorCases } from './portal-operator-cases.ts'
import { walkCases } from './portal-walk-cases.ts'
import { type PortalWorld, startPortalWorld } from './portal-world.ts'

describe.skipIf(skipBrowserTests)('the portal in Chromium', () => {
  let world: PortalWorld
  beforeAll(async () => {
    world = await startPortalWorld()
  })
  afterAll(() => world?.stop())
  const shared = () => world

  describe('for an operator', () => {
    operatorCases(shared)
  })
  describe('on every page', () => {
    walkCases(shared)
  })
  describe('while things change elsewhere', () => {
    liveCases(shared)
  })
  describe('to get around in', () => {
    frameCases(shared)
  })
})
