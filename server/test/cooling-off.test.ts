/** On networks other than the testnet an activation waits a day, so that nobody's payments are redirected at once. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { verifierKeyOf, verifierKeyText, WITNESS_KEY_TYPE } from '@pursestrings/protocol/log/signed-note'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { keepCosignature } from '../src/transparency/log/log.store.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, endCooling, LIST_FILE, newStellarAddress, proveHost } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, NETWORKS_ENABLED: 'stellar_testnet,stellar_public' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

/** An operator whose version has just begun to cool, as the answer to the activation shows it. */
const coolingVersion = async (given?: Operator, on = world) => {
  const operator = given ?? (await newOperator(on))
  const domain_id = await proveHost(web, operator)
  const facts = { network: 'stellar_public', asset: 'XLM', address: newStellarAddress() }
  const { recipient, recipient_version } = (
    await operator.call('POST', '/v1/recipients', { body: { name: 'Till', ...facts } })
  ).json
  const { recipient_id } = recipient
  const { recipient_version_id } = recipient_version
  web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
  const { evidence } = (
    await operator.call('POST', `/v1/recipients/${recipient_id}/verify`, {
      body: { recipient_version_id, type: 'domain_proof', source_id: domain_id, version: 1 },
    })
  ).json
  const payee = { domain_id, recipient_id, recipient_version_id, evidence, version: 1, address: facts.address }
  const cooling = (await activate(operator, payee)).json
  const read = async () => (await operator.call('GET', `/v1/recipients/${recipient_id}`)).json
  return { ...payee, operator, cooling, read }
}

const jobOf = `from pgboss.job where name = 'cooled-recipient-version' and data ->> 'recipient_version_id' = $1`

test('the version cools for 24 hours and then serves by itself', async () => {
  const { cooling, recipient_version_id, read } = await coolingVersion()
  expect(cooling).toMatchObject({ recipient: { active_version_id: null }, recipient_version: { status: 'cooling' } })
  const waits_ms = Date.parse(cooling.recipient_version.activates_at) - Date.now()
  expect(Math.abs(waits_ms - 24 * 3600_000)).toBeLessThan(60_000)

  const job = await world.database.admin.query(`select start_after - created_on as wait ${jobOf}`, [
    uuidOf('rcv', recipient_version_id),
  ])
  expect(job.rows[0].wait).toMatchObject({ days: 1 })
  await endCooling(world.database)
  await until(async () => (await read()).recipient.active_version_id === recipient_version_id)
  expect((await read()).active_version.status).toBe('active')
})

test('where there is a payee log, a version serves only once its witnesses have seen that it is coming', async () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const key = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  const verifier = await verifierKeyOf({ name: 'w.example', type: WITNESS_KEY_TYPE, key })
  const logged = await startWorld({
    ...web.settings,
    NETWORKS_ENABLED: 'stellar_testnet,stellar_public',
    LOG_KEY: randomBytes(32).toString('base64url'),
    // Nobody listens there.
    LOG_WITNESSES: `witness w ${verifierKeyText(verifier)} http://127.0.0.1:4;quorum w`,
  })
  const { admin } = logged.database
  try {
    const { recipient_version_id, read } = await coolingVersion(undefined, logged)
    // The newest head has the entry that says that it is coming.
    const signed = `select from log_state s where not exists (select from log_pending)
      and s.size = (select max(size) from log_checkpoints) and exists (select from payee_openings)`
    await until(async () => (await admin.query(signed)).rowCount !== 0)
    await endCooling(logged.database)
    const jobs = `select state, start_after - created_on as wait ${jobOf} order by created_on`
    const tries = async () => (await admin.query(jobs, [uuidOf('rcv', recipient_version_id)])).rows
    const serving = async () => (await read()).recipient.active_version_id
    await until(async () => (await tries()).length === 2 || (await serving()) !== null)
    expect(await serving()).toBeNull()
    expect(await tries()).toMatchObject([{ state: 'completed' }, { state: 'created', wait: { minutes: 1 } }])

    const { rows: sizes } = await admin.query('select size from log_checkpoints')
    for (const { size } of sizes) {
      await transactionsOn(admin).asSystem((tx) => keepCosignature(tx, Number(size), 'w', 'seen'))
    }
    await endCooling(logged.database)
    await until(async () => (await serving()) === recipient_version_id)
  } finally {
    await logged.stop()
  }
})

