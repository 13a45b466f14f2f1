/** A merchant's receiver: the secret, the signature over the raw body, the list of attempts (4.1, 6.2). */
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDone, type Json, needed, saidOf } from '../call.ts'
import type { Run } from '../place.ts'
import type { Operator } from './operator.ts'
import { type Asking, create } from './requests.ts'

const ENDPOINTS = '/v1/webhook-endpoints'
const DELIVERIES = '/v1/webhook-deliveries'
const ARRIVES_MS_MAX = 20_000
/** Stands in our answers: no list of attempts may show it. */
const MARK = 'answer-of-the-receiver'

interface Heard {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const until = async <T>(look: () => Promise<T | undefined> | T | undefined): Promise<T | undefined> => {
  for (const end = Date.now() + ARRIVES_MS_MAX; Date.now() < end; await pause(100)) {
    const found = await look()
    if (found !== undefined) return found
  }
  return undefined
}

/** Standard Webhooks: HMAC-SHA256 over id, time and body as they came. */
const isSigned = (secret: string, { headers }: Heard, body: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}

export const judgeWebhooks = async (run: Run, operator: Operator, other: Operator, asking: Asking): Promise<void> => {
  const { book, place } = run
  const heard: Heard[] = []
  const url = await place.receive((body, headers) => {
    heard.push({ body, headers })
    return { challenge: JSON.parse(body).data?.challenge as unknown, mark: MARK }
  })
  const created = await operator.call('POST', ENDPOINTS, { body: { url, event_types: ['payment_request.pending'] } })
  const { webhook_endpoint: endpoint, secret } = created.json
  book.judge(
    ['4.1 POST /v1/webhook-endpoints', '5.7'],
    'the answer shows a secret',
    typeof secret === 'string',
    saidOf(created),
  )
  needed(created)
  const path = `${ENDPOINTS}/${endpoint.webhook_endpoint_id}`
  const [read, listed] = [await operator.call('GET', path), await operator.call('GET', ENDPOINTS)]
  const again = [read, listed].some(({ text }) => text.includes(String(secret)) || /"secret"/.test(text))
  book.judge(
    ['4.1 POST /v1/webhook-endpoints', '5.7'],
    'no read shows it again',
    isDone(read) && isDone(listed) && !again,
    [read, listed].map(saidOf),
  )
  const verified = await operator.call('POST', `${path}/verify`)
  book.judge(
    '6.2',
    'a receiver that echoes the challenge is verified',
    verified.json.webhook_endpoint?.status === 'active',
    saidOf(verified),
  )
  needed(verified)

  const { request_id } = needed(await create(asking)).payment_request
  const told = await until(() => heard.find(({ body }) => body.includes(request_id)))
  book.judge('1.6 webhooks', 'a webhook tells the event', told !== undefined, heard.length)
  if (told === undefined) throw new Error(`no webhook about ${request_id} came to ${url}`)
  book.judge(
    ['6.2 raw', '1.6 webhooks'],
    'it is signed with the secret over the raw body',
    isSigned(secret, told, told.body),
    told.headers,
  )
  book.judge('6.2 raw', 'over no other body', !isSigned(secret, told, `${told.body} `), told.headers)
  const truth = await asking.connection.call('GET', `/v1/payment-requests/${request_id}`)
  book.judge(['6.3', '1.6 truth'], 'what it tells is read at the service', isDone(truth), saidOf(truth))

  const attempts = await until(async () => {
    const answer = await operator.call('GET', DELIVERIES)
    const its = answer.json.webhook_deliveries?.find(
      (one: Json) => one.about === request_id && one.attempts?.length > 0,
    )
    return its === undefined ? undefined : answer
  })
  book.judge(['4.1 GET /v1/webhook-deliveries', '6.2 deliveries'], 'the attempt is listed', attempts !== undefined)
  const text = attempts?.text ?? ''
  const shows = [secret, MARK, told.headers['webhook-signature'] ?? '?'].filter((one) => text.includes(String(one)))
  book.judge(
    '4.1 GET /v1/webhook-deliveries',
    'without secrets, and without what the receiver answered',
    shows.length === 0,
    shows,
  )
  const theirs = await other.call('GET', DELIVERIES)
  const none = isDone(theirs) && theirs.json.webhook_deliveries?.length === 0
  book.judge('4.1 GET /v1/webhook-deliveries', 'another organization sees none of it', none, saidOf(theirs))
}
