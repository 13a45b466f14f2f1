/**
 * Calls that were made to break a statement that many share: values that PostgreSQL, its types or our own code might not
 * take. One list for the test and for the fault run.
 */
import type { Payee } from './payee.ts'

export interface Poison {
  readonly kind: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** As it goes over the wire: JSON.stringify could not write some of it. */
  readonly body?: string
  /** Whose token it goes with. */
  readonly token_of: 'connection' | 'device'
}

/** As JSON escapes, so that they arrive. */
const TEXTS = {
  'a NUL': 'a\\u0000b',
  'a high surrogate alone': 'a\\ud83d',
  'a low surrogate alone': '\\ude00b',
  'a bidi override': 'a\\u202eb',
  'a control character': 'a\\u0007b',
  'a non-character': 'a\\uffffb',
  'a quote and a backslash': '\\"}\\\\',
}
const TEXT_FIELDS = ['transaction_id', 'idempotency_key', 'request_id', 'recipient_id', 'recipient_version_id']

const DATES = [
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59+23:59',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '9999-12-31T23:59:59Z',
  '2026-12-31T23:59:60Z',
  '2026-02-30T00:00:00Z',
  '1969-12-31T23:59:59.999999999Z',
]
const AMOUNTS = ['1e999', 'NaN', '-1', '٣', `1${'0'.repeat(200)}`, '0.00000000000000000000001']
const FREE = {
  'a number without end': '{"a":1e999}',
  'a NUL in a value': '{"a":"\\u0000"}',
  'a NUL in a key': '{"\\u0000":1}',
  'half a pair in a key': '{"\\ud83d":1}',
  'half a pair in JSON in a string': '{"a":"{\\"\\\\ud83d\\":1}"}',
  'letters that spell out to many': `{${Array.from({ length: 49 }, (_, i) => `"${'ﷺ'.repeat(50)}${i}":1`).join()}}`,
  'a deep nest': `{"a":${'['.repeat(28)}${']'.repeat(28)}}`,
  'a deep nest in a string': `{"a":"${'['.repeat(7_000)}"}`,
}
const READS = ['%00', '%ED%A0%80', '%F4%90%80%80', 'pr_%00', 'x'.repeat(200), '..%2f..', "'%20or%201=1--"]
const SINCE = ['9223372036854775807', '9223372036854775808', '1e15', '-1', '%00', '9007199254740992', 'NaN']
const REPORT_FIELDS = ['reason', 'connection_id', 'device_id', 'token', 'unknown']

export const poisonsFor = ({ recipient_id, recipient_version_id }: Payee): Poison[] => {
  let keys = 0
  const create = (kind: string, more: Readonly<Record<string, string>>, headers = {}): Poison => {
    const fields: Record<string, string> = {
      recipient_id: `"${recipient_id}"`,
      recipient_version_id: `"${recipient_version_id}"`,
      payment: '{"amount":"12.5"}',
      policy: '{"requires_user_approval":true}',
      idempotency_key: `"poison-${process.pid}-${keys++}"`,
      ...more,
    }
    const members = Object.entries(fields).map(([name, value]) => `"${name}":${value}`)
    const body = `{${members.join()}}`
    const path = '/v1/payment-requests'
    return { kind: `create: ${kind}`, method: 'POST', path, headers, body, token_of: 'connection' }
  }
  const get = (kind: string, path: string, headers = {}): Poison => ({
    kind,
    method: 'GET',
    path,
    headers,
    token_of: 'connection',
  })
  const report = (kind: string, id: string, more: string): Poison => ({
    kind: `report: ${kind}`,
    method: 'POST',
    path: `/v1/payment-requests/${id}/status`,
    body: `{"status":"broadcasted","transaction_hash":"a1"${more}}`,
    token_of: 'device',
  })
  return [
    ...TEXT_FIELDS.flatMap((field) =>
      Object.entries(TEXTS).map(([what, text]) => create(`${what} in ${field}`, { [field]: `"${text}"` })),
    ),
    ...DATES.map((date) => create(`expires_at ${date}`, { expires_at: `"${date}"` })),
    ...AMOUNTS.map((amount) => create(`amount ${amount.slice(0, 30)}`, { payment: `{"amount":"${amount}"}` })),
    ...['display', 'metadata'].flatMap((field) =>
      Object.entries(FREE).map(([what, json]) => create(`${what} in ${field}`, { [field]: json })),
    ),
    create('a key of odd bytes in the header', {}, { 'x-idempotency-key': 'k\u00ff\u0080' }),
    ...READS.map((id) => get(`read: ${id.slice(0, 30)}`, `/v1/payment-requests/${id}`)),
    ...READS.map((id) => report(`id ${id.slice(0, 30)}`, id, '')),
    ...REPORT_FIELDS.flatMap((field) =>
      Object.entries(TEXTS).map(([what, text]) => report(`${what} in ${field}`, 'order-1', `,"${field}":"${text}"`)),
    ),
    report('a status twice', 'order-1', ',"status":"signed"'),
    ...SINCE.map((since) => get(`feed: since ${since}`, `/v1/payment-requests/events?since=${since}`)),
    get('feed: a limit without end', '/v1/payment-requests/events?limit=1e9'),
    ...['9007199254740993', '-1', '1e5', 'x'].map((id) =>
      get(`stream: Last-Event-ID ${id}`, '/v1/payment-requests/events', {
        accept: 'text/event-stream',
        'last-event-id': id,
      }),
    ),
  ]
}
