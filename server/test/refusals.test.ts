import { SESSION_COOKIE } from '@pursestrings/contract/merchant-sessions/records'
import {
  type CredentialKind,
  changesState,
  credentialsOf,
  type Operation,
  refusalsOf,
  takesDeviceFields,
} from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { idOf, newUuid, PREFIXES } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { belongingsOf } from './belongings.ts'
import type { Answer, Sent } from './call.ts'
import { newDevice } from './device.ts'
import { headersFor, type Key, type Keyring, keyringOf } from './keyring.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { startWorld, type World } from './world.ts'

/**
 * Written once, run over every operation: what each route must refuse because of how it is declared. A new operation is
 * covered unasked, and one that no route serves fails the run.
 */
describe('refusals', () => {
  const METRICS_TOKEN = 'metrics-token-of-the-test'
  let web: MerchantWeb
  let world: World
  let operator: Operator
  let stranger: Operator
  /** Routes are really walked through with its session, and one of them ends it. */
  let guest: Operator
  /** Ids by the name that paths give them: our own, and another tenant's. */
  let ours: Record<string, string>
  let theirs: Record<string, string>
  let keys: Keyring

  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, METRICS_TOKEN })
    operator = await newOperator(world)
    stranger = await newOperator(world, 'Quay Records')
    guest = await newOperator(world)
    keys = await keyringOf(world, operator, METRICS_TOKEN)
    const device_id = keys['device fields']?.fields?.device_id as string
    ours = { ...(await belongingsOf(world, web, operator)), device_id }
    theirs = await belongingsOf(world, web, stranger)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const pathOf = (o: Operation, params: Readonly<Record<string, unknown>> = o.example.params as never): string =>
    o.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))

  /** The kind that a test uses which needs only one. */
  const kindOf = (o: Operation): CredentialKind =>
    credentialsOf(o).find((kind) => kind === 'merchant_session') ?? (credentialsOf(o)[0] as CredentialKind)
  const credentialFor = (o: Operation, { kind = kindOf(o), who = operator }: Way = {}): Record<string, string> =>
    kind === 'merchant_session' ? { cookie: who.cookie, 'x-csrf-token': who.csrf } : headersFor(keys, kind)

  interface Way {
    readonly kind?: CredentialKind
    readonly who?: Operator
  }
  /** A call that is right in everything but what the test changes. */
  const callOperation = (o: Operation, sent: Sent = {}, path = pathOf(o), way: Way = {}): Promise<Answer> => {
    const body = changesState(o) && o.body ? { body: o.example.body } : {}
    return world.call(o.method, path, { ...body, ...sent, headers: { ...credentialFor(o, way), ...sent.headers } })
  }
  /** How an answer that does not end by itself begins. */
  const streamed = async (o: Operation, way: Way): Promise<unknown> => {
    const abort = new AbortController()
    const headers = { ...credentialFor(o, way), accept: 'text/event-stream' }
    const answer = await fetch(world.url + pathOf(o), { headers, signal: abort.signal })
    abort.abort()
    return [answer.status, answer.headers.get('content-type')]
  }
  const without = (o: Operation, ...names: string[]): Record<string, string> => {
    const headers = credentialFor(o)
    for (const name of names) delete headers[name]
    return headers
  }
  const refused = (answer: Answer, status: number, code: string) => {
    expect([answer.status, answer.json?.error?.code]).toEqual([status, code])
    expect(answer.json.error.request_id ?? answer.json.request_id).toBe(answer.headers.get('x-request-id'))
    if ('success' in answer.json) expect(answer.json.error.details).toBeTypeOf('object')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }

  const changing = operations.filter(changesState)
  const withCredential = operations.filter((o) => !credentialsOf(o).includes('none'))
  const withSession = operations.filter((o) => credentialsOf(o).includes('merchant_session'))
  const withIds = operations.filter((o) => o.params)
  const named = (list: readonly Operation[]) => list.map((o) => [o.id, o] as const)
  /** Each kind of caller is a way of its own into an operation. */
  const ways = (list: readonly Operation[]) =>
    list.flatMap((o) => credentialsOf(o).map((kind) => [o.id, kind, o] as const))

  describe('every operation', () => {
    test.each(ways(operations))('%s is served to %s and its example fits its schemas', async (_, kind, o) => {
      for (const part of ['params', 'query', 'body'] as const) {
        const schema = o[part]
        if (schema) expect([...Compile(schema).Errors(o.example[part] ?? {})]).toEqual([])
      }
      const way = { kind, who: guest }
      if (o.answer.stream) expect(await streamed(o, way)).toEqual([200, o.answer.stream.content_type])
      // It stops a wallet: one that no other test asks with.
      const own = o.id === 'connections.stop_all' && { authorization: `Bearer ${(await newDevice(world)).token}` }
      const answer = await callOperation(o, { headers: { ...credentialFor(o, way), ...own } }, pathOf(o), way)
      if (answer.status === o.answer.status) return
      // An example may name what is not there; but its credential is good, and the service does not fail.
      const may = refusalsOf(o).filter(({ code, status }) => status < 500 && code !== 'credential_invalid')
      expect(may.map(({ code }) => code)).toContain(answer.json?.error?.code)
    })

    test.each(named(operations))('%s refuses an unknown query field', async (_, o) => {
      const query = new URLSearchParams({ ...(o.example.query as object), surprise: '1' })
      refused(await callOperation(o, {}, `${pathOf(o)}?${query.toString()}`), 422, 'unknown_field')
    })

    test.each(named(operations))('%s refuses a claim of identity in query and headers', async (_, o) => {
      for (const field of ['merchant_id', 'tenant_id', 'agent_id']) {
        refused(await callOperation(o, {}, `${pathOf(o)}?${field}=x`), 422, 'identity_field_forbidden')
        refused(
          await callOperation(o, { headers: { [`x-${field.replace('_', '-')}`]: 'x' } }),
          422,
          'identity_field_forbidden',
        )
      }
    })
  })

  describe('every operation with a credential', () => {
    const call = (o: Operation, headers: Record<string, string>) =>
      world.call(o.method, pathOf(o), { ...(changesState(o) && o.body ? { body: o.example.body } : {}), headers })

    test.each(named(withCredential))('%s refuses no credential', async (_, o) => {
      refused(await call(o, {}), 401, 'credential_missing')
    })

    test.each(named(withCredential))('%s refuses every other kind of credential', async (_, o) => {
      for (const kind of ['link', 'grant', 'session', 'agent', 'conn', 'claim', 'device', 'key'] as const) {
        refused(await call(o, { authorization: `Bearer ${newSecret(kind)}` }), 401, 'credential_invalid')
      }
      refused(await call(o, { authorization: 'Basic b3BlbjpzZXNhbWU=' }), 401, 'credential_invalid')
      refused(await call(o, { authorization: 'Bearer' }), 401, 'credential_invalid')
    })

    test.each(named(withSession))('%s refuses a cookie session that is sent as a bearer', async (_, o) => {
      const token = operator.cookie.split('=')[1] as string
      refused(await call(o, { authorization: `Bearer ${token}` }), 401, 'credential_invalid')
    })
  })

  describe('every operation that changes something', () => {
    // Wallets on the web have origins of their own, and send no cookies: with a session, only our own pages are taken.
    const ofOurPages = changing.filter((o) => !o.cross_origin || credentialsOf(o).includes('merchant_session'))
    test.each(named(ofOurPages))('%s refuses a foreign Origin', async (_, o) => {
      for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1', 'https://127.0.0.1:8787']) {
        refused(await callOperation(o, { headers: { origin } }), 403, 'origin_not_allowed')
      }
      refused(await callOperation(o, { headers: { 'sec-fetch-site': 'cross-site' } }), 403, 'origin_not_allowed')
    })

    test.each(named(changing))('%s refuses every media type but JSON, and its odd spellings', async (_, o) => {
      const odd = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json ; charset=utf-8',
        'application/json;',
        'application/json,text/plain',
        'application/json; charset=utf-16',
        'application/json; charset=utf-8; x=y',
        'application/jsonp',
        'Application/JSON',
        'text/json',
        'application/problem+json',
        '',
      ]
      for (const type of odd) {
        const sent = { raw: JSON.stringify(o.example.body ?? {}), headers: { 'content-type': type } }
        refused(await callOperation(o, sent), 415, 'unsupported_media_type')
      }
    })

    test.each(named(changing))('%s refuses what is no well-formed JSON', async (_, o) => {
      const deep = `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`
      for (const raw of ['{', 'nonsense', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"__proto__":{}}', deep, '\u0000']) {
        refused(await callOperation(o, { raw }), 400, 'malformed_json')
      }
    })

    test.each(named(changing))('%s refuses a body over 64 KiB', async (_, o) => {
      refused(await callOperation(o, { raw: JSON.stringify({ filler: 'x'.repeat(65_536) }) }), 413, 'body_too_large')
    })

    test.each(named(changing))('%s refuses an unknown body field and a claim of identity', async (_, o) => {
      // A create of a payment request takes more than it names: payment-requests-tolerant.test.ts.
      if (o.id !== 'payment_requests.create') {
        refused(await callOperation(o, { body: { ...o.example.body, surprise: 1 } }), 422, 'unknown_field')
      }
      for (const field of ['merchant_id', 'tenant_id', 'agent_id']) {
        refused(await callOperation(o, { body: { ...o.example.body, [field]: 'x' } }), 422, 'identity_field_forbidden')
      }
    })

    test.each(named(changing))('%s refuses a body that is no object', async (_, o) => {
      for (const raw of ['[]', 'null', '1', '"x"', 'true'])
        refused(await callOperation(o, { raw }), 422, 'validation_failed')
    })

    /** Nothing has to be said. */
    const SAYS_NOTHING = ['devices.create_link_code', 'connections.stop_all']
    const needsBody = changing.filter((o) => o.body && !SAYS_NOTHING.includes(o.id))
    test.each(named(needsBody))('%s lists every missing field at once', async (_, o) => {
      const required = (o.body?.required ?? []) as string[]
      const answer = await callOperation(o, { body: {} })
      refused(answer, 422, 'validation_failed')
      // Where each field may be left out, but not all of them, it is the body that lacks something.
      const key = o.idempotency === 'key' ? ['idempotency_key'] : []
      const missing = required.length > 0 ? [...required, ...key].toSorted() : ['body']
      const { issues } = answer.json.error.details ?? answer.json.error
      expect(issues.map((i: { field: string }) => i.field).toSorted()).toEqual(missing)
    })
  })

  describe('every operation that changes something with a session', () => {
    const list = named(withSession.filter(changesState))

    test.each(list)('%s refuses no CSRF proof', async (_, o) => {
      const answer = await world.call(o.method, pathOf(o), {
        ...(o.body && { body: o.example.body }),
        headers: without(o, 'x-csrf-token'),
      })
      refused(answer, 403, 'csrf_proof_invalid')
    })

    test.each(list)("%s refuses another session's proof, and a bent one", async (_, o) => {
      const bent = operator.csrf.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'))
      for (const proof of [stranger.csrf, bent, operator.csrf.slice(1), 'x', `${operator.csrf}x`, '']) {
        refused(await callOperation(o, { headers: { 'x-csrf-token': proof } }), 403, 'csrf_proof_invalid')
      }
    })
  })

  describe('every operation that names a record', () => {
    const cases = ways(withIds).flatMap(([id, kind, o]) =>
      Object.keys(o.params?.properties ?? {}).map((name) => [id, kind, name, o] as const),
    )

    test.each(cases)(
      "%s answers %s for another tenant's %s, an absent and a malformed one byte for byte alike",
      async (_, kind, name, o) => {
        const foreign = theirs[name]
        const resource = name === 'request_id' ? 'payment_request' : name.replace(/_id$/, '')
        const prefix = PREFIXES[resource as keyof typeof PREFIXES]
        expect([name, foreign?.split('_')[0]]).toEqual([name, prefix])
        const ids = [foreign, idOf(prefix, newUuid()), 'nonsense', `${prefix}_`, 'pr_01k0000000e008000000000000', '%00']
        const sent = { headers: { 'x-request-id': 'same' } }
        const answers = await Promise.all(
          ids.map((id) => callOperation(o, sent, pathOf(o, { ...ours, [name]: id }), { kind })),
        )
        for (const answer of answers) refused(answer, 404, 'resource_not_found')
        const bare = ({ status, text, headers }: Answer) => {
          const kept = [...headers].filter(([h]) => !['date', 'ratelimit'].includes(h))
          // The second surface's envelope tells the time.
          return JSON.stringify([status, text.replace(/"timestamp":"[^"]+"/, ''), kept])
        }
        expect(new Set(answers.map(bare)).size).toBe(1)
      },
    )
  })

  test('a path that no operation has is refused with the envelope', async () => {
    refused(await world.call('GET', '/v1/payment-intents'), 404, 'route_not_found')
    refused(await world.call('PUT', '/v1/merchants'), 405, 'method_not_allowed')
    // An id that no route takes is no fault of the method.
    refused(await world.call('GET', `/v1/merchants/${'x'.repeat(2_000)}`), 404, 'route_not_found')
    refused(await world.call('GET', '/%zz'), 404, 'route_not_found')
  })
})

