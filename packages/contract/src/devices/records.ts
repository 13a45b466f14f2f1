/** What the API shows of devices. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

export const PLATFORMS = ['ios', 'android', 'web', 'desktop', 'other'] as const
export type Platform = (typeof PLATFORMS)[number]
export const PlatformSchema = Type.Enum([...PLATFORMS], { type: 'string', description: 'what the wallet runs on' })

export const Device = Resource('Device', 'a wallet app on one device', {
  device_id: IdSchema('dev'),
  name: Shown('as the user knows the device', "Ada's phone"),
  platform: PlatformSchema,
  public_key: orNull(
    Shown('the key', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
    'the Ed25519 key with which the device signs its decisions: raw 32 bytes in base64url',
  ),
  created_at: CreatedAt,
  revoked_at: mostlyNull(Timestamp, 'when the user removed it, which is final'),
})

export const DEVICE_EXAMPLE = 'dev_01k0000000e008000000000000'
