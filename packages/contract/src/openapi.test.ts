import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { EVENT_KINDS, EVENT_RESOURCES, tierOfEvent } from './events/kinds.ts'
import { exampleAnswer, missingExamples } from './example-answer.ts'
import { JOURNEYS } from './journeys.ts'
import { openApiOf } from './openapi.ts'
import { changesState, credentialsOf, Input, isTextAnswer, type Operation, takesDeviceFields } from './operation.ts'
import { catalogueOf, operations, servedBy, tierOfError } from './operations.ts'
import { idempotencyKeyRequired } from './payment-requests/errors.ts'
import { compareTiers, isCore, TIERS, type Tier } from './tiers.ts'
import { webhookTypesOf } from './webhook-deliveries/records.ts'
import { successSchema } from './wire/envelopes.ts'
import { Amount } from './wire/fields.ts'
import { FreeJson, IdInput, Key, Time, Whole } from './wire/inputs.ts'
import { Text } from './wire/text.ts'

// Finds the inputs that are not made of the types of `inputs.ts`: a bare string, number or date, a list or an object
// without an end. No operation may have one, in its path, its query or its body, at any depth (a test walks them all).

interface Node {
  readonly 'x-input'?: string
  readonly 'x-ignores'?: 'more'
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Node[]
  readonly items?: Node
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: Readonly<Record<string, Node>>
  readonly propertyNames?: Node
  readonly maxProperties?: number
  readonly additionalProperties?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** The kinds whose values the service reads strictly before it keeps anything of them, and which need no pattern. */
const READ_STRICTLY = new Set(['key_material', 'free_json'])

/** Where each one stands and what is missing; empty for an operation that is safe. */
export const bareInputsOf = (o: Pick<Operation, 'params' | 'query' | 'body'>): string[] =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = o[part]
    return schema ? bareIn(schema, part) : []
  })

const bareIn = (node: Node, at: string): string[] => {
  if ('const' in node || node.enum || node.type === 'boolean' || node.type === 'null') return []
  if (node.anyOf) return node.anyOf.flatMap((branch, i) => bareIn(branch, `${at}|${i}`))
  const kind = node['x-input']
  if (kind !== undefined && READ_STRICTLY.has(kind)) return []
  switch (node.type) {
    case 'object':
      return bareObject(node, at)
    case 'array':
      return [
        ...(node.maxItems === undefined ? [`${at}: a list without \`maxItems\``] : []),
        ...(node.items ? bareIn(node.items, `${at}[]`) : [`${at}: a list of anything`]),
      ]
    case 'string':
      if (kind === undefined) return [`${at}: a bare string`]
      return node.pattern === undefined || node.maxLength === undefined ? [`${at}: a string without an end`] : []
    case 'integer':
      if (kind === undefined) return [`${at}: a bare number`]
      return node.minimum === undefined || node.maximum === undefined ? [`${at}: a number without a range`] : []
    default:
      return [`${at}: no type of an input`]
  }
}

const bareObject = (node: Node, at: string): string[] => {
  const named = Object.entries(node.properties ?? {}).flatMap(([name, one]) => bareIn(one, `${at}.${name}`))
  const free = Object.values(node.patternProperties ?? {})
  if (free.length === 0) {
    return node.additionalProperties === false || node['x-ignores']
      ? named
      : [...named, `${at}: an object that takes any field`]
  }
  const names = node.propertyNames ? bareIn(node.propertyNames, `${at}.{name}`) : [`${at}: names of any kind`]
  const end = node.maxProperties === undefined ? [`${at}: an object without \`maxProperties\``] : []
  return [...named, ...names, ...end, ...free.flatMap((one) => bareIn(one, `${at}.*`))]
}

