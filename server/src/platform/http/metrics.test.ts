import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const pools = new Map([['app', { totalCount: 0, idleCount: 0, waitingCount: 0 }]])

test('a watched figure is read once in ten seconds, however many look', async () => {
  let clock = 0
  let reads = 0
  const metrics = createMetrics(pools, { traced: false, now: () => clock })
  metrics.watch('svc_watched', 'a figure', () => Promise.resolve(++reads))
  const texts = await Promise.all([metrics.text('text'), metrics.text('text'), metrics.text('text')])
  clock = 9_999
  for (const text of [...texts, await metrics.text('text')]) expect(text).toMatch(/^svc_watched 1$/m)
  clock = 10_000
  expect(await metrics.text('text')).toMatch(/^svc_watched 2$/m)
})

test('a figure that cannot be read is left out, and read again at the next look', async () => {
  let works = true
  const metrics = createMetrics(pools, { traced: false, now: () => 0 })
  metrics.watch('svc_watched', 'a figure', () => (works ? Promise.resolve(7) : Promise.reject(new Error('away'))))
  works = false
  expect(await metrics.text('text')).not.toMatch(/^svc_watched \d/m)
  works = true
  expect(await metrics.text('text')).toMatch(/^svc_watched 7$/m)
})

test('the figures of a service that is gone leave the memory, and those of the process are told by the next one', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const forgotten = () => {
    const own = new Map(pools)
    createMetrics(own, { traced: false })
    return new WeakRef(own)
  }
  const figures = [forgotten(), forgotten()]
  await expect
    .poll(() => {
      collectGarbage()
      return figures.filter((one) => one.deref() !== undefined).length
    })
    .toBe(0)
  const text = await createMetrics(pools, { traced: false }).text('text')
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d/m)
})
