/** Payment requests: what a create takes and refuses (1.4, 2.1, 2.2, 4.4, 7, 8). */
import { randomUUID } from 'node:crypto'
import { type Answer, codeOf, isDone, isRefused, type Json, needed, saidOf } from '../call.ts'
import type { Run } from '../place.ts'
import type { Payee } from './payee.ts'
import { judgeRecord } from './request-record.ts'
import type { Connection } from './wallet.ts'

export const PATH = '/v1/payment-requests'

export interface Asking {
  readonly connection: Connection
  readonly payee: Payee
}

/** The least that a create takes, and a key that was not used before. */
export const intentOf = ({
  payee: { recipient_id, recipient_version_id },
}: Asking): Readonly<Record<string, Json>> => ({
  recipient_id,
  recipient_version_id,
  payment: { amount: '12.5' },
  policy: { requires_user_approval: true },
})
export const create = (asking: Asking, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  asking.connection.call('POST', PATH, {
    body: { ...intentOf(asking), ...more },
    headers: { 'x-idempotency-key': randomUUID(), ...headers },
  })

/** What a create makes of a right intent. Gives the request. */
export const judgeCreated = async ({ book }: Run, asking: Asking): Promise<Json> => {
  const answer = await create(asking)
  const { payment_request: made } = answer.json
  book.judge(
    ['2.2 answer', '4.4 POST /v1/payment-requests', '4.4 key', '1.4', '5 connected agent'],
    'payee, version, amount and approval are enough, with a key in the header',
    typeof made?.request_id === 'string',
    saidOf(answer),
  )
  needed(answer)
  judgeRecord(book, 'in the answer to a create', made)
  book.judge(
    ['1.5', '2.2 pending', '3 create'],
    'a created request is pending',
    made?.status === 'pending',
    made?.status,
  )
  const { network, asset, address } = asking.payee.facts
  const { payment } = made
  const derived = payment?.network === network && payment?.asset === asset && payment?.to === address
  book.judge(['1.4', '2.2 derived'], 'network, asset and address are those of the version', derived, payment)
  book.judge('1.4', 'the amount is the one that was asked for', Number(payment?.amount) === 12.5, payment)
  book.judge('5.1', "the connection is the token's own", made?.connection_id === asking.connection.connection_id, made)
  return made
}

/** Optional parts, and additional properties. */
export const judgeTaken = async ({ book }: Run, asking: Asking): Promise<void> => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const [request_id, transaction_id] = [`${randomUUID()}-`.padEnd(160, 'r'), 't'.repeat(160)]
  const free = { display: { title: 'Books', colour: { cover: 'blue' } }, metadata: { order: 1042, parts: ['a', 'b'] } }
  const full = await create(asking, { request_id, transaction_id, expires_at, ...free })
  const made: Json = full.json.payment_request
  judgeRecord(book, 'in the answer to a create with every optional part', made)
  const kept = made?.request_id === request_id && made?.transaction_id === transaction_id
  book.judge(['4.4 chosen id', '8 ids'], 'ids of 160 characters are kept as they are', kept, saidOf(full))
  book.judge(
    '2.2 expires_at',
    'the expiry is the one that was asked for',
    Date.parse(made?.expires_at) === Date.parse(expires_at),
    saidOf(full),
  )
  const as_sent = JSON.stringify([made?.display, made?.metadata]) === JSON.stringify([free.display, free.metadata])
  book.judge('2.1 additional free', 'display and metadata are kept with whatever is in them', as_sent, saidOf(full))
  for (const [name, length] of [
    ['request_id', 161],
    ['transaction_id', 161],
    ['request_id', 0],
  ] as const) {
    const refused = await create(asking, { [name]: 'x'.repeat(length) })
    book.judge('8 ids', `a ${name} of ${length} characters is refused`, isRefused(refused), saidOf(refused))
  }
  const additions: Readonly<Record<string, object>> = {
    '2.1 additional top': { protocol: 'svc.payment_request.v1', note_of_client: 'x' },
    '2.1 additional inside': {
      source: { app: 'kit' },
      payee: { note: 'x' },
      policy: { requires_user_approval: true, note: 'x' },
    },
    '2.1 additional payment': { payment: { amount: '12.5', note: 'x' } },
  }
  for (const [at, more] of Object.entries(additions)) {
    const answer = await create(asking, more)
    book.judge(at, 'a create with other fields is taken', isDone(answer), saidOf(answer))
  }
}

/** What is no amount, in the shape of the rule of 2.1. */
const NO_AMOUNTS = ['-1', '+1', '1e3', '01', '0', '0.0', '1.', '.5', '1,5', ' 1', '', 'one', 1, 12.5, null]

