/** A device token in the query, where the specification wants it, is written down nowhere. */
import { takesDeviceFields } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { newDevice } from './device.ts'
import { startWorld, type World } from './world.ts'

const METRICS_TOKEN = 'metrics-token-of-the-test'
let world: World
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'debug', METRICS_TOKEN })
})
afterAll(() => world.stop())

test('a token sent in query, body and header is in no log line, metric, error, header, table or statement', async () => {
  const { device_id, token } = await newDevice(world)
  const forged = newSecret('device')
  const answers: Answer[] = []
  for (const o of operations.filter(takesDeviceFields)) {
    const path = o.path.replaceAll(/\{\w+\}/g, () => 'dev_01k0000000e008000000000000')
    for (const secret of [token, forged]) {
      const query = `device_id=${device_id}&token=${secret}`
      const send = async (to: string, body: object, headers: Record<string, string> = {}) => {
        answers.push(await world.call(o.method, to, { ...(o.method !== 'GET' && { body }), headers }))
      }
      await send(`${path}?${query}`, {})
      await send(`${path}?${query}&surprise=${secret}`, {})
      await send(`${path}?${query}`, {}, { authorization: `Bearer ${secret}` })
      await send(`${path}/${secret}?${query}`, {})
      await send(`/%zz?${query}`, {})
      await send(path, { device_id, token: secret })
      await send(path, { device_id, token: secret, surprise: secret })
      await send(path, {}, { authorization: `Bearer ${secret}`, referer: `https://w.example/?${query}` })
    }
  }
  expect(answers.length).toBeGreaterThan(30)
  expect(answers.filter((a) => a.status === 200).length).toBeGreaterThan(0)
  const metrics = await world.call('GET', '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(metrics.status).toBe(200)
  const refusals = answers.filter((a) => a.status !== 200)
  const said = refusals.map((a) => JSON.stringify([...a.headers]) + a.text)
  const { rows } = await world.database.admin.query(`select format('%I.%I', schemaname, tablename) as name
    from pg_tables where schemaname in ('pursestrings', 'pgboss')`)
  const dumps = []
  for (const { name } of rows) dumps.push((await world.database.admin.query(`select t::text from ${name} t`)).rows)
  const statements = (await world.database.admin.query('select query from pg_stat_activity')).rows
  const written = world.log.join('') + metrics.text + said.join('') + JSON.stringify([dumps, statements])
  const lines = world.log.join('').split('"msg":"call"').length - 1
  // An address that cannot be routed leaves no line.
  expect(lines).toBeGreaterThanOrEqual(answers.length * (7 / 8))
  for (const secret of [token, forged]) expect(written.split(secret).length - 1).toBe(0)
})