/**
 * Every credential at every route: only the declared kind opens it, and two at once open nothing (specification 5). Made from
 * the operation list and from the keyring; a field that no operation has stops a call right behind the route.
 */
describe('credentials', () => {
  const METRICS_TOKEN = 'metrics-token-of-the-test'
  let world: World
  let keys: Keyring
  beforeAll(async () => {
    world = await startWorld({ METRICS_TOKEN, LOG_LEVEL: 'silent' })
    keys = await keyringOf(world, await newOperator(world), METRICS_TOKEN)
  })
  afterAll(() => world.stop())

  type Place = 'query' | 'body'
  const placeOf = (o: Operation): Place => (o.method === 'GET' ? 'query' : 'body')

  const present = (o: Operation, given: readonly Key[], place = placeOf(o)): Promise<Answer> => {
    const fields = Object.assign({}, ...given.map((key) => key.fields))
    const query = new URLSearchParams({
      ...(o.example.query as object),
      surprise: '1',
      ...(place === 'query' && fields),
    })
    const body = place === 'body' ? { ...o.example.body, ...fields } : (o.example.body ?? {})
    const path = o.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String((o.example.params as never)[name]))
    return world.call(o.method, `${path}?${query.toString()}`, {
      ...(o.method !== 'GET' && { body }),
      headers: Object.assign({}, ...given.map((key) => key.headers)),
    })
  }
  const said = ({ status, json }: Answer) => [status, json?.error?.code]
  const isCarried = (o: Operation, { carrier }: Key) => carrier !== 'device_fields' || takesDeviceFields(o)
  const closed = operations.filter((o) => !credentialsOf(o).includes('none')).map((o) => [o.id, o] as const)

  test('the keyring has every kind that an operation declares, and every way to present it', () => {
    const kinds = new Set(Object.values(keys).map((key) => key.kind))
    for (const o of operations) for (const kind of credentialsOf(o)) expect([...kinds, 'none']).toContain(kind)
    const carriers = new Set(Object.values(keys).map((key) => key.carrier))
    expect(carriers).toEqual(new Set(['cookie', 'bearer', 'api_key', 'device_fields']))
  })

  /** A good credential of another kind is named as such; the operator's metrics token has no form by which to tell it. */
  const refusedAs = (o: Operation, key: Key) => {
    if (!isCarried(o, key)) return [401, 'credential_missing']
    const formless = key.kind === 'metrics_token' || credentialsOf(o).includes('metrics_token')
    return formless ? [401, 'credential_invalid'] : [403, 'credential_kind_not_accepted']
  }

  test.each(closed)('%s is opened by what it declares, and by nothing else', async (_, o) => {
    for (const [name, key] of Object.entries(keys)) {
      const opens = credentialsOf(o).some((kind) => kind === key.kind)
      const expected = opens ? [422, 'unknown_field'] : refusedAs(o, key)
      expect([name, ...said(await present(o, [key]))]).toEqual([name, ...expected])
    }
  })

  test.each(closed)('%s takes device fields in no other place than its own', async (_, o) => {
    const fields = keys['device fields'] as Key
    const elsewhere = placeOf(o) === 'query' ? 'body' : 'query'
    expect(said(await present(o, [fields], elsewhere))).toEqual([401, 'credential_missing'])
  })

  /** A secret as it was presented, for those that come in the header. */
  const secretOf = ({ headers }: Key) => (headers.authorization ?? headers['x-svc-api-key'])?.replace('Bearer ', '')

  test.each(closed)('%s takes no other secret from the session cookie or from device fields', async (_, o) => {
    const device_id = keys['device fields']?.fields?.device_id as string
    for (const [name, { kind, ...key }] of Object.entries(keys)) {
      const token = secretOf({ kind, ...key })
      if (token === undefined) continue
      const cookie = { kind, carrier: 'cookie', headers: { cookie: `${SESSION_COOKIE}=${token}` } } as const
      expect([name, 'cookie', ...said(await present(o, [cookie]))]).toEqual([name, 'cookie', 401, 'credential_invalid'])
      if (!takesDeviceFields(o) || kind === 'device_token') continue
      const fields = { kind, carrier: 'device_fields', headers: {}, fields: { device_id, token } } as const
      expect([name, 'fields', ...said(await present(o, [fields]))]).toEqual([name, 'fields', 401, 'credential_invalid'])
    }
  })

  test.each(closed)('%s refuses any two credentials at once', async (_, o) => {
    const all = Object.entries(keys).filter(([, key]) => isCarried(o, key))
    let pairs = 0
    for (const [i, [one, first]] of all.entries()) {
      for (const [two, second] of all.slice(i + 1)) {
        if (first.carrier === second.carrier) continue
        pairs++
        const answer = await present(o, [first, second])
        // A credential in a header is judged before the fields are read: one that opens nothing here is not compared.
        const header = [first, second].find((key) => key.carrier !== 'device_fields') as Key
        const early = [first, second].includes(keys['device fields'] as Key) && !credentialsOf(o).includes(header.kind)
        const expected = early ? refusedAs(o, header) : [400, 'credential_conflict']
        expect([one, two, ...said(answer)]).toEqual([one, two, ...expected])
      }
    }
    expect(pairs).toBeGreaterThanOrEqual(takesDeviceFields(o) ? 21 : 13)
  })
})
