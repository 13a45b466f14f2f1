/** What the API shows of passkeys, and what a browser's answer looks like on the wire (WebAuthn). */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Base64url } from '../wire/inputs.ts'

export const PASSKEYS_MAX = 20
export const PASSKEY_CHALLENGE_LIFETIME_S = 5 * 60
/** How long a passkey stays that its person removes without using one. */
export const PASSKEY_LEAVES_AFTER_H = 24

export const Passkey = Resource('Passkey', 'a passkey of a person, for all of their organizations', {
  passkey_id: IdSchema('pky'),
  name: Shown('how its person calls it', 'Work laptop'),
  created_at: CreatedAt,
  last_used_at: orNull(Timestamp, 'when it last proved who its person is; null before the first time'),
  leaves_at: mostlyNull(Timestamp, 'when it goes, if it was removed without a passkey; using it keeps it'),
})

export const Attestation = Type.Object(
  {
    credential_id: Base64url({ maxLength: 1400, description: '`rawId` of the credential' }),
    client_data: Base64url({ maxLength: 4000, description: '`response.clientDataJSON`' }),
    attestation_object: Base64url({ maxLength: 6000, description: '`response.attestationObject`' }),
    transports: Type.Optional(
      Type.Array(
        Type.Enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'], {
          type: 'string',
          description: 'one of `response.getTransports()`',
        }),
        { maxItems: 7, description: '`response.getTransports()`' },
      ),
    ),
  },
  { additionalProperties: false, description: 'what `navigator.credentials.create()` gave, in base64url' },
)

export const Assertion = Type.Object(
  {
    credential_id: Base64url({ maxLength: 1400, description: '`rawId` of the credential' }),
    client_data: Base64url({ maxLength: 2000, description: '`response.clientDataJSON`' }),
    authenticator_data: Base64url({ maxLength: 2000, description: '`response.authenticatorData`' }),
    signature: Base64url({ maxLength: 1400, description: '`response.signature`' }),
  },
  { additionalProperties: false, description: 'what `navigator.credentials.get()` gave, in base64url' },
)

export const exampleAssertion = {
  credential_id: 'Y3JlZGVudGlhbA',
  client_data: 'e30',
  authenticator_data: 'ZGF0YQ',
  signature: 'c2lnbmF0dXJl',
}

// What can be refused about passkeys, and what to do next.

export const passkeyRefused = errorEntry({
  code: 'passkey_refused',
  status: 403,
  meaning:
    "We couldn't verify your passkey: it's unknown, its challenge was used or expired, it was made on another site, or your device didn't check that it's you.",
  recovery: 'Get a new challenge and try again, or sign in by email.',
  retry: 'never',
})

export const tooManyPasskeys = errorEntry({
  code: 'too_many_passkeys',
  status: 409,
  meaning: `You already have ${PASSKEYS_MAX} passkeys, the maximum.`,
  recovery: 'Remove one you no longer use, then add the new one.',
  retry: 'never',
})

export const passkeyKnown = errorEntry({
  code: 'passkey_known',
  status: 409,
  meaning: 'This passkey is already registered.',
  recovery: 'Use it, or register another one.',
  retry: 'never',
})
