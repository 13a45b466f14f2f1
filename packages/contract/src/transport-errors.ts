/** Refusals that any route can give because of how a call is made, before its resource has a say. */
import { errorEntry } from './errors.ts'

export const malformedJson = errorEntry({
  code: 'malformed_json',
  status: 400,
  meaning: "The body isn't valid JSON, or it's nested too deeply.",
  recovery: 'Send one JSON object: no duplicate keys, no `__proto__`, at most 32 levels deep.',
  retry: 'never',
})

export const unsupportedMediaType = errorEntry({
  code: 'unsupported_media_type',
  status: 415,
  meaning: "The Content-Type isn't JSON.",
  recovery: 'Send `Content-Type: application/json` exactly, or with `; charset=utf-8`.',
  retry: 'never',
})

export const bodyTooLarge = errorEntry({
  code: 'body_too_large',
  status: 413,
  meaning: 'The body is larger than 64 KiB, or than 8 KiB where no credential is needed.',
  recovery: 'Send a smaller body; link to large texts instead.',
  retry: 'never',
})

export const validationFailed = errorEntry({
  code: 'validation_failed',
  status: 422,
  meaning: 'The request is invalid; see `issues`.',
  recovery: 'Fix everything that `issues` lists, then send it again.',
  retry: 'never',
})

export const unknownField = errorEntry({
  code: 'unknown_field',
  status: 422,
  meaning: 'The request has an unknown field.',
  recovery: 'Remove the field or fix its spelling. Unknown fields are never ignored.',
  retry: 'never',
})

export const identityFieldForbidden = errorEntry({
  code: 'identity_field_forbidden',
  status: 422,
  meaning: 'The request names a merchant, tenant or agent. We take those from your credential only.',
  recovery: 'Remove `merchant_id`, `tenant_id` or `agent_id` from body, query and headers.',
  retry: 'never',
})

export const credentialMissing = errorEntry({
  code: 'credential_missing',
  status: 401,
  meaning: 'This call needs a credential, and you sent none.',
  recovery: 'Send the kind of credential that the API reference lists for this call.',
  retry: 'never',
})

export const credentialInvalid = errorEntry({
  code: 'credential_invalid',
  status: 401,
  meaning: 'The credential is unknown, mistyped, expired or revoked.',
  recovery: 'Get a new credential of the kind that the API reference lists for this call.',
  retry: 'never',
})

export const credentialKindNotAccepted = errorEntry({
  code: 'credential_kind_not_accepted',
  status: 403,
  meaning: 'The credential is valid, but this call needs another kind: see `accepted`.',
  recovery: 'Send a credential of a kind listed in `accepted`.',
  retry: 'never',
})

export const credentialConflict = errorEntry({
  code: 'credential_conflict',
  status: 400,
  meaning: 'You sent more than one credential.',
  recovery: 'Send exactly one: cookie, Authorization header, API key, or device fields.',
  retry: 'never',
})

export const csrfProofInvalid = errorEntry({
  code: 'csrf_proof_invalid',
  status: 403,
  meaning: 'The X-CSRF-Token header is missing or belongs to another session.',
  recovery: 'Read a new token from GET /v1/merchant-sessions/current.',
  retry: 'never',
})

export const originNotAllowed = errorEntry({
  code: 'origin_not_allowed',
  status: 403,
  meaning: 'The call comes from a page on another origin.',
  recovery: 'Call from the portal itself, or from a server.',
  retry: 'never',
})

export const scopeMissing = errorEntry({
  code: 'scope_missing',
  status: 403,
  meaning:
    "The credential lacks the scope that this call needs: see `scope`. On a connection, the user didn't grant it or the merchant no longer allows it. A merchant key was created without it.",
  recovery:
    'Agents: GET /v1/connections/current shows your scopes; ask the user for a new connection, or the merchant to allow the scope. Merchants: create a key with that scope.',
  retry: 'never',
})

export const roleNotAllowed = errorEntry({
  code: 'role_not_allowed',
  tier: 'teams',
  status: 403,
  meaning: "Your role in this organization doesn't allow this. You have `role`; it takes at least `role_needed`.",
  recovery: 'Ask a member with that role to do it, or ask an owner to change your role.',
  retry: 'never',
})

export const stepUpRequired = errorEntry({
  code: 'step_up_required',
  tier: 'teams',
  status: 403,
  meaning:
    "Confirm that it's you before making this change; a confirmation lasts five minutes. `ways` lists how: `passkey`, a passkey; `mail_code`, a code by email; `mail_sign_in`, signing in by email again.",
  recovery:
    'Confirm with POST /v1/merchant-sessions/{session_id}/step-up, then send the same call again. POST …/step-up-codes sends a code.',
  retry: 'never',
})

export const connectionPaused = errorEntry({
  code: 'connection_paused',
  status: 403,
  meaning:
    'This connection is paused and can only read. `paused_by` is `wallet` if the user paused it, `rejections` if the user rejected several requests in a row and had switched on that this pauses it, or `stop` if the user stopped the whole wallet.',
  recovery:
    'Send no requests until the user resumes the connection in their wallet: PATCH /v1/connections/{connection_id} with `status: active`, or for `stop` POST /v1/wallet/stop with `undo_jws`.',
  retry: 'never',
})

