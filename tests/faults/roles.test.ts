/** Every role of the database and every login attempts every write that is forbidden to it: none succeeds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogins, type Logins } from '../../server/test/database.ts'
import {
  attemptAsLogin,
  attemptAsRoles,
  attemptsThatFailAnyway,
  FORBIDDEN_SETTINGS,
  forbiddenToPayees,
  payeesInEveryState,
  ROLES,
} from '../../server/test/forbidden-writes.ts'
import { type MerchantWeb, startMerchantWeb } from '../../server/test/merchant-web.ts'
import { startWorld, type World } from '../../server/test/world.ts'
import { report } from './report.ts'

const MINUTES_MS = 60_000

let web: MerchantWeb
let world: World
let logins: Logins
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, ...FORBIDDEN_SETTINGS })
  logins = await createLogins(world.database.url)
}, 5 * MINUTES_MS)
afterAll(async () => {
  await world.stop()
  await web.stop()
  await logins.drop()
}, MINUTES_MS)

test(
  'no role and no login makes a write that is forbidden to it',
  async () => {
    const payees = await payeesInEveryState(world, web)
    const semantic = forbiddenToPayees(payees)
    expect(await attemptsThatFailAnyway(world.database.url, semantic)).toEqual([])
    const { DATABASE_URL, DATABASE_SYSTEM_URL, DATABASE_WORKER_URL } = logins.settings
    const urls = [DATABASE_URL, DATABASE_SYSTEM_URL, DATABASE_WORKER_URL]
    const all = [await attemptAsRoles(world.database.url, payees.merchant_id, semantic)]
    for (const url of urls) all.push(await attemptAsLogin(url, payees.merchant_id, semantic))
    const succeeded = all.flatMap((one) => one.succeeded)
    const attempts = all.reduce((sum, one) => sum + one.attempts, 0)
    report('roles', { roles: ROLES.length + urls.length, attempts, succeeded: succeeded.length })
    expect(succeeded).toEqual([])
  },
  10 * MINUTES_MS,
)
