/**
 * H7: the secret is replaced every two seconds while fifty deliveries a second arrive. A receiver that knows its current
 * secret and the one before refuses none.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { act, activeEndpoint, holds, toDeliveries } from '../../server/test/deliveries.ts'
import { until } from '../../server/test/until.ts'
import { report } from './report.ts'
import { startHookGround } from './webhook-ground.ts'

const ROTATIONS = Number(process.env.ROTATIONS ?? 30)
const PER_S = 50

test('no delivery is refused while secrets are replaced', { timeout: 900_000 }, async () => {
  const ground = await startHookGround()
  const worker = await ground.startWorker()
  const known: string[] = []
  let accepted = 0
  let refused = 0
  let by_new = 0
  const answer = toDeliveries((heard, response) => {
    const [newest, before] = known as [string, string?]
    const fresh = holds(newest, heard)
    if (fresh) by_new++
    const ok = fresh || (before !== undefined && holds(before, heard))
    if (ok) accepted++
    else refused++
    return response.writeHead(ok ? 200 : 401).end()
  })
  const { url } = ground.web.webhooks.place(answer)
  const { webhook_endpoint_id, secret } = await activeEndpoint(ground.operator, { url })
  known.unshift(secret)
  const connection = await ground.connect()
  const load = { running: true }
  let created = 0
  const creating = (async () => {
    while (load.running) {
      created += (await ground.create(connection, PER_S / 10)).length
      await pause(100)
    }
  })()
  for (let i = 0; i < ROTATIONS; i++) {
    await pause(2_000)
    // As if a day had passed: only the secret before the current one still signs, and there is room for another.
    await ground.world.database.admin.query(
      `update webhook_endpoints set previous_secrets = jsonb_build_array(previous_secrets -> -1)
       where jsonb_array_length(previous_secrets) > 1`,
    )
    const rotated = await act(ground.operator, webhook_endpoint_id, 'rotate-secret')
    expect(rotated.status).toBe(200)
    known.unshift(rotated.json.secret)
  }
  load.running = false
  await creating
  // One more: the connection itself.
  await until(async () => (await ground.counts()).delivered === created + 1, 60_000)
  await worker.end('SIGTERM')
  await ground.stop()
  report('webhook-rotation', { rotations: ROTATIONS, deliveries: created + 1, accepted, refused, by_new })
  expect(refused).toBe(0)
  expect(accepted).toBeGreaterThanOrEqual(created + 1)
})
