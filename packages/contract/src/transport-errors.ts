/** Refusals that any route can give because of how a call is made, before its resource has a say. */
import { errorEntry } from './errors.ts'

export const malformedJson = errorEntry({
  code: 'malformed_json',
  status: 400,
  meaning: 'The body is not one well-formed JSON value within the limits.',
  recovery: 'Send one JSON object: no duplicate keys, no `__proto__`, at most 32 levels deep.',
  retry: 'never',
})

export const unsupportedMediaType = errorEntry({
  code: 'unsupported_media_type',
  status: 415,
  meaning: 'The body is not declared as JSON.',
  recovery: 'Send `Content-Type: application/json` exactly, or with `; charset=utf-8`.',
  retry: 'never',
})

export const bodyTooLarge = errorEntry({
  code: 'body_too_large',
  status: 413,
  meaning: 'The body is larger than 64 KiB, or than 8 KiB where no credential is needed.',
  recovery: 'Send less; large texts belong behind a reference.',
  retry: 'never',
})

export const validationFailed = errorEntry({
  code: 'validation_failed',
  status: 422,
  meaning: 'The input does not fit the operation.',
  recovery: 'Fix every entry of `issues`, then send it again.',
  retry: 'never',
})

export const unknownField = errorEntry({
  code: 'unknown_field',
  status: 422,
  meaning: 'The input has a field that the operation does not know.',
  recovery: 'Remove it or correct its spelling; nothing is ignored silently.',
  retry: 'never',
})

export const identityFieldForbidden = errorEntry({
  code: 'identity_field_forbidden',
  status: 422,
  meaning: 'The input claims an identity; identity comes from the credential alone.',
  recovery: 'Remove `merchant_id`, `tenant_id` or `agent_id` from body, query and headers.',
  retry: 'never',
})

export const credentialMissing = errorEntry({
  code: 'credential_missing',
  status: 401,
  meaning: 'The operation needs a credential and none was presented.',
  recovery: 'Present the credential that the operation names in the API reference.',
  retry: 'never',
})

export const credentialInvalid = errorEntry({
  code: 'credential_invalid',
  status: 401,
  meaning: 'The credential is not valid: unknown, mistyped, expired or revoked.',
  recovery: 'Get a new one of the kind that the operation names.',
  retry: 'never',
})

export const credentialKindNotAccepted = errorEntry({
  code: 'credential_kind_not_accepted',
  status: 403,
  meaning: 'The credential is good, but this operation takes another kind; `accepted` names the kinds it takes.',
  recovery: 'Present a credential of one of those kinds.',
  retry: 'never',
})

export const credentialConflict = errorEntry({
  code: 'credential_conflict',
  status: 400,
  meaning: 'More than one credential was presented.',
  recovery: 'Present exactly one: cookie, Authorization header, API key, or device fields.',
  retry: 'never',
})

export const csrfProofInvalid = errorEntry({
  code: 'csrf_proof_invalid',
  status: 403,
  meaning: 'The X-CSRF-Token header is missing or does not belong to this session.',
  recovery: 'Take a fresh proof from GET /v1/merchant-sessions/current.',
  retry: 'never',
})

export const originNotAllowed = errorEntry({
  code: 'origin_not_allowed',
  status: 403,
  meaning: 'The call comes from a page of another origin.',
  recovery: 'Call from the portal itself, or from a server.',
  retry: 'never',
})

export const scopeMissing = errorEntry({
  code: 'scope_missing',
  status: 403,
  meaning:
    'The credential does not have the scope that this operation needs, which `scope` names. For a connection: the user did not grant it, or the merchant no longer allows it to the agent. For a merchant key: it was created without it.',
  recovery:
    'An agent reads GET /v1/connections/current for the scopes in force, and asks the user for a connection with that scope, or the merchant to allow it again. A merchant creates another key with that scope.',
  retry: 'never',
})

export const roleNotAllowed = errorEntry({
  code: 'role_not_allowed',
  status: 403,
  meaning:
    'Your role in this organization does not allow this. `role` is the one you have, `role_needed` the least that may.',
  recovery: 'Ask a member with that role to do it, or an owner to give you the role.',
  retry: 'never',
})