// How the OpenAPI document tells the tier of each operation.
describe('openapi', () => {
  interface Described {
    readonly operationId: string
    readonly tags: readonly string[]
    readonly 'x-pursestrings-tier': Tier
    readonly 'x-pursestrings-idempotency': string
    readonly 'x-badges': readonly { name: string }[]
  }

  const document = openApiOf(operations, { version: '0', base_url: 'http://127.0.0.1:8787' })
  const paths = Object.values(document.paths as Record<string, Record<string, Described>>).map((o) => Object.values(o))
  const described = paths.flat()
  const tierOf = (o: Described | undefined) => o?.['x-pursestrings-tier'] as Tier

  test('each operation says its tier, and shows it with a badge', () => {
    for (const o of described) {
      expect(tierOf(o)).toBe(operations.find(({ id }) => id === o.operationId)?.tier)
      expect(o['x-badges']).toEqual([{ name: TIERS[tierOf(o)].title }])
    }
  })

  test('the specification comes first: among paths, within a path, and among tags', () => {
    const firsts = paths.map(([first]) => tierOf(first))
    expect(firsts).toEqual(firsts.toSorted(compareTiers))
    for (const path of paths) expect(path.map(tierOf)).toEqual(path.map(tierOf).toSorted(compareTiers))
    const specified = new Set(described.filter((o) => tierOf(o) === 'specification').flatMap((o) => o.tags))
    const tags = (document.tags as { name: string }[]).map(({ name }) => Number(!specified.has(name)))
    expect(tags).toEqual(tags.toSorted((a, b) => a - b))
  })

  test('each says how it may be repeated', () => {
    for (const o of described) {
      expect(o['x-pursestrings-idempotency']).toBe(operations.find(({ id }) => id === o.operationId)?.idempotency)
    }
  })

  test('without modules, no event type of one is described', () => {
    const bare = JSON.stringify(
      openApiOf(servedBy('none'), { version: '0', base_url: 'http://127.0.0.1:8787', extensions: 'none' }),
    )
    expect(bare).toContain('"payment_request.confirmed"')
    for (const untold of ['"payment_request.disputed"', '"merchant_domain.lapsed"', '"webhook_endpoint.test"'])
      expect(bare).not.toContain(untold)
  })
})

