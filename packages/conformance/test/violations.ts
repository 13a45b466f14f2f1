/** Services that break a sentence each: what is changed on the way, and the sentence that the kit must then miss. */
import type { Json } from '../src/call.ts'
import type { Altering, Came, Passing } from './altering.ts'

export interface Violation {
  readonly name: string
  readonly at: string
  /** Of its own for each run: some remember what passed. */
  altering(): Altering
  /** Changes what the service posts to the receiver. */
  readonly posted?: (body: string) => string
}

const jsonly = { 'content-type': 'application/json' }
const answer = (status: number, json: Json): Came => ({ status, headers: jsonly, json })
const refusal = (status: number, code: string, message = 'Refused.'): Came =>
  answer(status, { ok: false, error: { code, message, request_id: 'req_1' } })

/** Changes every payment request that is shown. */
const shown =
  (change: (request: Json, passing: Passing) => void): (() => Altering) =>
  () => ({ after: ({ json }, passing) => json.payment_request && change(json.payment_request, passing) })
/** Changes the answers to one route. */
const answered =
  (method: string, path: RegExp, change: (came: Came, passing: Passing) => void): (() => Altering) =>
  () => ({
    after: (came, passing) => {
      if (passing.method === method && path.test(passing.path)) change(came, passing)
    },
  })
/** Changes the calls of one route. */
const called =
  (method: string, path: RegExp, change: (passing: Passing) => Came | undefined | void): (() => Altering) =>
  () => ({
    before: (passing) =>
      passing.method === method && path.test(passing.path) ? (change(passing) ?? undefined) : undefined,
  })
const created = (change: (passing: Passing) => Came | undefined | void) =>
  called('POST', /^\/v1\/payment-requests$/, change)
/** Repeats the first answer to a route that was a success, whoever asks again. */
const repeating =
  (path: RegExp): (() => Altering) =>
  () => {
    let first: Came | undefined
    return {
      before: (passing) => (path.test(passing.path) ? first : undefined),
      after: (came, passing) => {
        if (path.test(passing.path) && came.status < 300) first = structuredClone(came)
      },
    }
  }
const failed =
  (change: (json: Json) => void): (() => Altering) =>
  () => ({
    after: ({ status, json }) => {
      if (status >= 400 && json.error) change(json)
    },
  })

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

const OF_ACCESS: readonly Violation[] = [
  {
    name: 'a known address is told',
    at: '4.1 enumeration',
    altering: () => {
      const known = new Set<string>()
      return {
        after: ({ json }, { path, body }) => {
          if (!path.endsWith('/registrations')) return
          if (known.has(body.email)) json.message = 'Welcome back.'
          known.add(body.email)
        },
      }
    },
  },
  {
    name: 'the link works twice',
    at: '4.1 POST /v1/merchant-accounts/email-verifications',
    altering: repeating(/\/email-verifications$/),
  },
  { name: 'the grant works twice', at: '4.1 POST /v1/merchants', altering: repeating(/^\/v1\/merchants$/) },
  {
    name: 'a cookie that scripts can read',
    at: '4.1 POST /v1/merchant-sessions',
    altering: answered('POST', /^\/v1\/merchant-sessions$/, ({ headers }) => {
      if (headers['set-cookie']) headers['set-cookie'] = headers['set-cookie'].replace(/; *httponly/i, '')
    }),
  },
  {
    name: 'no CSRF proof needed',
    at: '4.1 csrf',
    altering: () => {
      let proof = ''
      return {
        before: ({ headers }) => {
          if (headers['cookie'] && proof) headers['x-csrf-token'] ??= proof
          return undefined
        },
        after: ({ json }) => {
          if (json.csrf_token) proof = json.csrf_token
        },
      }
    },
  },
  {
    name: 'a new organization is active',
    at: '3 merchant',
    altering: answered('POST', /^\/v1\/merchants$/, ({ json }) => json.merchant && (json.merchant.status = 'active')),
  },
  {
    name: 'a failed proof marks the domain',
    at: '3 failed proof',
    altering: () => {
      let failing = false
      return {
        after: ({ status, json }, { path }) => {
          if (path.endsWith('/verify') && status >= 400) failing = true
          if (failing && /^\/v1\/merchant-domains\/\w+$/.test(path)) json.domain.status = 'failed'
        },
      }
    },
  },
  {
    name: 'a challenge of ten minutes',
    at: '8 challenge',
    altering: answered('POST', /\/credentials$/, ({ json }) => {
      if (json.proof_challenge) json.proof_challenge.expires_at = new Date(Date.now() + 600_000).toISOString()
    }),
  },
  {
    name: 'any version updates an agent',
    at: '9.3',
    altering: called('PATCH', /^\/v1\/agents\//, ({ body }) => void (body.version = 1)),
  },
  { name: 'an assertion works twice', at: '5.5 jti', altering: repeating(/^\/v1\/agent-auth\/token$/) },
  {
    name: 'evidence without its digest',
    at: '2.3 verify',
    altering: answered(
      'POST',
      /^\/v1\/recipients\/\w+\/verify$/,
      ({ json }) => json.evidence && delete json.evidence.evidence_digest,
    ),
  },
  {
    name: 'a claim without a token',
    at: '2.3 claim',
    altering: answered('POST', /\/claim$/, ({ json }) => delete json.claim_token),
  },
  { name: 'a Connect Key works twice', at: '5.4', altering: repeating(/\/connect-invitations\/claim$/) },
  {
    name: 'an exchange before the approval',
    at: '3 invitation',
    altering: answered('POST', /\/connect-invitations\/\w+\/exchange$/, (came) => {
      if (came.json.error?.code === 'approval_pending') Object.assign(came, answer(200, { ok: true }))
    }),
  },
  {
    name: 'a claim token reads events',
    at: '5 claimant',
    altering: called('GET', /\/events$/, ({ headers }) =>
      headers['authorization']?.startsWith('Bearer svc_claim_') ? answer(200, { ok: true, events: [] }) : undefined,
    ),
  },
  {
    name: 'device fields in the query are not taken',
    at: '5 wallet',
    altering: called('GET', /^\/v1\/connections$/, () => refusal(401, 'credential_required')),
  },
  {
    name: 'a pause that does nothing',
    at: '4.3 PATCH /v1/connections/{id}',
    altering: called('PATCH', /^\/v1\/connections\//, () => answer(200, { ok: true })),
  },
  {
    name: 'a revocation that does nothing',
    at: '4.3 DELETE /v1/connections/{id}',
    altering: called('DELETE', /^\/v1\/connections\//, () => answer(200, { ok: true })),
  },
  {
    name: 'a rotation that keeps the old token',
    at: '4.3 POST /v1/connections/{id}/rotate-token',
    altering: called('POST', /\/rotate-token$/, () => answer(200, { ok: true, connection_token: 'svc_conn_new' })),
  },
  {
    name: 'another scheme in the pairing address',
    at: '2.3 pairing',
    altering: answered('POST', /^\/v1\/pairing\/sessions$/, ({ json }) => (json.pairing_uri = 'https://pair.example')),
  },
  {
    name: 'a key in any header',
    at: '5.2',
    altering: called('GET', /^\/v1\/agent-payments\//, ({ headers }) => {
      if (headers['x-api-key']) headers['x-svc-api-key'] ??= headers['x-api-key']
    }),
  },
]

export const VIOLATIONS: readonly Violation[] = [...OF_RECORDS, ...OF_CREATES, ...OF_ERRORS, ...OF_EVENTS, ...OF_ACCESS]
