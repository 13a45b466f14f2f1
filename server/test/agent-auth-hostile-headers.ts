/** Headers that name another algorithm, bring a key along, or lead to another key. */
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { AUDIENCE, assertionOf, claimsOf, compact, newKey, signed } from './agent.ts'
import type { Cast } from './agent-auth-hostile-assertions.ts'

const TYP = 'svc-agent-assertion+jwt'

export const wrongAlgorithms = ({ agent }: Cast): Record<string, string> => {
  const { kid, public_key } = agent
  const by = (alg: unknown, signature: (input: string) => string) =>
    compact({ alg, kid, typ: TYP }, claimsOf(agent), signature)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key }
  const spki = createPublicKey({ key: jwk, format: 'jwk' })
  const secrets = {
    'the raw public key': Buffer.from(public_key, 'base64url'),
    'the public key as text': public_key,
    'the public key as PEM': spki.export({ format: 'pem', type: 'spki' }),
    'the public key as DER': spki.export({ format: 'der', type: 'spki' }),
    'the JWK': JSON.stringify(jwk),
    nothing: '',
  }
  const hmac = (secret: string | Buffer) => (input: string) =>
    createHmac('sha256', secret).update(input).digest('base64url')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const ed448 = generateKeyPairSync('ed448').privateKey
  const sha256 = (key: typeof rsa) => (input: string) => sign('sha256', Buffer.from(input), key).toString('base64url')
  const own = (input: string) => signed(agent.private_key, input)
  return {
    ...Object.fromEntries(['none', 'None', 'NONE', 'nOnE'].map((alg) => [`alg ${alg}`, by(alg, () => '')])),
    'alg none with a right signature': by('none', own),
    ...Object.fromEntries(
      Object.entries(secrets).map(([name, secret]) => [`HS256 with ${name} as secret`, by('HS256', hmac(secret))]),
    ),
    'EdDSA that is an HMAC': by('EdDSA', hmac(secrets['the raw public key'])),
    RS256: by('RS256', sha256(rsa)),
    PS256: by('PS256', sha256(rsa)),
    ES256: by('ES256', sha256(ec)),
    'EdDSA that is ECDSA': by('EdDSA', sha256(ec)),
    Ed448: by('Ed448', (input) => sign(null, Buffer.from(input), ed448).toString('base64url')),
    ...Object.fromEntries(
      ['eddsa', 'ED25519', 'ES256', 'HS256', '', ' EdDSA', 'EdDSA\u0000', null, 1, ['EdDSA'], { alg: 'EdDSA' }].map(
        (alg) => [`alg ${JSON.stringify(alg)} with a right signature`, by(alg, own)],
      ),
    ),
    'no alg': assertionOf(agent, { header: { alg: undefined } }),
  }
}

export const wrongHeaders = ({ agent }: Cast): Record<string, string> => {
  const attacker = newKey()
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: attacker.public_key }
  const by = (header: object, claims = {}) => assertionOf(agent, { header, claims })
  const byAttacker = (header: object) => assertionOf({ ...agent, ...attacker }, { header })
  return {
    'no typ': by({ typ: undefined }),
    ...Object.fromEntries(
      ['JWT', 'jwt', 'at+jwt', 'dpop+jwt', `application/${TYP}`, TYP.toUpperCase(), `${TYP} `, '', null, [TYP], 1].map(
        (typ) => [`typ ${JSON.stringify(typ)}`, by({ typ })],
      ),
    ),
    "the attacker's key embedded, signed with it": byAttacker({ jwk }),
    "the attacker's key embedded, without kid": byAttacker({ jwk, kid: undefined }),
    'the own key embedded': by({ jwk: { ...jwk, x: agent.public_key } }),
    'jku to the attacker': byAttacker({ jku: 'https://evil.example/jwks.json' }),
    'jku to ourselves': by({ jku: `${AUDIENCE}/.well-known/jwks.json` }),
    'x5u to the attacker': byAttacker({ x5u: 'https://evil.example/chain.pem' }),
    'x5c of the attacker': byAttacker({ x5c: ['MIIB'] }),
    x5t: by({ x5t: 'AAAA', 'x5t#S256': 'AAAA' }),
    'crit of something unknown': by({ crit: ['svc'], svc: true }),
    'crit that is empty': by({ crit: [] }),
    'crit of exp': by({ crit: ['exp'], exp: 1 }),
    'b64 false': by({ crit: ['b64'], b64: false }),
    'b64 true': by({ crit: ['b64'], b64: true }),
    zip: by({ zip: 'DEF' }),
    'cty of a nested token': by({ cty: 'JWT' }),
    'claims in the header': by({ iss: agent.agent_id, sub: agent.agent_id, aud: AUDIENCE }),
    'a member nobody knows': by({ surprise: 1 }),
    '__proto__ in the header': compact(
      `{"alg":"EdDSA","typ":"${TYP}","kid":"${agent.kid}","__proto__":{}}`,
      claimsOf(agent),
      (input) => signed(agent.private_key, input),
    ),
  }
}

export const wrongKids = ({ agent, sibling, stranger }: Cast): Record<string, string> => {
  const kids: unknown[] = [
    sibling.kid,
    stranger.kid,
    '../../../../dev/null',
    '/proc/sys/kernel/randomize_va_space',
    "' or 1=1 --",
    `${agent.kid}' union select 1 --`,
    '%',
    `${agent.kid}%`,
    `${agent.kid}\u0000`,
    ` ${agent.kid}`,
    agent.kid.toUpperCase(),
    'https://evil.example/key',
    '$(id)',
    '__proto__',
    'constructor',
    'x'.repeat(65),
    'unknown',
    '',
    null,
    0,
    true,
    [agent.kid],
    { kid: agent.kid },
    undefined,
  ]
  return {
    ...Object.fromEntries(kids.map((kid) => [`kid ${JSON.stringify(kid)}`, assertionOf(agent, { header: { kid } })])),
    "a sibling's kid and key under the own name": assertionOf({ ...sibling, agent_id: agent.agent_id }),
    "a stranger's kid and key under the own name": assertionOf({ ...stranger, agent_id: agent.agent_id }),
    "the own kid and key under a sibling's name": assertionOf({ ...agent, agent_id: sibling.agent_id }),
    "the own kid and key under a stranger's name": assertionOf({ ...agent, agent_id: stranger.agent_id }),
  }
}
