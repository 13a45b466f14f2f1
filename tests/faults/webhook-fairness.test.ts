/** H8: one tenant has 20,000 deliveries to a host that never answers; another tenant's arrive as if there were nobody else. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { activeEndpoint, toDeliveries } from '../../server/test/deliveries.ts'
import { newOperator } from '../../server/test/operator.ts'
import { until } from '../../server/test/until.ts'
import { report } from './report.ts'
import { startHookGround } from './webhook-ground.ts'

const WAITING = Number(process.env.WAITING ?? 20_000)
const MEASURED = Number(process.env.MEASURED ?? 1_000)
const PER_S = 20
const PER_CONNECTION = 1_000

test('a tenant whose receiver hangs delays nobody else', { timeout: 900_000 }, async () => {
  const ground = await startHookGround()
  const { admin } = ground.world.database
  const hanging = ground.web.webhooks.place(toDeliveries(() => {}))
  await activeEndpoint(ground.operator, { url: hanging.url })
  const other = await newOperator(ground.world)
  const arrivals = new Map<string, number>()
  const good = ground.web.webhooks.place(
    toDeliveries((heard, response) => {
      arrivals.set(heard.headers['webhook-id'] as string, Date.now())
      response.writeHead(200).end()
    }),
  )
  const { webhook_endpoint_id: healthy } = await activeEndpoint(other, { url: good.url })
  for (let made = 0; made < WAITING; made += PER_CONNECTION) {
    await ground.create(await ground.connect(), PER_CONNECTION)
  }
  const worker = await ground.startWorker()
  const pending = async () => (await ground.counts()).pending ?? 0
  await until(async () => (await pending()) >= WAITING, 120_000)

  const took: Promise<number>[] = []
  for (let i = 0; i < MEASURED; i++) {
    const sent = Date.now()
    const tested = await other.call('POST', `/v1/webhook-endpoints/${healthy}/test`)
    expect(tested.status).toBe(202)
    const id = tested.json.webhook_delivery_id as string
    took.push(
      (async () => {
        const event_id = async () => (await other.call('GET', `/v1/webhook-deliveries/${id}`)).json.webhook_delivery
        let arrived: number | undefined
        await until(async () => {
          const { event_id: at } = await event_id()
          arrived = arrivals.get(at)
          if (arrived === undefined) await pause(200)
          return arrived !== undefined
        }, 60_000)
        return (arrived as number) - sent
      })(),
    )
    await pause(1000 / PER_S)
  }
  const times = (await Promise.all(took)).toSorted((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] as number
  const waiting = await pending()
  const { rows } = await admin.query(
    'select max(attempts)::int as most, sum(attempts)::int as attempts from webhook_deliveries where status = $1',
    ['pending'],
  )
  await worker.end('SIGKILL')
  await ground.stop()
  const figures = { waiting, measured: MEASURED, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1), ...rows[0] }
  report('webhook-fairness', figures)
  expect(waiting).toBeGreaterThan(WAITING * 0.9)
  expect(at(0.99)).toBeLessThanOrEqual(2_000)
})
