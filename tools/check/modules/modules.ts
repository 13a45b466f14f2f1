/**
 * Who may import whom (ARCHITECTURE.md, section 3), as data; the rows of the server are in server-modules.ts. `check-modules.ts` enforces it.
 *
 * A permission is a module ('postgres'), a module's types only ('egress (types)'), one file of a module ('http/route'),
 * or a module for tests only ('ledger-double (tests)').
 * Inside a module everything may import everything.
 */
import { ALL_OF_THE_SERVER, type Module, SERVER_MODULES } from './server-modules.ts'

export const MODULES: readonly Module[] = [
  // What clients and the server share; it runs in a browser, too.
  { name: 'protocol', at: 'packages/protocol/src/', may: [], packages: [] },
  { name: 'contract', at: 'packages/contract/src/', may: ['protocol'], packages: ['typebox'] },
  // Runs in a browser, too: the wallet signs with it. Its tests read what the double wrote.
  {
    name: 'stellar',
    at: 'packages/stellar/src/',
    may: ['protocol', 'contract (tests)', 'ledger-double (tests)'],
    packages: ['@stellar/stellar-sdk'],
  },
  // Runs in a browser, too: the wallet signs with it, and the agent opens what was sealed to it.
  {
    name: 'evm',
    at: 'packages/evm/src/',
    may: ['protocol', 'evm-chain (tests)'],
    packages: ['@noble/curves', '@noble/hashes'],
  },
  // Runs in a browser, too. Whoever pays requests uses it: the wallet app, the CLI's test wallet.
  // Its tests pay on the double.
  { name: 'signing', at: 'packages/signing/src/', may: ['protocol', 'sdk', 'stellar', 'evm', 'ledger-double (tests)'] },
  {
    name: 'signing-test',
    at: 'packages/signing/test/',
    may: [
      'contract',
      'protocol',
      'sdk',
      'stellar',
      'evm',
      'signing',
      'ledger-double',
      'evm-chain',
      'sdk-test',
      'acceptance',
      'server-test',
    ],
  },
  // Doubles share no code with what they test: they would share its mistakes.
  { name: 'ledger-double', at: 'tests/ledger-double/', may: [] },
  // Only what keeps its compiled parts.
  { name: 'evm-chain', at: 'tests/evm-chain/', may: ['build-cache'] },
  { name: 'push-service-double', at: 'tests/push-service-double/', may: [] },
  ...SERVER_MODULES,
  {
    name: 'server-test',
    at: 'server/test/',
    may: [
      ...ALL_OF_THE_SERVER,
      'tools',
      'stellar',
      'evm',
      'ledger-double',
      'evm-chain',
      'push-service-double',
      'cells',
    ],
  },
  {
    name: 'faults',
    at: 'tests/faults/',
    may: [
      ...ALL_OF_THE_SERVER,
      'server-test',
      'sdk',
      'sdk-test',
      'acceptance',
      'stellar',
      'signing',
      'signing-test',
      'evm',
      'x402',
      'evm-chain',
      'ledger-double',
      'tools',
      'cells',
      // What each client shows is held against what was signed.
      'cli',
      'mcp',
      'mcp-test',
      'wallet',
    ],
  },
  // Finds the profile of the command on this machine; the rest of the SDK runs anywhere.
  { name: 'sdk-node', at: 'packages/sdk/src/node/', may: ['sdk'] },
  // Published without dependencies: what it needs of the contract is generated into it, and the protocol is built in.
  { name: 'sdk', at: 'packages/sdk/src/', may: ['protocol'], packages: [] },
  {
    name: 'sdk-test',
    at: 'packages/sdk/test/',
    may: ['contract', 'protocol', 'sdk', 'acceptance', 'server-test', 'tools'],
  },
  // Whoever buys brings the official packages; nothing of them is imported.
  { name: 'x402', at: 'packages/x402/src/', may: ['protocol', 'sdk', 'evm'] },
  // Its test wallet pays.
  { name: 'cli', at: 'packages/cli/src/', may: ['sdk', 'signing', 'stellar', 'evm'] },
  {
    name: 'cli-test',
    at: 'packages/cli/test/',
    may: [
      'contract',
      'protocol',
      'stellar',
      'signing',
      'signing-test',
      'cli',
      'sdk',
      'sdk-test',
      'acceptance',
      'server-test',
      'tools',
    ],
  },
  // Published with the SDK alone.
  { name: 'mcp', at: 'packages/mcp/src/', may: ['sdk'] },
  {
    name: 'mcp-test',
    at: 'packages/mcp/test/',
    may: ['contract', 'protocol', 'mcp', 'sdk', 'sdk-test', 'acceptance', 'server-test', 'tools'],
  },
  // Its own client, written from the specification: with our code it would share our mistakes.
  { name: 'conformance', at: 'packages/conformance/src/', may: [] },
  { name: 'conformance-test', at: 'packages/conformance/test/', may: ['cli', 'conformance', 'server-test'] },
  { name: 'ui', at: 'packages/ui/src/', may: ['sdk'] },
  { name: 'portal', at: 'apps/portal/src/', may: ['contract (tests)', 'sdk', 'ui'] },
  { name: 'wallet', at: 'apps/wallet/src/', may: ['protocol', 'sdk', 'stellar', 'evm', 'signing', 'ui'] },
  // Runs on an operator's machine, without the service.
  {
    name: 'cells',
    at: 'deploy/cells/',
    may: [],
    packages: ['node:fs', 'node:net', 'node:path', 'node:readline', 'node:stream', 'node:timers', 'node:util', 'pg'],
  },
  // Can be copied anywhere: Node and the SDK, nothing else.
  { name: 'acceptance', at: 'tests/acceptance/', may: ['sdk'] },
  { name: 'build-cache', at: 'tools/dev/build-cache.ts', may: [] },
  {
    name: 'tools',
    at: 'tools/',
    may: [
      ...ALL_OF_THE_SERVER,
      'server-test',
      'faults',
      'ledger-double',
      'evm-chain',
      'build-cache',
      'cli',
      'conformance',
    ],
  },
]

