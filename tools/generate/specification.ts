/** docs/specification.md: every operation that the specification names, with its row, a call in its own form, and what differs. */
import { type CredentialKind, changesState, credentialsOf, type Operation } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { SPECIFIED_SCOPES } from '@pursestrings/contract/scopes'
import type { Section, Sentence } from '../../packages/conformance/src/sentence.ts'
import { SECTIONS } from '../../packages/conformance/src/sentences/all.ts'

/** Rows that show no path, or one for several operations. */
const ROWS: Readonly<Record<string, string>> = {
  'recipients.verify': '4.1 Recipient verify',
  'recipients.activate_version': '4.1 Recipient version activate',
  'agents.update': '4.1 Agent update',
  'agent_credentials.activate': '4.1 Credential activate',
  'webhook_endpoints.verify': '6.2',
  'automation_policies.opt_in': '4.6 opt-in',
  'agent_payments.create': '4.6 paths',
}
const POLICIES = '4.6 /v1/automation-policies'

/** The input that sections 2.2, 2.3, 4 and 5 name. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'merchant_accounts.register': ['email'],
  'merchants.create': ['grant'],
  'merchant_sessions.open': ['grant'],
  'merchant_domains.register': ['domain'],
  'recipients.create': ['name', 'network', 'asset', 'address'],
  'recipients.verify': ['recipient_version_id', 'type', 'source_id', 'version'],
  'recipients.activate_version': ['evidence_id', 'evidence_digest', 'version'],
  'agents.create': ['name', 'runtime', 'environment', 'allowed_scopes'],
  'agents.update': ['status', 'version'],
  'agent_credentials.register': ['kid', 'alg', 'public_key', 'not_before', 'expires_at'],
  'agent_credentials.activate': ['challenge', 'signature'],
  'agent_auth.token': ['assertion'],
  'connect_invitations.claim': ['connect_key', 'scopes'],
  'pairing.read': ['code'],
  'pairing.approve': ['scopes'],
  'events.list': ['since'],
  'payment_requests.create': [
    'recipient_id',
    'recipient_version_id',
    'payment',
    'expires_at',
    'policy',
    'idempotency_key',
    'request_id',
  ],
}

/** What a call shows beyond its example. */
const SHOWN: Readonly<Record<string, readonly [string, string]>> = {
  'pairing.read': ['code', 'WDJB-MJHT'],
  'events.list': ['since', '0'],
}

const ALSO: Readonly<Record<string, string>> = {
  'merchant_domains.verify': 'What a failed proof found is in `last_check` of a read, beside the record.',
  'payment_requests.create': 'It ignores fields that it does not know, and refuses a payment fact among them.',
  'payment_requests.read': 'Also has `settlement`, what the ledger shows.',
  'payment_requests.report_status': 'From `broadcasted` on, it needs a `transaction_hash`.',
}

const BY: Readonly<Record<CredentialKind, string>> = {
  none: 'no credential',
  merchant_session: 'merchant session',
  merchant_key: 'merchant key',
  agent_token: 'agent token',
  connection_token: 'connection token',
  claim_token: 'claim token',
  device_token: 'device token',
  api_key: 'project API key',
  metrics_token: 'metrics token',
}

const WORDS = [
  ['Recipient, Recipient version', 'payee, payee version', '[Domains and payees](merchants.md)'],
  ['automation policy, threshold', 'spending limits, limit', '[Spending limits](policies.md)'],
  ['Connect Key, connect invitation', 'Connect Key, invitation', '[How it works](concepts.md)'],
  ['pairing session', 'pairing, by code', '[How it works](concepts.md)'],
  ['transaction context', 'context: what a wallet shows about a purchase', '[Build a wallet](quickstart-wallet.md)'],
  ['merchant operator', 'member of an organization', '[Teams](teams.md)'],
] as const

const bare = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

interface Row {
  readonly operation: Operation
  readonly section: Section
  readonly sentence: Sentence
}

const rowOf = (operation: Operation): Row => {
  const { id, method, path } = operation
  const named = ROWS[id] ?? (id.startsWith('automation_policies.') ? POLICIES : undefined)
  const fits = ({ at }: Sentence): boolean =>
    named === undefined ? bare(at.replace(/^4\.\d /, '')) === bare(`${method} ${path}`) : at === named
  for (const section of SECTIONS)
    for (const sentence of section.sentences) if (fits(sentence)) return { operation, section, sentence }
  throw new Error(
    `${id} is of the specification, which has no row for it: say in tools/generate/specification.ts where it is named`,
  )
}

const example = (part: object | undefined): [string, string][] =>
  Object.entries(part ?? {}).map(([name, value]) => [name, String(value)])

