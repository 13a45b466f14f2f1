/** Services that let in whom they should not, or keep out whom they should. */
import { answer, answered, called, refusal, repeating, type Violation } from './violation.ts'

export const OF_ACCESS: readonly Violation[] = [
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