/** Folders whose every file must be in a module. */
export const HOUSED = [
  'packages/protocol/src/',
  'packages/contract/src/',
  'packages/stellar/src/',
  'packages/evm/src/',
  'packages/signing/src/',
  'server/src/',
  'packages/sdk/src/',
  'packages/x402/src/',
  'packages/cli/src/',
  'packages/mcp/src/',
  'packages/conformance/src/',
  'packages/ui/src/',
  'apps/portal/src/',
  'apps/wallet/src/',
  'deploy/cells/',
]

/** Tests build their world by doing; these need rows in numbers, of tables whose growth is what they are about. */
export const TESTS_OF_GROWTH = ['server/test/plans.ts', 'server/test/grown-tables.test.ts']

/** The only file that reads the environment, among those that run in production. */
export const READS_ENVIRONMENT = 'server/src/platform/config.ts'
/** Finds the profile of whoever runs a program of their own. */
export const FINDS_PROFILE = 'packages/sdk/src/node/profile.ts'
export const WITHOUT_ENVIRONMENT = [
  'packages/protocol/src/',
  'packages/contract/src/',
  'packages/stellar/src/',
  'packages/evm/src/',
  'packages/signing/src/',
  'server/src/',
  'packages/sdk/src/',
  'packages/x402/src/',
  'packages/conformance/src/',
]

export const EMPTY_NAMES = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'lib',
  'misc',
  'core',
  'base',
  'manager',
  'types',
  'constants',
]

export const LINES_MAX = 300
/** Of an SQL function. */
export const FUNCTION_LINES_MAX = 80
export const LINES_MEDIAN_MAX = 90

export function moduleOf(file: string): Module | undefined {
  const beside = file.replace(/\.test\.ts$/, '.ts')
  return MODULES.find((module) => (module.at.endsWith('/') ? file.startsWith(module.at) : beside === module.at))
}

export function isTest(file: string): boolean {
  return /\.(test|vectors|mutations)\.tsx?$/.test(file) || /^(server|packages\/\w+)\/test\/|^tests\//.test(file)
}
