import type { Mutant } from './mutant.ts'

const test = 'server/test/tracing.test.ts'

export const tracingMutants: readonly Mutant[] = [
  {
    name: 'a stranger decides what is traced',
    file: 'server/src/platform/http/record-calls.ts',
    find: 'ip !== socket.remoteAddress && ',
    replace: '',
    test,
    caught_by: 'a proxy of ours decides what is traced',
  },
  {
    name: 'what a proxy leaves out is traced all the same',
    file: 'server/src/platform/tracing/tracing.ts',
    find: ' : !asked.sampled)',
    replace: ' : false)',
    test,
    caught_by: 'a proxy of ours decides what is traced',
  },
  {
    name: 'a statement that calls share shows one of them only',
    file: 'server/src/platform/postgres/gather.ts',
    find: '{ items: items.length }, beside)',
    replace: '{ items: items.length })',
    test,
    caught_by: 'calls that share a statement are all linked to it',
  },
  {
    name: 'a measured time names no trace',
    file: 'server/src/platform/http/record-calls.ts',
    find: ', request.span?.trace_id)',
    replace: ', undefined)',
    test,
    caught_by: 'a scrape in OpenMetrics names a trace that was sent',
  },
  {
    name: 'a scrape in OpenMetrics renames the counters for everybody',
    file: 'server/src/platform/http/metrics-format.ts',
    find: "format === 'text' && registry.contentType === METRICS_TYPES.text",
    replace: 'format.length > 0',
    test: 'server/src/platform/http/metrics-format.test.ts',
    caught_by: 'a scrape in one format changes nothing about the other',
  },
  {
    name: 'a group of processes loses its exemplars',
    file: 'server/src/platform/http/metrics-format.ts',
    find: 'figure.exemplar = newest.get(keyOf(figure)) ?? null',
    replace: 'figure.exemplar = null',
    test: 'server/src/platform/http/metrics-format.test.ts',
    caught_by: 'of several processes the figures are summed',
  },
]
