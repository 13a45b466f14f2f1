/** Finds functions, views, triggers and policies that reach tables of other modules without saying so, and long functions. */
import { FUNCTION_LINES_MAX } from './modules.ts'
import { replacedModule, withoutComments } from './schema-files.ts'
import { type Fault, lineAt } from './source.ts'

const DEFINITION = /^create (?:or replace )?(function|view|trigger|policy) (\w+)/gm
const WRITTEN = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(\w+)/gi
const READ = /\b(?:from|join|using)\s+(?:only\s+)?(\w+)/gi
const EXCEPTIONS_FILE = 'tools/check/modules/sql-access.ts'

export function sqlAccessFaults(files: ReadonlyMap<string, string>, owners: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  const used = new Set<string>()
  for (const [file, text] of files) {
    const module = replacedModule(file)
    if (module === undefined) continue
    for (const { kind, name, body, at } of definitionsIn(withoutComments(text))) {
      const refuse = (table: string, index: number, does: string) => {
        const owner = owners.get(table)
        if (owner === undefined || owner === module) return
        const exception = exceptionFor(does, name, module, table)
        if (exception !== undefined) {
          used.add(exception)
          return
        }
        const said = `${name} ${does} ${table}, which belongs to ${owner}: see ${EXCEPTIONS_FILE}`
        faults.push({ file, line: lineAt(text, at + index), text: said })
      }
      if (kind === 'trigger' || kind === 'policy') {
        const on = /\son (\w+)/.exec(body)
        refuse(on?.[1] ?? '', on?.index ?? 0, 'stands on')
        continue
      }
      const lines = body.split('\n').length
      if (lines > FUNCTION_LINES_MAX) {
        const said = `${name} has ${lines} lines, more than ${FUNCTION_LINES_MAX}`
        faults.push({ file, line: lineAt(text, at), text: said })
      }
      for (const match of body.matchAll(WRITTEN)) refuse(match[1] ?? '', match.index, 'writes')
      for (const match of body.matchAll(READ)) refuse(match[1] ?? '', match.index, 'reads')
    }
  }
  return [...faults, ...unusedExceptions(files, used)]
}

function* definitionsIn(sql: string) {
  const starts = [...sql.matchAll(DEFINITION)]
  for (const [i, { 0: head, 1: kind = '', 2: name = '', index: at }] of starts.entries()) {
    const rest = sql.slice(at, starts[i + 1]?.index)
    yield {
      kind,
      name,
      at,
      body: kind === 'function' ? rest.slice(0, endOfFunction(rest, head.length)) : upTo(rest, ';'),
    }
  }
}

/** A body is quoted by $$, or ends with an `end` or a line of its own. */
function endOfFunction(rest: string, from: number): number {
  const opened = rest.indexOf('$$', from)
  if (opened !== -1) return rest.indexOf('$$', opened + 2)
  const atomic = /\nend;/.exec(rest)
  return atomic ? atomic.index : rest.indexOf(';')
}

function upTo(text: string, end: string): string {
  return text.slice(0, text.indexOf(end))
}

/** The exception that allows it. */
function exceptionFor(does: string, name: string, module: string, table: string): string | undefined {
  const listed = does === 'stands on' ? TRIGGERS : WRITES
  if (listed.some((one) => one.of === name && one.table === table)) return `${name} ${table}`
  return does === 'reads' && READS[module]?.includes(table) ? `${module} ${table}` : undefined
}

/** In a tree that holds the exceptions, each of them is needed. */
function unusedExceptions(files: ReadonlyMap<string, string>, used: ReadonlySet<string>): Fault[] {
  const text = files.get(EXCEPTIONS_FILE)
  if (text === undefined) return []
  const listed = [
    ...[...WRITES, ...TRIGGERS].map(({ of, table }) => `${of} ${table}`),
    ...Object.entries(READS).flatMap(([module, tables]) => tables.map((table) => `${module} ${table}`)),
  ]
  return listed
    .filter((key) => !used.has(key))
    .map((key) => ({ file: EXCEPTIONS_FILE, line: 1, text: `nobody needs the exception "${key}"` }))
}

// What functions and views of server/schema may do to tables of other modules, as data. `check-modules.ts` enforces it: a
// function writes tables of its own module, unless it stands here with a reason, and reads only what is listed.

interface Exception {
  readonly of: string
  readonly table: string
  readonly why: string
}

const COUNTED_WITH_THE_EVENT =
  "the cursor and the number of pending requests stand on the connection's row, which the same statement holds"
