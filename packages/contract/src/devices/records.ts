/** What the API shows of devices. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { CreatedAt, mostlyNull, RARE, Shown } from '../wire/fields.ts'
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
    'the Ed25519 key that it was registered with: raw 32 bytes in base64url. devices.read_current shows the one in use',
  ),
  created_at: CreatedAt,
  linked_at: mostlyNull(Timestamp, 'when it was linked to the wallet of another device'),
  revoked_at: mostlyNull(Timestamp, 'when the user removed it, which is final'),
})

export const StoppedAt = mostlyNull(Timestamp, 'since when the wallet is stopped; null while it is not')

export const EXAMPLE_KID = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'

export const DeviceKey = Resource('DeviceKey', 'a public key with which a device signs its decisions', {
  kid: Shown('its thumbprint (RFC 7638), by which statements name it', EXAMPLE_KID),
  alg: Type.Enum(['EdDSA', 'ES256'], { type: 'string', description: 'how it signs: Ed25519 or P-256' }),
  public_key: Type.Object(
    {
      kty: Shown('`OKP` or `EC`', 'OKP'),
      crv: Shown('`Ed25519` or `P-256`', 'Ed25519'),
      x: Shown('in base64url', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
      y: Type.Optional(Shown('of P-256, in base64url', 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0', RARE)),
    },
    { description: 'as a JWK' },
  ),
  status: Type.Enum(['active', 'replaced', 'revoked'], {
    type: 'string',
    description: 'what an `active` one signs counts; the others are final, and what they signed before stays',
  }),
  created_at: CreatedAt,
  proven_at: orNull(
    Timestamp,
    'when the device proved that it has the private half; null for one given at registration',
  ),
  ended_at: mostlyNull(Timestamp, 'when it was replaced or revoked'),
})

export const DEVICE_EXAMPLE = 'dev_01k0000000e008000000000000'
