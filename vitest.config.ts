import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { onlyFullFiles } from './tools/check/full-list.ts'
import LongestFirst from './tools/check/longest-first.ts'

// The tests start hundreds of processes from the same sources: what one has compiled, the next ones read.
process.env['NODE_COMPILE_CACHE'] ||= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

const conditions = ['@pursestrings/source']
// What a test waits for comes within a second, unless the machine has more to do.
const expect = { poll: { timeout: 20_000 } }
const setupFiles = ['./server/test/count-file.ts']
const only_full = onlyFullFiles(fileURLToPath(new URL('.', import.meta.url)))
const exclude = [...configDefaults.exclude, ...only_full]
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } }

// Time limits only end what hangs: a loaded machine must pass, too. Nothing is retried: a test that fails at times gets fixed.
export default defineConfig({
  // What reads the tests' results is loaded by this.
  environments: { __vitest__: source },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './tools/check/test-results-reporter.ts'],
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          expect,
          setupFiles,
          exclude,
          // They share nothing that changes, and half of their time would go into starting processes.
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'deploy/**/*.test.ts',
            'tests/ledger-double/*.test.ts',
            'tests/evm-chain/*.test.ts',
            'tests/faults/{cluster,mutants,x402}/*.test.ts',
          ],
          testTimeout: 60_000,
          // The first start of the EVM chain installs it.
          hookTimeout: 120_000,
        },
      },
      {
        ...source,
        test: {
          name: 'server',
          expect,
          setupFiles,
          exclude,
          // Each file has a service and a database of its own; loading the same sources two hundred times was most of the work.
          isolate: false,
          include: [
            'server/{src,test}/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'tests/faults/{changed-{answers-sample,mutants},x402-attacks}.test.ts',
          ],
          globalSetup: ['./server/test/migrated-template.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...source,
        // What takes minutes or measures time: `npm run faults`, never a part of `npm run check`.
        test: {
          name: 'faults',
          expect,
          setupFiles,
          include: ['tests/faults/*.test.ts'],
          globalSetup: ['./server/test/migrated-template.ts'],
        },
      },
      {
        ...source,
        test: {
          name: 'e2e',
          expect,
          setupFiles,
          exclude,
          include: ['tests/{e2e,x402}/**/*.test.ts'],
          globalSetup: ['./tools/dev/build-portal.ts', './tests/e2e/scratch-database.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        ...source,
        // What tests/full.json moves out of the check: `npm run check -- --full`.
        test: {
          name: 'full',
          expect,
          setupFiles,
          include: only_full,
          globalSetup: [
            './tools/dev/build-portal.ts',
            './tests/e2e/scratch-database.ts',
            './server/test/migrated-template.ts',
          ],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
