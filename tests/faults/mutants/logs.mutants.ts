import type { Mutant } from './mutant.ts'

const TOLD = 'server/src/platform/jobs/tell-faults.ts'
const TEST = 'server/src/platform/jobs/tell-faults.test.ts'

export const logsMutants: readonly Mutant[] = [
  {
    name: 'an outage of the database fills the log',
    file: TOLD,
    find: 'now() - last.at < AGAIN_MS',
    replace: 'now() - last.at < 0',
    test: TEST,
    caught_by: 'leaves a line a minute, however many queues fail',
  },
  {
    name: 'a fault is hidden behind another one of its queue',
    file: TOLD,
    find: '${about.queue} ${',
    replace: '${about.queue} ${true ? "" : ',
    test: TEST,
    caught_by: 'each fault of a job is told when it is new',
  },
  {
    name: 'a line says who called though the operator turned that off',
    file: 'server/src/platform/http/record-calls.ts',
    find: 'callers && request.called &&',
    replace: 'request.called &&',
    test: 'server/test/call-lines.test.ts',
    caught_by: 'with LOG_CALLERS=none a line says neither',
  },
]
