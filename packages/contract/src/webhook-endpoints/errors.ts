/** What can be said against a webhook endpoint, its address or its answer. */
import { errorEntry } from '../errors.ts'

export const webhookUrlInvalid = errorEntry({
  code: 'webhook_url_invalid',
  status: 422,
  meaning: 'Webhooks cannot be sent to this URL; the message says why.',
  recovery: 'Send an https URL on port 443 of a public host, without user name and without `#`.',
  retry: 'never',
})

export const webhookEndpointsExhausted = errorEntry({
  code: 'webhook_endpoints_exhausted',
  status: 409,
  meaning: 'The organization has as many webhook endpoints as it can have.',
  recovery: 'Delete one that is no longer used, or change its URL.',
  retry: 'never',
})

export const webhookChallengeFailed = errorEntry({
  code: 'webhook_challenge_failed',
  status: 422,
  meaning: 'The endpoint did not answer its challenge; `seen` says what came instead. Nothing has changed.',
  recovery: 'Let it answer a `webhook_endpoint.challenge` with 200 and `{ "challenge": … }`, and verify again.',
  retry: 'safe',
})

export const webhookEndpointUnverified = errorEntry({
  code: 'webhook_endpoint_unverified',
  status: 409,
  meaning: 'The URL of this endpoint has not answered a challenge yet.',
  recovery: 'Verify it with POST /v1/webhook-endpoints/{webhook_endpoint_id}/verify, which also activates it.',
  retry: 'never',
})

export const webhookEndpointNotActive = errorEntry({
  code: 'webhook_endpoint_not_active',
  status: 409,
  meaning: 'Only an active endpoint is sent anything; `status` says what this one is.',
  recovery: 'Verify it with POST /v1/webhook-endpoints/{webhook_endpoint_id}/verify, and send the same call again.',
  retry: 'never',
})

export const webhookSecretsExhausted = errorEntry({
  code: 'webhook_secrets_exhausted',
  status: 409,
  meaning: 'Too many replaced secrets of this webhook endpoint still sign; each does so for a day.',
  recovery:
    'Go on with the secret of the last rotation, or rotate again after `first_ends_at`, when the oldest of them ends.',
  retry: 'later',
})
