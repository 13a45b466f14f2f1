/** What can be said against a webhook endpoint, its address or its answer. */
import { errorEntry } from '../errors.ts'

export const webhookUrlInvalid = errorEntry({
  code: 'webhook_url_invalid',
  status: 422,
  meaning: "We can't send webhooks to this URL; the message explains why.",
  recovery: 'Send an https URL on port 443 of a public host, without user name and without `#`.',
  retry: 'never',
})

export const webhookEndpointsExhausted = errorEntry({
  code: 'webhook_endpoints_exhausted',
  status: 409,
  meaning: 'The organization has the maximum number of webhook endpoints.',
  recovery: 'Delete one you no longer use, or change its URL.',
  retry: 'never',
})

export const webhookChallengeFailed = errorEntry({
  code: 'webhook_challenge_failed',
  status: 422,
  meaning: "The endpoint didn't answer its challenge; `seen` shows what it sent instead. Nothing changed.",
  recovery: 'Make it answer `webhook_endpoint.challenge` with 200 and `{ "challenge": … }`, and verify again.',
  retry: 'safe',
})

export const webhookEndpointUnverified = errorEntry({
  code: 'webhook_endpoint_unverified',
  status: 409,
  meaning: "This endpoint's URL hasn't answered a challenge yet.",
  recovery: 'Verify it with POST /v1/webhook-endpoints/{webhook_endpoint_id}/verify, which also activates it.',
  retry: 'never',
})

export const webhookEndpointNotActive = errorEntry({
  code: 'webhook_endpoint_not_active',
  status: 409,
  meaning: 'We send webhooks only to active endpoints; this one is `status`.',
  recovery: 'Verify it with POST /v1/webhook-endpoints/{webhook_endpoint_id}/verify, and send the same call again.',
  retry: 'never',
})

export const webhookSecretsExhausted = errorEntry({
  code: 'webhook_secrets_exhausted',
  status: 409,
  meaning: 'Too many old secrets of this endpoint are still in use; each keeps signing for a day.',
  recovery: 'Keep using the newest secret, or rotate again after `first_ends_at`, when the oldest expires.',
  retry: 'later',
})
