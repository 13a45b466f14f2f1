/**
 * A wallet with a thousand connections is stopped while its agents create and claim, with every fourth stop killed on its way:
 * everything or nothing is paused, and nothing is created or claimed that starts after the answer. `STOP_CONNECTIONS` and
 * `STOP_ROUNDS` say how many.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { STOP_UNDO_JWS_TYPE, stopUndoStatement } from '@pursestrings/protocol/device-statements'
import { expect, test } from 'vitest'
import { agentTokenOf, newAgent } from '../../server/test/agent.ts'
import { activePayee, askingOver } from '../../server/test/asking.ts'
import { newAutomation } from '../../server/test/automation.ts'
import { type Answer, call } from '../../server/test/call.ts'
import { ALL_SCOPES, bearing, invitationPath, newConnection, newInvitation } from '../../server/test/connection.ts'
import { newDevice, newDeviceKey, rawKey } from '../../server/test/device.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { newOperator } from '../../server/test/operator.ts'
import { startProcess } from '../../server/test/process.ts'
import { startWorld } from '../../server/test/world.ts'
import { percentile, rounded } from './attack.ts'
import { report } from './report.ts'

const CONNECTIONS = Number(process.env.STOP_CONNECTIONS ?? 1_000)
const ROUNDS = Number(process.env.STOP_ROUNDS ?? 100)
const CALLERS = 6
const P99_MAX_MS = 1_000

test('a stop holds from its answer on, and is whole or not there at all', { timeout: 1_800_000 }, async () => {
  const web = await startMerchantWeb()
  const raised = { PENDING_MAX: '1000000', CREATES_PER_MINUTE_MAX: '1000000', RATE_LIMIT_SCALE: '100000' }
  const world = await startWorld({ ...web.settings, ...raised, LOG_LEVEL: 'silent' })
  const { admin } = world.database
  const aud = world.settings.BASE_URL ?? 'http://127.0.0.1:8787'
  const operator = await newOperator(world)
  const payee = await activePayee(web, operator)
  const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const key = newDeviceKey()
  const device = await newDevice(world, { public_key: rawKey(key) })
  const first = await newConnection(world, { operator, agent, device })
  const automation = await newAutomation(world, web, { connection: first, payee, sign: key.sign })
  const limits = { single_tx_limit: '1', cumulative_limit: '1000000' }
  for (let i = 0; i < 20; i++) await automation.consented({ name: `Limits ${i}`, ...limits })
  const askings = [askingOver(first, payee)]
  const asAgent = bearing(world, await agentTokenOf(world, agent))
  while (askings.length < CONNECTIONS) {
    const { id, asClaimant } = await newInvitation(world, { asAgent, device })
    await device.call('POST', invitationPath(id, 'approve'), { body: { scopes: ALL_SCOPES } })
    const { connection, connection_token } = (await asClaimant('POST', invitationPath(id, 'exchange'))).json
    const { connection_id } = connection
    askings.push(
      askingOver({ ...first, connection_id, connection_token, call: bearing(world, connection_token) }, payee),
    )
  }

  const settings = { ...world.settings, ...raised, LOG_LEVEL: 'info' }
  let api = await startProcess('api', settings)
  const headers = { authorization: `Bearer ${device.token}` }
  const post = (body: object): Promise<Answer> => call(api.url, 'POST', '/v1/wallet/stop', { headers, body })
  const wallet = uuidOf('dev', device.device_id)
  const standing = async () => {
    const { rows } = await admin.query(
      `select (select stopped_at is not null from devices where device_id = $1) as stopped,
         (select count(*)::int from connections where device_id = $1 and status = 'active') as connections,
         (select count(*)::int from automation_policies where device_id = $1 and status = 'active') as policies`,
      [wallet],
    )
    return rows[0] as { stopped: boolean; connections: number; policies: number }
  }
  const undo = async () => {
    const { stopped_at } = (await device.call('GET', '/v1/app-devices/current')).json
    const members = stopUndoStatement({ aud, device_id: device.device_id, stopped_at })
    const began = performance.now()
    const { status } = await post({ undo_jws: key.statement(STOP_UNDO_JWS_TYPE, members) })
    expect(status).toBe(200)
    undos.push(performance.now() - began)
    expect(await standing()).toEqual({ stopped: false, connections: CONNECTIONS, policies: 20 })
  }

  const stops: number[] = []
  const undos: number[] = []
  let [kills, whole, nothing, half, before, late_creates, late_claims, failed] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    const payments = await Promise.all(Array.from({ length: 4 }, () => automation.intended({ amount: '0.1' })))
    let acknowledged = Number.POSITIVE_INFINITY
    const creates = async (nth: number) => {
      for (let i = 0, left = 3; left > 0; i++) {
        const started = performance.now()
        const { status } = await (askings[(nth * 131 + i * 17) % askings.length] ?? askingOver(first, payee)).ask()
        if (status >= 500) failed++
        if (started <= acknowledged) {
          if (status === 201) before++
          continue
        }
        left--
        if (status === 201) late_creates++
      }
    }
    const claims = async () => {
      for (const { id } of payments) {
        const started = performance.now()
        const { status } = await automation.report(id, { status: 'approved' })
        if (status >= 500) failed++
        if (started > acknowledged && status === 200) late_claims++
        await pause(20)
      }
    }
    const calling = Promise.all([...Array.from({ length: CALLERS }, (_, nth) => creates(nth)), claims()])
    await pause(30)
    const killed = round % 4 === 3
    const began = performance.now()
    const stopping = post({}).catch(() => undefined)
    if (killed) {
      kills++
      await pause(Math.random() * 150)
      await api.end('SIGKILL')
      await stopping
      // Whatever is left of it in the database ends first.
      await admin.query('select from devices where device_id = $1 for no key update', [wallet])
      const now = await standing()
      if (now.stopped && now.connections + now.policies === 0) whole++
      else if (!now.stopped && now.connections === CONNECTIONS && now.policies === 20) nothing++
      else half++
      api = await startProcess('api', settings)
      expect((await post({})).status).toBe(200)
    } else {
      expect((await stopping)?.status).toBe(200)
      stops.push(performance.now() - began)
    }
    acknowledged = performance.now()
    await calling
    expect(await standing()).toEqual({ stopped: true, connections: 0, policies: 0 })
    await undo()
  }
  await api.end()
  await world.stop()
  await web.stop()
  const ms = (times: readonly number[], share: number) => rounded(percentile(times, share))
  const figures = {
    connections: CONNECTIONS,
    stops: stops.length,
    kills,
    killed_whole: whole,
    killed_nothing: nothing,
    killed_half: half,
    created_before: before,
    late_creates,
    late_claims,
    failed,
    stop_p50_ms: ms(stops, 0.5),
    stop_p99_ms: ms(stops, 0.99),
    undo_p50_ms: ms(undos, 0.5),
    undo_p99_ms: ms(undos, 0.99),
  }
  report('stop', figures)
  expect(figures).toMatchObject({ killed_half: 0, late_creates: 0, late_claims: 0, failed: 0 })
  expect(figures.created_before).toBeGreaterThan(0)
  expect(figures.stop_p99_ms).toBeLessThan(P99_MAX_MS)
})
