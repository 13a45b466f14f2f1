/**
 * Web Push (RFC 8030, 8291, 8292): how a wallet that is closed learns that something waits. The message says that and
 * nothing else, so that neither the push service nor a locked screen tells who asks for what.
 */
import { Type } from 'typebox'
import { Input, operation, Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { Base64url, Url } from '../wire/inputs.ts'
import { pushEndpointInvalid, pushKeyUnknown, pushNotConfigured } from './records.ts'

/** What a message decrypts to, always: no name, no amount, no id. */
export const PUSH_MESSAGE = '{"type":"something_waits"}'

/** Push services drop what nobody fetched for this long. */
export const PUSH_TTL_S = 4 * 3600
/** A device gets one message in this time at most; what comes meanwhile is told together. */
export const PUSH_EVERY_S = 10

export const PUSH_ENDPOINT_LENGTH_MAX = 1000

const PATH = '/v1/app-devices/current/push-subscription'
const ofWallet = { credential: 'device_token', cross_origin: true, limit: 'standard' } as const
/** Of the examples in RFC 8291. */
const EXAMPLE_KEY = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'

export const PushSubscription = Resource(
  'PushSubscription',
  "where a device gets its push messages; its address and keys aren't shown again",
  {
    created_at: CreatedAt,
    last_sent_at: mostlyNull(Timestamp, 'when the push service last took a message'),
    failing_since: mostlyNull(
      Timestamp,
      'since when the push service takes none; after seven days we remove the subscription',
    ),
  },
)

export const pushed = {
  application_server_key: orNull(
    Shown('a P-256 point', EXAMPLE_KEY),
    'subscribe with this key: an uncompressed P-256 point in base64url. Null where this service sends no push messages',
  ),
  push_subscription: orNull(PushSubscription, 'the one of this device; null if it has none'),
}
const answer = Type.Object(pushed)

export const setPushSubscription = operation({
  ...ofWallet,
  id: 'devices.set_push_subscription',
  method: 'POST',
  path: PATH,
  tier: 'devices',
  idempotency: 'natural',
  summary: 'Get push messages on this device',
  description: `Web Push: send what \`PushManager.subscribe()\` gave you. A device has one subscription; setting another one replaces it. When an invitation, a payment or a policy waits for the user, we send a message encrypted for this device (RFC 8291) that decrypts to \`${PUSH_MESSAGE}\` and nothing else, at most every ${PUSH_EVERY_S} seconds. It's a hint: read what waits from the API. Removing the device, or an answer of 404 or 410 from the push service, ends the subscription.`,
  body: Input({
    endpoint: Url({
      maxLength: PUSH_ENDPOINT_LENGTH_MAX,
      description: 'the address at the push service; https, a public host, port 443',
      examples: ['https://push.example/send/c2VjcmV0LW9mLXRoaXMtYnJvd3Nlcg'],
    }),
    keys: Type.Object(
      {
        p256dh: Base64url({
          maxLength: 87,
          description: "the device's P-256 public key: 65 bytes, uncompressed",
          examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
        }),
        auth: Base64url({
          maxLength: 22,
          description: 'the shared secret: 16 bytes',
          examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
        }),
      },
      { additionalProperties: false, description: 'what messages are encrypted with' },
    ),
    application_server_key: Base64url({
      maxLength: 87,
      description: 'the key that you subscribed with, from devices.read_current',
      examples: [EXAMPLE_KEY],
    }),
  }),
  answer: { status: 200, body: answer },
  refuses: [pushNotConfigured, pushKeyUnknown, pushEndpointInvalid],
  example: {
    body: {
      endpoint: 'https://push.example/send/c2VjcmV0LW9mLXRoaXMtYnJvd3Nlcg',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      application_server_key: EXAMPLE_KEY,
    },
  },
})

export const deletePushSubscription = operation({
  ...ofWallet,
  id: 'devices.delete_push_subscription',
  method: 'DELETE',
  path: PATH,
  tier: 'devices',
  idempotency: 'natural',
  summary: 'Stop push messages on this device',
  description: 'Takes effect at once. Deleting it again changes nothing.',
  answer: { status: 200, body: answer },
  refuses: [],
  example: {},
})

export const pushOperations = [setPushSubscription, deletePushSubscription] as const
