/** How one operation is called: with curl, with the SDK, and from the command line where it has a command. */
import { type CredentialKind, changesState, credentialsOf, type Operation } from '@pursestrings/contract/operation'
import type { Command } from 'commander'
import { createProgram } from '../../packages/cli/src/program.ts'
import { callShape, kindsFor } from '../generate/sdk/type-text.ts'

/** Operations that have a command, and the line that calls them; a test lets the command line itself read each. */
export const CLI_LINES: Readonly<Record<string, string>> = {
  'merchant_accounts.register': 'login --email operator@merchant.example',
  'merchant_accounts.verify_email': 'login --token "$LINK"',
  'merchant_sessions.read_current': 'whoami',
  'merchant_search.find': 'search order-10',
  'payment_requests.export': 'export requests --out requests.csv',
  'audit_events.export': 'export audit --out audit.csv',
  'merchants.list': 'sessions organizations',
  'merchant_sessions.switch': 'sessions switch mer_01k0000000e008000000000000',
  'merchant_sessions.list': 'sessions list',
  'merchant_sessions.close': 'sessions close ses_01k0000000e008000000000000',
  'merchant_sessions.send_step_up_code': 'sessions step-up',
  'merchant_sessions.step_up': 'sessions step-up --code 314159',
  'merchant_keys.create': 'keys create --name "Order service" --scopes payment_requests:read',
  'merchant_keys.list': 'keys list',
  'merchant_keys.revoke': 'keys revoke mky_01k0000000e008000000000000',
  'members.list': 'members list',
  'members.update': 'members set-role mbr_01k0000000e008000000000000 --role developer',
  'members.remove': 'members remove mbr_01k0000000e008000000000000',
  'member_invitations.create': 'members invite --email ada@merchant.example --role developer',
  'member_invitations.list': 'members invitations',
  'member_invitations.withdraw': 'members withdraw miv_01k0000000e008000000000000',
  'merchant_domains.register': 'domains add shop.example',
  'merchant_domains.list': 'domains list',
  'merchant_domains.read': 'domains show shop.example',
  'merchant_domains.verify': 'domains verify shop.example',
  'merchant_domains.remove': 'domains remove shop.example',
  'recipients.create':
    'recipients create --name "Harbour Books till" --address GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
  'recipients.list': 'recipients list',
  'recipients.list_versions': 'recipients versions rcp_01k0000000e008000000000000',
  'recipients.verify': 'recipients verify rcp_01k0000000e008000000000000 --domain shop.example',
  'recipients.activate_version': 'recipients activate rcp_01k0000000e008000000000000',
  'recipients.update': 'recipients rename rcp_01k0000000e008000000000000 --name "Harbour Books events"',
  'recipients.stop_version':
    'recipients recall rcp_01k0000000e008000000000000 rcv_01k0000000e008000000000000 --reason compromised',
  'agents.create': 'agents create --name "Checkout agent"',
  'agents.list': 'agents list',
  'agents.update': 'agents activate',
  'agent_credentials.register': 'agents register-key',
  'agent_credentials.activate': 'agents register-key',
  'agent_credentials.revoke': 'agents revoke-key crd_01k0000000e008000000000000',
  'devices.register': 'wallet register',
  'connect_keys.issue': 'wallet connect-key',
  'connect_invitations.claim': 'connect 0Z77-G2M9-QXC0-4TNK-V8E9',
  'connect_invitations.list': 'wallet invitations list',
  'connect_invitations.approve': 'wallet invitations approve cki_01k0000000e008000000000000',
  'connect_invitations.reject': 'wallet invitations reject cki_01k0000000e008000000000000',
  'pairing.start': 'pair',
  'pairing.approve': 'wallet pairings approve 7G2M9Q',
  'connections.list': 'wallet connections list',
  'connections.list_recipients': 'requests payees',
  'connections.update': 'wallet connections pause con_01k0000000e008000000000000',
  'connections.revoke': 'wallet connections revoke con_01k0000000e008000000000000',
  'payment_requests.create': 'requests create --amount 12.5 --task order-1042',
  'payment_requests.list': 'requests list',
  'payment_requests.read': 'requests show pr_01k0000000e008000000000000',
  'payment_requests.cancel': 'requests cancel pr_01k0000000e008000000000000',
  'payment_requests.report_status': 'wallet approve pr_01k0000000e008000000000000',
  'events.list': 'events follow',
  'feed.list': 'events merchant',
  'webhook_endpoints.create': 'webhooks create --url https://shop.example/webhooks',
  'webhook_endpoints.list': 'webhooks list',
  'webhook_endpoints.verify': 'webhooks verify-endpoint whe_01k0000000e008000000000000',
  'webhook_endpoints.test': 'webhooks test whe_01k0000000e008000000000000',
  'webhook_endpoints.rotate_secret': 'webhooks rotate-secret whe_01k0000000e008000000000000',
  'webhook_endpoints.delete': 'webhooks delete whe_01k0000000e008000000000000',
  'webhook_deliveries.list': 'webhooks deliveries',
  'webhook_deliveries.redeliver': 'webhooks redeliver whd_01k0000000e008000000000000',
  'projects.create': 'projects create --name Checkout',
  'projects.list': 'projects list',
  'projects.update': 'projects rename prj_01k0000000e008000000000000 --name Checkout',
  'api_keys.create': 'projects create-key prj_01k0000000e008000000000000 --name Server',
  'api_keys.list': 'projects keys prj_01k0000000e008000000000000',
  'api_keys.revoke': 'projects revoke-key prj_01k0000000e008000000000000 key_01k0000000e008000000000000',
  'automation_policies.create': 'policies propose --name "Small restocks" --single 5 --total 50 --days 30',
  'automation_policies.list': 'policies list',
  'automation_policies.read': 'policies show pol_01k0000000e008000000000000',
  'automation_policies.update': 'policies change pol_01k0000000e008000000000000 --single 3',
  'automation_policies.withdraw': 'policies withdraw pol_01k0000000e008000000000000',
  'automation_policies.opt_in': 'wallet policies opt-in pol_01k0000000e008000000000000',
  'automation_policies.drop_proposal': 'policies take-back pol_01k0000000e008000000000000',
  'automation_policies.set_status': 'wallet policies pause pol_01k0000000e008000000000000',
  'automation_policies.simulate': 'policies simulate pol_01k0000000e008000000000000 --amount 4.25',
  'automation_policies.backtest': 'policies backtest pol_01k0000000e008000000000000 --days 7',
  'overview.read': 'overview',
  'audit_events.list': 'audit',
  'audit_events.list_entries': 'audit save audit.ndjson',
  'payee_changes.list': 'wallet payee-changes --since 17',
  'merchants.update': 'recipients two-person --set on',
  'recipients.list_approvals': 'recipients approvals',
  'recipients.approve_version':
    'recipients approve rcp_01k0000000e008000000000000 rcv_01k0000000e008000000000000 --digest 9f86d0',
}

