/** Keys, proofs and challenges that an attacker would send: none is accepted, and none changes anything. */
import { createHash, type KeyObject } from 'node:crypto'
import { ed25519, ed25519ctx, ed25519ph } from '@noble/curves/ed25519.js'
import { PROOF_PREFIX } from '@pursestrings/contract/agent-credentials/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  activate,
  credentialNow,
  draftAgent,
  type KeyPair,
  newAgent,
  newKey,
  type Registered,
  register,
  registered,
  signed,
} from './agent.ts'
import { hostileFields, hostileKeys, nonCanonical, smallOrder } from './agents-hostile-keys.ts'
import { newOperator, type Operator } from './operator.ts'
import { withinASecond } from './until.ts'
import { startWorld, type World } from './world.ts'

let world: World
let operator: Operator
let agent_id: string
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'debug' })
  operator = await newOperator(world)
  agent_id = await draftAgent(operator)
})
afterAll(() => world.stop())

const L = ed25519.Point.Fn.ORDER
const { Point } = ed25519
const number = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`)
const little = (n: bigint): Buffer => Buffer.from(Buffer.from(n.toString(16).padStart(64, '0'), 'hex').toReversed())
const seedOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).d as string, 'base64url')

test('the torsion points and their odd spellings are all there', () => {
  expect([smallOrder.length, new Set(nonCanonical.map((b) => b.toString('hex'))).size]).toEqual([
    8,
    nonCanonical.length,
  ])
  expect(nonCanonical.length).toBeGreaterThanOrEqual(6)
})

const registrations = [...hostileKeys(), ...hostileFields()]
test.each(registrations.map((h) => [h.name, h] as const))('not registered: %s', async (_, { body, code, field }) => {
  const answer = await register(operator, agent_id, newKey(), body)
  expect([answer.status, answer.json.error?.code]).toEqual([422, code])
  if (field !== undefined) {
    expect(answer.json.error.issues.map((i: { field: string }) => i.field)).toContain(field)
  }
})

test('after all of them the agent has no credential', async () => {
  expect(registrations.length).toBeGreaterThan(100)
  expect((await operator.call('GET', `/v1/agents/${agent_id}`)).json.credentials).toEqual([])
})

test('faults of key and dates are listed together', async () => {
  const body = { public_key: 'AAAA', expires_at: '2020-01-01T00:00:00Z', not_before: '2021-01-01T00:00:00Z' }
  const { error } = (await register(operator, agent_id, newKey(), body)).json
  const fields = error.issues.map((i: { field: string }) => i.field)
  expect(fields).toEqual(['public_key', 'expires_at', 'expires_at'])
})

test('a private key that was sent is in no row, no log line and no answer', async () => {
  const { private_key, public_key } = newKey()
  const d = private_key.export({ format: 'jwk' }).d as string
  const pem = private_key.export({ format: 'pem', type: 'pkcs8' }) as string
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key, d }
  const sent = [{ public_key: jwk }, { public_key: pem }, { d }, { public_key: jwk, kid: '' }, { kid: d, alg: d }]
  const answers = []
  for (const body of sent) answers.push(await register(operator, agent_id, { private_key, public_key }, body))
  expect(answers.map((a) => a.status)).toEqual([422, 422, 422, 422, 422])
  const { rows } = await world.database.admin.query(`select format('%I.%I', schemaname, tablename) as name
    from pg_tables where schemaname in ('pursestrings', 'pgboss')`)
  const dumps = []
  for (const { name } of rows) dumps.push((await world.database.admin.query(`select t::text from ${name} t`)).rows)
  const hex = Buffer.from(d, 'base64url').toString('hex')
  const everything = JSON.stringify(dumps) + world.log.join('') + answers.map((a) => a.text).join('')
  for (const secret of [d, hex, pem.split('\n')[1] as string]) expect(everything).not.toContain(secret)
})

/** A signature whose R carries a point of order 8: lax (cofactored) verifiers take it. */
const torsionSigned = (key: KeyPair, message: Buffer): string => {
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(seedOf(key.private_key))
  const r = 123_456_789n
  const R = Point.BASE.multiply(r)
    .add(Point.fromBytes(smallOrder[1] as Buffer))
    .toBytes()
  const h = number(createHash('sha512').update(R).update(pointBytes).update(message).digest()) % L
  const signature = Buffer.concat([R, little((r + h * scalar) % L)])
  expect(ed25519.verify(signature, message, pointBytes)).toBe(true)
  return signature.toString('base64url')
}

const malleated = (signature: string, times: bigint): string => {
  const bytes = Buffer.from(signature, 'base64url')
  return Buffer.concat([bytes.subarray(0, 32), little(number(bytes.subarray(32)) + times * L)]).toString('base64url')
}

const hostileSignatures = (key: KeyPair, other: KeyPair, challenge: string): Record<string, string> => {
  const right = challenge
  const random = challenge.slice(PROOF_PREFIX.length)
  const by = (text: string | Buffer) => signed(key.private_key, text)
  const good = by(right)
  const bytes = Buffer.from(good, 'base64url')
  const message = Buffer.from(right)
  const seed = seedOf(key.private_key)
  const url = (b: Uint8Array) => Buffer.from(b).toString('base64url')
  const stray = good.slice(0, -1) + String.fromCharCode(good.charCodeAt(85) + 1)
  const flips = [0, 31, 32, 63].map((at) => {
    const bent = Buffer.from(bytes)
    bent[at] = (bent[at] as number) ^ 1
    return [`bit of byte ${at} flipped`, url(bent)]
  })
  return {
    'of the challenge without its prefix': by(random),
    'of the prefix alone': by(PROOF_PREFIX),
    'of another version': by(right.replace('v1', 'v2')),
    'of another purpose': by(right.replace('credential_proof', 'agent_assertion')),
    'with the prefix twice': by(PROOF_PREFIX + right),
    'without the colon': by(right.replace(':', '')),
    'with a line feed in place of the colon': by(right.replace(':', '\n')),
    'with a line feed at the end': by(`${right}\n`),
    'of the bytes of the challenge': by(Buffer.concat([Buffer.from(PROOF_PREFIX), Buffer.from(random, 'base64url')])),
    'of UTF-16': by(Buffer.from(right, 'utf16le')),
    'of a digest': by(createHash('sha256').update(right).digest()),
    'of another challenge': by(PROOF_PREFIX + url(Buffer.alloc(32, 7))),
    'of nothing': by(''),
    'by another key': signed(other.private_key, right),
    'by Ed25519ph': url(ed25519ph.sign(message, seed)),
    'by Ed25519ctx': url(ed25519ctx.sign(message, seed, { context: Buffer.from('svc') })),
    ...Object.fromEntries([1n, 2n, 3n, 7n, 14n].map((n) => [`S and ${n} times the order`, malleated(good, n)])),
    'S is 0 and R is the identity': url(Buffer.concat([smallOrder[0] as Buffer, Buffer.alloc(32)])),
    'R of small order': url(Buffer.concat([smallOrder[1] as Buffer, bytes.subarray(32)])),
    'R with a point of order 8': torsionSigned(key, message),
    'R and S swapped': url(Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)])),
    'all zero': url(Buffer.alloc(64)),
    'all one': url(Buffer.alloc(64, 255)),
    'key in place of R': url(Buffer.concat([Buffer.from(key.public_key, 'base64url'), bytes.subarray(32)])),
    ...Object.fromEntries(flips),
    'stray bits at the end': stray,
    padding: `${good}==`,
    'base64 that is not url': Buffer.alloc(64, 0xfb).toString('base64').slice(0, 86),
    hex: bytes.toString('hex'),
    '63 bytes': url(bytes.subarray(1)),
    '65 bytes': url(Buffer.concat([bytes, Buffer.alloc(1)])),
    'white space': ` ${good.slice(1)}`,
    'a line feed at its end': `${good}\n`,
    empty: '',
    'JSON Web Signature': `${url(Buffer.from('{"alg":"none"}'))}..${good}`,
  }
}

test('no false signature proves a key, none burns the challenge, and the true one still does', async () => {
  const [key, other] = [newKey(), newKey()]
  const made = await registered(operator, agent_id, key)
  const hostile = Object.entries(hostileSignatures(key, other, made.proof_challenge.challenge))
  expect(hostile.length).toBeGreaterThanOrEqual(40)
  for (const [name, signature] of hostile) {
    const answer = await activate(operator, made, key, { signature })
    expect([name, answer.status]).toEqual([name, 422])
    expect(['credential_proof_invalid', 'validation_failed']).toContain(answer.json.error.code)
  }
  for (const more of [
    { signature: 1 },
    { signature: null },
    { signature: [signed(key.private_key, '')] },
    { alg: 'none' },
  ]) {
    expect((await activate(operator, made, key, more)).status).toBe(422)
  }
  expect((await activate(operator, made, key)).status).toBe(200)
})

test("no other challenge proves a key: another credential's, agent's or tenant's, replaced, invented, misspelt", async () => {
  const stranger = await newOperator(world)
  const key = newKey()
  const agent = await draftAgent(operator)
  const replaced = await registered(operator, agent, key, { kid: 'k' })
  const made = await registered(operator, agent, key, { kid: 'k' })
  const { challenge } = made.proof_challenge
  const foreign = [
    await registered(operator, agent, newKey()),
    await registered(operator, await draftAgent(operator), newKey()),
    await registered(stranger, await draftAgent(stranger), newKey()),
    replaced,
  ].map((r) => r.proof_challenge.challenge)
  const misspelt = [
    `${challenge}=`,
    ` ${challenge}`,
    `${challenge}\n`,
    challenge.slice(1),
    challenge.toLowerCase(),
    PROOF_PREFIX + Buffer.from(challenge.slice(PROOF_PREFIX.length), 'base64url').toString('hex'),
    createHash('sha256').update(challenge).digest('base64url'),
    createHash('sha256').update(challenge).digest('hex'),
    Buffer.alloc(32).toString('base64url'),
    'svc.credential_proof.v1',
    challenge.slice(PROOF_PREFIX.length),
    PROOF_PREFIX + challenge,
    '',
    '%',
    '\u0000',
  ]
  const answers = []
  for (const given of [...foreign, ...misspelt]) {
    // Signed rightly for what is sent: only the challenge is wrong.
    const signature = signed(key.private_key, given)
    answers.push(await activate(operator, made, key, { challenge: given, signature }))
  }
  expect(new Set(answers.map((a) => `${a.status} ${a.json.error.code}`))).toEqual(new Set(['410 challenge_spent']))
  expect((await activate(operator, made, key)).status).toBe(200)
  expect((await activate(operator, made, key)).json.error.code).toBe('challenge_spent')
})

test('a right proof at the route of another credential, agent or tenant opens nothing there', async () => {
  const stranger = await newOperator(world)
  const key = newKey()
  const made = await registered(operator, await draftAgent(operator), key)
  const others: [Operator, Registered][] = [
    [operator, await registered(operator, made.credential.agent_id, newKey())],
    [operator, await registered(operator, await draftAgent(operator), newKey())],
    [stranger, await registered(stranger, await draftAgent(stranger), newKey())],
  ]
  for (const [who, { credential }] of others) {
    const answer = await activate(who, { ...made, credential }, key)
    expect([answer.status, answer.json.error.code]).toEqual([410, 'challenge_spent'])
    expect((await credentialNow(who, credential)).status).toBe('pending')
  }
  expect((await activate(stranger, made, key)).json.error.code).toBe('resource_not_found')
  const active = await newAgent(operator)
  expect((await activate(operator, made, active)).json.error.code).toBe('credential_proof_invalid')
})

const databaseNow = async (): Promise<number> =>
  Number((await world.database.admin.query('select extract(epoch from now()) as s')).rows[0].s)

test('a challenge works 4 min 59 s after it was issued and not after 5 min 1 s, by the clock of the database', async () => {
  for (const [seconds, status] of [
    [299, 200],
    [301, 410],
  ] as const) {
    const key = newKey()
    const answer = await withinASecond(databaseNow, async () => {
      const made = await registered(operator, await draftAgent(operator), key)
      await world.database.admin.query(
        'update agent_credentials set challenge_expires_at = challenge_expires_at - make_interval(secs => $1) where credential_id = $2',
        [seconds, uuidOf('crd', made.credential.credential_id)],
      )
      return activate(operator, made, key)
    })
    expect([seconds, answer.status]).toEqual([seconds, status])
  }
})

test('a challenge ends with its credential, however short that lives', async () => {
  const made = await registered(operator, await draftAgent(operator), newKey(), {
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  })
  expect(made.proof_challenge.expires_at).toBe((made.credential as unknown as { expires_at: string }).expires_at)
})