export const connectionRevoked = errorEntry({
  code: 'connection_revoked',
  status: 403,
  meaning: 'The user revoked this connection.',
  recovery: 'Stop using its token. To connect again, use a new Connect Key or pairing.',
  retry: 'never',
})

export const agentNotActive = errorEntry({
  code: 'agent_not_active',
  status: 403,
  meaning: "The merchant suspended or retired this connection's agent.",
  recovery: "Ask the merchant; retrying won't help.",
  retry: 'never',
})

export const agentCredentialInactive = errorEntry({
  code: 'agent_credential_inactive',
  status: 403,
  meaning:
    "This connection's agent has no active key: its keys are revoked, expired or not valid yet. The connection can only read.",
  recovery: 'Ask the merchant to register and verify a new key for the agent; this connection then works again.',
  retry: 'never',
})

export const resourceNotFound = errorEntry({
  code: 'resource_not_found',
  status: 404,
  meaning: 'Not found, or not visible to you.',
  recovery: 'Check the ID, and that your credential belongs to the same organization.',
  retry: 'never',
})

export const extensionNotServed = errorEntry({
  code: 'extension_not_served',
  status: 404,
  meaning: 'This service serves the specification only, and this operation belongs to a module beyond it: see `tier`.',
  recovery: 'GET /openapi.json lists what it serves. Whoever runs it can set `EXTENSIONS=all`.',
  retry: 'never',
})

export const methodNotAllowed = errorEntry({
  code: 'method_not_allowed',
  status: 405,
  meaning: "This path doesn't support that method.",
  recovery: 'Use a method that the `Allow` header lists. GET /openapi.json has every operation.',
  retry: 'never',
})

export const routeNotFound = errorEntry({
  code: 'route_not_found',
  status: 404,
  meaning: "There's nothing at this address.",
  recovery: 'GET /openapi.json lists every address.',
  retry: 'never',
})

export const malformedHttp = errorEntry({
  code: 'malformed_http',
  status: 400,
  meaning: "The message isn't valid HTTP, or it could be read in more than one way. The connection is closed.",
  recovery: 'Send HTTP/1.1 with one Host, and one length or chunks. Look at the proxies in between.',
  retry: 'never',
})

export const headersTooLarge = errorEntry({
  code: 'headers_too_large',
  status: 431,
  meaning: 'The address and the headers together are larger than 16 KiB. The connection is closed.',
  recovery: 'Send fewer or shorter headers and cookies.',
  retry: 'never',
})

export const requestTimeout = errorEntry({
  code: 'request_timeout',
  status: 408,
  meaning: "The rest of the request didn't arrive in time. Nothing was done, and the connection is closed.",
  recovery: 'Send the whole request within ten seconds, on a new connection.',
  retry: 'safe',
})

export const versionConflict = errorEntry({
  code: 'version_conflict',
  status: 409,
  meaning:
    'Somebody changed this record after you read it. `current_version` is its version now; for payees, `changed_by` and `changed_at` show who and when.',
  recovery: 'Read it again, and repeat your change with the new version.',
  retry: 'never',
})

export const mainnetDisabled = errorEntry({
  code: 'phase_0_mainnet_disabled',
  status: 409,
  meaning:
    'Agent payments and automation policies support the public testnet only, and this call names a mainnet network or a payee on one.',
  recovery: 'Remove the network that `field` points at, or choose a recipient on `stellar_testnet`.',
  retry: 'never',
})

export const rateLimited = errorEntry({
  code: 'rate_limited',
  status: 429,
  meaning: 'Too many calls; the RateLimit-Policy header shows the limit.',
  recovery: 'Wait for the number of seconds in Retry-After.',
  retry: 'later',
})

export const outcomeUnknown = errorEntry({
  code: 'outcome_unknown',
  status: 503,
  meaning: "The database didn't confirm in time whether your change was saved.",
  recovery: 'Send the same call again, with the same idempotency key if it has one, to find out.',
  retry: 'safe',
})

export const serviceUnavailable = errorEntry({
  code: 'service_unavailable',
  status: 503,
  meaning: "The service can't answer right now. Nothing changed.",
  recovery: 'Send the same call again after the seconds in Retry-After.',
  retry: 'later',
})

export const overloaded = errorEntry({
  code: 'overloaded',
  status: 503,
  meaning: 'More calls came than the service can work on at once; nothing was changed.',
  recovery: 'Send the same call again after the seconds in Retry-After.',
  retry: 'later',
})

export const internalError = errorEntry({
  code: 'internal_error',
  status: 500,
  meaning: 'Something went wrong on our side.',
  recovery: 'Send the same call again. If it keeps failing, report the request ID.',
  retry: 'safe',
})

export const cursorInvalid = errorEntry({
  code: 'cursor_invalid',
  status: 422,
  meaning: "This cursor doesn't belong to this list.",
  recovery: 'Send `next_cursor` from the previous page unchanged, or start without a cursor.',
  retry: 'never',
  field: 'cursor',
})
