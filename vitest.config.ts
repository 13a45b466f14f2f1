import { defineConfig } from 'vitest/config'

const conditions = ['@countersign/source']
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', './scripts/tally-reporter.ts'],
    projects: [
      { ...source, test: { name: 'unit', include: ['contract/src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        ...source,
        test: {
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts'],
          globalSetup: ['./server/test/migrated-template.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...source,
        // What takes minutes or measures time: `npm run faults`, never a part of `npm run check`.
        test: {
          name: 'faults',
          include: ['server/faults/*.test.ts'],
          globalSetup: ['./server/test/migrated-template.ts'],
        },
      },
      {
        ...source,
        test: { name: 'e2e', include: ['e2e/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
})
