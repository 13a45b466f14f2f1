/**
 * The areas of the server, what lies in each, and who may import whom (ARCHITECTURE.md, section 3), as data. An area is a folder
 * of server/src, and its modules are the folders in it. How permissions are written is in modules.ts.
 */

export interface Module {
  name: string
  /** The folder, or the one file, that is the module. */
  at: string
  may: readonly string[]
  /** Set where only these packages may be imported; elsewhere package.json decides. */
  packages?: readonly string[]
}

export interface Area {
  name: string
  /** Folders of the area, in order: one may import only those before it. */
  modules: readonly string[]
  /** Areas before this one, of whose faces it may import. */
  may: readonly string[]
  /** The only files that other areas may import, besides what looks over several areas. */
  face: readonly string[]
}

/** In order: an area may import only areas before it. What all of them may use of platform and rules is BELOW_AREAS. */
export const AREAS: readonly Area[] = [
  {
    name: 'organizations',
    modules: [
      'audit-events',
      'merchants',
      'merchant-accounts',
      'passkeys',
      'members',
      'merchant-sessions',
      'merchant-keys',
      'merchant-search',
      'projects',
      'overview',
    ],
    may: [],
    face: [
      'audit-events/append-audit-event',
      'audit-events/read-audit-events',
      'merchants/merchants',
      'merchants/merchants.reads',
      'merchants/personal-spaces',
      'merchant-accounts/accounts',
      'merchant-accounts/letters',
      'merchant-search/find-records',
      'projects/projects',
    ],
  },
  {
    name: 'transparency',
    modules: ['facts-keys', 'log', 'service-keys', 'audit-log', 'restore'],
    may: [],
    face: ['facts-keys/facts-keys', 'facts-keys/read-facts-keys', 'log/prove', 'log/read-log-key'],
  },
  {
    name: 'delivery',
    modules: ['events', 'webhooks'],
    may: ['organizations'],
    face: [
      'events/append-event',
      'webhooks/endpoints/endpoint-url',
      'webhooks/endpoints/webhook-secret',
      'webhooks/sending/judge-attempt',
    ],
  },
  {
    name: 'payees',
    modules: ['domains', 'recipients', 'payees', 'payee-changes'],
    may: ['organizations', 'transparency', 'delivery'],
    face: [
      'domains/domains.reads',
      'recipients/names',
      'recipients/read-payees',
      'recipients/recipients',
      'recipients/recipients.reads',
    ],
  },
  {
    name: 'connections',
    modules: [
      'agents',
      'agent-auth',
      'devices',
      'connections',
      'connect-invitations',
      'pairing',
      'transaction-contexts',
      'push',
    ],
    may: ['organizations', 'delivery', 'payees'],
    face: [
      'agents/agent-keys',
      'connections/connections.reads',
      'connections/hold-connection',
      'connections/stop-connections',
      'devices/devices',
      'devices/signed-statement',
    ],
  },
  {
    name: 'payments',
    modules: ['payment-requests', 'automation-policies', 'agent-payments', 'payment-authorizations'],
    may: ['organizations', 'transparency', 'delivery', 'payees', 'connections'],
    face: [
      'agent-payments/agent-payment-view',
      'payment-requests/ledger-settlement',
      'payment-requests/payment-request-view',
    ],
  },
  {
    name: 'settlement',
    modules: ['settlements', 'receipts'],
    may: ['organizations', 'transparency', 'delivery', 'payees', 'payments'],
    face: [],
  },
]

/** They look over areas that come after their own, so none of the areas imports them; only what starts the service does. */
export const OVERLOOKING: Readonly<Record<string, readonly string[]>> = {
  overview: ['delivery', 'payments'],
  restore: ['organizations', 'delivery', 'connections'],
  health: ['transparency'],
}

/** What keeps to the rules of a resource. */
export const RESOURCES = [...AREAS.flatMap(({ modules }) => modules), 'health']

/** What a resource reaches through a module below it, never by itself. Their types are free. */
export const ENGINES = ['pg', 'pg-boss', '@nats-io/transport-node', 'nodemailer', 'undici']

const BELOW_AREAS = [
  'contract',
  'protocol',
  'stellar (tests)',
  'refusal',
  'lazy',
  'keys',
  'networks',
  'names',
  'credentials',
  'postgres',
  'jobs',
  'notifications',
  'egress',
  'http/route',
  'http/json-body',
  'http/page',
  'http/export',
  'http/headers',
  'http/limits',
  'http/metrics',
  'http/metrics-format',
  'http/admission',
]

const RULES: readonly Module[] = [
  { name: 'networks', at: 'server/src/rules/networks/', may: ['contract', 'protocol'] },
  { name: 'names', at: 'server/src/rules/names/', may: ['contract', 'protocol', 'refusal'] },
]