/** As section 5 has it: cookie and CSRF proof, or the device's fields in body or query. */
const curlOf = (operation: Operation): string => {
  const { id, method, path, example: given } = operation
  const [kind = 'none'] = credentialsOf(operation)
  const params = new Map(example(given.params))
  const device: [string, string][] =
    kind === 'device_token'
      ? [
          ['device_id', '$DEVICE_ID'],
          ['token', '$DEVICE_TOKEN'],
        ]
      : []
  const changes = changesState(operation)
  const shown = SHOWN[id]
  const query = [...example(given.query), ...(shown ? [shown] : []), ...(changes ? [] : device)].map(
    ([name, value]) => `${name}=${value}`,
  )
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params.get(name) ?? name))
  const headers: Partial<Record<CredentialKind, string>> = {
    agent_token: 'authorization: Bearer $AGENT_TOKEN',
    connection_token: 'authorization: Bearer $CONNECTION_TOKEN',
    claim_token: 'authorization: Bearer $CLAIM_TOKEN',
    metrics_token: 'authorization: Bearer $METRICS_TOKEN',
    api_key: 'x-svc-api-key: $API_KEY',
    ...(changes && { merchant_session: 'x-csrf-token: $CSRF' }),
  }
  // All four: whoever runs one call after the other needs each of them.
  const asked = Object.entries(given.body ?? {}).map(([name, value]) => [
    name,
    /^(allowed_)?scopes$/.test(name) ? SPECIFIED_SCOPES : value,
  ])
  const body = { ...Object.fromEntries(asked), ...(changes && Object.fromEntries(device)) }
  const text = JSON.stringify(body).replaceAll("'", String.raw`'\''`).replaceAll(/\$\w+/g, `'"$&"'`)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...(operation.sets_cookie ? ['-c cookies'] : kind === 'merchant_session' ? ['-b cookies'] : []),
    ...(headers[kind] ? [`-H "${headers[kind]}"`] : []),
    ...(changes && Object.keys(body).length > 0 ? [`-H 'content-type: application/json'`, `-d '${text}'`] : []),
  ].join(' \\\n  ')
}

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

const differs = ({ operation, sentence }: Row): string => {
  const { id, body, query } = operation
  const named = NAMED[id]
  const taken = new Set(Object.keys({ ...body?.properties, ...query?.properties }))
  const unknown = (named ?? []).filter((name) => !taken.has(name))
  if (unknown.length > 0) throw new Error(`${id} doesn't take ${unknown.join(', ')}, which the specification names`)
  const more = ((body?.required ?? []) as readonly string[]).filter((name) => !named?.includes(name))
  return [
    ...(sentence.at.includes(' /') ? [] : ['The specification shows no path.']),
    ...(more.length > 0
      ? [`${named ? 'It also needs' : 'The specification shows no input: it needs'} ${listed(more)}.`]
      : []),
    ...(ALSO[id] ? [ALSO[id]] : []),
  ].join(' ')
}

const titleOf = ({ operation: { method, path } }: Row): string => `${method} ${path}`

/** As the site and the repository's host name headings. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

const callText = (row: Row): string => {
  const { operation, sentence } = row
  return [
    `### ${titleOf(row)}`,
    sentence.kind === 'judged' ? sentence.says : `${operation.summary}.`,
    `\`\`\`bash\n${curlOf(operation)}\n\`\`\``,
    ...(differs(row) === '' ? [] : [differs(row)]),
  ].join('\n\n')
}

export const specification = (made: string): string => {
  const rows = operations.filter(({ tier }) => tier === 'specification').map(rowOf)
  const sections = SECTIONS.filter((section) => rows.some((row) => row.section === section))
  const list = sections.flatMap((section) => rows.filter((row) => row.section === section))
  return `${made}

# The specification, route by route

The specification behind this service names ${rows.length} operations. Each one with its row there, a call in the form that the specification
shows, and what it leaves open. Where we decided something else than a reader would expect, [differences](differences.md) says so, and
[conformance](conformance.md) has every other sentence. \`$BASE\` is the service's address, and \`cookies\` a file in which curl keeps the session. A test runs every call.

Its words and ours:

| Specification | Here | More |
|---|---|---|
${WORDS.map((row) => `| ${row.join(' | ')} |`).join('\n')}

## The ${rows.length} operations

| Section | Operation | In our API | Who |
|---|---|---|---|
${list
  .map(
    (row) =>
      `| ${row.sentence.at.split(' ')[0]} | [${titleOf(row)}](#${anchorOf(titleOf(row))}) | \`${row.operation.id}\` | ${credentialsOf(
        row.operation,
      )
        .map((kind) => BY[kind])
        .join(', ')} |`,
  )
  .join('\n')}

${sections.map((section) => [`## ${section.title}`, ...rows.filter((row) => row.section === section).map(callText)].join('\n\n')).join('\n\n')}
`
}
