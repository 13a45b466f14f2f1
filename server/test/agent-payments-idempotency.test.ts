/** One payment per key and project, forever: retries, twins, other intents, other projects, a refusal and its next action. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshKey } from './asking.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import { newConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let automation: Automation
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  automation = await newAutomation(world, web)
  await automation.consented()
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const count = async (key: string): Promise<number> =>
  (await world.database.admin.query('select from agent_payments where idempotency_key = $1', [key])).rowCount ?? 0

test('a retry answers with the payment as it is now, says so, and commits a write of its own', async () => {
  const key = freshKey()
  const first = await automation.intend({ amount: '1', idempotency_key: key })
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  await automation.report(first.json.data.id, { status: 'approved' })
  for (const sent of [
    [{ idempotency_key: key }, {}],
    [{ idempotency_key: undefined }, { 'idempotency-key': key }],
    [{ idempotency_key: undefined }, { 'x-idempotency-key': key }],
    [{ idempotency_key: key }, { 'idempotency-key': `"${key}"`, 'x-idempotency-key': key }],
  ] as const) {
    const again = await automation.intend({ amount: '1', ...sent[0] }, sent[1])
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(again.json.data).toMatchObject({ id: first.json.data.id, status: 'approved' })
  }
  const { rows } = await world.database.admin.query(
    'select replay_count from agent_payments where idempotency_key = $1',
    [key],
  )
  expect(rows).toEqual([{ replay_count: 4 }])
})

test('no key, keys that differ by a byte, and one that is too long are refused', async () => {
  const code = async (...sent: Parameters<Automation['intend']>) => (await automation.intend(...sent)).json.error.code
  expect(await code({ idempotency_key: undefined })).toBe('idempotency_key_required')
  expect(await code({ idempotency_key: 'k' }, { 'idempotency-key': 'K' })).toBe('IDEMPOTENCY_KEY_MISMATCH')
  expect(await code({ idempotency_key: undefined }, { 'x-idempotency-key': 'k'.repeat(257) })).toBe('validation_failed')
})

test('the same key for another intent is refused, also over another connection; another project has its own', async () => {
  const key = freshKey()
  const made = await automation.intended({ amount: '1', idempotency_key: key })
  const { connection_id } = await newConnection(world, { operator: automation.operator })
  for (const more of [{ amount: '2' }, { purpose: 'x' }, { initiator: 'human' }, { connection_id }]) {
    const other = await automation.intend({ amount: '1', idempotency_key: key, ...more })
    expect([more, other.status, other.json.error.code]).toEqual([more, 422, 'idempotency_key_reused'])
  }
  const elsewhere = await newAutomation(world, web, { connection: automation, payee: automation.payee })
  const own = await elsewhere.intended({ initiator: 'human', idempotency_key: key })
  expect(own.id).not.toBe(made.id)
  expect(await count(key)).toBe(2)
})

test('twenty twins at once make one payment, reserve once, and are told of that one, also for all that is left', async () => {
  const mine = await newAutomation(world, web)
  const { id } = await mine.consented({ single_tx_limit: '100', cumulative_limit: '100' })
  for (const [amount, used] of [
    ['1', '1'],
    ['99', '100'],
  ] as const) {
    const key = freshKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => mine.intend({ amount, idempotency_key: key })))
    expect(answers.map((a) => a.status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map((a) => a.json.data.id)).size).toBe(1)
    expect(answers.filter((a) => a.headers.get('idempotency-replayed') === null)).toHaveLength(1)
    expect(await count(key)).toBe(1)
    expect((await mine.read(id)).used).toBe(used)
  }
})

test('twins over two connections with one key make one payment', async () => {
  const { connection_id } = await newConnection(world, { operator: automation.operator })
  for (let round = 0; round < 5; round++) {
    const key = freshKey()
    const human = { initiator: 'human', idempotency_key: key }
    const answers = await Promise.all([automation.intend(human), automation.intend({ ...human, connection_id })])
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 422])
    expect(await count(key)).toBe(1)
    const won = answers.find((a) => a.status === 201)?.json.data.id
    await automation.asProject('POST', paymentPath(won, 'cancel'))
  }
})

test('a refused intent uses up no key: its next action comes under the same one, and of the two one payment stays', async () => {
  const key = freshKey()
  const refused = await automation.intend({ amount: '11', idempotency_key: key })
  const { next_action } = refused.json.error.details
  expect(next_action.body.idempotency_key).toBe(key)
  const human = await automation.asProject(next_action.method, next_action.path, { body: next_action.body })
  expect(human.status).toBe(201)
  const again = await automation.intend({ amount: '11', idempotency_key: key })
  expect([again.status, again.json.error.code]).toEqual([422, 'idempotency_key_reused'])
  expect(await count(key)).toBe(1)
  await automation.asProject('POST', paymentPath(human.json.data.id, 'cancel'))
})
