/** Rightly signed claims of another agent, for another service, of another time, or without a name of their own. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { AUDIENCE, assertionOf, claimsOf, compact, signed } from './agent.ts'
import type { Cast } from './agent-auth-hostile-assertions.ts'

const TYP = 'svc-agent-assertion+jwt'

export const wrongNames = ({ agent, sibling, merchant_id }: Cast): Record<string, string> => {
  const both = (id: unknown) => assertionOf(agent, { claims: { iss: id, sub: id } })
  const ids = [
    agent.agent_id.toUpperCase(),
    agent.agent_id.replace('agt_', 'dev_'),
    agent.agent_id.slice(4),
    uuidOf('agt', agent.agent_id),
    '00000000-0000-0000-0000-000000000000',
    'agt_00000000000000000000000000',
    ` ${agent.agent_id}`,
    `${agent.agent_id}\n`,
    `${agent.agent_id}\u0000`,
    merchant_id,
    agent.kid,
    '',
    null,
    1,
    [agent.agent_id],
    undefined,
  ]
  const audiences = [
    `${AUDIENCE}/`,
    `${AUDIENCE}/v1/agent-auth/token`,
    AUDIENCE.toUpperCase(),
    AUDIENCE.replace('http:', 'https:'),
    AUDIENCE.replace('8787', '8788'),
    AUDIENCE.replace('http://', ''),
    `${AUDIENCE}.evil.example`,
    `${AUDIENCE}@evil.example`,
    'https://evil.example',
    '*',
    '',
    [AUDIENCE],
    [AUDIENCE, 'https://evil.example'],
    [],
    { aud: AUDIENCE },
    null,
    true,
    undefined,
  ]
  return {
    ...Object.fromEntries(ids.map((id) => [`iss and sub ${JSON.stringify(id)}`, both(id)])),
    "sub of a sibling's": assertionOf(agent, { claims: { sub: sibling.agent_id } }),
    "iss of a sibling's": assertionOf(agent, { claims: { iss: sibling.agent_id } }),
    'no iss': assertionOf(agent, { claims: { iss: undefined } }),
    'no sub': assertionOf(agent, { claims: { sub: undefined } }),
    'sub as a list': assertionOf(agent, { claims: { sub: [agent.agent_id] } }),
    ...Object.fromEntries(
      audiences.map((aud) => [`aud ${JSON.stringify(aud)}`, assertionOf(agent, { claims: { aud } })]),
    ),
  }
}

export const wrongClaims = ({ agent }: Cast): Record<string, string> => {
  const now = Math.floor(Date.now() / 1000)
  const wrong: Record<string, unknown[]> = {
    exp: [undefined, null, String(now + 60), [now + 60], true, now + 121, now + 86_400, now, now - 1, 1e300],
    iat: [undefined, null, String(now), [now], true, now - 61],
    nbf: [null, String(now), [now], true],
    jti: [undefined, null, '', 'x'.repeat(129), 1, ['x'], {}, 'a b', 'a\n', '\u0000', 'é', '\ud800', true],
  }
  const raw = (claims: string) =>
    compact({ alg: 'EdDSA', kid: agent.kid, typ: TYP }, claims, (input) => signed(agent.private_key, input))
  const { exp: _, ...rest } = claimsOf(agent)
  return {
    ...Object.fromEntries(
      Object.entries(wrong).flatMap(([claim, values]) =>
        values.map((value) => [
          `${claim} ${JSON.stringify(value)}`,
          assertionOf(agent, { now_s: now, claims: { [claim]: value } }),
        ]),
      ),
    ),
    'exp beyond all numbers': raw(JSON.stringify(rest).replace('}', ',"exp":1e999}')),
    'claims that are a list': raw('[]'),
    'claims that are null': raw('null'),
    'claims that are a text': raw('"claims"'),
    'claims that are no JSON': raw(`{"iss":"${agent.agent_id}"`),
    'claims with a byte order mark': raw(`\ufeff${JSON.stringify(claimsOf(agent))}`),
    'claims that are empty': raw(' '),
  }
}
