import { Writable } from 'node:stream'
import { fc, test as property } from '@fast-check/vitest'
import { exampleAnswer } from '@pursestrings/contract/example-answer'
import { isTextAnswer, type Operation } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { successSchema } from '@pursestrings/contract/wire/envelopes'
import { newSecret, SECRET_KINDS } from '@pursestrings/protocol/secrets'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { answerWriterOf } from './answer-writer.ts'
import { cellOf, rowOf } from './export.ts'
import { acceptsGzip } from './headers.ts'
import { isJsonType, parseJsonBody } from './json-body.ts'
import { createLog } from './log.ts'
import { type Inputs, validatorOf } from './validation.ts'

describe('csv', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '－1'])(
    '%j is text in a spreadsheet',
    (text) => {
      expect(cellOf(text)).toBe(`"'${text}"`)
    },
  )

  test('quotes, commas and line ends stay inside their cell', () => {
    expect(rowOf(['a,b', 'say "yes"', 'two\nlines', '=cmd|"x"'])).toBe(
      '"a,b","say ""yes""","two\nlines","\'=cmd|""x"""\r\n',
    )
  })

  test('what is absent is an empty cell, and other values are written as they are', () => {
    expect(rowOf([undefined, null, '12.5', 7, false, ['a', 'b'], { a: 1 }])).toBe(',,12.5,7,false,a b,"{""a"":1}"\r\n')
  })
})

describe('answers', () => {
  interface Node {
    readonly anyOf?: readonly Node[]
    readonly type?: string
    readonly items?: Node
    readonly properties?: Readonly<Record<string, Node>>
  }
  /** The same answer with null wherever it may be null. */
  const emptied = ({ anyOf, items, properties = {} }: Node, value: unknown): unknown => {
    if (anyOf?.some(({ type }) => type === 'null')) return null
    if (Array.isArray(value)) return items ? value.map((one) => emptied(items, one)) : value
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, properties[key] ? emptied(properties[key], one) : one]),
    )
  }
  const written = operations.flatMap((one) => {
    const { body } = one.answer
    // Pages of the feed are written by PostgreSQL.
    return isTextAnswer(body) || one.id === 'feed.list' ? [] : [{ one, body, id: one.id }]
  })

  test.each(written)('$id is written as declared, also with nulls', ({ one, body }) => {
    const schema = successSchema(one.surface ?? 'payment_requests', body)
    const write = answerWriterOf(schema)
    const full = exampleAnswer(one)
    for (const answer of [full, emptied(schema, full)]) expect(JSON.parse(write(answer))).toEqual(answer)
  })

  test('what is not declared is not written', () => {
    const write = answerWriterOf({
      type: 'object',
      properties: { shown: { anyOf: [{ type: 'object', properties: {} }, { type: 'null' }] } },
    })
    expect(write({ shown: { token_hash: 'x' }, token_hash: 'x' })).toBe('{"shown":{}}')
  })
})

describe('gzip', () => {
  test.each([
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.8', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000, br', false],
    ['br,gzip;q=0,deflate', false],
    ['identity', false],
    ['x-gzip-like', false],
    [undefined, false],
  ])('accept-encoding %s: %s', (value, wanted) => {
    expect(acceptsGzip({ 'accept-encoding': value })).toBe(wanted)
  })
})

// Whatever is written down by mistake, what has the form of a secret is struck out of the line.
describe('log', () => {
  const logged = (write: (log: ReturnType<typeof createLog>) => void): string => {
    let lines = ''
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines += chunk.toString()
        done()
      },
    })
    write(createLog('debug', destination))
    return lines
  }

  const SECRETS = [
    ...SECRET_KINDS.map((kind) => [kind, newSecret(kind)] as const),
    ['webhook', `whsec_${Buffer.alloc(32, 7).toString('base64')}`] as const,
  ]

  test.each(SECRETS)('a secret of kind %s is struck out wherever it stands in a line', (_, secret) => {
    const said = logged((log) => {
      log.info(`glued${secret}to other text, and ${secret} again`)
      log.warn({ path: `/v1/things?token=${secret}`, deep: { list: [secret] } }, 'in a field')
      log.error({ err: new Error(`refused ${secret}`, { cause: new Error(secret) }) }, 'in an error')
      log.child({ request_id: secret }).debug('in what every line of a call carries')
    })
    expect(said.trim().split('\n')).toHaveLength(4)
    expect(said).toContain('glued[secret]to other text, and [secret] again')
    expect(said).not.toContain(secret)
  })

  test('an error of the database is written down without the row that its detail quotes', () => {
    const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@example.com)' })
    const [line] = logged((log) => log.error({ err: error }, 'failed')).split('\n')
    expect(JSON.parse(line as string).err).toMatchObject({ message: 'duplicate key', code: '23505' })
    expect(line).not.toContain('ada@example.com')
  })
})

