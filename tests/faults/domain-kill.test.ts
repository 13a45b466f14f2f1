/**
 * 100 kills of the process inside verify: domain and merchant change together or not at all. A trigger holds the
 * transaction open between the two changes, so that every second kill falls exactly there.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { call } from '../../server/test/call.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { newOperator, type Operator } from '../../server/test/operator.ts'
import { startProcess } from '../../server/test/process.ts'
import { until } from '../../server/test/until.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const KILLS = 100

test('a killed verify leaves both domain and merchant changed, or neither', { timeout: 900_000 }, async () => {
  const web = await startMerchantWeb()
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  await world.database.admin.query(`
    create function hold() returns trigger language plpgsql as
      'begin if new.domain like ''held.%'' then perform pg_sleep(0.3); end if; return null; end';
    create trigger hold after update on merchant_domains for each row execute function hold()`)
  const outcomes = { both: 0, neither: 0, half: 0 }
  const prepare = async (host: string): Promise<{ operator: Operator; domain_id: string }> => {
    const operator = await newOperator(world)
    const made = await operator.call('POST', '/v1/merchant-domains', { body: { domain: host, method: 'https' } })
    web.files.set('/.well-known/svc-challenge.txt', made.json.challenge.value)
    return { operator, domain_id: made.json.domain.domain_id }
  }
  for (let i = 0; i < KILLS; i++) {
    const held = i % 2 === 1
    const { operator, domain_id } = await prepare(held ? 'held.shop.test' : 'shop.test')
    const api = await startProcess('api', { ...world.settings, LOG_LEVEL: 'info' })
    const headers = { cookie: operator.cookie, 'x-csrf-token': operator.csrf }
    const verify = call(api.url, 'POST', `/v1/merchant-domains/${domain_id}/verify`, { headers }).catch(() => undefined)
    if (held) {
      const inside = "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
      await until(async () => ((await world.database.admin.query(inside)).rowCount ?? 0) > 0)
    } else {
      await pause(Math.random() * 250)
    }
    await api.end('SIGKILL')
    await verify
    const busy = `select from pg_stat_activity where datname = current_database() and state <> 'idle' and query ~ 'merchant_domains'
      and pid <> pg_backend_pid()`
    await until(async () => (await world.database.admin.query(busy)).rowCount === 0)
    const domain = (await operator.call('GET', `/v1/merchant-domains/${domain_id}`)).json.domain.status
    const merchant = (await operator.call('GET', `/v1/merchants/${operator.merchant_id}`)).json.merchant.status
    if (domain === 'verified' && merchant === 'active') outcomes.both++
    else if (domain === 'pending' && merchant === 'pending') outcomes.neither++
    else outcomes.half++
  }
  await world.stop()
  await web.stop()
  report('domain-kill', { kills: KILLS, ...outcomes })
  expect(outcomes.half).toBe(0)
  expect(outcomes.neither).toBeGreaterThan(0)
})
