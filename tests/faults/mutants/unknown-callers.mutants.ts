/** Callers whom nobody knows yet: what they share, what is counted, what they hear. */
import type { Mutant } from './mutant.ts'

export const unknownCallersMutants: readonly Mutant[] = [
  {
    name: 'a statement that timed out runs again',
    file: 'server/src/platform/postgres/gather.ts',
    find: '/^2[23]/.test(',
    replace: '/^[0-9]/.test(',
    test: 'server/src/platform/postgres/gather.test.ts',
    caught_by: 'nothing runs again',
  },
  {
    name: 'calls of one key share a statement',
    file: 'server/src/platform/postgres/gather.ts',
    find: '!keys.has(key)',
    replace: "(!keys.has(key) || key !== '')",
    test: 'server/src/platform/postgres/gather.test.ts',
    caught_by: 'two items of one key never share a statement',
  },
  {
    name: 'a NUL can be stored',
    file: 'server/src/platform/postgres/table.ts',
    find: "!text.includes('\\0') && text.isWellFormed()",
    replace: 'text.isWellFormed()',
    test: 'server/src/platform/postgres/storable.test.ts',
    caught_by: 'a NUL cannot be stored',
  },
  {
    name: 'half of a surrogate pair can be stored',
    file: 'server/src/platform/postgres/table.ts',
    find: ' && text.isWellFormed()',
    replace: '',
    test: 'server/src/platform/postgres/storable.test.ts',
    caught_by: 'surrogate pair cannot be stored',
  },
  {
    name: 'every address of an IPv6 network is counted by itself',
    file: 'server/src/platform/http/limits.ts',
    find: 'groups.slice(0, 4)',
    replace: 'groups.slice(0, 8)',
    test: 'server/src/platform/http/address-key.test.ts',
    caught_by: '2001:db8::1 is counted as',
  },
]
