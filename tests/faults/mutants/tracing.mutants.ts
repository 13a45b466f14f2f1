import type { Mutant } from './mutant.ts'

const test = 'server/test/tracing.test.ts'

export const tracingMutants: readonly Mutant[] = [
  {
    name: 'a stranger decides what is traced',
    file: 'server/src/http/trace-calls.ts',
    find: 'ip !== socket.remoteAddress && ',
    replace: '',
    test,
    caught_by: 'a proxy of ours decides what is traced',
  },
  {
    name: 'what a proxy leaves out is traced all the same',
    file: 'server/src/tracing/tracing.ts',
    find: ' : !asked.sampled)',
    replace: ' : false)',
    test,
    caught_by: 'a proxy of ours decides what is traced',
  },
  {
    name: 'a statement that calls share shows one of them only',
    file: 'server/src/postgres/gather.ts',
    find: '{ items: items.length }, beside)',
    replace: '{ items: items.length })',
    test,
    caught_by: 'calls that share a statement are all linked to it',
  },
]
