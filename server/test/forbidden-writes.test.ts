/** The rules of payees, evidence and time are the database's own: no role can go around them, whatever a statement says. */

import { COOLING_OFF_S } from '@pursestrings/contract/recipients/records'
import {
  RECIPIENT_VERSION_NEXT,
  RECIPIENT_VERSION_STATUSES,
  type RecipientVersionStatus,
} from '@pursestrings/contract/recipients/states'
import { NETWORK_NAMES } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORBIDDEN_SETTINGS, forbiddenToPayees, payeesInEveryState } from './forbidden-payees.ts'
import { attemptAsRoles, attemptsThatFailAnyway } from './forbidden-writes.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, ...FORBIDDEN_SETTINGS })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

test('the database knows the same moves of a version as the contract', async () => {
  for (const previous of RECIPIENT_VERSION_STATUSES) {
    for (const next of RECIPIENT_VERSION_STATUSES) {
      const { rows } = await world.database.admin.query('select recipient_version_may_follow($1, $2) as may', [
        previous,
        next,
      ])
      const may = (RECIPIENT_VERSION_NEXT[previous] as readonly RecipientVersionStatus[]).includes(next)
      expect([previous, next, rows[0].may]).toEqual([previous, next, may])
    }
  }
})

test('the database lets the same networks cool off, for as long as the contract says', async () => {
  for (const network of NETWORK_NAMES) {
    const { rows } = await world.database.admin.query('select extract(epoch from cooling_off_of($1))::int as cools_s', [
      network,
    ])
    expect([network, rows[0].cools_s]).toEqual([network, networkOf(network).testnet ? null : COOLING_OFF_S])
  }
})

test('no role makes a write that is not granted to it, nor one that the rules of payees and evidence forbid', async () => {
  const payees = await payeesInEveryState(world, web)
  const semantic = forbiddenToPayees(payees)
  expect(await attemptsThatFailAnyway(world.database.url, semantic)).toEqual([])
  const { attempts, succeeded } = await attemptAsRoles(world.database.url, payees.merchant_id, semantic)
  expect(succeeded).toEqual([])
  expect(attempts).toBeGreaterThan(2_000)
})

test('of what is evidence a tenant writes every column but the time', async () => {
  for (const [table, at] of [
    ['audit_events', 'occurred_at'],
    ['recipient_evidence', 'created_at'],
    ['late_reports', 'reported_at'],
    ['automation_policy_changes', 'occurred_at'],
    ['agent_payment_events', 'occurred_at'],
  ]) {
    const { rows } = await world.database.admin.query(
      `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
        and attgenerated = '' and not has_column_privilege('pursestrings_app', attrelid, attnum, 'insert')`,
      [table],
    )
    // A migration that adds a column grants it, too: `grant insert (…) on … to pursestrings_app`.
    expect([table, rows]).toEqual([table, [{ attname: at }]])
  }
})

test('the rules of payees hold for a superuser too, who has not turned the triggers off', async () => {
  const { rows } = await world.database.admin.query(
    "select recipient_version_id as id from recipient_versions where status = 'retired'",
  )
  const revived = world.database.admin.query(
    "update recipient_versions set status = 'draft' where recipient_version_id = $1",
    [rows[0].id],
  )
  await expect(revived).rejects.toThrow('does not go from retired to draft')
})
