/**
 * Who may import whom (ARCHITECTURE.md, section 3), as data. `check-modules.ts` enforces it.
 *
 * A permission is a module ('postgres'), a module's types only ('outside (types)'), one file of a module ('http/route'),
 * or a module for tests only ('ledger-double (tests)').
 * Inside a module everything may import everything.
 */

export interface Module {
  name: string
  /** The folder, or the one file, that is the module. */
  at: string
  may: readonly string[]
  /** Set where only these packages may be imported; elsewhere package.json decides. */
  packages?: readonly string[]
}

/** In order: a resource may import only resources before it. */
export const RESOURCES = [
  'audit-events',
  'facts-keys',
  'merchants',
  'merchant-accounts',
  'passkeys',
  'members',
  'merchant-sessions',
  'merchant-keys',
  'events',
  'domains',
  'recipients',
  'log',
  'service-keys',
  'payees',
  'payee-changes',
  'audit-log',
  'agents',
  'agent-auth',
  'devices',
  'connections',
  'connect-invitations',
  'pairing',
  'transaction-contexts',
  'merchant-search',
  'payment-requests',
  'projects',
  'automation-policies',
  'agent-payments',
  'settlements',
  'receipts',
  'webhooks',
  'push',
  'restore',
  'overview',
  'health',
]

/** What a resource reaches through a module below it, never by itself. Their types are free. */
export const ENGINES = ['pg', 'pg-boss', '@nats-io/transport-node', 'nodemailer', 'undici']

const BELOW_RESOURCES = [
  'contract',
  'stellar',
  'refusal',
  'at-first-use',
  'key-store',
  'networks',
  'names',
  'credentials',
  'postgres',
  'jobs',
  'wake',
  'outside',
  'http/route',
  'http/written',
  'http/page',
  'http/export',
  'http/gzip',
  'http/limits',
  'http/metrics',
  'http/metrics-format',
  'http/admission',
]

const SERVER_MODULES: readonly Module[] = [
  { name: 'config-fault', at: 'server/src/config-fault.ts', may: [] },
  {
    name: 'config',
    at: 'server/src/config.ts',
    may: [
      'contract',
      'secret-files',
      'facts-keys/read-facts-keys',
      'config-fault',
      'key-store',
      'log/read-log-key',
      'webhooks/read-sealing-keys',
      'push/read-push-keys',
      'http/trusted-proxies',
      'http/private-host',
      'outside/read-ledger-sources',
      'outside/ledger-faults',
      'http/own-addresses',
      'tracing/tracing',
    ],
  },
  { name: 'secret-files', at: 'server/src/secret-files.ts', may: [] },
  { name: 'key-store', at: 'server/src/key-store/', may: ['contract'] },
  { name: 'files', at: 'server/src/files.ts', may: [] },
  { name: 'refusal', at: 'server/src/refusal.ts', may: ['contract'] },
  { name: 'at-first-use', at: 'server/src/at-first-use.ts', may: [] },
  { name: 'networks', at: 'server/src/networks/', may: ['contract'] },
  { name: 'names', at: 'server/src/names/', may: ['contract', 'refusal'] },
  { name: 'tracing', at: 'server/src/tracing/', may: [] },
  { name: 'postgres', at: 'server/src/postgres/', may: ['contract', 'files', 'refusal', 'tracing', 'config (types)'] },
  { name: 'jobs', at: 'server/src/jobs/', may: ['contract', 'refusal', 'tracing', 'config (types)', 'postgres'] },
  { name: 'wake', at: 'server/src/wake/', may: ['contract', 'refusal', 'config (types)'] },
  {
    name: 'outside',
    at: 'server/src/outside/',
    may: ['contract', 'stellar', 'refusal', 'at-first-use', 'tracing', 'config (types)'],
  },
  {
    name: 'credentials',
    at: 'server/src/credentials/',
    may: ['contract', 'refusal', 'config (types)', 'postgres', 'outside'],
  },
  {
    name: 'http',
    at: 'server/src/http/',
    may: ['contract', 'refusal', 'at-first-use', 'tracing', 'config (types)', 'postgres', 'credentials (types)'],
  },
  { name: 'pages', at: 'server/src/pages/', may: ['contract', 'files', 'http/gzip'] },
  ...RESOURCES.map((name, i) => ({
    name,
    at: `server/src/${name}/`,
    may: [...BELOW_RESOURCES, ...RESOURCES.slice(0, i), ...(name === 'push' ? ['push-service-double (tests)'] : [])],
  })),
]

const EVERYTHING_SERVED = ['contract', ...SERVER_MODULES.map((module) => module.name)]
const ASSEMBLY = [
  'app',
  'wallet-site',
  'service',
  'group',
  'workers',
  'admin',
  'open-keys',
  'sealed-rows',
  'admin-fault',
  'admin-options',
  'admin-keys',
  'admin-limits',
  'admin-merchant',
  'admin-person',
  'admin-restore',
  'admin-tenant',
  'admin-webhook',
  'check-config',
  'canary',
  'canary-metrics',
  'probe',
  'main',
]

