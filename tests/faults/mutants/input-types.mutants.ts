/** What an input may hold. */
import type { Mutant } from './mutant.ts'

export const inputTypesMutants: readonly Mutant[] = [
  {
    name: 'text may hold control characters',
    file: 'packages/contract/src/wire/text.ts',
    find: "'\\\\p{Cc}\\\\p{Cf}",
    replace: "'\\\\p{Cf}",
    test: 'packages/contract/src/wire/text.test.ts',
    caught_by: 'is refused wherever it stands',
  },
  {
    name: 'the year 9999 is a time',
    file: 'packages/contract/src/wire/inputs.ts',
    find: '|999[0-8])',
    replace: '|999[0-9])',
    test: 'packages/contract/src/wire/inputs.test.ts',
    caught_by: 'a time is a real one',
  },
  {
    name: 'a record may be called like a part of a path',
    file: 'packages/contract/src/wire/inputs.ts',
    find: "const NO_PATH = ['.', '..']",
    replace: "const NO_PATH = ['.']",
    test: 'packages/contract/src/wire/inputs.test.ts',
    caught_by: 'a name can stand in a path',
  },
  {
    name: 'a whole number has no upper end',
    file: 'packages/contract/src/wire/inputs.ts',
    find: '    minimum,\n    maximum,\n  })',
    replace: '    minimum,\n  })',
    test: 'packages/contract/src/wire/inputs.test.ts',
    caught_by: 'whole numbers have both ends',
  },
  {
    name: 'a bare string is not found',
    file: 'packages/contract/src/bare-inputs.ts',
    find: 'if (kind === undefined) return [`${at}: a bare string`]',
    replace: 'if (kind === null) return [`${at}: a bare string`]',
    test: 'packages/contract/src/bare-inputs.test.ts',
    caught_by: 'a bare one is found wherever it stands',
  },
]
