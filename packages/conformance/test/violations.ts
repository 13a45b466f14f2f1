/** Services that break a sentence each, and the sentence that the kit must then miss. */
import type { Json } from '../src/call.ts'
import { answer, answered, called, created, failed, refusal, shown, type Violation } from './violation.ts'
import { OF_ACCESS } from './violations-of-access.ts'

const OF_RECORDS: readonly Violation[] = [
  { name: 'another protocol', at: '9.2', altering: shown((one) => (one.protocol = 'svc.payment_request.v2')) },
  { name: 'no created_at', at: '2.1 created_at', altering: shown((one) => delete one.created_at) },
  { name: 'a time that is none', at: '2.1 expires_at', altering: shown((one) => (one.expires_at = 'soon')) },
  { name: 'an amount as a number', at: '8 floats', altering: shown((one) => (one.payment.amount = 12.5)) },
  {
    name: 'an amount with an exponent',
    at: '2.1 payment.amount',
    altering: shown((one) => (one.payment.amount = '125e-1')),
  },
  { name: '256 decimals', at: '8 decimals', altering: shown((one) => (one.payment.decimals = 256)) },
  {
    name: 'a rail that is not listed',
    at: '2.1 payment.rail',
    altering: shown((one) => (one.payment.rail = 'stellar_usdc')),
  },
  {
    name: 'no approval needed',
    at: '1.5 approval',
    altering: shown((one) => (one.policy.requires_user_approval = false)),
  },
  { name: 'source as a text', at: '2.1 source', altering: shown((one) => (one.source = 'agent')) },
  { name: 'payee without a name', at: '2.1 payee.name', altering: shown((one) => (one.payee.name = '')) },
  {
    name: 'created as signed',
    at: '3 create',
    altering: answered(
      'POST',
      /^\/v1\/payment-requests$/,
      ({ json }) => json.payment_request && (json.payment_request.status = 'signed'),
    ),
  },
  {
    name: 'a status that is none',
    at: '3 statuses',
    altering: shown((one) => one.status === 'confirmed' && (one.status = 'settled')),
  },
  {
    name: 'a read that does not follow the report',
    at: '6.3',
    altering: answered(
      'GET',
      /^\/v1\/payment-requests\/pr_/,
      ({ json }) => json.payment_request && (json.payment_request.status = 'pending'),
    ),
  },
  {
    name: 'another destination once it is signed',
    at: '2.2 immutable',
    altering: shown((one) => one.status === 'signed' && (one.payment.to = `G${'A'.repeat(55)}`)),
  },
  {
    name: 'a network of its own choice',
    at: '2.2 derived',
    altering: shown((one) => (one.payment.network = 'stellar_public')),
  },
]

const OF_CREATES: readonly Violation[] = [
  {
    name: 'a new required field',
    at: '2.2 answer',
    altering: created(({ body }) => (body.currency === undefined ? refusal(422, 'validation_failed') : undefined)),
  },
  {
    name: 'the same key makes a second request',
    at: '8 repeat',
    altering: created(({ body }) => {
      if (body.idempotency_key?.length === 256) body.idempotency_key = String(Math.random())
    }),
  },
  {
    name: 'no key needed',
    at: '8 key needed',
    altering: created(({ body, headers }) => {
      if (!headers['x-idempotency-key'] && !headers['idempotency-key']) body.idempotency_key ??= String(Math.random())
    }),
  },
  {
    name: 'a key that is too long',
    at: '8 idempotency_key',
    altering: created(({ body }) => {
      if (body.idempotency_key?.length > 256) body.idempotency_key = String(Math.random())
    }),
  },
  {
    name: 'an id that is too long',
    at: '8 ids',
    altering: created(({ body }) => {
      if (body.request_id?.length > 160) delete body.request_id
    }),
  },
  {
    name: 'keys that differ',
    at: '7 IDEMPOTENCY_KEY_MISMATCH',
    altering: failed(
      ({ error }) => error.code === 'IDEMPOTENCY_KEY_MISMATCH' && (error.code = 'idempotency_key_mismatch'),
    ),
  },
  { name: 'a memo in display', at: '1.4 override', altering: created(({ body }) => void delete body.display) },
  {
    name: 'an amount with a zero in front',
    at: '2.2 payment.amount',
    altering: created(({ body }) => {
      if (body.payment?.amount === '01') body.payment.amount = '1'
    }),
  },
  {
    name: 'payment facts of the caller',
    at: '2.2 facts',
    altering: created(({ body }) => {
      if (body.payment?.amount !== undefined) body.payment = { amount: body.payment.amount }
    }),
  },
  {
    name: 'a create without its scope',
    at: '4.4 POST /v1/payment-requests',
    altering: answered('POST', /^\/v1\/payment-requests$/, (came) => {
      if (came.json.error?.code === 'scope_missing') Object.assign(came, answer(201, { ok: true }))
    }),
  },
]

