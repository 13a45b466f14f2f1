/** What people do on the portal's pages, one dialog after the other, with one service and one browser. Before a release. */
import { afterAll, beforeAll, describe } from 'vitest'
import { skipBrowserTests } from './browser.ts'
import { approvalCases } from './portal-approvals-cases.ts'
import { developerCases } from './portal-developers-cases.ts'
import { disputedCases } from './portal-disputed-cases.ts'
import { listCases } from './portal-list-cases.ts'
import { organizationCases } from './portal-organization-cases.ts'
import { passportCases } from './portal-passport-cases.ts'
import { payeeCases } from './portal-payees-cases.ts'
import { policyCases } from './portal-policies-cases.ts'
import { type PortalWorld, startPortalWorld } from './portal-world.ts'

describe.skipIf(skipBrowserTests)('in the portal', () => {
  let world: PortalWorld
  beforeAll(async () => {
    world = await startPortalWorld({ NETWORKS_ENABLED: 'stellar_testnet,stellar_public' })
  })
  afterAll(() => world?.stop())
  const shared = () => world

  describe('payees', () => {
    payeeCases(shared)
  })
  describe('keys, webhooks and agents', () => {
    developerCases(shared)
  })
  describe('lists and figures', () => {
    listCases(shared)
  })
  describe('the organization', () => {
    organizationCases(shared)
  })
  describe('two-person approval', () => {
    approvalCases(shared)
  })
  describe('a disputed request', () => {
    disputedCases(shared)
  })
  describe('the public record of a payee', () => {
    passportCases(shared)
  })
  describe('agent payments and policies', () => {
    policyCases(shared)
  })
})
