/** Calls that were right until something in them was changed: the body, its bytes, headers, the path, the query, the method. */
import { changesState, type Operation } from '@pursestrings/contract/operation'
import { hostileCall } from '../../../server/test/hostile-run.ts'
import { HOSTILE_HEADERS, type Stage } from '../../../server/test/hostile-stage.ts'
import { mutatedBytes, mutatedJson, mutatedText, type Random } from './mutate.ts'

type Header = readonly [name: string, value: string]

interface Draft {
  method: string
  target: string
  headers: Header[]
  body: Buffer | undefined
}

/** `input`: the route is the same and so is the credential; `credential`: that was changed; `address`: it may go elsewhere; `frame`: the message itself is odd. */
export type Part = 'input' | 'credential' | 'address' | 'frame'

export interface FuzzCall {
  readonly part: Part
  readonly method: string
  readonly target: string
  readonly bytes: Buffer
  readonly about: string
}

type Change = readonly [part: Part, change: (draft: Draft, random: Random) => void]

const CREDENTIALS = new Set(['authorization', 'cookie', 'x-csrf-token', 'x-svc-api-key'])
const TYPES = [
  '',
  'text/plain',
  'application/json;charset=utf-16',
  'application/json; charset=utf-8; x=1',
  'APPLICATION/JSON',
  'application/json,application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json\t; q=1',
  'a/b/c',
]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY', 'get', 'TRACE']
const NAMES = [
  'x-request-id',
  'idempotency-key',
  'x-idempotency-key',
  'last-event-id',
  'origin',
  'referer',
  'accept',
  'accept-encoding',
  'accept-version',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'if-none-match',
  'range',
  'sec-fetch-site',
  'access-control-request-method',
  'x-http-method-override',
  'content-encoding',
  'cookie',
  'te',
]

const printable = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')

const withHeader = (draft: Draft, random: Random, change: (value: string, name: string) => Header[]): void => {
  if (draft.headers.length === 0) return
  const place = random.below(draft.headers.length)
  const [name, value] = draft.headers[place] as Header
  draft.headers.splice(place, 1, ...change(value, name))
}

const credentialOf = (draft: Draft): number => draft.headers.findIndex(([name]) => CREDENTIALS.has(name))

const changeCredential = (draft: Draft, random: Random): void => {
  const place = credentialOf(draft)
  if (place < 0) {
    draft.headers.push(['authorization', random.pick(['Bearer', 'Bearer x', 'Basic eDp5', 'bearer svc_conn_000_', ''])])
    return
  }
  const [name, value] = draft.headers[place] as Header
  const [scheme = '', secret = ''] = value.includes(' ') ? value.split(' ') : ['', value]
  const others: Header[][] = [
    [],
    [
      [name, value],
      [name, value],
    ],
    [[name, printable(mutatedText(value, random))]],
    [[name, value.toUpperCase()]],
    [[name, `${value} ${value}`]],
    [[name, value.slice(0, -6) + '000000']],
    [[name, value.replace(/svc_[a-z]+_/, 'svc_device_')]],
    [[name, value.replace(/_[0-9a-z]{3}_/, '_zzz_')]],
    [[name, `${scheme} ${scheme} ${secret}`]],
    [[name, `Basic ${Buffer.from(secret).toString('base64')}`]],
    [[name === 'cookie' ? 'authorization' : 'cookie', value]],
    [
      [name, value],
      ['x-svc-api-key', secret],
    ],
  ]
  draft.headers.splice(place, 1, ...random.pick(others))
}

const changeQuery = (draft: Draft, random: Random): void => {
  const [path = '', query = ''] = draft.target.split('?', 2)
  const parts = query === '' ? [] : query.split('&')
  const [name = 'limit'] = (parts.length > 0 ? random.pick(parts) : 'limit=1').split('=')
  const value = encodeURIComponent(mutatedText('value', random).toWellFormed())
  const more = [
    `${name}=${value}`,
    `${name}[]=1`,
    `${name}[a]=1`,
    name,
    `${name}=%`,
    `${name}=%ff%fe`,
    '&&&',
    `${'a'.repeat(3_000)}=1`,
    `cursor=${value}`,
    'since=-1',
    'since=9007199254740993',
    '__proto__=1',
    'constructor[prototype]=1',
  ]
  const kept = random.chance(0.5) ? parts : parts.filter(() => random.chance(0.5))
  draft.target = `${path}?${[...kept, random.pick(more)].join('&')}`
}

