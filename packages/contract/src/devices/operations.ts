/**
 * A wallet app on one device: what the user's decisions come from (specification 5). It belongs to no merchant. Its
 * token comes in the Authorization header, or as `device_id` and `token` in the body, or in the query of a GET.
 */
import { Type } from 'typebox'
import { privateKeySent } from '../agent-credentials/records.ts'
import { Input, operation } from '../operation.ts'
import { Counted, Shown } from '../wire/fields.ts'
import { IdInput, IdOrCurrent, KeyMaterial } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'
import { pushed } from './push-operations.ts'
import { DEVICE_EXAMPLE, Device, DeviceKey, PlatformSchema, StoppedAt } from './records.ts'

const DeviceToken = Shown('shown once; keep it where the platform keeps secrets', 'svc_device_…')

export const registerDevice = operation({
  id: 'devices.register',
  method: 'POST',
  path: '/v1/app-devices',
  tier: 'completes',
  idempotency: 'none',
  summary: 'Register a wallet device',
  description:
    'Once per installation. With a `public_key` the device can sign its decisions from the start, so not even this service can forge one. You can add or replace the key later with devices.add_key.',
  credential: 'none',
  cross_origin: true,
  limit: 'device_registration',
  body: Input({
    name: Text({ description: 'as the user knows the device' }),
    platform: PlatformSchema,
    public_key: Type.Optional(
      Type.Unsafe<string>(
        KeyMaterial('string', {
          description: 'Ed25519: the raw 32 bytes in base64url without padding. Never a private key.',
          examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
        }),
      ),
    ),
  }),
  answer: { status: 201, body: Type.Object({ device: Device, token: DeviceToken }) },
  refuses: [privateKeySent],
  example: { body: { name: "Ada's phone", platform: 'ios' } },
})

export const readDevice = operation({
  id: 'devices.read_current',
  method: 'GET',
  path: '/v1/app-devices/current',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read this device and those linked to it',
  description:
    'The device that the token belongs to, its keys, its push subscription, every device of its wallet, and whether the wallet is stopped. If the subscription is gone although you set one, the push service ended it: subscribe again.',
  credential: 'device_token',
  cross_origin: true,
  limit: 'standard',
  answer: {
    status: 200,
    body: Type.Object({
      device: Device,
      device_keys: Type.Array(DeviceKey, {
        description: 'newest first, replaced and revoked ones included; at most one is active',
      }),
      ...pushed,
      stopped_at: StoppedAt,
      devices: Type.Array(Device, {
        description:
          'of this wallet: this device and those linked to it, the first one first. Removed ones are left out',
      }),
    }),
  },
  refuses: [],
  example: {},
})

export const rotateDeviceToken = operation({
  id: 'devices.rotate_token',
  method: 'POST',
  path: '/v1/app-devices/{device_id}/rotate-token',
  tier: 'completes',
  idempotency: 'natural',
  summary: "Replace this device's token",
  description:
    "The old token works until the new one is first used, for ten minutes at most. Rotating again with the old token returns the same new one, so a lost response doesn't lock you out. Keep the old token until a call with the new one succeeds.",
  credential: 'device_token',
  cross_origin: true,
  limit: 'standard',
  params: Input({ device_id: IdInput('dev') }),
  answer: { status: 200, body: Type.Object({ device: Device, token: DeviceToken }) },
  refuses: [],
  example: { params: { device_id: DEVICE_EXAMPLE } },
})

export const revokeDevice = operation({
  id: 'devices.revoke',
  method: 'DELETE',
  path: '/v1/app-devices/{device_id}',
  tier: 'completes',
  idempotency: 'natural',
  summary: 'Remove a device',
  description:
    "`current` is this device, such as one you sell or give away; another id is a lost or stolen device of the same wallet. Its token, its open link code and its push messages stop at once; this can't be undone. The other devices go on. With the last device of the wallet, its connections are revoked too, and pending requests can't be answered anymore and expire. Removing a device again changes nothing; for this one it answers `credential_invalid`.",
  credential: 'device_token',
  cross_origin: true,
  limit: 'standard',
  params: Input({ device_id: IdOrCurrent('dev') }),
  answer: {
    status: 200,
    body: Type.Object({ device: Device, connections_ended: Counted('connections that ended with the device', 2) }),
  },
  refuses: [],
  example: { params: { device_id: DEVICE_EXAMPLE } },
})

export const deviceOperations = [registerDevice, readDevice, rotateDeviceToken, revokeDevice] as const