export const judgeRefused = async ({ book }: Run, asking: Asking): Promise<void> => {
  for (const amount of NO_AMOUNTS) {
    const answer = await create(asking, { payment: { amount } })
    const at = ['2.2 payment.amount', ...(typeof amount === 'number' ? ['8 floats'] : [])]
    book.judge(at, 'what is no exact decimal text is refused', isRefused(answer), [amount, saidOf(answer)])
  }
  for (const name of ['recipient_id', 'recipient_version_id', 'payment', 'policy']) {
    const answer = await create(asking, { [name]: undefined })
    const at = name === 'payment' ? '2.2 payment.amount' : `2.2 ${name}`
    book.judge(at, 'a create without it is refused', isRefused(answer), saidOf(answer))
    const { error } = answer.json
    book.judge('7 error', 'the error names the field', String(error?.field).split('.')[0] === name, error)
  }
  for (const policy of [{ requires_user_approval: false }, {}]) {
    const answer = await create(asking, { policy })
    book.judge(['2.2 policy', '1.5 approval'], 'without approval it is refused', isRefused(answer), saidOf(answer))
  }
  const facts = {
    network: 'stellar_testnet',
    asset: 'XLM',
    address: 'x',
    to: 'x',
    memo: 'x',
    contract: 'x',
    issuer: 'x',
  }
  for (const [fact, value] of Object.entries(facts)) {
    const answer = await create(asking, { payment: { amount: '12.5', [fact]: value } })
    book.judge('2.2 facts', 'a fact in payment is refused', isRefused(answer), [fact, saidOf(answer)])
  }
  for (const [at, part] of [
    ['2.1 display', 'display'],
    ['2.1 metadata', 'metadata'],
  ] as const) {
    for (const name of ['address', 'memo', 'contract', 'issuer', 'recipient']) {
      const answer = await create(asking, { [part]: { deep: [{ [name]: 'x' }] } })
      book.judge([at, '1.4 override'], `a payment fact anywhere in ${part} is refused`, isRefused(answer), [
        name,
        saidOf(answer),
      ])
    }
  }
  await judgeErrors({ book }, asking)
}

const judgeErrors = async ({ book }: Pick<Run, 'book'>, asking: Asking): Promise<void> => {
  const answer = await create(asking, { payment: { amount: '1e3' }, expires_at: 'soon', policy: {} })
  const { ok, error } = answer.json
  book.judge(
    '2.4 failure',
    'ok is false beside an error object',
    ok === false && typeof error === 'object',
    saidOf(answer),
  )
  for (const name of ['code', 'message', 'request_id']) {
    const text: unknown = error?.[name]
    book.judge('7 error', `the error has ${name}`, typeof text === 'string' && text !== '', saidOf(answer))
  }
  const lists = Object.values((error ?? {}) as object).filter((one) => Array.isArray(one))
  const listed = JSON.stringify(lists)
  const every = ['payment.amount', 'expires_at', 'requires_user_approval'].every((name) => listed.includes(name))
  book.judge('7 every issue', 'three faults are three issues', every, saidOf(answer))
  const absent = await asking.connection.call('GET', `${PATH}/pr_of_nobody`)
  book.judge(
    ['5.6', '7 resource_not_found'],
    'an absent request',
    codeOf(absent) === 'resource_not_found',
    saidOf(absent),
  )
}

export const judgeKeys = async ({ book }: Run, asking: Asking): Promise<void> => {
  const body = { ...intentOf(asking) }
  const send = (more: object, headers: Record<string, string> = {}) =>
    asking.connection.call('POST', PATH, { body: { ...body, ...more }, headers })
  const idempotency_key = `${randomUUID()}-`.padEnd(256, 'k')
  const first = await send({ idempotency_key })
  book.judge(
    ['2.2 idempotency_key', '8 idempotency_key'],
    'a body key of 256 characters is taken',
    isDone(first),
    saidOf(first),
  )
  const second = await send({ idempotency_key })
  const ids = [first, second].map(({ json }) => json.payment_request?.request_id as unknown)
  book.judge('8 repeat', 'the same key and intent give the same request', isDone(second) && ids[0] === ids[1], ids)
  const other = await send({ idempotency_key, payment: { amount: '99' } })
  book.judge('8 repeat', 'the same key with another intent is refused', isRefused(other), saidOf(other))
  const long = await send({ idempotency_key: 'k'.repeat(257) })
  book.judge('8 idempotency_key', 'a key of 257 characters is refused', isRefused(long), saidOf(long))
  const none = await send({})
  book.judge('8 key needed', 'a create without a key is refused', isRefused(none), saidOf(none))
  const differ = await send({ idempotency_key: 'one' }, { 'idempotency-key': 'One' })
  book.judge(
    '7 IDEMPOTENCY_KEY_MISMATCH',
    'header and body keys that differ by a byte',
    codeOf(differ) === 'IDEMPOTENCY_KEY_MISMATCH',
    saidOf(differ),
  )
}
