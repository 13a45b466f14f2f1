/** Passkeys of somebody, added and used as a browser does. For a service at the default address. */

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { expect } from 'vitest'
import { type Operator, operatorOf } from './operator.ts'
import type { World } from './world.ts'

export const newPasskey = async (who: Operator) => {
  const authenticator = newAuthenticator('http://localhost:8787')
  const challenge = async (purpose: string) =>
    (await who.call('POST', '/v1/passkeys/challenges', { body: { purpose } })).json
  const attestation = authenticator.create(await challenge('register'))
  const added = await who.call('POST', '/v1/passkeys', { body: { name: 'Work laptop', attestation } })
  expect(added.status).toBe(201)
  return {
    passkey_id: added.json.passkey.passkey_id as string,
    /** Confirms the session of its person. */
    async confirm(): Promise<void> {
      const { session_id } = (await who.call('GET', '/v1/merchant-sessions/current')).json.session
      const assertion = authenticator.get(await challenge('step_up'))
      const confirmed = await who.call('POST', `/v1/merchant-sessions/${session_id}/step-up`, { body: { assertion } })
      expect(confirmed.status).toBe(200)
    },
    /** Another session of its person, who has one organization. */
    async signIn(world: World): Promise<Operator> {
      const assertion = authenticator.get((await world.call('POST', '/v1/passkeys/sign-in-challenges')).json)
      const { grant } = (await world.call('POST', '/v1/passkeys/sign-ins', { body: { assertion } })).json
      const opened = await world.call('POST', '/v1/merchant-sessions', { body: { grant } })
      return operatorOf(world, who.email, opened)
    },
  }
}

/** As if they had been there for longer: what only an administrator can do, with the triggers off. */
const age = async ({ database }: World, what: string, { email }: Operator, days: number): Promise<void> => {
  const account = `(select account_id from accounts where email = '${email}')`
  await database.admin.query(`begin; set local session_replication_role = replica;
    update ${what} - interval '${days} days' where account_id = ${account}; commit`)
}
export const agePasskeys = (world: World, who: Operator, days = 2): Promise<void> =>
  age(world, 'passkeys set created_at = created_at', who, days)
export const ageMembership = (world: World, who: Operator, days = 2): Promise<void> =>
  age(world, 'memberships set approver_since = approver_since', who, days)

// A passkey in software, as WebAuthn describes one: it signs what a page asks for, and lies where a test wants it to.

interface Lies {
  readonly origin?: string
  readonly rp_id?: string
  readonly verified?: boolean
  readonly counter?: number
  readonly type?: string
}

export interface Asked {
  readonly challenge: string
  readonly rp_id: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

/** The few forms of CBOR that a key without attestation needs. */
const head = (major: number, size: number) => {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const map = (...pairs: Buffer[]) => Buffer.concat([head(5, pairs.length / 2), ...pairs])

export const newAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const credential_id = id.toString('base64url')
  let counter = 0
  const point = [jwk.x, jwk.y].map((part) => bytes(Buffer.from(part as string, 'base64url'))) as [Buffer, Buffer]
  const numbers = [1, 2, 3, -7, -1, 1].map(integer)
  const cose = map(...numbers, integer(-2), point[0], integer(-3), point[1])
  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({ type: lies.type ?? type, challenge, origin: lies.origin ?? origin, crossOrigin: false }),
    )
  const authenticatorData = (rp_id: string, flags: number, lies: Lies, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? ++counter)
    const seen = lies.verified === false ? flags & ~VERIFIED : flags
    return Buffer.concat([sha256(lies.rp_id ?? rp_id), Buffer.from([seen]), count, rest])
  }
  return {
    credential_id,
    /** As `navigator.credentials.create()` answers. */
    create({ challenge, rp_id }: Asked, lies: Lies = {}) {
      const length = Buffer.from([0, id.length])
      const key = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const data = authenticatorData(rp_id, PRESENT | VERIFIED | WITH_KEY, lies, key)
      const attestation = map(text('fmt'), text('none'), text('attStmt'), map(), text('authData'), bytes(data))
      return {
        credential_id,
        client_data: clientData('webauthn.create', challenge, lies).toString('base64url'),
        attestation_object: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    /** As `navigator.credentials.get()` answers. */
    get({ challenge, rp_id }: Asked, lies: Lies = {}) {
      const client_data = clientData('webauthn.get', challenge, lies)
      const data = authenticatorData(rp_id, PRESENT | VERIFIED, lies)
      return {
        credential_id,
        client_data: client_data.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client_data)]), privateKey).toString('base64url'),
      }
    },
  }
}