describe('json body', () => {
  property.prop([fc.json()])('what JSON.parse takes is parsed alike, unless a rule forbids it', (text) => {
    const expected: unknown = JSON.parse(text)
    let parsed: unknown
    try {
      parsed = parseJsonBody(text)
    } catch {
      // fast-check's own JSON may hold `__proto__` or go deep; nothing else may be refused.
      expect(text.includes('__proto__') || /[[{]{4}/.test(text.replaceAll(/"[^"]*":|\s/g, ''))).toBe(true)
      return
    }
    expect(parsed).toEqual(expected)
  })

  property.prop([fc.string(), fc.jsonValue(), fc.jsonValue()])(
    'a key twice in one object is refused in every spelling',
    (key, a, b) => {
      const escaped = Array.from(
        { length: key.length },
        (_, i) => `\\u${key.charCodeAt(i).toString(16).padStart(4, '0')}`,
      )
      const text = `{${JSON.stringify(key)}:${JSON.stringify(a)},"${escaped.join('')}":${JSON.stringify(b)}}`
      expect(() => parseJsonBody(text)).toThrow(/twice|__proto__/)
    },
  )

  test('the same key in two objects, and text that looks like a key, are fine', () => {
    expect(parseJsonBody('{"a":{"a":1},"b":[{"a":2},{"a":3}],"c":"\\"a\\":"}')).toBeDefined()
  })

  test('32 levels pass and 33 do not, whatever they are made of', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nest = (n: number) => `${open.repeat(n)}1${close.repeat(n)}`
      expect(parseJsonBody(nest(32))).toBeDefined()
      expect(() => parseJsonBody(nest(33))).toThrow('deeper than 32')
    }
  })

  test('a number that only fits infinity is refused wherever it stands, the largest that fits is not', () => {
    for (const number of ['1e999', '-1e999', '9'.repeat(400), '1.5E+309']) {
      for (const text of [number, `[1, ${number}]`, `{"a":{"b":[${number}]}}`]) {
        expect(() => parseJsonBody(text)).toThrow('too large')
      }
    }
    const fine = '[1.7976931348623157e308,-0,1e-999,"1e999",{"1e999":0}]'
    expect(parseJsonBody(fine)).toEqual(JSON.parse(fine))
  })

  test('64 KiB of opening brackets are refused quickly', () => {
    const before = process.threadCpuUsage()
    expect(() => parseJsonBody('['.repeat(65_536))).toThrow('deeper')
    // Of this thread's own work: a machine that is busy with something else proves nothing.
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1_000)
  })

  test('prototypes stay as they are', () => {
    expect(() => parseJsonBody('{"__proto__":{"polluted":1}}')).toThrow('__proto__')
    expect(() => parseJsonBody('{"\\u005f_proto__":{"polluted":1}}')).toThrow('__proto__')
    parseJsonBody('{"constructor":{"prototype":{"polluted":1}}}')
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('one media type, in two spellings', () => {
    const fine = ['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']
    expect(fine.map(isJsonType)).toEqual([true, true, true])
    for (const odd of [
      'application/json;charset=utf-8;',
      'application/json; charset="utf-8"',
      ' application/json',
      'application/json\n',
    ]) {
      expect(isJsonType(odd)).toBe(false)
    }
  })
})

// What is wrong with an input is said in the words of the contract, whatever is sent to whichever field.
describe('validation', () => {
  const WRONG = [null, true, 7, 1.5, '', 'x'.repeat(5_000), [], {}, 'a\u0000b', [1], { a: 1 }]

  interface Part {
    readonly properties?: Readonly<Record<string, Part>>
  }
  type Place = (value: unknown) => unknown

  /** Every field of the part, wherever it is nested. */
  const placesIn = ({ properties = {} }: Part, at: Place): Place[] =>
    Object.entries(properties).flatMap(([name, part]) => {
      const place: Place = (value) => at({ [name]: value })
      return [place, ...placesIn(part, place)]
    })

  const issuesOf = (operation: Operation, raw: Partial<Inputs>) => {
    try {
      validatorOf(operation)({ params: {}, query: {}, body: {}, ...raw })
      return []
    } catch (error) {
      if (error instanceof Refusal) return error.issues
      throw error
    }
  }

  test('every issue names its field and the rule that a right value keeps', () => {
    const seen = operations.flatMap((operation) =>
      [
        ...placesIn(operation.body ?? {}, (body) => ({ body })),
        ...placesIn(operation.query ?? {}, (query) => ({ query })),
      ].flatMap((place) => WRONG.flatMap((value) => issuesOf(operation, place(value) as Partial<Inputs>))),
    )
    expect(seen.length).toBeGreaterThan(5_000)
    const messages = new Set(seen.map((issue) => issue.message))
    const bad = [...messages].filter(
      (message) => !/^(must (?:be|have|not|name) |is required|is not a field)/.test(message),
    )
    expect(bad).toEqual([])
    expect([...messages].filter((message) => /schema|constant|anyOf|undefined|API reference/.test(message))).toEqual([])
    expect(seen.filter((issue) => issue.field === '')).toEqual([])
  })

  const operationNamed = (id: string) => operations.find((o) => o.id === id) as Operation

  test.each(['1.5', '1e3', '0x10', ' 1', '1 ', '+1', 'one', ''])(
    'a whole number in a query is written as one: %j is refused, not cut',
    (since) => {
      const [issue] = issuesOf(operationNamed('events.list'), { query: { limit: since } })
      expect([issue?.field, issue?.message]).toEqual(['limit', 'must be a whole number from 1 to 500'])
      expect(issuesOf(operationNamed('events.list'), { query: { since } })).not.toEqual([])
      expect(issuesOf(operationNamed('events.list'), { query: { since: '17', limit: '10' } })).toEqual([])
    },
  )

  test.each([
    [
      'payment_requests.create',
      { policy: { requires_user_approval: false } },
      'policy.requires_user_approval',
      'must be `true`',
    ],
    [
      'devices.register',
      { platform: 'amiga' },
      'platform',
      'must be one of `ios`, `android`, `web`, `desktop`, `other`',
    ],
    ['merchants.create', { name: '' }, 'name', 'must not be empty'],
    ['webhook_endpoints.create', { event_types: 7 }, 'event_types', 'must be a list or `null`'],
    [
      'merchant_domains.register',
      { domain: 'x'.repeat(300) },
      'domain',
      'must have at most 253 characters, such as `shop.example`',
    ],
  ])('%s: %j', (id, body, field, message) => {
    expect(issuesOf(operationNamed(id), { body })).toContainEqual(expect.objectContaining({ field, message }))
  })
})