// The OpenAPI document says everything that a caller needs: each field, each header, and an answer to each operation.
describe('openapi complete', () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- a document, read as it is
  type Json = any

  const document: Json = openApiOf(operations, { version: '0', base_url: 'http://127.0.0.1:8787' })
  const described: readonly Json[] = Object.values<Json>(document.paths).flatMap((path) => Object.values<Json>(path))
  const operationOf = (id: string): Json => described.find(({ operationId }) => operationId === id)

  const isDescribed = ({ description, $ref }: Json): boolean =>
    Boolean(description ?? document.components.schemas[$ref?.split('/').pop()]?.description)

  /** Every field of every schema below, by where it is. */
  const fieldsIn = (node: Json, at: string): [string, Json][] => {
    if (node === null || typeof node !== 'object') return []
    const own = Object.entries<Json>(Array.isArray(node) ? {} : (node.properties ?? {}))
    const below = Object.entries(node).filter(([key]) => key !== 'example' && key !== 'examples')
    return [
      ...own.map(([name, field]): [string, Json] => [`${at}.${name}`, field]),
      ...below.flatMap(([key, one]) => fieldsIn(one, `${at}/${key}`)),
    ]
  }

  test('every field, parameter and header says what it is', () => {
    const { schemas, headers, securitySchemes } = document.components
    const fields = [document.paths, schemas, document.webhooks].flatMap((part) => fieldsIn(part, ''))
    const parameters = described.flatMap(({ operationId, parameters: all }) =>
      all.map((one: Json): [string, Json] => [`${operationId} ${one.name}`, { ...one.schema, ...one }]),
    )
    const named = Object.entries({ ...headers, ...securitySchemes, ...schemas })
    expect(fields.length).toBeGreaterThan(800)
    const lacking = [...fields, ...parameters, ...named].filter(([, one]) => !isDescribed(one)).map(([at]) => at)
    expect(lacking).toEqual([])
  })

  test.each(operations)('$id: its example answer shows a value for every field, and fits', (o) => {
    expect(missingExamples(o)).toEqual([])
    const example = exampleAnswer(o)
    const [media] = Object.values<Json>(operationOf(o.id).responses[o.answer.status].content)
    expect(media.example).toEqual(example)
    if (isTextAnswer(o.answer.body)) return
    const check = Compile(successSchema(o.surface ?? 'payment_requests', o.answer.body))
    expect([...check.Errors(example)]).toEqual([])
  })

  test.each(operations.filter(takesDeviceFields))('$id: a wallet may send its credential beside the input', (o) => {
    const { parameters, requestBody } = operationOf(o.id)
    const names = requestBody
      ? Object.keys(requestBody.content['application/json'].schema.properties)
      : parameters.map(({ name }: Json) => name)
    expect(names).toEqual(expect.arrayContaining(['device_id', 'token']))
  })

  test('headers are shown where they are sent', () => {
    const sent = (id: string, status: number) => Object.keys(operationOf(id).responses[status].headers)
    const taken = (id: string) => operationOf(id).parameters.map(({ name }: Json) => name)
    expect(sent('payment_requests.create', 201)).toEqual([
      'X-Request-Id',
      'RateLimit',
      'RateLimit-Policy',
      'Idempotency-Replayed',
    ])
    expect(sent('payment_requests.create', 429)).toContain('Retry-After')
    expect(sent('payment_requests.create', 401)).toContain('WWW-Authenticate')
    expect(sent('merchant_sessions.open', 201)).toContain('Set-Cookie')
    expect(taken('payment_requests.create')).toEqual(['X-Request-Id', 'Idempotency-Key', 'X-Idempotency-Key'])
    expect(taken('events.list')).toContain('Last-Event-ID')
    expect(taken('agents.create')).toContain('X-CSRF-Token')
  })

  test('a scope stands where the credential does', () => {
    const { security } = operationOf('payment_requests.create')
    expect(security).toEqual([{ connection_token: ['payment.requests.create'] }])
    expect(operationOf('agents.create').security).toEqual([{ merchant_session: [] }, { merchant_session_bearer: [] }])
  })
})

describe('bare inputs', () => {
  test('no operation takes a bare string, number or date, at any depth', () => {
    const bare = operations.flatMap((o) => bareInputsOf(o).map((found) => `${o.id} ${found}`))
    expect(bare).toEqual([])
  })

  test('a bare one is found wherever it stands', () => {
    const nested = (schema: Type.TSchema) =>
      Input({ list: Type.Array(Input({ deep: Type.Optional(schema) }), { maxItems: 3 }) })
    const bare: [Type.TSchema, string][] = [
      [Type.String(), 'a bare string'],
      [Type.String({ maxLength: 10, pattern: '^a$' }), 'a bare string'],
      [Type.String({ format: 'date-time' }), 'a bare string'],
      [Type.Integer({ minimum: 1 }), 'a bare number'],
      [Type.Number(), 'no type of an input'],
      [Type.Unknown(), 'no type of an input'],
      [Type.Object({ a: Text() }), 'an object that takes any field'],
      [Type.Array(Text()), 'a list without `maxItems`'],
      [Type.Union([Type.String(), Type.Null()]), 'a bare string'],
      [Type.Record(Type.String(), Text(), { maxProperties: 3 }), 'names of any kind'],
      [Type.Record(Type.String(), Text(), { propertyNames: Text() }), 'without `maxProperties`'],
      [Type.Record(Type.String(), Type.String(), { maxProperties: 3, propertyNames: Text() }), 'a bare string'],
    ]
    for (const [schema, why] of bare) {
      for (const part of ['params', 'query', 'body']) {
        const found = bareInputsOf({ [part]: nested(schema) })
        expect([why, found.length, found[0]]).toEqual([why, 1, expect.stringContaining(why)])
        expect(found[0]).toMatch(new RegExp(`^${part}\\.list\\[\\]\\.deep`))
      }
    }
  })

  test('what is made of the types is not', () => {
    const body = Input({
      amount: Amount,
      at: Type.Optional(Time()),
      free: FreeJson(),
      ids: Type.Array(IdInput('rcp'), { maxItems: 3 }),
      key: Key(),
      kind: Type.Enum(['a', 'b']),
      only: Type.Literal(true),
      yes: Type.Boolean(),
      count: Whole(1, 3),
      words: Type.Record(Type.String(), Text(), { maxProperties: 3, propertyNames: Text() }),
    })
    expect(bareInputsOf({ body })).toEqual([])
  })
})