const OF_ERRORS: readonly Violation[] = [
  { name: 'errors without request_id', at: '7 error', altering: failed(({ error }) => delete error.request_id) },
  { name: 'errors without ok', at: '2.4 failure', altering: failed((json) => delete json.ok) },
  { name: 'one issue at a time', at: '7 every issue', altering: failed(({ error }) => error.issues?.splice(1)) },
  {
    name: 'another code for what is absent',
    at: '7 resource_not_found',
    altering: failed(({ error }) => error.code === 'resource_not_found' && (error.code = 'not_found')),
  },
  {
    name: "another organization's payee is forbidden",
    at: '5.6',
    altering: answered('GET', /^\/v1\/recipients\/rcp_.*(?<!000000)$/, (came) => {
      if (came.status === 404) Object.assign(came, refusal(403, 'resource_not_found'))
    }),
  },
  {
    name: 'success without a timestamp',
    at: '2.4 timestamp',
    altering: () => ({ after: ({ json }) => json.success && delete json.timestamp }),
  },
  {
    name: 'a mainnet is a bad request',
    at: '1.8 mainnet',
    altering: () => ({ after: (came) => came.json.error?.code === 'phase_0_mainnet_disabled' && (came.status = 400) }),
  },
  {
    name: 'one threshold at a time',
    at: '7 triggered_thresholds',
    altering: failed(({ error }) => error.details?.triggered_thresholds?.splice(1)),
  },
  {
    name: 'another code beyond a threshold',
    at: '1.7 beyond',
    altering: failed(({ error }) => error.code === 'HC_NC_5_HITL_REQUIRED' && (error.code = 'HITL_REQUIRED')),
  },
]

const OF_EVENTS: readonly Violation[] = [
  {
    name: 'an event is left out',
    at: '6.4',
    altering: answered('GET', /\/payment-requests\/events$/, ({ json }) => {
      json.events = json.events?.filter((one: Json) => one.status !== 'broadcasted')
    }),
  },
  {
    name: 'the cursor is ignored',
    at: '6.1',
    altering: called('GET', /\/payment-requests\/events$/, ({ query }) => query.set('since', '0')),
  },
  {
    name: 'metrics are gone',
    at: '4.5 GET /metrics',
    altering: called('GET', /^\/metrics$/, () => refusal(404, 'gone')),
  },
  {
    name: 'it says that it is not well',
    at: '4.5 GET /health',
    altering: called('GET', /^\/health$/, () => refusal(503, 'ill')),
  },
  {
    name: 'a legacy route is served',
    at: '1.9',
    altering: called('POST', /^\/v1\/payment-intents$/, () => answer(201, { ok: true })),
  },
  {
    name: 'a webhook signed over another body',
    at: '6.2 raw',
    altering: () => ({}),
    posted: (body) => JSON.stringify(JSON.parse(body), null, 1),
  },
  {
    name: 'the secret is shown again',
    at: '5.7',
    altering: answered('GET', /^\/v1\/webhook-endpoints/, ({ json }) => (json.secret = 'whsec_again')),
  },
  {
    name: 'attempts show what the receiver said',
    at: '4.1 GET /v1/webhook-deliveries',
    altering: answered('GET', /^\/v1\/webhook-deliveries$/, ({ json }) => (json.body = 'answer-of-the-receiver')),
  },
]

export const VIOLATIONS: readonly Violation[] = [...OF_RECORDS, ...OF_CREATES, ...OF_ERRORS, ...OF_EVENTS, ...OF_ACCESS]
