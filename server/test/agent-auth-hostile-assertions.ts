/** What an attacker sends in place of an assertion (RFC 8725, RFC 7515, RFC 7523). Each is wrong in one respect only. */

import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { AUDIENCE, assertionOf, claimsOf, compact, type KeyPair, newKey, type Signer, signed } from './agent.ts'

export interface Cast {
  readonly agent: Signer & KeyPair
  /** Of the same merchant. */
  readonly sibling: Signer & KeyPair
  /** Of another merchant. */
  readonly stranger: Signer & KeyPair
  readonly merchant_id: string
}

const TYP = 'svc-agent-assertion+jwt'
const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export const hostileAssertions = (cast: Cast): Record<string, string> => ({
  ...wrongAlgorithms(cast),
  ...wrongHeaders(cast),
  ...wrongKids(cast),
  ...wrongNames(cast),
  ...wrongClaims(cast),
  ...wrongForms(cast),
  ...hostileSignatures(cast),
})

const wrongForms = ({ agent }: Cast): Record<string, string> => {
  const right = assertionOf(agent)
  const [header, claims, signature] = right.split('.') as [string, string, string]
  const inner = assertionOf(agent)
  return {
    'white space before': ` ${right}`,
    'white space after': `${right} `,
    'a line feed after': `${right}\n`,
    'white space inside': `${header}. ${claims}.${signature}`,
    'a line feed inside a part': `${header.slice(0, 8)}\n${header.slice(8)}.${claims}.${signature}`,
    'a scheme before': `Bearer ${right}`,
    quotes: `"${right}"`,
    'a NUL after': `${right}\u0000`,
    'two parts': `${header}.${claims}`,
    'four parts': `${right}.${signature}`,
    'no header': `.${claims}.${signature}`,
    'no claims': `${header}..${signature}`,
    'padding in the header': `${header}==.${claims}.${signature}`,
    'a token with disclosures': `${right}~disclosure~`,
    'JWE in compact form': `${text({ alg: 'dir', enc: 'A256GCM', typ: TYP, kid: agent.kid })}..AAAA.AAAA.AAAA`,
    'five parts': `${right}.AAAA.AAAA`,
    'JSON serialization': JSON.stringify({ protected: header, payload: claims, signature }),
    'general JSON serialization': JSON.stringify({ payload: claims, signatures: [{ protected: header, signature }] }),
    nested: compact({ alg: 'EdDSA', kid: agent.kid, typ: TYP }, inner, (i) => signed(agent.private_key, i)),
    'header that is a list': compact([], claimsOf(agent), (i) => signed(agent.private_key, i)),
    'header that is no JSON': compact('{', claimsOf(agent), (i) => signed(agent.private_key, i)),
    'header of bytes that are no UTF-8': `${Buffer.from([0xff, 0xfe]).toString('base64url')}.${claims}.${signature}`,
    dots: '..',
    'one dot': '.',
    'no token': 'x',
    'an agent token': `svc_agent_${'0'.repeat(49)}`,
    'the longest that is read': `${right}${'A'.repeat(4096 - right.length)}`,
  }
}

// Headers that name another algorithm, bring a key along, or lead to another key.

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

// Signatures that are none: stripped, bent, of something else, or by somebody else.

const L = 2n ** 252n + 27742317777372353535851937790883648493n
const number = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`)
const little = (n: bigint): Buffer => Buffer.from(Buffer.from(n.toString(16).padStart(64, '0'), 'hex').toReversed())

export const hostileSignatures = ({ agent, sibling, stranger }: Cast): Record<string, string> => {
  const right = assertionOf(agent)
  const dot = right.lastIndexOf('.')
  const [input, signature] = [right.slice(0, dot), right.slice(dot + 1)]
  const bytes = Buffer.from(signature, 'base64url')
  const [r, s] = [bytes.subarray(0, 32), bytes.subarray(32)]
  const other = assertionOf(agent)
  const flipped = (at: number) => {
    const bent = Buffer.from(bytes)
    bent[at] = (bent[at] as number) ^ 1
    return bent
  }
  const given: Record<string, string | Buffer> = {
    stripped: '',
    'cut by a byte': bytes.subarray(0, 63),
    'cut by half': r,
    'with a byte more': Buffer.concat([bytes, Buffer.alloc(1)]),
    'all zero': Buffer.alloc(64),
    'all one': Buffer.alloc(64, 255),
    'R and S swapped': Buffer.concat([s, r]),
    'S and the order': Buffer.concat([r, little(number(s) + L)]),
    'S and twice the order': Buffer.concat([r, little(number(s) + 2n * L)]),
    'S negated': Buffer.concat([r, little(L - number(s))]),
    'R the identity and S zero': Buffer.concat([little(1n), Buffer.alloc(32)]),
    ...Object.fromEntries([0, 31, 32, 63].map((at) => [`bit of byte ${at} flipped`, flipped(at)])),
    'of another assertion': other.slice(other.lastIndexOf('.') + 1),
    'of the header alone': signed(agent.private_key, input.split('.')[0] as string),
    'of the claims alone': signed(agent.private_key, input.split('.')[1] as string),
    'of the decoded parts': signed(
      agent.private_key,
      input
        .split('.')
        .map((p) => Buffer.from(p, 'base64url').toString())
        .join('.'),
    ),
    'of a proof of possession': signed(agent.private_key, `svc.credential_proof.v1:${input}`),
    "by a sibling's key": signed(sibling.private_key, input),
    "by a stranger's key": signed(stranger.private_key, input),
    'the public key twice': Buffer.concat([
      Buffer.from(agent.public_key, 'base64url'),
      Buffer.from(agent.public_key, 'base64url'),
    ]),
    'in hex': bytes.toString('hex'),
    padded: `${signature}==`,
    'with stray bits at the end': signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(85) + 1),
    'in base64 that is not url': Buffer.alloc(64, 0xfb).toString('base64').replaceAll('=', ''),
  }
  const [header, claims] = input.split('.') as [string, string]
  const changed = Buffer.from(claims, 'base64url').toString().replace('"jti":"', '"jti":"x')
  return {
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        `signature ${name}`,
        `${input}.${typeof value === 'string' ? value : value.toString('base64url')}`,
      ]),
    ),
    'claims changed after signing': `${header}.${Buffer.from(changed).toString('base64url')}.${signature}`,
    'kid changed after signing': `${Buffer.from(
      JSON.stringify({ alg: 'EdDSA', typ: 'svc-agent-assertion+jwt', kid: sibling.kid }),
    ).toString('base64url')}.${claims}.${signature}`,
  }
}

// Rightly signed claims of another agent, for another service, of another time, or without a name of their own.

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
