/** A wallet device, registered by doing. */

import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import {
  CONNECTION_CHANGE_JWS_TYPE,
  connectionChangeStatement,
  DEVICE_DECISION_JWS_TYPE,
  DEVICE_KEY_PROOF_JWS_TYPE,
  DEVICE_LINK_JWS_TYPE,
  type DeviceAlg,
  type DeviceDecision,
  type DeviceJwk,
  decisionStatement,
  deviceLinkStatement,
  deviceThumbprintText,
  keyProofStatement,
  type Statement,
  statementHeaderText,
  statementText,
} from '@pursestrings/protocol/device-statements'
import { expect } from 'vitest'
import type { WalletIdentity } from '../src/platform/postgres/transaction.ts'
import type { Answer, Sent } from './call.ts'
import type { World } from './world.ts'

export interface TestDevice {
  readonly device_id: string
  readonly token: string
  /** A call with the token in the Authorization header, as our SDK sends it. */
  call(method: string, path: string, sent?: Sent): Promise<Answer>
}

/** Of a device that is not linked: a wallet of its own. */
export const identityOf = (device: Pick<TestDevice, 'device_id'>): WalletIdentity => {
  const device_id = uuidOf('dev', device.device_id)
  return { device_id, wallet_id: device_id }
}

export const deviceOf = (
  world: Pick<World, 'call'>,
  { device_id, token }: Pick<TestDevice, 'device_id' | 'token'>,
): TestDevice => ({
  device_id,
  token,
  call: (method, path, sent = {}) =>
    world.call(method, path, { ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } }),
})

export const newDevice = async (world: Pick<World, 'call'>, more: object = {}): Promise<TestDevice> => {
  const body = { name: "Ada's phone", platform: 'ios', ...more }
  const made = await world.call('POST', '/v1/app-devices', { body })
  expect(made.status).toBe(201)
  return deviceOf(world, { device_id: made.json.device.device_id, token: made.json.token })
}

// A key of a device, with which tests sign what a wallet would, and what no wallet should.

export const part = (text: string): string => Buffer.from(text).toString('base64url')

export interface DeviceKey {
  readonly jwk: DeviceJwk
  readonly kid: string
  readonly alg: DeviceAlg
  /** Of any two texts, also such as are no statement. */
  signed(header: string, payload: string): string
  statement(typ: string, members: Statement): string
  /** Of a text as it is. */
  sign(text: string): string
}

export const newDeviceKey = (alg: DeviceAlg = 'EdDSA'): DeviceKey => {
  const { publicKey, privateKey } =
    alg === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' }) as unknown as DeviceJwk
  const kid = hash('sha256', deviceThumbprintText(jwk), 'base64url')
  const signed = (header: string, payload: string): string => {
    const input = `${part(header)}.${part(payload)}`
    return `${input}.${signature(alg, privateKey, input)}`
  }
  return {
    jwk,
    kid,
    alg,
    signed,
    statement: (typ, members) => signed(statementHeaderText(alg, kid, typ), statementText(members)),
    sign: (text) => signature(alg, privateKey, text),
  }
}

const signature = (alg: DeviceAlg, key: KeyObject, input: string): string =>
  (alg === 'EdDSA'
    ? sign(null, Buffer.from(input), key)
    : sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
  ).toString('base64url')

export const rawKey = ({ jwk }: DeviceKey): string => jwk.x

/** What a wallet signs about a request as it is shown; `more` changes or adds members. */
export const decisionFor = (
  key: DeviceKey,
  // oxlint-disable-next-line typescript/no-explicit-any
  request: any,
  about: Pick<DeviceDecision, 'aud' | 'device_id' | 'status'> & Partial<DeviceDecision>,
): string =>
  key.statement(
    DEVICE_DECISION_JWS_TYPE,
    decisionStatement({
      connection_id: request.connection_id,
      request_id: request.request_id ?? request.id,
      facts_digest: request.facts_digest,
      by: 'person',
      decided_at: new Date().toISOString(),
      ...about,
    }),
  )

const path = (device: TestDevice, more: string) => `/v1/app-devices/${device.device_id}/${more}`

export const newKeyChallenge = async (device: TestDevice): Promise<string> => {
  const answer = await device.call('POST', path(device, 'key-challenges'))
  expect([answer.status, answer.json.error]).toEqual([201, undefined])
  return answer.json.challenge
}

interface Proof {
  readonly aud: string
  readonly previous?: DeviceKey | undefined
  readonly challenge?: string
}

export const proofOf = (device: TestDevice, key: DeviceKey, by: DeviceKey, aud: string, challenge: string): string =>
  by.statement(
    DEVICE_KEY_PROOF_JWS_TYPE,
    keyProofStatement({ aud, device_id: device.device_id, kid: key.kid, challenge }),
  )

export const addKey = async (
  device: TestDevice,
  key: DeviceKey,
  { aud, previous, ...given }: Proof,
): Promise<Answer> => {
  const challenge = given.challenge ?? (await newKeyChallenge(device))
  const body = {
    public_key: key.jwk,
    proof_jws: proofOf(device, key, key, aud, challenge),
    ...(previous && { previous_jws: proofOf(device, key, previous, aud, challenge) }),
  }
  return device.call('POST', path(device, 'keys'), { body })
}

export const revokeKey = (device: TestDevice, { kid }: DeviceKey): Promise<Answer> =>
  device.call('DELETE', path(device, `keys/${kid}`))

export const changeOf = (key: DeviceKey, aud: string, connection_id: string, at = new Date()): string =>
  key.statement(
    CONNECTION_CHANGE_JWS_TYPE,
    connectionChangeStatement({ aud, connection_id, decision_signature: 'optional', at: at.toISOString() }),
  )

/** What a device signs to show a code, or to use one. */
export const linkOf = (
  key: DeviceKey,
  { device_id }: TestDevice,
  about: { readonly aud: string; readonly code?: string; readonly at?: Date },
): string =>
  key.statement(
    DEVICE_LINK_JWS_TYPE,
    deviceLinkStatement({ ...about, device_id, at: (about.at ?? new Date()).toISOString() }),
  )