const changePath = (draft: Draft, random: Random): void => {
  const [path = '', query] = draft.target.split('?', 2)
  const segments = path.split('/')
  const place = 1 + random.below(segments.length - 1)
  const segment = segments[place] ?? ''
  const odd = [
    encodeURIComponent(mutatedText(segment, random).toWellFormed()),
    segment.toUpperCase(),
    `%${segment}`,
    Array.from(segment, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
    `${segment}/`,
    `${segment}//`,
    `..%2f${segment}`,
    '%2e%2e',
    '..',
    '.',
    '',
    'x'.repeat(500),
    `${segment};a=b`,
    `${segment}%00`,
    '%ff',
  ]
  segments[place] = random.pick(odd)
  draft.target = segments.join('/') + (query === undefined ? '' : `?${query}`)
  if (random.chance(0.03))
    draft.target = random.pick(['*', 'http://other.example/v1/x', '/', '//', `${draft.target}#x`])
}

const changeHeader = (draft: Draft, random: Random): void => {
  const value = random.chance(0.5) ? random.pick(HOSTILE_HEADERS) : printable(mutatedText('some value', random))
  draft.headers.push([random.pick(NAMES), value])
}

const changeFrame = (draft: Draft, random: Random): void => {
  const length = String(draft.body?.length ?? 0)
  const odd: (() => void)[] = [
    () => draft.headers.push(['x-large', 'a'.repeat(random.pick([8_000, 15_000, 17_000, 40_000]))]),
    () => draft.headers.push(...Array.from({ length: 300 }, (_, i): Header => [`x-${i}`, String(i)])),
    () =>
      draft.headers.push([
        'transfer-encoding',
        random.pick(['chunked', 'identity', 'chunked, chunked', 'gzip', 'xchunked']),
      ]),
    () =>
      draft.headers.push([
        'content-length',
        random.pick([length, `+${length}`, `${length},${length}`, '-1', '0x1', '1e1', '']),
      ]),
    () => withHeader(draft, random, (value, name) => [[`${name} `, value]]),
    () => withHeader(draft, random, (value, name) => [[name, `${value}\0`]]),
    () => withHeader(draft, random, (value, name) => [[name, `${value}\r\n folded`]]),
    () => draft.headers.push(['bad name', 'x'], ['', 'y']),
    () => draft.headers.push(['expect', random.pick(['100-continue', 'something'])]),
    () => draft.headers.push(['connection', 'upgrade'], ['upgrade', random.pick(['h2c', 'websocket', 'x'])]),
    () => draft.headers.push(['connection', random.pick(['close', 'keep-alive', 'authorization', 'x'])]),
    () => (draft.headers = draft.headers.filter(([name]) => name !== 'host')),
    () => draft.headers.push(['host', 'second.example']),
  ]
  random.pick(odd)()
}

const CHANGES: readonly Change[] = [
  [
    'input',
    (draft, random) => {
      if (draft.body) draft.body = Buffer.from(mutatedJson(jsonIn(draft.body), random))
      else changeQuery(draft, random)
    },
  ],
  [
    'input',
    (draft, random) => {
      if (draft.body) draft.body = mutatedBytes(draft.body, random)
      else changeHeader(draft, random)
    },
  ],
  ['input', changeQuery],
  [
    'input',
    (draft, random) =>
      withHeader(draft, random, (value, name) => [[name, name === 'content-type' ? random.pick(TYPES) : value]]),
  ],
  ['credential', changeHeader],
  ['credential', changeCredential],
  ['address', changePath],
  ['address', (draft, random) => (draft.method = random.pick(METHODS))],
  ['frame', changeFrame],
]

const jsonIn = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return {}
  }
}

/** A call that would wait for events holds up the run and shows nothing. */
const withoutWaiting = (target: string): string =>
  target.replaceAll(/(wait[^=&]*=)[^&]*/gi, (_, name: string) => `${name}0`)

/** A call that succeeds would end the credential that the others need: the field too many stays. */
const kept = (before: string, target: string): string =>
  before.includes('surprise=1') && !/[?&]surprise=1(?:&|$)/.test(target)
    ? `${target}${target.includes('?') ? '&' : '?'}surprise=1`
    : target

const BODY_BYTES_MAX = 60_000
/** What has a larger head, or nearly, may be refused before anybody looks where it goes. */
const HEAD_BYTES_MAX = 16_000
const RANK: readonly Part[] = ['input', 'credential', 'address', 'frame']

export const fuzzCall = (o: Operation, stage: Stage, random: Random, host: string): FuzzCall => {
  const valid = hostileCall(o, stage, [], random.below(8))
  const draft: Draft = {
    method: valid.method,
    target: valid.path,
    headers: [['host', host], ...Object.entries(valid.headers).filter(([name]) => name !== 'content-length')],
    body: valid.raw === undefined ? undefined : Buffer.from(valid.raw),
  }
  let part: Part = 'input'
  for (let times = random.chance(0.8) ? 1 : 2; times > 0; times--) {
    const [touched, change] = random.pick(CHANGES)
    change(draft, random)
    if (RANK.indexOf(touched) > RANK.indexOf(part)) part = touched
  }
  const target = kept(valid.path, withoutWaiting(draft.target))
  const body = draft.body?.subarray(0, BODY_BYTES_MAX)
  if (body !== undefined || (changesState(o) && random.chance(0.5)))
    draft.headers.push(['content-length', String(body?.length ?? 0)])
  const head = [
    `${draft.method} ${target.replaceAll(/[\s\p{Cc}]/gu, encodeURIComponent)} HTTP/1.1`,
    ...draft.headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n')
  if (head.length > HEAD_BYTES_MAX) part = 'frame'
  const bytes = Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)])
  const shown =
    bytes.length > 1_200 ? `${bytes.subarray(0, 1_200).toString('latin1')}…(${bytes.length})` : bytes.toString('latin1')
  return { part, method: draft.method, target, bytes, about: `${o.id} (${part}) ${JSON.stringify(shown)}` }
}
