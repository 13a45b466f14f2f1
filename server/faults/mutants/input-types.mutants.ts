/** What an input may hold. */
import type { Mutant } from './mutant.ts'

export const inputTypesMutants: readonly Mutant[] = [
  {
    name: 'text may hold control characters',
    file: 'contract/src/text.ts',
    find: "'\\\\p{Cc}\\\\p{Cf}",
    replace: "'\\\\p{Cf}",
    test: 'contract/src/text.test.ts',
    caught_by: 'is refused wherever it stands',
  },
  {
    name: 'the year 9999 is a time',
    file: 'contract/src/inputs.ts',
    find: '|999[0-8])',
    replace: '|999[0-9])',
    test: 'contract/src/inputs.test.ts',
    caught_by: 'a time is a real one',
  },
  {
    name: 'a record may be called like a part of a path',
    file: 'contract/src/inputs.ts',
    find: "const NO_PATH = ['.', '..']",
    replace: "const NO_PATH = ['.']",
    test: 'contract/src/inputs.test.ts',
    caught_by: 'a name can stand in a path',
  },
  {
    name: 'a whole number has no upper end',
    file: 'contract/src/inputs.ts',
    find: '    minimum,\n    maximum,\n  })',
    replace: '    minimum,\n  })',
    test: 'contract/src/inputs.test.ts',
    caught_by: 'whole numbers have both ends',
  },
  {
    name: 'a bare string is not found',
    file: 'contract/src/bare-inputs.ts',
    find: 'if (kind === undefined) return [`${at}: a bare string`]',
    replace: 'if (kind === null) return [`${at}: a bare string`]',
    test: 'contract/src/bare-inputs.test.ts',
    caught_by: 'a bare one is found wherever it stands',
  },
]