test('a version whose domain lapsed while it cooled does not begin to serve', async () => {
  const { domain_id, recipient_version_id, read } = await coolingVersion()
  const { admin } = world.database
  // As the reproof would find it in the very moment between its two statements: lapsed, and the version not yet retired.
  await admin.query("update merchant_domains set status = 'lapsed' where domain_id = $1", [uuidOf('dom', domain_id)])
  await endCooling(world.database)
  const state = async () =>
    (await admin.query(`select state ${jobOf}`, [uuidOf('rcv', recipient_version_id)])).rows[0].state
  await until(async () => !['created', 'active'].includes(await state()))
  // Left alone by the worker itself; the database would refuse it besides.
  expect(await state()).toBe('completed')
  expect((await read()).recipient.active_version_id).toBeNull()
})

test('an organization makes new addresses wait longer at once, and shorter only after the present time', async () => {
  const { admin } = world.database
  const operator = await newOperator(world)
  const set = (cooling_off_s: number) => operator.call('PATCH', '/v1/merchants/current', { body: { cooling_off_s } })
  const read = async () => (await operator.call('GET', '/v1/merchants/current')).json.cooling_off
  const DAY_S = 86_400
  expect(await read()).toEqual({ cooling_off_s: DAY_S, lowers_to_s: null, lowers_at: null })
  expect((await set(DAY_S - 1)).status).toBe(422)
  expect((await set(7 * DAY_S + 1)).status).toBe(422)
  expect((await set(3 * DAY_S)).json.cooling_off).toEqual({
    cooling_off_s: 3 * DAY_S,
    lowers_to_s: null,
    lowers_at: null,
  })

  const { cooling } = await coolingVersion(operator)
  const waits_ms = Date.parse(cooling.recipient_version.activates_at) - Date.now()
  expect(Math.abs(waits_ms - 3 * DAY_S * 1000)).toBeLessThan(60_000)

  const lowered = (await set(2 * DAY_S)).json.cooling_off
  expect(lowered).toMatchObject({ cooling_off_s: 3 * DAY_S, lowers_to_s: 2 * DAY_S })
  expect(Math.abs(Date.parse(lowered.lowers_at) - Date.now() - 3 * DAY_S * 1000)).toBeLessThan(60_000)
  const { text } = await world.mailbox.next(operator.email, 0, 'shortened the time')
  expect(text).toContain(`From ${lowered.lowers_at}: 48 hours`)
  // Asking again does not begin the wait again, and the present time cancels it.
  expect((await set(2 * DAY_S)).json.cooling_off).toEqual(lowered)
  expect((await set(3 * DAY_S)).json.cooling_off).toMatchObject({ lowers_to_s: null, lowers_at: null })
  await set(DAY_S)
  const merchant = uuidOf('mer', (await operator.call('GET', '/v1/merchants')).json.merchants[0].merchant_id)
  const refused = { code: '42501' }
  for (const change of [
    'cooling_off_s = 86400, lowers_to_s = null, lowers_at = null',
    "lowers_at = now() + interval '1 hour'",
    'lowers_to_s = 604800',
  ]) {
    await expect(
      admin.query(`update recipient_cooling_off set ${change} where merchant_id = $1`, [merchant]),
    ).rejects.toMatchObject(refused)
  }
  await admin.query(`begin; set local session_replication_role = replica;
    update recipient_cooling_off set lowers_at = now() - interval '1 second' where merchant_id = '${merchant}'; commit`)
  expect(await read()).toEqual({ cooling_off_s: DAY_S, lowers_to_s: null, lowers_at: null })
  expect((await set(2 * DAY_S)).json.cooling_off.cooling_off_s).toBe(2 * DAY_S)
})