interface Sample {
  readonly tab: 'curl' | 'TypeScript' | 'CLI'
  readonly language: string
  readonly code: string
}

const HEADER: Readonly<Partial<Record<CredentialKind, string>>> = {
  merchant_session: 'authorization: Bearer $SESSION_TOKEN',
  merchant_key: 'authorization: Bearer $MERCHANT_KEY',
  agent_token: 'authorization: Bearer $AGENT_TOKEN',
  connection_token: 'authorization: Bearer $CONNECTION_TOKEN',
  claim_token: 'authorization: Bearer $CLAIM_TOKEN',
  device_token: 'authorization: Bearer $DEVICE_TOKEN',
  api_key: 'x-svc-api-key: $API_KEY',
  metrics_token: 'authorization: Bearer $METRICS_TOKEN',
}

const values = (part: object | undefined): Record<string, string | number | boolean> => ({ ...part })

const filled = ({ path, example }: Operation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values(example.params)[name] ?? name)))

export const curlOf = (o: Operation): string => {
  const query = new URLSearchParams(
    Object.entries(values(o.example.query)).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const address = `"$BASE${filled(o)}${query.size > 0 ? `?${query.toString()}` : ''}"`
  const [kind = 'none'] = credentialsOf(o)
  const lines = [`curl ${o.method === 'GET' ? '' : `-X ${o.method} `}${address}`]
  if (HEADER[kind]) lines.push(`-H "${HEADER[kind]}"`)
  if (changesState(o) && o.example.body) {
    lines.push(`-H 'content-type: application/json'`)
    lines.push(`-d '${JSON.stringify(o.example.body, null, 2).replaceAll("'", String.raw`'\''`)}'`)
  }
  return lines.join(' \\\n  ')
}

/** As TypeScript writes it: names without quotes where they need none. */
const literal = (value: unknown, indent = ''): string => {
  if (typeof value === 'string' && !value.includes("'"))
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(
        ([name, one]) => `${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}: ${literal(one, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return parts.length === 0
    ? open + close
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

const single = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '')
const word = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export const sdkOf = (o: Operation): string | undefined => {
  const shape = callShape(o)
  const client = shape?.clients[0]
  if (!shape || !client) return undefined
  const { query, body, params } = o.example
  const ids = shape.ids.map((name) => literal(values(params)[name] ?? name))
  const claims = kindsFor(client, shape)[0] === 'claim_token'
  const input = { ...query, ...body, ...(claims && { claim_token: 'svc_claim_…' }) }
  const passed = [...ids, ...(body || Object.keys(input).length > 0 ? [literal(input)] : [])].join(', ')
  const call = `${client}.${shape.resource}.${shape.action}(${passed})`
  if (shape.answers === 'text') return `for await (const piece of ${call}) {\n  process.stdout.write(piece)\n}`
  if (shape.page === undefined) return `const answer = await ${call}`
  const name = word(single(shape.page))
  const one = (shape.clients as readonly string[]).includes(name) ? 'one' : name
  return `for await (const ${one} of ${call}) {\n  console.log(${one})\n}`
}

export const samplesOf = (o: Operation): Sample[] => {
  const typescript = sdkOf(o)
  const cli = CLI_LINES[o.id]
  return [
    { tab: 'curl', language: 'bash', code: curlOf(o) },
    ...(typescript === undefined ? [] : [{ tab: 'TypeScript', language: 'ts', code: typescript } as const]),
    ...(cli === undefined ? [] : [{ tab: 'CLI', language: 'bash', code: `pursestrings ${cli}` } as const]),
  ]
}

// Whether the command line accepts a line that a document shows: as commander would read it, without doing it.

/** Taken by every command. */
const EVERYWHERE = new Set(['--json'])

/** `line` begins after `pursestrings`. */
export const cliFaults = (line: string): string[] => {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single_quoted, plain = '']) => double ?? single_quoted ?? plain,
  )
  let command: Command = createProgram()
  while (command.commands.length > 0) {
    const next = command.commands.find((one) => one.name() === words[0])
    // One with options of its own does something by itself, too.
    if (!next && command.parent && command.options.length > 0 && !/^\w/.test(words[0] ?? '')) break
    if (!next) return [`${line}: no command ${words[0]}`]
    command = next
    words.shift()
  }
  // What the shell puts in is not known here.
  if (line.includes('$')) for (const option of command.options) delete option.parseArg
  const { operands, unknown } = command.parseOptions(words)
  const wanted = command.registeredArguments
  const fits = operands.length <= wanted.length && operands.length >= wanted.filter((one) => one.required).length
  return [
    ...unknown.filter((one) => !EVERYWHERE.has(one)).map((one) => `${line}: unknown ${one}`),
    ...(fits ? [] : [`${line}: arguments ${operands.join(' ')}`]),
  ]
}