// What the declarations of operations must agree on.
describe('operations', () => {
  test('ids, and methods with paths, are unique', () => {
    for (const names of [operations.map((o) => o.id), operations.map((o) => `${o.method} ${o.path}`)]) {
      expect(names.length).toBe(new Set(names).size)
    }
  })

  test.each(operations)('$id: its idempotency fits its method and its body', (o) => {
    if (o.method === 'GET') expect(o.idempotency).toBe('safe')
    expect(o.idempotency === 'key').toBe('idempotency_key' in (o.body?.properties ?? {}))
    expect(o.idempotency === 'key').toBe(o.refuses.includes(idempotencyKeyRequired))
  })

  test.each(operations)('$id: a change with a session says which role may make it', (o) => {
    const session = credentialsOf(o).includes('merchant_session')
    if (session && changesState(o)) expect(o.role).toBeDefined()
    if (!session) expect(o.role).toBeUndefined()
  })
})

// Each operation, error and event has a tier, and what a service without modules serves needs none of them.
describe('tiers', () => {
  const names = Object.keys(TIERS)
  const core = operations.filter((o) => isCore(o.tier))

  test('each operation, error and event has a tier, and each tier has an operation', () => {
    const operationTiers = operations.map((o) => o.tier)
    for (const tier of operationTiers) expect(names).toContain(tier)
    for (const entry of catalogueOf(operations)) expect(names).toContain(tierOfError(entry))
    for (const kind of EVENT_KINDS) expect(names).toContain(tierOfEvent(kind))
    expect(new Set<string>(operationTiers)).toEqual(new Set(names))
  })

  /** What a reader has to learn. Raise it only with a page in docs/decisions that says why no operation of today could do the same. */
  const OPERATIONS_MAX = 155

  test('there are no more operations than were decided', () => {
    expect(operations.length).toBeLessThanOrEqual(OPERATIONS_MAX)
  })

  test('an operation beyond the specification is there for a journey, which its description names', () => {
    const beyond = operations.filter((o) => !isCore(o.tier))
    expect(beyond.filter((o) => !(o.id in JOURNEYS)).map(({ id }) => id)).toEqual([])
  })

  test('the specification names 44 operations', () => {
    expect(operations.filter((o) => o.tier === 'specification').length).toBe(44)
  })

  test('an error that names its module is answered by an operation without one, too', () => {
    const named = catalogueOf(operations).filter((entry) => entry.tier !== undefined)
    expect(catalogueOf(core)).toEqual(expect.arrayContaining(named))
  })

  test('an event names modules for changes that it has', () => {
    for (const { changes, ...resource } of Object.values(EVENT_RESOURCES)) {
      const modules: Readonly<Record<string, Tier>> = 'modules' in resource ? resource.modules : {}
      for (const change of Object.keys(modules)) expect(changes).toContain(change)
    }
  })

  test.each([
    ['payment_request.confirmed', 'specification'],
    ['payment_request.disputed', 'evidence'],
    ['recipient.version_activated', 'completes'],
    ['recipient.version_cooling', 'payee_safety'],
  ] as const)('%s is of the tier %s', (kind, tier) => {
    expect(tierOfEvent(kind)).toBe(tier)
  })

  test('a service without modules tells no event of one', () => {
    const told = webhookTypesOf('none')
    expect(told).toContain('payment_request.confirmed')
    expect(told.filter((kind) => !isCore(tierOfEvent(kind as Parameters<typeof tierOfEvent>[0])))).toEqual([])
  })
})
