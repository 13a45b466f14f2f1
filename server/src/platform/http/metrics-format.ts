/** How figures are written: Prometheus's plain text, or OpenMetrics, which alone has room for exemplars. */
import {
  AggregatorRegistry,
  type Metric,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
  type RegistryContentType,
} from 'prom-client'

/** One call that was measured, named by its trace. */
interface Exemplar {
  readonly labelSet: Readonly<Record<string, string>>
  readonly value: number
  readonly timestamp: number
}
type Figure = MetricValue<string> & { readonly metricName?: string; exemplar?: Exemplar | null }

/** The figures of one process, as they travel between processes. */
export type MetricsJson = MetricObjectWithValues<Figure>

export type MetricsFormat = 'text' | 'openmetrics'

export const METRICS_TYPES = {
  text: Registry.PROMETHEUS_CONTENT_TYPE,
  openmetrics: Registry.OPENMETRICS_CONTENT_TYPE,
} as const

/** OpenMetrics for whoever names it: Prometheus prefers it, and a person with curl gets plain text. */
export const metricsFormat = (accept = ''): MetricsFormat =>
  /(^|,)\s*application\/openmetrics-text\s*(;|,|$)/i.test(accept) ? 'openmetrics' : 'text'

/**
 * Written by a registry made for it: one that has written OpenMetrics has lost the `_total` of its counters, so the registry
 * that counts must never do it.
 */
export const writeMetrics = (metrics: readonly MetricsJson[], format: MetricsFormat): Promise<string> => {
  const registry = new Registry<RegistryContentType>()
  registry.setContentType(METRICS_TYPES[format])
  for (const metric of metrics) {
    // The library adds it again to each figure.
    const shortened = format === 'openmetrics' && String(metric.type) === 'counter'
    const written = shortened ? { ...metric, name: metric.name.replace(/_total$/, '') } : metric
    registry.registerMetric({ ...written, get: () => Promise.resolve(written) } as unknown as Metric)
  }
  return registry.metrics()
}

/** What a registry holds, in the format that was asked for. */
export const textOf = async (registry: Registry<RegistryContentType>, format: MetricsFormat): Promise<string> =>
  format === 'text' && registry.contentType === METRICS_TYPES.text
    ? registry.metrics()
    : writeMetrics(await registry.getMetricsAsJSON(), format)

/** Whoever asks while it is being written gets the same text: it is long, and writing it several times at once would hold up calls. */
export const sharedText = (write: (format: MetricsFormat) => Promise<string>): typeof write => {
  const writing = new Map<MetricsFormat, Promise<string>>()
  return (format) => {
    const known = writing.get(format)
    if (known) return known
    const text = write(format).finally(() => writing.delete(format))
    writing.set(format, text)
    return text
  }
}

/** Summed where a sum means something; the library knows what to do with Node's own. Of exemplars the newest stays. */
export const sumOfMetrics = async (of_all: readonly (readonly MetricsJson[])[]): Promise<MetricsJson[]> => {
  const sums: MetricsJson[] = await AggregatorRegistry.aggregate(of_all.map((one) => [...one])).getMetricsAsJSON()
  const newest = new Map<string, Exemplar>()
  for (const figure of of_all.flat().flatMap(({ values }) => values)) {
    const { exemplar } = figure
    const known = newest.get(keyOf(figure))
    if (exemplar && exemplar.timestamp >= (known?.timestamp ?? 0)) newest.set(keyOf(figure), exemplar)
  }
  for (const figure of newest.size > 0 ? sums.flatMap(({ values }) => values) : [])
    figure.exemplar = newest.get(keyOf(figure)) ?? null
  return sums
}

const keyOf = ({ metricName = '', labels }: Figure): string =>
  JSON.stringify([
    metricName,
    ...Object.keys(labels)
      .toSorted()
      .map((name) => [name, labels[name]]),
  ])
