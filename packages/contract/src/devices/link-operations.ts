/**
 * Several devices of one person. Linked devices are one wallet: they share connections, requests, policies and the feed. Each
 * keeps its own token, key and push subscription, so that a lost one is removed without the others noticing.
 */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { At, Shown } from '../wire/fields.ts'
import { Jws, Typed } from '../wire/inputs.ts'
import * as errors from './records.ts'
import { Device } from './records.ts'

export const LINK_CODE_LIFETIME_S = 600
export const DEVICES_MAX = 10

const ofWallet = { credential: 'device_token', cross_origin: true, limit: 'standard', tier: 'devices' } as const
const CODE = '0Z77-G2M9-QXC0-4TNK-V8E9'

const LINK_JWS =
  'a JWS (`typ` `svc-device-link+jws`) by the key of this device over the canonical JSON (RFC 8785) of `{type: "svc.device_link.v1", aud, device_id, at}`'

export const createLinkCode = operation({
  ...ofWallet,
  id: 'devices.create_link_code',
  method: 'POST',
  path: '/v1/app-devices/current/link-codes',
  idempotency: 'none',
  summary: 'Get a code that links another device',
  description: `Show it to the user's other device, as text or as a QR code. It's valid for ten minutes and for one device; a new code replaces the one before. Whoever uses it can see and answer everything in this wallet. If any device of the wallet has a key, send \`link_jws\`: ${LINK_JWS}. So a stolen token alone can't add a device.`,
  body: Input({ link_jws: Type.Optional(Jws({ description: 'signed by the key of this device, now' })) }),
  answer: {
    status: 201,
    body: Type.Object({
      code: Shown('to be typed or scanned; shown once', CODE),
      link_uri: Shown(
        'the same as a link or QR code',
        `svc://link?code=${CODE}&service=https%3A%2F%2Fpursestrings.example`,
      ),
      expires_at: At('until when it can be used'),
    }),
  },
  refuses: [errors.linkSignatureInvalid, errors.deviceKeyRequired],
  example: {},
})

export const linkDevice = operation({
  ...ofWallet,
  id: 'devices.link',
  method: 'POST',
  path: '/v1/app-devices/current/links',
  idempotency: 'natural',
  summary: 'Link this device to a wallet',
  description: `For a new device, before it connects to anything. From then on it has the connections, requests and policies of the device that showed the code. If this device has a key, send \`link_jws\`: ${LINK_JWS} and \`code\` as the other device showed it. If the wallet has keys, this device needs one too. Sending the same code again changes nothing. Five wrong codes a minute per device, thirty per address.`,
  body: Input({
    code: Typed({ maxLength: 40, description: 'case and separators do not matter' }),
    link_jws: Type.Optional(Jws({ description: 'signed by the key of this device, now' })),
  }),
  answer: { status: 200, body: Type.Object({ device: Device }) },
  refuses: [
    errors.linkCodeUnknown,
    errors.deviceInUse,
    errors.tooManyDevices,
    errors.linkSignatureInvalid,
    errors.deviceKeyRequired,
  ],
  example: { body: { code: CODE } },
})

export const deviceLinkOperations = [createLinkCode, linkDevice] as const
