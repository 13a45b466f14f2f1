/** What the API shows of devices. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
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

// What can be refused because of a device.

export const deviceRevoked = errorEntry({
  code: 'device_revoked',
  status: 409,
  meaning: "The user removed this wallet device, so you can't connect to it.",
  recovery: 'Ask the user for a new Connect Key from a wallet that they still use.',
  retry: 'never',
})

export const walletStopped = errorEntry({
  code: 'wallet_stopped',
  tier: 'policy_tools',
  status: 409,
  meaning: 'The user stopped this wallet: nothing can be connected, resumed or agreed to until they undo that.',
  recovery: 'The user undoes it with the key of a device: POST /v1/wallet/stop with `undo_jws`.',
  retry: 'never',
})

export const deviceKeyProofInvalid = errorEntry({
  code: 'device_key_proof_invalid',
  status: 422,
  meaning: "The new key isn't verified: `issues` lists which statement is wrong, and why. No key was added.",
  recovery:
    'Get a challenge (devices.create_key_challenge) and sign it with the new key. If the device has a key, sign with that one too.',
  retry: 'never',
})

export const deviceKeyRequired = errorEntry({
  code: 'device_key_required',
  tier: 'devices',
  status: 422,
  meaning: 'The device has no active key to sign decisions with.',
  recovery:
    "Add one (devices.add_key). If the device's key was revoked, register a new device and connect it: a token alone can't add another key.",
  retry: 'never',
})

export const deviceKeyUnknown = errorEntry({
  code: 'device_key_unknown',
  tier: 'devices',
  status: 422,
  meaning: "The statement isn't signed with this device's active key: its key was replaced, revoked or never added.",
  recovery: 'Sign with the active key; devices.read_current shows which one it is.',
  retry: 'never',
})

export const decisionSignatureInvalid = errorEntry({
  code: 'decision_signature_invalid',
  tier: 'devices',
  status: 422,
  meaning: "The statement's header, canonical JSON, base64url or signature is wrong. Nothing was recorded.",
  recovery: "Sign it with the SDK's signDecision, or exactly as the API reference describes.",
  retry: 'never',
})

export const decisionMismatch = errorEntry({
  code: 'decision_mismatch',
  tier: 'devices',
  status: 422,
  meaning: "The signed statement doesn't match this call; `issues` lists every difference. Nothing was recorded.",
  recovery:
    'Sign what you send: this service, device, connection, request, digest, status and transaction, and the current time.',
  retry: 'never',
})

export const decisionSignatureRequired = errorEntry({
  code: 'decision_signature_required',
  tier: 'devices',
  status: 403,
  meaning:
    "The user requires signed decisions on this connection, and this call isn't signed with the device's key. Nothing changed; if it names a transaction, we keep that as evidence.",
  recovery: 'Send `decision_jws` with your report. To stop requiring signatures, send `change_jws`.',
  retry: 'never',
})

export const linkCodeUnknown = errorEntry({
  code: 'link_code_unknown',
  status: 404,
  meaning: "There's no open link code like this one: it was used, replaced or expired, or its device was removed.",
  recovery: 'Get a new code on the other device. Codes are valid for ten minutes and one device.',
  retry: 'never',
})

export const linkSignatureInvalid = errorEntry({
  code: 'link_signature_invalid',
  status: 422,
  meaning: "This call must be signed with the device's key, and `link_jws` isn't: `issues` lists why. Nothing changed.",
  recovery: "Sign it with the SDK's signDeviceLink, or exactly as the API reference describes.",
  retry: 'never',
})

export const deviceInUse = errorEntry({
  code: 'device_in_use',
  status: 409,
  meaning:
    'This device already belongs to a wallet: it has connections or invitations, or is linked to another device.',
  recovery: 'Register a new device and link that one. To move this one, remove it first.',
  retry: 'never',
})

export const tooManyDevices = errorEntry({
  code: 'too_many_devices',
  status: 409,
  meaning: 'The wallet already has ten devices.',
  recovery: 'Remove one that the user no longer has, then link again with the same code.',
  retry: 'never',
})

export const pushNotConfigured = errorEntry({
  code: 'push_not_configured',
  status: 409,
  meaning: 'This service sends no push messages: its operator set no key for them.',
  recovery: 'Use the event feed instead, and ask the operator to set PUSH_KEYS.',
  retry: 'never',
})

export const pushKeyUnknown = errorEntry({
  code: 'push_key_unknown',
  status: 422,
  meaning: "The subscription was made for a different key, so the push service wouldn't take our messages.",
  recovery: 'Unsubscribe, then subscribe with the `application_server_key` of devices.read_current.',
  retry: 'never',
})

export const pushEndpointInvalid = errorEntry({
  code: 'push_endpoint_invalid',
  status: 422,
  meaning: "We can't send push messages to this endpoint; the message explains why.",
  recovery: 'Send the `endpoint` that the browser gave you, unchanged.',
  retry: 'never',
})
