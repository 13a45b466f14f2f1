/** How one operation is called: with curl, with the SDK, and from the command line where it has a command. */
import { type CredentialKind, changesState, credentialsOf, type Operation } from '@countersign/contract/operation'
import { callShape, kindsFor } from '../generate-sdk/call-shape.ts'
import { CLI_LINES } from './cli-lines.ts'

export interface Sample {
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
    ...(cli === undefined ? [] : [{ tab: 'CLI', language: 'bash', code: `countersign ${cli}` } as const]),
  ]
}
