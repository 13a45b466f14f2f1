/** What is written down. */
import type { Mutant } from './mutant.ts'

export const logMutants: readonly Mutant[] = [
  {
    name: 'secrets stay in log lines',
    file: 'server/src/platform/http/log.ts',
    find: "line.replace(SECRETS, '[secret]')",
    replace: 'line',
    test: 'server/src/platform/http/log.test.ts',
    caught_by: 'is struck out wherever it stands',
  },
  {
    name: "an error's detail, which quotes rows, is written down",
    file: 'server/src/platform/http/log.ts',
    find: '    table,\n    constraint,\n    ...',
    replace: '    table,\n    constraint,\n    detail: (error as { detail?: string }).detail,\n    ...',
    test: 'server/src/platform/http/log.test.ts',
    caught_by: 'without the row that its detail quotes',
  },
]
