/** The webhooks as the OpenAPI document shows them: what is sent, how it is signed, and which answer means what. */
import { TEST_EVENT_TYPE, WEBHOOK_TOLERANCE_S, WEBHOOKS } from './webhook-deliveries/records.ts'

const SUMMARIES: Record<keyof typeof WEBHOOKS, string> = {
  payment_request: 'A payment request has a new status',
  connection: 'A connection was created, changed or revoked',
  recipient: "A payee's version was activated, suspended or retired",
  merchant_domain: "A domain was verified, can't be verified anymore, or lapsed",
  merchant: 'The organization was suspended or restored',
  agent_payment: 'An agent payment has a new status',
  automation_policy: 'A policy was proposed, changed, accepted or withdrawn',
  webhook_endpoint_test: 'A test event that you sent',
  webhook_endpoint_challenge: 'A challenge that verifies an endpoint',
}

const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
})

const HEADERS = [
  header(
    'webhook-id',
    "The event's id, the same at every attempt: what has been handled already is not handled twice.",
    {
      pattern: '^evt_[0-9a-z]{26}$',
    },
  ),
  header(
    'webhook-timestamp',
    `When this attempt was made, in seconds since 1970. Refuse what is more than ${WEBHOOK_TOLERANCE_S} seconds away from your clock.`,
    { pattern: '^[0-9]+$' },
  ),
  header(
    'webhook-signature',
    'One or more signatures, separated by spaces: `v1,` and the HMAC-SHA256, in base64, of `{webhook-id}.{webhook-timestamp}.{raw body}`. The key is what follows `whsec_` in the secret, decoded from base64. One that fits is enough.',
    { examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  ),
]

const ACCEPTED = { description: 'Any 2xx: taken. The body is not read.' }
const ECHOED = {
  description: 'Any 2xx with the challenge: the endpoint is verified.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['challenge'],
        properties: { challenge: { type: 'string', description: 'the challenge, unchanged' } },
      },
    },
  },
}
const GONE = { description: 'The endpoint is disabled at once, and you get an email.' }
const OTHERWISE = { description: 'Anything else, a redirect included, is a failure and is tried again by schedule.' }
const NOT_VERIFIED = { description: 'Anything else, a redirect included: the endpoint is not verified.' }

const answersOf = (name: string) =>
  name === 'webhook_endpoint_challenge'
    ? { '2XX': ECHOED, default: NOT_VERIFIED }
    : { '2XX': ACCEPTED, '410': GONE, default: OTHERWISE }

/** Schemas are still in place, named by `x-schema`. */
export const webhookPathsOf = (told: readonly string[]) =>
  Object.fromEntries(
    Object.entries(webhookPaths).filter(([name]) => name !== 'webhook_endpoint_test' || told.includes(TEST_EVENT_TYPE)),
  )

const webhookPaths = Object.fromEntries(
  Object.entries(WEBHOOKS).map(([name, schema]) => [
    name,
    {
      post: {
        operationId: `webhook.${name}`,
        tags: ['webhook_endpoints'],
        summary: SUMMARIES[name as keyof typeof WEBHOOKS],
        description:
          'Sent by Standard Webhooks 1.0. Check the signature over the exact bytes of the body before parsing it. A webhook is never the source of truth: read the record.',
        security: [],
        parameters: HEADERS,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: answersOf(name),
      },
    },
  ]),
)
