/** A secret sent through every field and header appears in no log line. */
import { changesState } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOperator, type Operator } from './operator.ts'
import { startWorld, type World } from './world.ts'

let world: World
let operator: Operator
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'debug' })
  operator = await newOperator(world)
})
afterAll(() => world.stop())

const canary = newSecret('device')
const HEADERS = [
  'authorization',
  'cookie',
  'x-csrf-token',
  'x-request-id',
  'user-agent',
  'referer',
  'x-svc-api-key',
  'accept',
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
    for (const name of HEADERS)
      await send(o.method, path, body, { [name]: name === 'authorization' ? `Bearer ${canary}` : canary })
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