export const stepUpRequired = errorEntry({
  code: 'step_up_required',
  status: 403,
  meaning:
    'This change needs you to confirm that it is you, within the last five minutes. `ways` says how: `passkey`, with one of your passkeys; `mail_code`, with a code by mail; `mail_sign_in`, by signing in by mail again.',
  recovery:
    'Confirm with POST /v1/merchant-sessions/{session_id}/step-up, then send the same call again. POST …/step-up-codes sends a code.',
  retry: 'never',
})

export const connectionPaused = errorEntry({
  code: 'connection_paused',
  status: 403,
  meaning:
    'This connection is paused: it can read, and change nothing. `paused_by` says why: `wallet`, the user paused it, or `rejections`, the user rejected several requests in a row.',
  recovery: 'Stop asking until the user resumes it in the wallet; only the user can.',
  retry: 'never',
})

export const connectionRevoked = errorEntry({
  code: 'connection_revoked',
  status: 403,
  meaning: 'The user has ended this connection.',
  recovery: 'Stop using its token; a new connection needs a new Connect Key or pairing.',
  retry: 'never',
})

export const agentNotActive = errorEntry({
  code: 'agent_not_active',
  status: 403,
  meaning: 'The merchant has suspended or retired the agent of this connection.',
  recovery: 'Ask the merchant; a retry changes nothing.',
  retry: 'never',
})

export const agentCredentialInactive = errorEntry({
  code: 'agent_credential_inactive',
  status: 403,
  meaning:
    'The agent of this connection has no active credential: its keys were revoked, have expired or are not valid yet. The connection can read, and change nothing.',
  recovery: 'Ask the merchant to register and prove a new key for the agent; the connection then works on as it is.',
  retry: 'never',
})

export const resourceNotFound = errorEntry({
  code: 'resource_not_found',
  status: 404,
  meaning: 'There is no such resource for this credential.',
  recovery: 'Check the identifier, and that it belongs to the same organization.',
  retry: 'never',
})

export const methodNotAllowed = errorEntry({
  code: 'method_not_allowed',
  status: 405,
  meaning: 'This path exists, but not with this method.',
  recovery: 'Use a method that the `Allow` header lists. GET /openapi.json has every operation.',
  retry: 'never',
})

export const routeNotFound = errorEntry({
  code: 'route_not_found',
  status: 404,
  meaning: 'There is no such route.',
  recovery: 'See GET /openapi.json for all of them.',
  retry: 'never',
})

export const versionConflict = errorEntry({
  code: 'version_conflict',
  status: 409,
  meaning:
    'The record has changed since it was read; `current_version` says which version it has now; of payees also `changed_by` and `changed_at`, as in the audit log.',
  recovery: 'Read it again, decide again, and send the version you read.',
  retry: 'never',
})

export const mainnetDisabled = errorEntry({
  code: 'phase_0_mainnet_disabled',
  status: 409,
  meaning:
    'The call names a mainnet network, or a payee on one; agent payments and automation policies serve the public testnet only.',
  recovery: 'Remove the network that `field` points at, or choose a recipient on `stellar_testnet`.',
  retry: 'never',
})

export const rateLimited = errorEntry({
  code: 'rate_limited',
  status: 429,
  meaning: 'Too many calls in the window that the RateLimit-Policy header names.',
  recovery: 'Wait for the seconds in Retry-After.',
  retry: 'later',
})

export const outcomeUnknown = errorEntry({
  code: 'outcome_unknown',
  status: 503,
  meaning: 'The database did not confirm in time whether the change was kept.',
  recovery: 'Send the same call again, with the same idempotency key where it has one, to learn the outcome.',
  retry: 'safe',
})

export const serviceUnavailable = errorEntry({
  code: 'service_unavailable',
  status: 503,
  meaning: 'The service cannot answer right now; nothing was changed.',
  recovery: 'Send the same call again after the seconds in Retry-After.',
  retry: 'later',
})

export const internalError = errorEntry({
  code: 'internal_error',
  status: 500,
  meaning: 'The service failed in a way it did not foresee.',
  recovery: 'Send the same call again; if it stays, report the request id.',
  retry: 'safe',
})

export const cursorInvalid = errorEntry({
  code: 'cursor_invalid',
  status: 422,
  meaning: 'The cursor was not issued by this list.',
  recovery: 'Send `next_cursor` of the page before, unchanged, or start without a cursor.',
  retry: 'never',
  field: 'cursor',
})