const PLATFORM: readonly Module[] = [
  { name: 'config-fault', at: 'server/src/platform/config-fault.ts', may: [] },
  {
    name: 'config',
    at: 'server/src/platform/config.ts',
    may: [
      'contract',
      'protocol',
      'secret-files',
      'facts-keys/read-facts-keys',
      'config-fault',
      'keys',
      'log/read-log-key',
      'webhooks/webhook-secret',
      'push/read-push-keys',
      'http/trusted-proxies',
      'http/private-host',
      'egress/read-ledger-sources',
      'egress/ledger-faults',
      'http/own-addresses',
      'http/log',
      'tracing/tracing',
    ],
  },
  { name: 'secret-files', at: 'server/src/platform/secret-files.ts', may: [] },
  { name: 'keys', at: 'server/src/platform/keys/', may: ['contract', 'protocol'] },
  { name: 'files', at: 'server/src/platform/files.ts', may: [] },
  { name: 'refusal', at: 'server/src/platform/refusal.ts', may: ['contract', 'protocol'] },
  { name: 'lazy', at: 'server/src/platform/lazy.ts', may: [] },
  { name: 'version', at: 'server/src/platform/version.ts', may: [] },
  { name: 'tracing', at: 'server/src/platform/tracing/', may: [] },
  {
    name: 'postgres',
    at: 'server/src/platform/postgres/',
    may: ['contract', 'protocol', 'files', 'refusal', 'tracing', 'config (types)'],
  },
  {
    name: 'jobs',
    at: 'server/src/platform/jobs/',
    may: ['contract', 'protocol', 'refusal', 'tracing', 'config (types)', 'postgres'],
  },
  {
    name: 'notifications',
    at: 'server/src/platform/notifications/',
    may: ['contract', 'protocol', 'refusal', 'config (types)', 'tools (tests)'],
  },
  {
    name: 'egress',
    at: 'server/src/platform/egress/',
    may: ['contract', 'protocol', 'stellar', 'evm', 'refusal', 'lazy', 'tracing', 'config (types)'],
  },
  {
    name: 'credentials',
    at: 'server/src/platform/credentials/',
    may: ['contract', 'protocol', 'refusal', 'config (types)', 'postgres', 'egress'],
  },
  {
    name: 'http',
    at: 'server/src/platform/http/',
    may: ['contract', 'protocol', 'refusal', 'lazy', 'tracing', 'config (types)', 'postgres', 'credentials (types)'],
  },
  {
    name: 'pages',
    at: 'server/src/platform/pages/',
    may: ['contract', 'protocol', 'files', 'lazy', 'http/headers'],
  },
  { name: 'health', at: 'server/src/platform/health/', may: [...BELOW_AREAS, ...importedFrom(OVERLOOKING['health'])] },
]

/** Every module of these areas that others may import. */
function importedFrom(areas: readonly string[] = []): string[] {
  const modules = AREAS.filter(({ name }) => areas.includes(name)).flatMap((area) => area.modules)
  return modules.filter((name) => !(name in OVERLOOKING))
}

const IN_AREAS: readonly Module[] = AREAS.flatMap(({ name: area, modules, may }) =>
  modules.map((name, i) => ({
    name,
    at: `server/src/${area}/${name}/`,
    may: [
      ...BELOW_AREAS,
      ...importedFrom([...may, ...(OVERLOOKING[name] ?? [])]),
      ...modules.slice(0, i),
      ...(name === 'push' ? ['push-service-double (tests)'] : []),
    ],
  })),
)

const SERVED_MODULES = [...RULES, ...PLATFORM, ...IN_AREAS]
const EVERYTHING_SERVED = ['contract', 'protocol', ...SERVED_MODULES.map((module) => module.name)]

/** What puts the parts together, wherever it lies, and what the operator calls. It may import all of the server. */
const COMMANDS = [
  'serve',
  'group',
  'worker',
  'probe',
  'canary',
  'canary-metrics',
  'canary-certificate',
  'check-config',
  'new-key',
]
const ASSEMBLY = [
  { name: 'app', at: 'server/src/app.ts' },
  { name: 'service', at: 'server/src/service.ts' },
  { name: 'workers', at: 'server/src/workers.ts' },
  { name: 'main', at: 'server/src/main.ts' },
  ...COMMANDS.map((name) => ({ name, at: `server/src/commands/${name}.ts` })),
  { name: 'admin', at: 'server/src/commands/admin/' },
  { name: 'wallet-site', at: 'server/src/platform/wallet-site.ts' },
  { name: 'open-keys', at: 'server/src/transparency/open-keys.ts' },
  { name: 'sealed-rows', at: 'server/src/transparency/sealed-rows.ts' },
]
export const ALL_OF_THE_SERVER = [...EVERYTHING_SERVED, ...ASSEMBLY.map(({ name }) => name)]

export const SERVER_MODULES: readonly Module[] = [
  ...SERVED_MODULES,
  ...ASSEMBLY.map((one) => ({ ...one, may: ALL_OF_THE_SERVER })),
]
