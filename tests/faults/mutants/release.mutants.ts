import type { Mutant } from './mutant.ts'

const TEST = 'tools/release/read-versions.test.ts'
const RELEASED = 'tools/release/pack-packages.ts'

export const releaseMutants: readonly Mutant[] = [
  {
    name: 'a package that the command needs is not published',
    file: RELEASED,
    find: "['protocol', 'contract', 'stellar', 'sdk', 'signing', 'cli', 'mcp', 'conformance']",
    replace: "['protocol', 'contract', 'stellar', 'sdk', 'cli', 'mcp', 'conformance']",
    test: TEST,
    caught_by: 'this tree can be released, under the tag of its version alone',
  },
  {
    name: 'a release begins though the check has not passed',
    file: '.github/workflows/release.yml',
    find: '      - run: .ci/run --full\n',
    replace: '',
    test: TEST,
    caught_by: 'the workflow checks first',
  },
  {
    name: 'a tag releases whatever version the tree has',
    file: 'tools/release/read-versions.ts',
    find: 'tag !== undefined && tag !==',
    replace: 'tag === undefined && tag !==',
    test: TEST,
    caught_by: 'this tree can be released, under the tag of its version alone',
  },
]
