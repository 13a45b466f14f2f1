/**
 * How an agent proves itself (specification 4.2): it signs a short statement with its registered key and gets an opaque
 * token for it, once. What is told about a key is told only to whoever has just signed with it.
 */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { Counted, Shown } from '../wire/fields.ts'
import { Issued } from '../wire/inputs.ts'
import { assertionClockSkew, assertionInvalid, assertionJtiReused, credentialRevoked } from './records.ts'

export const exchangeAssertion = operation({
  id: 'agent_auth.token',
  method: 'POST',
  path: '/v1/agent-auth/token',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Exchange an assertion for an agent token',
  description:
    'The assertion is a JWT in compact form. Its header has exactly `alg` (`EdDSA` or `Ed25519`), `kid` (of the credential) and `typ` (`svc-agent-assertion+jwt`). Its claims: `iss` and `sub`, both the agent id; `aud`, the base address of this service as one string; `iat`; `exp`, at most 120 seconds after `iat`; `jti`, 1 to 128 visible ASCII characters, new each time. Our clock decides, with 10 seconds of tolerance. An assertion works once. The token expires after ten minutes, or as soon as its credential or agent is revoked.',
  credential: 'none',
  limit: 'agent_auth',
  body: Input({ assertion: Issued({ maxLength: 4096, description: 'a signed JWT, compact' }) }),
  answer: {
    status: 200,
    body: Type.Object({
      agent_token: Shown('send it as `Authorization: Bearer`; shown once', 'svc_agent_…'),
      token_type: Type.Literal('Bearer', { description: 'how the token is sent' }),
      expires_in: Counted('seconds until the token ends', 600),
    }),
  },
  refuses: [assertionInvalid, assertionClockSkew, assertionJtiReused, credentialRevoked],
  example: { body: { assertion: 'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJhZ3RfIn0.c2lnbmF0dXJl' } },
})

export const agentAuthOperations = [exchangeAssertion] as const
