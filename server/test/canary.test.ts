import { changesState, takesDeviceFields } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { newDevice } from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { startWorld, type World } from './world.ts'

/** A secret sent through every field and header appears in no log line. */
describe('fields and headers', () => {
  let world: World
  let operator: Operator
  beforeAll(async () => {
    world = await startWorld({ LOG_LEVEL: 'debug' })
    operator = await newOperator(world)
  })
  afterAll(() => world.stop())

  const canary = newSecret('device')
  // What decides nothing goes together.
  const HEADERS = [
    ['authorization'],
    ['cookie'],
    ['x-csrf-token'],
    ['x-svc-api-key'],
    ['accept'],
    ['x-request-id', 'user-agent', 'referer'],
  ]

  test('a canary in every field, path, query and header of every operation is in no log line', {
    timeout: 180_000,
  }, async () => {
    let sent = 0
    const send = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
      sent++
      await world.call(method, path, { ...(body !== undefined && { body }), headers })
      await operator.call(method, path, { ...(body !== undefined && { body }), headers })
    }
    for (const o of operations.filter((op) => !/^merchant_sessions\.close_(current|all)$/.test(op.id))) {
      const plain = o.path.replaceAll(/\{\w+\}/g, canary)
      // A stream that began would not end by itself.
      const query = o.id.endsWith('.stream') ? `since=${Number.MAX_SAFE_INTEGER}` : ''
      const path = `${plain}?${query}`
      const example = o.example.body as Record<string, unknown> | undefined
      const body = changesState(o) ? (example ?? {}) : undefined
      await send(o.method, path, body)
      await send(o.method, `${path}&device_id=x&token=${canary}&${canary}=1`, body)
      for (const names of HEADERS) {
        const told = names.map((name) => [name, name === 'authorization' ? `Bearer ${canary}` : canary])
        await send(o.method, path, body, Object.fromEntries(told))
      }
      if (!body) continue
      await send(o.method, path, { ...body, [canary]: canary })
      for (const field of Object.keys(body)) await send(o.method, path, { ...body, [field]: canary })
      await world.call(o.method, path, { raw: `{"broken": "${canary}`, headers: { cookie: operator.cookie } })
    }
    await world.call('GET', `/nowhere/${canary}`)
    expect(sent).toBeGreaterThan(100)
    const lines = world.log.join('')
    expect(world.log.length).toBeGreaterThan(sent)
    expect(lines).not.toContain(canary)
    expect(lines).not.toContain(operator.cookie.split('=')[1])
    expect(lines).not.toContain(operator.csrf)
  })

  test('control characters cannot forge a second log line (O7)', async () => {
    const before = world.log.length
    await operator.call('PATCH', `/v1/merchants/${operator.merchant_id}`, {
      body: { name: 'a\r\n{"level":"info"}\u2028\u001b[2J', version: 1 },
      headers: { 'x-request-id': 'plain' },
    })
    const lines = world.log.slice(before).join('').trim().split('\n')
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  })
})

/** A device token in the query, where the specification wants it, is written down nowhere. */
describe('a device token in the query', () => {
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
})
