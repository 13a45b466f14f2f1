/**
 * The key with which a device signs its decisions, so that neither a stolen token nor this service could invent one. A
 * device has one active key at a time; a new one is proven, and the one before signs for it.
 */

import type { DeviceJwk } from '@pursestrings/protocol/device-statements'
import { Type } from 'typebox'
import { privateKeySent } from '../agent-credentials/records.ts'
import { Input, operation } from '../operation.ts'
import { At, Shown } from '../wire/fields.ts'
import { IdInput, Jws, KeyMaterial, NamePath } from '../wire/inputs.ts'
import * as errors from './records.ts'
import { DEVICE_EXAMPLE, DeviceKey, EXAMPLE_KID } from './records.ts'

const ofWallet = { credential: 'device_token', cross_origin: true, limit: 'standard' } as const
const devicePath = Input({ device_id: IdInput('dev') })
const one = Type.Object({ device_key: DeviceKey })
const params = { device_id: DEVICE_EXAMPLE }
const EXAMPLE_JWK = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' } as const

export const KEY_CHALLENGE_LIFETIME_S = 300

export const createKeyChallenge = operation({
  ...ofWallet,
  id: 'devices.create_key_challenge',
  method: 'POST',
  path: '/v1/app-devices/{device_id}/key-challenges',
  tier: 'devices',
  idempotency: 'none',
  summary: 'Get a challenge for a new device key',
  description: 'Good for five minutes and for one key. A new challenge replaces the one before.',
  params: devicePath,
  answer: {
    status: 201,
    body: Type.Object({
      challenge: Shown('goes into the proof as it is', 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA'),
      expires_at: At('until when it can be used'),
    }),
  },
  refuses: [],
  example: { params },
})

export const addDeviceKey = operation({
  ...ofWallet,
  id: 'devices.add_key',
  method: 'POST',
  path: '/v1/app-devices/{device_id}/keys',
  tier: 'devices',
  idempotency: 'natural',
  summary: 'Give this device a key, or replace its key',
  description:
    'Ed25519 or P-256. `proof_jws` is a JWS (`typ` `svc-device-key-proof+jws`) by the new key over the canonical JSON (RFC 8785) of `{type: "svc.device_key_proof.v1", aud, device_id, kid, challenge}`: `aud` is the address of this service, `kid` the thumbprint (RFC 7638) of the new key, which is also the `kid` of the header. If the device already has a key, also send `previous_jws`: the same payload signed by that key, which is then replaced. So a stolen token alone can\'t add a key. If the device\'s key was revoked or lost, register a new device. Sending the same key again changes nothing.',
  params: devicePath,
  body: Input({
    public_key: Type.Unsafe<DeviceJwk>(
      KeyMaterial('object', {
        description:
          'a JWK: `{kty: "OKP", crv: "Ed25519", x}` or `{kty: "EC", crv: "P-256", x, y}`, and no other members. Never a private key.',
        examples: [EXAMPLE_JWK],
      }),
    ),
    proof_jws: Jws({ description: 'signed by the new key' }),
    previous_jws: Type.Optional(Jws({ description: 'the same payload, signed by the key that the device has now' })),
  }),
  answer: { status: 201, body: one },
  refuses: [privateKeySent, errors.deviceKeyProofInvalid, errors.deviceKeyRequired],
  example: { params, body: { public_key: EXAMPLE_JWK, proof_jws: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl' } },
})

export const revokeDeviceKey = operation({
  ...ofWallet,
  id: 'devices.revoke_key',
  method: 'DELETE',
  path: '/v1/app-devices/{device_id}/keys/{kid}',
  tier: 'devices',
  idempotency: 'natural',
  summary: 'Revoke a key of this device',
  description:
    "Takes effect at once and can't be undone: later signatures don't count, earlier ones stay. The device can't get another key. Connections that require signed decisions can't decide anymore: register a new device and connect it. Revoking again changes nothing.",
  params: Input({
    device_id: IdInput('dev'),
    kid: NamePath({ description: 'the thumbprint of the key' }),
  }),
  answer: { status: 200, body: one },
  refuses: [],
  example: { params: { ...params, kid: EXAMPLE_KID } },
})

export const deviceKeyOperations = [createKeyChallenge, addDeviceKey, revokeDeviceKey] as const