export const MODULES: readonly Module[] = [
  { name: 'contract', at: 'packages/contract/src/', may: [], packages: ['typebox'] },
  // Runs in a browser, too: the wallet signs with it.
  { name: 'stellar', at: 'packages/stellar/src/', may: ['contract'], packages: ['@stellar/stellar-sdk'] },
  // Runs in a browser, too. Whoever pays requests uses it: the wallet app, the CLI's test wallet.
  // Its tests pay on the double.
  { name: 'signing', at: 'packages/signing/src/', may: ['contract', 'sdk', 'stellar', 'ledger-double (tests)'] },
  {
    name: 'signing-test',
    at: 'packages/signing/test/',
    may: ['contract', 'sdk', 'stellar', 'signing', 'ledger-double', 'sdk-test', 'acceptance', 'server-test'],
  },
  { name: 'ledger-double', at: 'tests/ledger-double/', may: ['contract', 'stellar'] },
  { name: 'push-service-double', at: 'tests/push-service-double/', may: [] },
  ...SERVER_MODULES,
  ...ASSEMBLY.map((name) => ({ name, at: `server/src/${name}.ts`, may: [...EVERYTHING_SERVED, ...ASSEMBLY] })),
  {
    name: 'server-test',
    at: 'server/test/',
    may: [...EVERYTHING_SERVED, ...ASSEMBLY, 'scripts', 'stellar', 'ledger-double', 'push-service-double'],
  },
  {
    name: 'faults',
    at: 'tests/faults/',
    may: [
      ...EVERYTHING_SERVED,
      ...ASSEMBLY,
      'server-test',
      'sdk',
      'sdk-test',
      'acceptance',
      'stellar',
      'signing',
      'signing-test',
      'ledger-double',
      'scripts',
    ],
  },
  // Published without dependencies: what it needs of the contract is generated into it.
  { name: 'sdk', at: 'packages/sdk/src/', may: [], packages: [] },
  { name: 'sdk-test', at: 'packages/sdk/test/', may: ['contract', 'sdk', 'acceptance', 'server-test', 'scripts'] },
  // Its test wallet pays.
  { name: 'cli', at: 'packages/cli/src/', may: ['sdk', 'signing', 'stellar'] },
  {
    name: 'cli-test',
    at: 'packages/cli/test/',
    may: ['contract', 'cli', 'sdk', 'sdk-test', 'acceptance', 'server-test', 'scripts'],
  },
  // Published with the SDK alone.
  { name: 'mcp', at: 'packages/mcp/src/', may: ['sdk'] },
  {
    name: 'mcp-test',
    at: 'packages/mcp/test/',
    may: ['contract', 'mcp', 'sdk', 'sdk-test', 'acceptance', 'server-test', 'scripts'],
  },
  { name: 'ui', at: 'packages/ui/src/', may: ['contract', 'sdk'] },
  { name: 'portal', at: 'apps/portal/src/', may: ['contract', 'sdk', 'ui'] },
  { name: 'wallet', at: 'apps/wallet/src/', may: ['contract', 'sdk', 'stellar', 'signing', 'ui'] },
  // Can be copied anywhere: Node and the SDK, nothing else.
  { name: 'acceptance', at: 'tests/acceptance/', may: ['sdk'] },
  {
    name: 'scripts',
    at: 'scripts/',
    may: [...EVERYTHING_SERVED, ...ASSEMBLY, 'server-test', 'faults', 'ledger-double', 'cli'],
  },
]

/** Folders whose every file must be in a module. */
export const HOUSED = [
  'packages/contract/src/',
  'packages/stellar/src/',
  'packages/signing/src/',
  'server/src/',
  'packages/sdk/src/',
  'packages/cli/src/',
  'packages/mcp/src/',
  'packages/ui/src/',
  'apps/portal/src/',
  'apps/wallet/src/',
]

/** Tests build their world by doing; these need rows in numbers, of tables whose growth is what they are about. */
export const TESTS_OF_GROWTH = ['server/test/plans.ts', 'server/test/grown-tables.test.ts']

/** The only file that reads the environment, among those that run in production. */
export const READS_ENVIRONMENT = 'server/src/config.ts'
export const WITHOUT_ENVIRONMENT = [
  'packages/contract/src/',
  'packages/stellar/src/',
  'packages/signing/src/',
  'server/src/',
  'packages/sdk/src/',
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
export const LINES_MEDIAN_MAX = 80

export function moduleOf(file: string): Module | undefined {
  const beside = file.replace(/\.test\.ts$/, '.ts')
  return MODULES.find((module) => (module.at.endsWith('/') ? file.startsWith(module.at) : beside === module.at))
}

export function isTest(file: string): boolean {
  return /\.(test|vectors|mutations)\.tsx?$/.test(file) || /^(server|packages\/\w+)\/test\/|^tests\//.test(file)
}
