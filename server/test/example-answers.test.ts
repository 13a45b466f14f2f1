/**
 * The example answers of the OpenAPI document look like what the service answers: the same fields, of the same types. Each
 * operation is called as its example says, with records of this test in place of the example's ids.
 */
import { randomBytes } from 'node:crypto'
import { exampleAnswer } from '@pursestrings/contract/example-answer'
import { credentialsOf, isTextAnswer, type Operation } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { successSchema } from '@pursestrings/contract/wire/envelopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, stageIn } from './hostile-stage.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { operationOf } from './operation-of.ts'
import { until } from './until.ts'
import { newUsdcAsking, USDC_ENABLED } from './usdc.ts'
import { startWorld, type World } from './world.ts'

const METRICS_TOKEN = 'metrics-of-this-test'
/** Reads first, and last whatever ends something that the others need. There is no receipt before a request is decided. */
const turnOf = ({ id, method }: Operation): number => {
  if (id.includes('read_receipt')) return 1.5
  if (method === 'GET') return 0
  if (id.startsWith('merchant_sessions.')) return 3
  return method === 'DELETE' || /reject|retire|stop_|set_status|rotate_token|withdraw|cancel/.test(id) ? 2 : 1
}

const seen = new Map<string, unknown>()

let web: MerchantWeb
let world: World
let stage: Stage
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({
    ...web.settings,
    ...USDC_ENABLED,
    METRICS_TOKEN,
    WEBHOOK_SECRET_KEYS: `one:${randomBytes(32).toString('base64url')}`,
    LOG_KEY: randomBytes(32).toString('base64url'),
    // The key that the example subscribes with.
    PUSH_KEYS: 'push-1:yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    RECEIPT_KEYS: `receipt-1:${randomBytes(32).toString('base64url')}`,
  })
  // What it takes to set the stage is answered, too.
  const { call } = world
  world = {
    ...world,
    async call(method, path, sent) {
      const answer = await call(method, path, sent)
      const o = operationOf(method, path)
      if (o && answer.status === o.answer.status) seen.set(o.id, answer.json)
      return answer
    },
  }
  stage = await stageIn(world, web, METRICS_TOKEN)
  // A second after a payee is activated, the log shows it; and an audit event has its place.
  const { recipient_id, audit_event_id, agent_payment_id } = stage.ids
  await until(async () => (await world.call('GET', `/v1/payees/${recipient_id}`)).status === 200)
  const proof = `/v1/audit-events/${audit_event_id}/proof`
  const headers = stage.headers['merchant_session']
  await until(async () => (await world.call('GET', proof, { headers })).status === 200)
  // Before an example ends its policy, so that it has a receipt.
  const approved = { headers: stage.headers['device_token'], body: { status: 'approved' } }
  await world.call('POST', `/v1/agent-payments/${agent_payment_id}/status`, approved)
  // The example's own request is on a ledger where nothing is handed over.
  const asking = await newUsdcAsking(world, web, 'quay.test')
  const { request_id } = await asking.asked()
  await asking.report(request_id, { status: 'signed' })
  const handed = `/v1/payment-requests/${request_id}/authorization`
  await asking.device.call('PUT', handed, { body: { sealed: 'AQ' } })
  await asking.call('GET', handed)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

// oxlint-disable-next-line typescript/no-explicit-any -- schemas and answers, read as they are
type Json = any

/** With the ids of this test wherever the example names a record. */
const withIds = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withIds)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries<Json>(value).map(([name, one]) => {
      if (name === 'allowlist') return [name, [stage.ids['recipient_id']]]
      if (name === 'idempotency_key') return [name, `example-${Math.random()}`]
      return [name, stage.ids[name] ?? withIds(one)]
    }),
  )
}

const send = (o: Operation) => {
  const [kind = 'none'] = credentialsOf(o)
  const { params = {}, query = {}, body } = withIds(o.example)
  const path = o.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]))
  const asked = new URLSearchParams(query).toString()
  return world.call(o.method, asked === '' ? path : `${path}?${asked}`, { body, headers: stage.headers[kind] })
}

/** What is one thing in the example and another in the answer. */
const differences = (schema: Json, example: Json, real: Json, at: string): string[] => {
  const node = schema?.anyOf?.find((one: Json) => one.type !== 'null') ?? schema ?? {}
  if (example === null || real === null) return []
  if (Array.isArray(example) && Array.isArray(real)) {
    // Of several kinds of item, one of the example's own kind is compared, if there is one.
    const kinds = node.items?.anyOf?.length > 1
    const like = kinds ? real.find((one: Json) => one?.type === example[0]?.type) : real[0]
    return example.length > 0 && like !== undefined ? differences(node.items, example[0], like, `${at}[]`) : []
  }
  if (typeof example !== typeof real || Array.isArray(example) !== Array.isArray(real)) return [`${at}: another type`]
  if (typeof example !== 'object' || Object.keys(node.properties ?? {}).length === 0) return []
  const required = new Set<string>(node.required)
  const names = new Set([...Object.keys(example), ...Object.keys(real)])
  return [...names].flatMap((name) => {
    const field = node.properties[name]
    const below = `${at}.${name}`
    if (!(name in real)) return required.has(name) ? [`${below}: not in the answer`] : []
    if (!(name in example)) return field?.['x-rare'] ? [] : [`${below}: not in the example`]
    return differences(field, example[name], real[name], below)
  })
}

test('example answers have the fields and types of real ones', async () => {
  const streams = operations.filter((o) => isTextAnswer(o.answer.body))
  const ordered = operations.filter((o) => !streams.includes(o)).toSorted((a, b) => turnOf(a) - turnOf(b))
  for (const o of ordered) await send(o)
  const wrong = ordered.flatMap((o) => {
    const schema = successSchema(o.surface ?? 'payment_requests', o.answer.body as never)
    return seen.has(o.id) ? differences(schema, exampleAnswer(o), seen.get(o.id), o.id) : []
  })
  expect(wrong).toEqual([])
  // Every read is seen; some changes cannot be made as an example says, such as one of a version that has moved on.
  const unseen = ordered.filter((o) => !seen.has(o.id))
  expect(unseen.filter((o) => o.method === 'GET')).toEqual([])
  expect(unseen.length).toBeLessThan(ordered.length / 4)
})
