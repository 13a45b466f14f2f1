import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { type MetricsJson, metricsFormat, sharedText, sumOfMetrics, writeMetrics } from './metrics-format.ts'

describe('metrics', () => {
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
})

describe('metrics format', () => {
  const metricsOf = (trace_id: string, seconds: number) => {
    const metrics = createMetrics(new Map(), { traced: true })
    metrics.observeCall({ operation: 'health.read', status: 200 }, seconds, trace_id)
    metrics.shed.inc({ reason: 'process' })
    return metrics
  }
  /** As they travel between processes. */
  const sent = async (metrics: ReturnType<typeof metricsOf>): Promise<MetricsJson[]> =>
    JSON.parse(JSON.stringify(await metrics.json()))

  test.each([
    [undefined, 'text'],
    ['*/*', 'text'],
    ['text/plain;version=0.0.4', 'text'],
    ['application/openmetrics-textual', 'text'],
    ['application/openmetrics-text', 'openmetrics'],
    [
      'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
      'openmetrics',
    ],
    ['text/plain;q=0.5, Application/OpenMetrics-Text; version=1.0.0', 'openmetrics'],
  ] as const)('whoever accepts %s gets %s', (accept, format) => {
    expect(metricsFormat(accept)).toBe(format)
  })

  test('a scrape in one format changes nothing about the other', async () => {
    const metrics = metricsOf('a'.repeat(32), 0.2)
    const [first, open, second] = [
      await metrics.text('text'),
      await metrics.text('openmetrics'),
      await metrics.text('text'),
    ]
    for (const plain of [first, second]) {
      expect(plain).toMatch(/^# TYPE svc_shed_total counter$/m)
      expect(plain).toMatch(/^svc_shed_total\{reason="process"\} 1$/m)
      expect(plain).not.toContain('trace_id')
    }
    expect(open).toMatch(/^# TYPE svc_shed counter$/m)
    expect(open).toMatch(/^svc_shed_total\{reason="process"\} 1$/m)
    expect(open).toMatch(/ # \{trace_id="a{32}"\} 0\.2 \d+(\.\d+)?$/m)
    expect(open.endsWith('\n# EOF\n')).toBe(true)
  })

  test('of several processes the figures are summed, and each bucket has its newest exemplar', async () => {
    const [a, b, c] = [metricsOf('a'.repeat(32), 0.2), metricsOf('b'.repeat(32), 0.21), metricsOf('c'.repeat(32), 60)]
    // Times are in seconds with fractions: the second one is newer.
    await new Promise((resolve) => setTimeout(resolve, 5))
    b.observeCall({ operation: 'health.read', status: 200 }, 0.22, 'd'.repeat(32))
    const sum = await sumOfMetrics([await sent(b), await sent(a), await sent(c)])
    const text = await writeMetrics(sum, 'openmetrics')
    const buckets = text.split('\n').filter((line) => line.includes('le="0.25"') || line.includes('le="+Inf"'))
    const calls = buckets.filter((line) => line.startsWith('svc_call_duration_seconds_bucket'))
    expect(calls).toEqual([
      expect.stringMatching(/le="0.25".* 3 # \{trace_id="d{32}"\} 0\.22 /),
      expect.stringMatching(/le="\+Inf".* 4 # \{trace_id="c{32}"\} 60 /),
    ])
    expect(text).toMatch(/^svc_shed_total\{reason="process"\} 3$/m)
    expect(await writeMetrics(sum, 'text')).not.toContain('trace_id')
  })

  test('who asks while the figures are being written gets the same text, and who asks later a new one', async () => {
    let written = 0
    let works = true
    const text = sharedText(async (format) => {
      written++
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (!works) throw new Error('away')
      return `${format} ${written}`
    })
    const asked = [text('text'), text('text'), text('openmetrics'), text('text')]
    expect(await Promise.all(asked)).toEqual(['text 2', 'text 2', 'openmetrics 2', 'text 2'])
    works = false
    await expect(Promise.all([text('text'), text('text')])).rejects.toThrow('away')
    works = true
    expect(await text('text')).toBe('text 4')
  })
})
