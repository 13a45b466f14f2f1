/**
 * Sends hostile calls and judges the answers: no server error, nothing that the OpenAPI document does not foresee. Calls
 * that find their credential gone are sent again with a new one, so that inputs are really reached.
 */
import { Agent, request } from 'node:http'
import { changesState, type Operation } from '@pursestrings/contract/operation'
import { type Answered, type Document, readDocument } from './documented.ts'
import { HOSTILE, HOSTILE_HEADERS, type Hostile, type Stage, stageIn } from './hostile-stage.ts'
import type { MerchantWeb } from './merchant-web.ts'
import type { World } from './world.ts'

export type Put = readonly (readonly [Field, Hostile | string])[]

export interface Findings {
  calls: number
  /** Calls that were refused for their credential even with a new one: nothing was learnt from them. */
  unreached: number
  renewed: number
  readonly server_errors: string[]
  readonly outside_document: string[]
}

export interface HostileRun {
  readonly findings: Findings
  /** All of them, eight at a time. */
  send(o: Operation, puts: Iterable<Put>): Promise<void>
  stop(): void
}

const METRICS_TOKEN = 'metrics-token-of-the-test'
export const HOSTILE_SETTINGS = { METRICS_TOKEN, LOG_LEVEL: 'error', PENDING_MAX: '1000000000' }
const AT_ONCE = 8
const LOST = /^(credential_(missing|invalid)|csrf_proof_invalid|connection_(revoked|paused)|agent_not_active)$/

export const startHostileRun = async (world: World, web: MerchantWeb): Promise<HostileRun> => {
  const document: Document = await readDocument(world)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const findings: Findings = { calls: 0, unreached: 0, renewed: 0, server_errors: [], outside_document: [] }
  let stage: Promise<Stage> = stageIn(world, web, METRICS_TOKEN)
  let turn = 0

  const renew = (lost: Stage) =>
    stage.then((now) => {
      if (now !== lost) return
      findings.renewed++
      stage = stageIn(world, web, METRICS_TOKEN)
    })
  const one = async (o: Operation, put: Put): Promise<void> => {
    const mine = turn++
    for (let attempt = 1; ; attempt++) {
      const now = await stage
      const call = hostileCall(o, now, put, mine)
      const answered = await sendRaw(world.url, call, agent)
      findings.calls++
      if (isLost(answered)) {
        if (attempt < 3) {
          await renew(now)
          continue
        }
        findings.unreached++
      }
      judge(o, call, answered)
      return
    }
  }
  const judge = (o: Operation, call: HostileCall, answered: Answered): void => {
    if (answered.status >= 500) findings.server_errors.push(`${call.about}: ${answered.text.slice(0, 200)}`)
    const wrong = document(o.id, answered)
    if (wrong !== undefined) findings.outside_document.push(`${call.about}: ${wrong}`)
  }
  await stage
  return {
    findings,
    async send(o, puts) {
      const rest = puts[Symbol.iterator]()
      const worker = async (): Promise<void> => {
        for (let next = rest.next(); !next.done; next = rest.next()) await one(o, next.value)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    },
    stop: () => agent.destroy(),
  }
}

const isLost = ({ status, text }: Answered): boolean => {
  if (status !== 401 && status !== 403) return false
  const { error } = JSON.parse(text) as { error?: { code?: string } }
  return LOST.test(error?.code ?? '')
}

/** As it is, where `fetch` would tidy the address. A stream is left as soon as it has begun. */
const sendRaw = (base: string, { method, path, headers, raw, about }: HostileCall, agent: Agent): Promise<Answered> => {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent }, (response) => {
      const content_type = response.headers['content-type'] ?? ''
      const status = response.statusCode ?? 0
      if (content_type.startsWith('text/event-stream')) {
        response.destroy()
        resolve({ status, content_type, text: '' })
        return
      }
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status, content_type, text })).on('error', reject)
    })
    sent.on('error', (error) => reject(new Error(`${about}: ${error.message}`)))
    sent.end(raw)
  })
}

// Every field of an operation, and calls that are right in everything but what stands in some of them. Made from the
// operation's schemas and its example, so a new field is covered unasked.

type Part = 'params' | 'query' | 'body' | 'header'
type Json = Record<string, unknown>

/** Where a value can be put: a part, and the way to it from there. An empty way is the body itself. */
export interface Field {
  readonly part: Part
  readonly way: readonly (string | number)[]
}

export interface HostileCall {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly raw?: string
  /** What was sent where, to be read by people. */
  readonly about: string
}

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: object
  readonly items?: Node
  readonly anyOf?: readonly Node[]
}

const READ_HEADERS = ['x-request-id', 'x-idempotency-key', 'idempotency-key', 'last-event-id'] as const

export const fieldsOf = (o: Operation): Field[] => [
  ...Object.keys(o.params?.properties ?? {}).map((name) => ({ part: 'params' as const, way: [name] })),
  ...Object.keys(o.query?.properties ?? {}).map((name) => ({ part: 'query' as const, way: [name] })),
  { part: 'query', way: ['surprise'] },
  ...(o.body ? waysIn(o.body, []).map((way) => ({ part: 'body' as const, way })) : []),
  ...(changesState(o) ? [{ part: 'body' as const, way: ['surprise'] }] : []),
  ...READ_HEADERS.map((name) => ({ part: 'header' as const, way: [name] })),
]