const GONE_TOGETHER = 'a device goes in one statement with all that is its own, or stays'

const NO_WALLET_OF_ITS_OWN = 'what a Connect Key of a device brings would reach nobody once the device is linked'

export const WRITES: readonly Exception[] = [
  { of: 'write_payment_requests', table: 'connections', why: COUNTED_WITH_THE_EVENT },
  { of: 'append_payment_request_event', table: 'connections', why: COUNTED_WITH_THE_EVENT },
  { of: 'write_reports', table: 'connections', why: COUNTED_WITH_THE_EVENT },
  { of: 'tell_of_ledger', table: 'connections', why: COUNTED_WITH_THE_EVENT },
  { of: 'end_waiting_requests', table: 'connections', why: COUNTED_WITH_THE_EVENT },
  { of: 'forget_unused_devices', table: 'device_tokens', why: GONE_TOGETHER },
  { of: 'forget_unused_devices', table: 'connect_keys', why: GONE_TOGETHER },
  { of: 'link_device', table: 'connect_keys', why: NO_WALLET_OF_ITS_OWN },
]

const ON_RECORD = 'what a payee or a domain becomes stands in the payee log in the same commit, whoever changes it'

const NOT_AROUND_THE_PROOF = 'whoever runs the service activates no organization without a verified domain'

const IN_THE_TREE = "an event waits for its place in its tenant's tree in the commit that writes it"

const IN_THE_MIRROR = 'whatever is revoked is listed for the mirror in the same commit, whoever revokes it'

const GONE_WITH_THE_DEVICE = 'a removed device gets no push messages from the same commit on, whoever removes it'

/** Triggers and policies on tables of other modules. */
export const TRIGGERS: readonly Exception[] = [
  { of: 'payee_log', table: 'recipient_versions', why: ON_RECORD },
  { of: 'payee_log', table: 'recipients', why: ON_RECORD },
  { of: 'payee_log', table: 'merchant_domains', why: ON_RECORD },
  { of: 'operator_needs_proof', table: 'merchants', why: NOT_AROUND_THE_PROOF },
  { of: 'gets_a_place', table: 'audit_events', why: IN_THE_TREE },
  { of: 'push_ends', table: 'devices', why: GONE_WITH_THE_DEVICE },
  ...['connections', 'devices', 'agent_credentials', 'api_keys', 'merchant_keys', 'memberships'].map((table) => ({
    of: 'revocation_is_listed',
    table,
    why: IN_THE_MIRROR,
  })),
]

/** Tables of other modules that a module's functions and views read. What a function may write it may read. */
export const READS: Readonly<Record<string, readonly string[]>> = {
  // The log shows what its records are called.
  'audit-events': [
    'merchants',
    'merchant_domains',
    'recipients',
    'recipient_versions',
    'agents',
    'agent_credentials',
    'connections',
    'projects',
    'api_keys',
    'automation_policies',
    'webhook_endpoints',
    'merchant_keys',
    'member_invitations',
  ],
  // One look over what people know by name.
  'merchant-search': ['recipients', 'recipient_versions', 'agents', 'merchant_domains'],
  events: ['connections', 'agents', 'projects'],
  // Who approves must be an owner or admin. Who moves a payee at once must have confirmed it in a session.
  recipients: ['merchants', 'merchant_domains', 'memberships', 'merchant_sessions'],
  log: ['recipients', 'recipient_versions', 'recipient_evidence', 'merchant_domains', 'connections'],
  'audit-log': ['audit_events', 'log_state'],
  devices: ['connections', 'connect_invitations', 'pairing_sessions'],
  connections: ['agents'],
  'payment-requests': [
    'connections',
    'agents',
    'merchants',
    'recipients',
    'recipient_versions',
    'agent_payments',
    'device_tokens',
    'device_keys',
    'transaction_contexts',
    'events',
    'events_pending',
    'settlements',
    'ledger_epochs',
  ],
  settlements: ['connections', 'payment_requests', 'agent_payments', 'recipient_versions', 'events'],
  'automation-policies': ['agent_payments', 'agent_payment_events'],
  'agent-payments': [
    'automation_policies',
    'connections',
    'agents',
    'merchants',
    'recipients',
    'device_tokens',
    'device_keys',
    // What is reported later was decided by whoever decided the claim.
    'payment_decisions',
  ],
  // Only what was claimed has an authorization.
  'payment-authorizations': ['payment_requests', 'agent_payments'],
  // Whether something waits is read from the wallet's feed.
  push: ['devices', 'feeds', 'feed_entries', 'events'],
}
