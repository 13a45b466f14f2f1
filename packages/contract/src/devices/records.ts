/** What the API shows of devices. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'

export const PLATFORMS = ['ios', 'android', 'web', 'desktop', 'other'] as const
export type Platform = (typeof PLATFORMS)[number]
export const PlatformSchema = Type.Enum([...PLATFORMS], { type: 'string' })

export const Device = Resource('Device', {
  device_id: IdSchema('dev'),
  name: Type.String(),
  platform: PlatformSchema,
  public_key: orNull(
    Type.String(),
    'the Ed25519 key with which the device signs its decisions: raw 32 bytes in base64url',
  ),
  created_at: Timestamp,
})

export const DEVICE_EXAMPLE = 'dev_01k0000000e008000000000000'