const waysIn = (node: Node, way: readonly (string | number)[]): (readonly (string | number)[])[] => [
  way,
  ...Object.entries(node.properties ?? {}).flatMap(([name, one]) => waysIn(one, [...way, name])),
  ...(node.patternProperties ? [[...way, 'word']] : []),
  ...(node.items ? waysIn(node.items, [...way, 0]) : []),
  ...(node.anyOf ?? []).flatMap((branch) => waysIn(branch, way).slice(1)),
]

export const nameOf = ({ part, way }: Field): string => [part, ...way].join('.')

/** Every value that the field's part can carry. */
export const valuesFor = ({ part }: Field): readonly (Hostile | string)[] => {
  if (part === 'header') return HOSTILE_HEADERS
  return part === 'body' ? HOSTILE : HOSTILE.filter((value) => value.url !== undefined)
}

let keys = 0

/** One call with hostile values in these fields. `turn` chooses among the credentials that the operation takes. */
export const hostileCall = (
  o: Operation,
  stage: Stage,
  put: readonly (readonly [Field, Hostile | string])[],
  turn: number,
): HostileCall => {
  const kinds = typeof o.credential === 'string' ? [o.credential] : o.credential
  const kind = kinds[turn % kinds.length] ?? 'none'
  const in_url = (part: Part): Record<string, string> =>
    Object.fromEntries(
      put.flatMap(([f, v]) => (f.part === part && typeof v === 'object' ? [[String(f.way[0]), v.url ?? '']] : [])),
    )
  const params = in_url('params')
  const query = {
    ...encodedAll(withIds((o.example.query ?? {}) as Json, stage)),
    ...(endsSomething(o) && { surprise: '1' }),
    ...in_url('query'),
  }
  const path = o.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? String(stage.ids[name]))
  const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const raw = changesState(o) ? bodyOf(o, stage, put) : undefined
  const headers = Object.fromEntries(
    put.flatMap(([f, v]) => (f.part === 'header' && typeof v === 'string' ? [[String(f.way[0]), v]] : [])),
  )
  return {
    method: o.method,
    path: asked.length > 0 ? `${path}?${asked.join('&')}` : path,
    headers: {
      ...(raw !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(raw)),
      }),
      ...stage.headers[kind],
      ...headers,
    },
    ...(raw !== undefined && { raw }),
    about: `${o.id} ${put.map(([f, v]) => `${nameOf(f)}=${shown(v)}`).join(' ')}`,
  }
}

const shown = (value: Hostile | string): string => {
  const text = typeof value === 'string' ? JSON.stringify(value) : value.json
  return text.length > 80 ? `${text.slice(0, 80)}…(${text.length})` : text
}

/** A call that succeeds would end the credential that all others need: it gets a field too many. */
const endsSomething = (o: Operation): boolean => /close|rotate|revoke|delete|withdraw|renew|end_/.test(o.id)

const encodedAll = (query: Json): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, encodeURIComponent(String(value))]))

/** The example with the ids of records that are there. */
const withIds = (example: Json, { ids }: Stage): Json =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      if (name === 'allowlist') return [name, [ids.recipient_id]]
      if (name === 'idempotency_key') return [name, `hostile-${keys++}`]
      if (value !== null && typeof value === 'object' && !Array.isArray(value))
        return [name, withIds(value as Json, { ids } as Stage)]
      return [name, ids[name] ?? value]
    }),
  )

const bodyOf = (
  o: Operation,
  stage: Stage,
  put: readonly (readonly [Field, Hostile | string])[],
): string | undefined => {
  const into = put.filter(
    (one): one is readonly [Field, Hostile] => one[0].part === 'body' && typeof one[1] === 'object',
  )
  if (!o.body && into.length === 0) return undefined
  let body: unknown = withIds((o.example.body ?? {}) as Json, stage)
  for (const [i, [{ way }]] of into.entries()) body = placed(body, way, `@hostile-${i}@`)
  let raw = JSON.stringify(body)
  for (const [i, [, value]] of into.entries()) raw = raw.split(`"@hostile-${i}@"`).join(value.json)
  return Buffer.byteLength(raw) > BODY_BYTES_MAX ? bodyOf(o, stage, into.slice(0, -1)) : raw
}

/** More is refused before it is read to its end, and the connection closed: the test of refusals looks at that. */
const BODY_BYTES_MAX = 65_536

/** The value with another at the end of the way, which is made where it is not there. */
const placed = (value: unknown, way: readonly (string | number)[], what: string): unknown => {
  const [step, ...rest] = way
  if (step === undefined) return what
  if (typeof step === 'number') return [placed(Array.isArray(value) ? value[0] : undefined, rest, what)]
  const from = value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {}
  return { ...from, [step]: placed(from[step], rest, what) }
}
