// Made by `npm run generate`; do not edit.
/**
 * Every code that the service refuses with. `recovery` says what to do next; `retry` whether the very same call, with the
 * same idempotency key, may be sent again: `later` waits for Retry-After first.
 */
export const ERRORS = {
  HC_NC_5_HITL_REQUIRED: {
    status: 403,
    meaning:
      'The agent may not make this payment without asking the user. `triggered_thresholds` lists every limit it exceeds, and `rule` the one that decided. Nothing was created or claimed.',
    recovery:
      "On a create, send `next_action` unchanged: it makes the same payment wait for the user. On a claim, don't sign. The payment stays pending until it expires, or until its project cancels it and creates one for the user to approve, with a new idempotency key.",
    retry: 'never',
  },
  IDEMPOTENCY_KEY_MISMATCH: {
    status: 400,
    meaning: 'The idempotency keys in the headers and the body differ.',
    recovery: 'Send one key, or the same one everywhere.',
    retry: 'never',
  },
  agent_credential_inactive: {
    status: 403,
    meaning:
      "This connection's agent has no active key: its keys are revoked, expired or not valid yet. The connection can only read.",
    recovery: 'Ask the merchant to register and verify a new key for the agent; this connection then works again.',
    retry: 'never',
  },
  agent_credential_required: {
    status: 409,
    meaning: "The agent can't be activated without an active credential that hasn't expired.",
    recovery: 'Register a credential for the agent, verify it, then send the same call again.',
    retry: 'never',
  },
  agent_not_active: {
    status: 403,
    meaning: "The merchant suspended or retired this connection's agent.",
    recovery: "Ask the merchant; retrying won't help.",
    retry: 'never',
  },
  agent_retired: {
    status: 409,
    meaning: "The agent is retired. That can't be undone.",
    recovery: 'Register a new agent with POST /v1/agents.',
    retry: 'never',
  },
  agent_transition_invalid: {
    status: 409,
    meaning: "The agent can't move from `current_status` to that status; `allowed` lists where it can go.",
    recovery: 'Send one of the statuses in `allowed`.',
    retry: 'never',
  },
  agents_stopped: {
    status: 409,
    meaning: 'An owner stopped all agents of this organization, so none can be activated.',
    recovery: 'An owner lets them ask again: PATCH /v1/merchants/{merchant_id} with `agents: active`.',
    retry: 'never',
  },
  already_member: {
    status: 409,
    meaning: 'A member already has this email address.',
    recovery: 'GET /v1/members lists them; PATCH /v1/members/{member_id} changes a role.',
    retry: 'never',
  },
  amount_invalid: {
    status: 422,
    meaning: 'Invalid amount for this asset.',
    recovery: 'Send a decimal string with no more decimals than the asset has.',
    retry: 'never',
  },
  approval_lapsed: {
    status: 409,
    meaning:
      'It waited for more than seven days, who asked is no owner or admin anymore, or one person is enough by now.',
    recovery: "Activate the version again. If it's cooling, hold it and add a new version.",
    retry: 'never',
  },
  approval_pending: {
    status: 409,
    meaning: 'The user has not decided yet.',
    recovery: 'Wait a few seconds and send the same call again, until the invitation expires.',
    retry: 'safe',
  },
  approver_too_new: {
    status: 403,
    meaning: 'You became an owner or admin too recently to approve this; `from` says when you can.',
    recovery: 'Wait until `from`, or ask another owner or admin.',
    retry: 'never',
  },
  approvers_missing: {
    status: 409,
    meaning: 'Only one person here is an owner or admin, so nobody could approve.',
    recovery: 'Invite another owner or admin, or change the role of a member, and try again.',
    retry: 'never',
  },
  assertion_clock_skew: {
    status: 401,
    meaning: "A time in the assertion doesn't match our clock: `claim` names it, and `server_time` is our time.",
    recovery: 'Fix your clock, then sign a new assertion. We allow a difference of 10 seconds.',
    retry: 'never',
  },
  assertion_invalid: {
    status: 401,
    meaning: "This isn't a valid assertion from a registered agent for this service.",
    recovery:
      'Check the header (`alg`, `kid`, `typ`), the claims (`iss`, `sub`, `aud`, `iat`, `exp`, `jti`) and the key; then sign a new one. If the signature was right, `claim` names what is wrong.',
    retry: 'never',
  },
  assertion_jti_reused: {
    status: 409,
    meaning: 'The agent already sent an assertion with this `jti`; each works once.',
    recovery:
      "Sign a new assertion with a new `jti`. If you didn't send the first one, somebody else has your key: revoke it.",
    retry: 'never',
  },
  authorization_erased: {
    status: 410,
    meaning: 'The payment expired over a day ago, and whatever was handed over for it is erased.',
    recovery: 'Request the payment again, if it was not made.',
    retry: 'never',
  },
  authorization_fixed: {
    status: 409,
    meaning: 'The payment already has another authorization, which stays.',
    recovery: 'Hand over exactly the bytes that you handed over first; a payment has one authorization.',
    retry: 'never',
  },
  authorization_not_taken: {
    status: 409,
    meaning: "This payment isn't made by an authorization: its signed facts have no `payment.method`.",
    recovery: 'Pay it as its facts say. Nothing was kept.',
    retry: 'never',
  },
  authorization_not_there: {
    status: 404,
    meaning: "The wallet hasn't handed over an authorization for this payment.",
    recovery: 'Ask again in a few seconds while the payment is `signed` (an agent payment `approved`).',
    retry: 'safe',
  },
  authorization_too_early: {
    status: 409,
    meaning:
      "This device hasn't claimed the payment: it isn't `signed` (an agent payment `approved`), it failed, or another device of the wallet claimed it. Nothing was kept.",
    recovery: 'Claim the payment first. Hand over nothing for a payment that this device did not claim.',
    retry: 'never',
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than 64 KiB, or than 8 KiB where no credential is needed.',
    recovery: 'Send a smaller body; link to large texts instead.',
    retry: 'never',
  },
  challenge_spent: {
    status: 410,
    meaning: 'This challenge was used, expired, replaced, or issued for another credential.',
    recovery:
      "Read the credential. If it's active, you're done. If it's pending, register the same `kid` and key again for a new challenge.",
    retry: 'never',
  },
  connect_key_unknown: {
    status: 404,
    meaning: "This Connect Key isn't valid: it's unknown, used or expired.",
    recovery:
      "Ask the user for a new one. After five wrong keys in ten minutes, the agent has to wait until they're over.",
    retry: 'never',
  },
  connection_ended: {
    status: 409,
    meaning: "The connection is revoked. That can't be undone.",
    recovery: 'Connect again with a Connect Key or by pairing.',
    retry: 'never',
  },
  connection_paused: {
    status: 403,
    meaning:
      'This connection is paused and can only read. `paused_by` is `wallet` if the user paused it, `rejections` if the user rejected several requests in a row and had switched on that this pauses it, or `stop` if the user stopped the whole wallet.',
    recovery:
      'Send no requests until the user resumes the connection in their wallet: PATCH /v1/connections/{connection_id} with `status: active`, or for `stop` POST /v1/wallet/stop with `undo_jws`.',
    retry: 'never',
  },
  connection_revoked: {
    status: 403,
    meaning: 'The user revoked this connection.',
    recovery: 'Stop using its token. To connect again, use a new Connect Key or pairing.',
    retry: 'never',
  },
  consent_outdated: {
    status: 409,
    meaning: "The terms or a payee's address changed after the user saw them; `policy_digest` is the current digest.",
    recovery: 'Read the policy again, show it to the user, and send its `policy_digest`.',
    retry: 'never',
  },
  consent_signature_invalid: {
    status: 422,
    meaning: "The consent isn't signed with this device's key, or the device has no key and sent a signature.",
    recovery:
      "Sign `svc.policy_consent.v1`, a line feed and `policy_digest` with the device's key, and send the signature as base64url.",
    retry: 'never',
  },
  credential_conflict: {
    status: 400,
    meaning: 'You sent more than one credential.',
    recovery: 'Send exactly one: cookie, Authorization header, API key, or device fields.',
    retry: 'never',
  },
  credential_invalid: {
    status: 401,
    meaning: 'The credential is unknown, mistyped, expired or revoked.',
    recovery: 'Get a new credential of the kind that the API reference lists for this call.',
    retry: 'never',
  },
  credential_key_taken: {
    status: 409,
    meaning: 'Your organization, or your personal space, already used this public key; a key can be registered once.',
    recovery: 'Make a new key pair.',
    retry: 'never',
  },
  credential_kid_taken: {
    status: 409,
    meaning: "The agent already has a credential with this `kid`; a `kid` can't be reused.",
    recovery: 'Choose another `kid`. To get a new challenge for a pending key, send the same `kid` with the same key.',
    retry: 'never',
  },
  credential_kind_not_accepted: {
    status: 403,
    meaning: 'The credential is valid, but this call needs another kind: see `accepted`.',
    recovery: 'Send a credential of a kind listed in `accepted`.',
    retry: 'never',
  },
  credential_missing: {
    status: 401,
    meaning: 'This call needs a credential, and you sent none.',
    recovery: 'Send the kind of credential that the API reference lists for this call.',
    retry: 'never',
  },
  credential_proof_invalid: {
    status: 422,
    meaning: "The signature doesn't match this key and challenge.",
    recovery: 'Sign the UTF-8 bytes of the challenge with the private key. The challenge is still valid.',
    retry: 'never',
  },
  credential_revoked: {
    status: 403,
    meaning: "The assertion is valid, but its key or agent can't be used now: see `reason`.",
    recovery: "Ask the merchant; retrying won't help.",
    retry: 'never',
  },
  csrf_proof_invalid: {
    status: 403,
    meaning: 'The X-CSRF-Token header is missing or belongs to another session.',
    recovery: 'Read a new token from GET /v1/merchant-sessions/current.',
    retry: 'never',
  },
  cursor_ahead: {
    status: 422,
    meaning: 'The cursor is past the end of this feed; the last one is `last_cursor`.',
    recovery: 'Use a cursor that this feed gave you.',
    retry: 'never',
  },
  cursor_invalid: {
    status: 422,
    meaning: "This cursor doesn't belong to this list.",
    recovery: 'Send `next_cursor` from the previous page unchanged, or start without a cursor.',
    retry: 'never',
  },
  cursor_reset: {
    status: 410,
    meaning:
      'The service was restored from a backup, and events that you have seen up to this cursor are lost. `resume_from` is the last cursor before them, `epoch` the number of the history since then.',
    recovery:
      'Read what you keep about open requests again, then go on from `resume_from`. Cursors jump after a restore, so no number comes twice.',
    retry: 'never',
  },
  decision_mismatch: {
    status: 422,
    meaning: "The signed statement doesn't match this call; `issues` lists every difference. Nothing was recorded.",
    recovery:
      'Sign what you send: this service, device, connection, request, digest, status and transaction, and the current time.',
    retry: 'never',
  },
  decision_signature_invalid: {
    status: 422,
    meaning: "The statement's header, canonical JSON, base64url or signature is wrong. Nothing was recorded.",
    recovery: "Sign it with the SDK's signDecision, or exactly as the API reference describes.",
    retry: 'never',
  },
  decision_signature_required: {
    status: 403,
    meaning:
      "The user requires signed decisions on this connection, and this call isn't signed with the device's key. Nothing changed; if it names a transaction, we keep that as evidence.",
    recovery: 'Send `decision_jws` with your report. To stop requiring signatures, send `change_jws`.',
    retry: 'never',
  },
  device_in_use: {
    status: 409,
    meaning:
      'This device already belongs to a wallet: it has connections or invitations, or is linked to another device.',
    recovery: 'Register a new device and link that one. To move this one, remove it first.',
    retry: 'never',
  },
  device_key_proof_invalid: {
    status: 422,
    meaning: "The new key isn't verified: `issues` lists which statement is wrong, and why. No key was added.",
    recovery:
      'Get a challenge (devices.create_key_challenge) and sign it with the new key. If the device has a key, sign with that one too.',
    retry: 'never',
  },
  device_key_required: {
    status: 422,
    meaning: 'The device has no active key to sign decisions with.',
    recovery:
      "Add one (devices.add_key). If the device's key was revoked, register a new device and connect it: a token alone can't add another key.",
    retry: 'never',
  },
  device_key_unknown: {
    status: 422,
    meaning: "The statement isn't signed with this device's active key: its key was replaced, revoked or never added.",
    recovery: 'Sign with the active key; devices.read_current shows which one it is.',
    retry: 'never',
  },
  device_revoked: {
    status: 409,
    meaning: "The user removed this wallet device, so you can't connect to it.",
    recovery: 'Ask the user for a new Connect Key from a wallet that they still use.',
    retry: 'never',
  },
  domain_challenge_expired: {
    status: 410,
    meaning: "The challenge expired: the domain wasn't verified within seven days.",
    recovery: 'Register the domain again with POST /v1/merchant-domains for a new challenge.',
    retry: 'never',
  },
  domain_invalid: {
    status: 422,
    meaning: "This isn't a host name you can verify.",
    recovery: 'Send the exact host, such as `shop.example`: no address, path, wildcard, IP or public suffix.',
    retry: 'never',
  },
  domain_not_verified: {
    status: 409,
    meaning: "The domain isn't verified.",
    recovery: 'Verify it with POST /v1/merchant-domains/{domain_id}/verify.',
    retry: 'never',
  },
  domain_proof_failed: {
    status: 422,
    meaning:
      "We couldn't find the challenge. `checks` shows what each place answered, and `seen` describes it. Nothing changed.",
    recovery: "Publish the challenge's value at its location, wait until it's visible, and verify again.",
    retry: 'safe',
  },
  enrollment_signature_invalid: {
    status: 422,
    meaning:
      "The signature isn't this key's over these fields and this service's address. The Connect Key wasn't used.",
    recovery:
      'Sign the canonical JSON of the fields as you send them, with `audience` as `aud`. The SDK does it: `enroll`.',
    retry: 'never',
  },
  evidence_mismatch: {
    status: 409,
    meaning: 'The evidence belongs to another version, or its digest differs.',
    recovery: 'Send `evidence_id` and `evidence_digest` from the verify response.',
    retry: 'never',
  },
  expiry_out_of_range: {
    status: 422,
    meaning: '`expires_at` must be between one minute and seven days from now.',
    recovery: 'Send a time in that range, or leave it out for 30 minutes.',
    retry: 'never',
  },
  extension_not_served: {
    status: 404,
    meaning:
      'This service serves the specification only, and this operation belongs to a module beyond it: see `tier`.',
    recovery: 'GET /openapi.json lists what it serves. Whoever runs it can set `EXTENSIONS=all`.',
    retry: 'never',
  },
  grant_spent: {
    status: 410,
    meaning: "This grant was used, has expired or isn't valid.",
    recovery: 'Ask for a new sign-in link with POST /v1/merchant-accounts/registrations.',
    retry: 'never',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The address and the headers together are larger than 16 KiB. The connection is closed.',
    recovery: 'Send fewer or shorter headers and cookies.',
    retry: 'never',
  },
  idempotency_key_required: {
    status: 400,
    meaning: 'The call has no idempotency key.',
    recovery: 'Send X-Idempotency-Key (or `idempotency_key` in the body) with a key that you reuse when you retry.',
    retry: 'never',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'You used this idempotency key for a different payment. Nothing was created.',
    recovery: 'Use a new key for a new payment. When you retry, send exactly the same body.',
    retry: 'never',
  },
  identity_field_forbidden: {
    status: 422,
    meaning: 'The request names a merchant, tenant or agent. We take those from your credential only.',
    recovery: 'Remove `merchant_id`, `tenant_id` or `agent_id` from body, query and headers.',
    retry: 'never',
  },
  internal_error: {
    status: 500,
    meaning: 'Something went wrong on our side.',
    recovery: 'Send the same call again. If it keeps failing, report the request ID.',
    retry: 'safe',
  },
  invalid_transition: {
    status: 409,
    meaning: "The request can't move from `current_status` to that status; `allowed` lists where it can go.",
    recovery: 'Read the request, and report only a status that can follow.',
    retry: 'never',
  },
  invitation_decided: {
    status: 409,
    meaning: 'The invitation was already decided: see `current_status`.',
    recovery: 'Read it again. To undo an approval, revoke the connection with DELETE /v1/connections/{connection_id}.',
    retry: 'never',
  },
  invitation_expired: {
    status: 410,
    meaning: "The invitation expired: it wasn't approved and exchanged within ten minutes.",
    recovery: 'Start over with a new Connect Key.',
    retry: 'never',
  },
  invitation_not_pending: {
    status: 409,
    meaning: 'The invitation was accepted, withdrawn or has expired.',
    recovery: 'Invite again with POST /v1/member-invitations.',
    retry: 'never',
  },
  invitation_rejected: {
    status: 410,
    meaning: 'The user rejected the invitation.',
    recovery: "Don't try again unless the user asks you to. You'll need a new Connect Key.",
    retry: 'never',
  },
  invitation_spent: {
    status: 410,
    meaning: 'The invitation was already exchanged. Its connection token is shown only once.',
    recovery: 'Use that token. If you lost it, ask the user to rotate it or to give you a new Connect Key.',
    retry: 'never',
  },
  last_owner: {
    status: 409,
    meaning: 'This is the only owner. Every organization needs one.',
    recovery: 'Make another member an owner first: PATCH /v1/members/{member_id} with `role: "owner"`.',
    retry: 'never',
  },
  link_code_unknown: {
    status: 404,
    meaning: "There's no open link code like this one: it was used, replaced or expired, or its device was removed.",
    recovery: 'Get a new code on the other device. Codes are valid for ten minutes and one device.',
    retry: 'never',
  },
  link_signature_invalid: {
    status: 422,
    meaning:
      "This call must be signed with the device's key, and `link_jws` isn't: `issues` lists why. Nothing changed.",
    recovery: "Sign it with the SDK's signDeviceLink, or exactly as the API reference describes.",
    retry: 'never',
  },
  malformed_http: {
    status: 400,
    meaning: "The message isn't valid HTTP, or it could be read in more than one way. The connection is closed.",
    recovery: 'Send HTTP/1.1 with one Host, and one length or chunks. Look at the proxies in between.',
    retry: 'never',
  },
  malformed_json: {
    status: 400,
    meaning: "The body isn't valid JSON, or it's nested too deeply.",
    recovery: 'Send one JSON object: no duplicate keys, no `__proto__`, at most 32 levels deep.',
    retry: 'never',
  },
  merchant_choice_required: {
    status: 422,
    meaning: "Choose an organization: this grant can open several or none, and `choice` doesn't name one.",
    recovery:
      'Send a `choice` from the response that contained the grant, or create an organization with POST /v1/merchants.',
    retry: 'never',
  },
  merchant_not_active: {
    status: 403,
    meaning: 'Only an active merchant can do this.',
    recovery:
      'Verify a domain first: POST /v1/merchant-domains. A personal space needs none: ask who runs the service why it is suspended.',
    retry: 'never',
  },
  method_not_allowed: {
    status: 405,
    meaning: "This path doesn't support that method.",
    recovery: 'Use a method that the `Allow` header lists. GET /openapi.json has every operation.',
    retry: 'never',
  },
  name_misleading: {
    status: 422,
    meaning:
      'The name could mislead payers: it mixes scripts, contains an internet address, or claims to be verified or official. See `issues`.',
    recovery: 'Choose a plain name in one script. We always show your verified domain next to it.',
    retry: 'never',
  },
  network_not_enabled: {
    status: 422,
    meaning: "This deployment doesn't support that network.",
    recovery: 'Use a supported network; public testnet deployments support `stellar_testnet`.',
    retry: 'never',
  },
  no_ledger_match: {
    status: 409,
    meaning:
      'There is nothing to accept: the request has no `settlement.ledger_match` with that transaction, or that payment was found to be for another request.',
    recovery: 'Read the request again, and accept only the transaction that `ledger_match` shows.',
    retry: 'never',
  },
  origin_not_allowed: {
    status: 403,
    meaning: 'The call comes from a page on another origin.',
    recovery: 'Call from the portal itself, or from a server.',
    retry: 'never',
  },
  outcome_unknown: {
    status: 503,
    meaning: "The database didn't confirm in time whether your change was saved.",
    recovery: 'Send the same call again, with the same idempotency key if it has one, to find out.',
    retry: 'safe',
  },
  overloaded: {
    status: 503,
    meaning: 'More calls came than the service can work on at once; nothing was changed.',
    recovery: 'Send the same call again after the seconds in Retry-After.',
    retry: 'later',
  },
  override_forbidden: {
    status: 422,
    meaning: 'The call names a payment fact, such as an address, an asset or a memo; `issues` lists each one.',
    recovery: "Remove those fields. Payment facts come only from the payee's version.",
    retry: 'never',
  },
  overview_range_invalid: {
    status: 422,
    meaning: '`from` must be before `to`, and not too far from it.',
    recovery: 'Ask for at most 31 days by the hour, or 366 days by the day.',
    retry: 'never',
  },
  pairing_code_unknown: {
    status: 404,
    meaning: "There's no pending pairing with this code: it's mistyped, already decided or expired.",
    recovery: 'Compare it with the code the agent shows, or start a new pairing from the agent.',
    retry: 'never',
  },
  pairing_decided: {
    status: 409,
    meaning: 'The pairing was already decided: see `current_status`.',
    recovery:
      "List the wallet's connections. To undo an approval, revoke the connection with DELETE /v1/connections/{connection_id}.",
    retry: 'never',
  },
  pairing_ended: {
    status: 410,
    meaning: 'The pairing is over: ten minutes passed, or somebody tried five wrong codes.',
    recovery: "Start a new pairing from the agent; you don't have to wait.",
    retry: 'never',
  },
  pairing_rejected: {
    status: 410,
    meaning: 'The user rejected the pairing.',
    recovery: "Don't try again unless the user asks you to.",
    retry: 'never',
  },
  pairing_spent: {
    status: 410,
    meaning: 'The pairing was already exchanged. Its connection token is shown only once.',
    recovery: 'Use that token. If you lost it, ask the user to rotate it, or pair again.',
    retry: 'never',
  },
  passkey_known: {
    status: 409,
    meaning: 'This passkey is already registered.',
    recovery: 'Use it, or register another one.',
    retry: 'never',
  },
  passkey_refused: {
    status: 403,
    meaning:
      "We couldn't verify your passkey: it's unknown, its challenge was used or expired, it was made on another site, or your device didn't check that it's you.",
    recovery: 'Get a new challenge and try again, or sign in by email.',
    retry: 'never',
  },
  payee_listing_stale: {
    status: 409,
    meaning: "Nobody has seen for a day that the payee's domain lists it.",
    recovery: 'Call POST /v1/payees/resolve with the same facts, then send this again with the same idempotency key.',
    retry: 'safe',
  },
  payee_not_listed: {
    status: 422,
    meaning: "The domain doesn't list this payee; `seen` shows what we found in each place.",
    recovery:
      'Pay nothing to this address. The seller can list it in `/.well-known/svc-recipients.json` of that domain, with exactly these facts.',
    retry: 'safe',
  },
  payee_not_resolved: {
    status: 404,
    meaning: "This agent is its user's own: no organization gives it payees, and this one was not found for it.",
    recovery:
      'Find it on its own domain first, with POST /v1/payees/resolve, and request the payment with what that answers.',
    retry: 'never',
  },
  payer_proof_invalid: {
    status: 422,
    meaning:
      "`payer_proof` doesn't hold for this payment: it names no transaction or operation, an account or key has the wrong form, or the signature isn't over this network, transaction, operation and `facts_digest`.",
    recovery:
      'Sign exactly the text that the documentation shows, with a key that signed the transaction, and send the proof again.',
    retry: 'never',
  },
  payment_facts_invalid: {
    status: 422,
    meaning: "Network, asset, address and memo don't match; `issues` lists each problem.",
    recovery: 'Fix everything that `issues` lists.',
    retry: 'never',
  },
  phase_0_mainnet_disabled: {
    status: 409,
    meaning:
      'Agent payments and automation policies support the public testnet only, and this call names a mainnet network or a payee on one.',
    recovery: 'Remove the network that `field` points at, or choose a recipient on `stellar_testnet`.',
    retry: 'never',
  },
  policy_incomplete: {
    status: 422,
    meaning: 'A policy needs all four limits before the user can opt in; `missing` and `issues` list what it lacks.',
    recovery:
      'Set them with PATCH /v1/automation-policies/{policy_id}. Each payee needs an active version in this asset.',
    retry: 'never',
  },
  policy_state: {
    status: 409,
    meaning: "This isn't possible while the policy is `current_status`; `allowed` lists where it can go.",
    recovery: "Read the policy. A withdrawn policy can't come back; create another.",
    retry: 'never',
  },
  private_key_sent: {
    status: 422,
    meaning: "You sent a private key. We didn't store or log it, but it has left your machine.",
    recovery: 'Throw that key pair away, make a new one, and send only the public key.',
    retry: 'never',
  },
  push_endpoint_invalid: {
    status: 422,
    meaning: "We can't send push messages to this endpoint; the message explains why.",
    recovery: 'Send the `endpoint` that the browser gave you, unchanged.',
    retry: 'never',
  },
  push_key_unknown: {
    status: 422,
    meaning: "The subscription was made for a different key, so the push service wouldn't take our messages.",
    recovery: 'Unsubscribe, then subscribe with the `application_server_key` of devices.read_current.',
    retry: 'never',
  },
  push_not_configured: {
    status: 409,
    meaning: 'This service sends no push messages: its operator set no key for them.',
    recovery: 'Use the event feed instead, and ask the operator to set PUSH_KEYS.',
    retry: 'never',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many calls; the RateLimit-Policy header shows the limit.',
    recovery: 'Wait for the number of seconds in Retry-After.',
    retry: 'later',
  },
  receipt_not_ready: {
    status: 409,
    meaning:
      "There is no receipt yet: the payment still waits for the wallet, or the service's key isn't in the public log yet.",
    recovery: 'Ask again once the wallet has answered, or the payment has ended.',
    retry: 'later',
  },
  recipient_listed: {
    status: 409,
    meaning: "An agent found this payee on its domain, so its name and address can't be changed here.",
    recovery: 'Retire it if nobody is to pay it. Create a payee of your own for your own addresses.',
    retry: 'never',
  },
  recipient_name_look_alike: {
    status: 422,
    meaning: 'The name mixes scripts, or looks like another of your payees.',
    recovery: "Choose a name that's easy to tell apart. For a new address, add a version instead.",
    retry: 'never',
  },
  recipient_proof_failed: {
    status: 422,
    meaning: "The domain doesn't list this payee; `seen` shows what we found in each place. Nothing changed.",
    recovery: 'List the payee in one of the places that the API reference names, and verify again.',
    retry: 'safe',
  },
  recipient_retired: {
    status: 409,
    meaning: "The payee is retired. That can't be undone.",
    recovery: 'Create another payee with POST /v1/recipients, under another name.',
    retry: 'never',
  },
  recipient_suspended: {
    status: 409,
    meaning:
      "The payee is suspended: its domain isn't verified, or the merchant recalled it. Don't sign. If a report names a transaction, we keep that as evidence.",
    recovery: "Don't pay. Read the request again later: `payee.verified` is true once the payee is back.",
    retry: 'later',
  },
  recipient_version_not_active: {
    status: 409,
    meaning: "This isn't the payee's active version. `active_version_id` is, or null if none is active.",
    recovery:
      'Read the active version (connections.list_recipients), show it to the person who decides, and request the payment with that one.',
    retry: 'never',
  },
  recipient_version_state: {
    status: 409,
    meaning: "This isn't possible while the version is `status`.",
    recovery:
      'Verify a draft, activate a verified version, approve one that awaits approval, hold a cooling one, recall one that has been active, or replace a retired one with a new version.',
    retry: 'never',
  },
  request_id_ambiguous: {
    status: 409,
    meaning: 'Two of your connections use that `request_id`.',
    recovery: 'Add `connection_id`.',
    retry: 'never',
  },
  request_id_taken: {
    status: 409,
    meaning: 'This connection already has a request with that `request_id`.',
    recovery: 'Choose another `request_id`, or leave it out.',
    retry: 'never',
  },
  request_timeout: {
    status: 408,
    meaning: "The rest of the request didn't arrive in time. Nothing was done, and the connection is closed.",
    recovery: 'Send the whole request within ten seconds, on a new connection.',
    retry: 'safe',
  },
  resource_not_found: {
    status: 404,
    meaning: 'Not found, or not visible to you.',
    recovery: 'Check the ID, and that your credential belongs to the same organization.',
    retry: 'never',
  },
  role_not_allowed: {
    status: 403,
    meaning: "Your role in this organization doesn't allow this. You have `role`; it takes at least `role_needed`.",
    recovery: 'Ask a member with that role to do it, or ask an owner to change your role.',
    retry: 'never',
  },
  route_not_found: {
    status: 404,
    meaning: "There's nothing at this address.",
    recovery: 'GET /openapi.json lists every address.',
    retry: 'never',
  },
  scope_missing: {
    status: 403,
    meaning:
      "The credential lacks the scope that this call needs: see `scope`. On a connection, the user didn't grant it or the merchant no longer allows it. A merchant key was created without it.",
    recovery:
      'Agents: GET /v1/connections/current shows your scopes; ask the user for a new connection, or the merchant to allow the scope. Merchants: create a key with that scope.',
    retry: 'never',
  },
  scopes_not_allowed: {
    status: 422,
    meaning: 'The agent may not request the scopes listed in `beyond`.',
    recovery: "Request only the agent's `allowed_scopes`, or ask its merchant to allow more.",
    retry: 'never',
  },
  scopes_not_granted: {
    status: 422,
    meaning: "You can only remove scopes from a connection; it doesn't have those listed in `beyond`.",
    recovery: 'Leave them out. To add scopes, make a new connection.',
    retry: 'never',
  },
  scopes_not_requested: {
    status: 422,
    meaning: 'You can approve only scopes that were requested; `beyond` lists the others.',
    recovery: 'Approve some or all of `requested_scopes`.',
    retry: 'never',
  },
  second_person_required: {
    status: 403,
    meaning: 'You asked for this change, so somebody else must approve it.',
    recovery: 'Ask another owner or admin to approve it.',
    retry: 'never',
  },
  service_unavailable: {
    status: 503,
    meaning: "The service can't answer right now. Nothing changed.",
    recovery: 'Send the same call again after the seconds in Retry-After.',
    retry: 'later',
  },
  sign_in_code_required: {
    status: 403,
    meaning: 'You requested this link in another browser or program, and the code is missing or wrong.',
    recovery:
      'Send the `code` shown where you requested the link, or open the link there. After five wrong codes the link stops working. `email` of the error is the mailbox that it signs in.',
    retry: 'never',
  },
  sign_in_link_spent: {
    status: 410,
    meaning: "This sign-in link was used, has expired or isn't valid.",
    recovery: 'Ask for a new one with POST /v1/merchant-accounts/registrations.',
    retry: 'never',
  },
  step_up_code_refused: {
    status: 403,
    meaning: 'The code is wrong, used, expired or for another session; or you have a passkey and must use that.',
    recovery:
      'Ask for a new code with POST /v1/merchant-sessions/{session_id}/step-up-codes. A code stops working after five wrong tries.',
    retry: 'never',
  },
  step_up_required: {
    status: 403,
    meaning:
      "Confirm that it's you before making this change; a confirmation lasts five minutes. `ways` lists how: `passkey`, a passkey; `mail_code`, a code by email; `mail_sign_in`, signing in by email again.",
    recovery:
      'Confirm with POST /v1/merchant-sessions/{session_id}/step-up, then send the same call again. POST …/step-up-codes sends a code.',
    retry: 'never',
  },
  too_many_api_keys: {
    status: 409,
    meaning: 'The project has 20 active keys, the maximum.',
    recovery: 'Revoke one that is no longer used (see `last_used_at`), then create the new one.',
    retry: 'never',
  },
  too_many_creates: {
    status: 429,
    meaning: 'This connection created too many requests within a minute.',
    recovery: 'Wait for the number of seconds in Retry-After, then send it again with the same idempotency key.',
    retry: 'later',
  },
  too_many_credentials: {
    status: 409,
    meaning: 'The agent already has two active credentials, the maximum.',
    recovery: 'Revoke one of them, then send the same call again before the challenge expires.',
    retry: 'never',
  },
  too_many_devices: {
    status: 409,
    meaning: 'The wallet already has ten devices.',
    recovery: 'Remove one that the user no longer has, then link again with the same code.',
    retry: 'never',
  },
  too_many_domains: {
    status: 409,
    meaning: 'The organization already has 100 domains, the maximum.',
    recovery: 'Use one of them: GET /v1/merchant-domains lists them, and each can list any number of payees.',
    retry: 'never',
  },
  too_many_invitations: {
    status: 409,
    meaning: 'This wallet already has ten invitations waiting for a decision.',
    recovery: 'Approve or reject some of them first, or wait: they expire after ten minutes.',
    retry: 'safe',
  },
  too_many_member_invitations: {
    status: 409,
    meaning: 'The organization has 50 pending invitations, or the maximum number of members.',
    recovery: 'Withdraw invitations that are no longer needed, or remove members who left.',
    retry: 'never',
  },
  too_many_merchant_keys: {
    status: 409,
    meaning: 'The organization has 50 active keys, the maximum.',
    recovery: 'Revoke one that is no longer used (see `last_used_at`), then create the new one.',
    retry: 'never',
  },
  too_many_own_agents: {
    status: 409,
    meaning: "Twenty agents of this wallet's own are connected or wait for an answer. The Connect Key was not used.",
    recovery: 'Ask the user to disconnect one of them in the wallet, then send this again.',
    retry: 'never',
  },
  too_many_passkeys: {
    status: 409,
    meaning: 'You already have 20 passkeys, the maximum.',
    recovery: 'Remove one you no longer use, then add the new one.',
    retry: 'never',
  },
  too_many_payer_proofs: {
    status: 409,
    meaning: 'This payment has sixteen payer proofs already.',
    recovery:
      'Send one proof for the transaction that paid. If it is not among those sent, ask the merchant to accept the payment.',
    retry: 'never',
  },
  too_many_pending: {
    status: 429,
    meaning: 'This connection has too many pending requests.',
    recovery: 'Wait until the user has answered some of them.',
    retry: 'later',
  },
  too_many_pending_in_wallet: {
    status: 429,
    meaning: 'This wallet has too many pending requests, over all its connections.',
    recovery: 'Wait for the number of seconds in Retry-After, then send it again with the same idempotency key.',
    retry: 'later',
  },
  too_many_policies: {
    status: 409,
    meaning: 'The connection already has 20 policies, the maximum.',
    recovery: 'Withdraw or change one of them.',
    retry: 'never',
  },
  too_many_projects: {
    status: 409,
    meaning: 'The organization already has 20 projects, the maximum.',
    recovery: 'Use one of them: GET /v1/projects lists them, and each can have several keys.',
    retry: 'never',
  },
  transaction_hash_fixed: {
    status: 409,
    meaning: 'The request already has another transaction hash.',
    recovery: 'Report on the first transaction. A second payment needs its own request.',
    retry: 'never',
  },
  transaction_hash_required: {
    status: 422,
    meaning: 'A report needs a transaction hash from `broadcasted` on, or from `submitted` on for an agent payment.',
    recovery: 'Send `transaction_hash`.',
    retry: 'never',
  },
  transaction_id_ambiguous: {
    status: 409,
    meaning: "Two of this device's connections use that `transaction_id`.",
    recovery: 'Add `connection_id`.',
    retry: 'never',
  },
  transaction_mismatch: {
    status: 422,
    meaning:
      "The unsigned transaction doesn't match this request; `issues` lists every difference. Nothing was recorded.",
    recovery:
      "Don't sign it. Build the transaction from the signed facts: the same payee, asset, amount and memo, one operation, valid until `expires_at` in whole seconds.",
    retry: 'never',
  },
  unknown_field: {
    status: 422,
    meaning: 'The request has an unknown field.',
    recovery: 'Remove the field or fix its spelling. Unknown fields are never ignored.',
    retry: 'never',
  },
  unsupported_media_type: {
    status: 415,
    meaning: "The Content-Type isn't JSON.",
    recovery: 'Send `Content-Type: application/json` exactly, or with `; charset=utf-8`.',
    retry: 'never',
  },
  validation_failed: {
    status: 422,
    meaning: 'The request is invalid; see `issues`.',
    recovery: 'Fix everything that `issues` lists, then send it again.',
    retry: 'never',
  },
  version_conflict: {
    status: 409,
    meaning:
      'Somebody changed this record after you read it. `current_version` is its version now; for payees, `changed_by` and `changed_at` show who and when.',
    recovery: 'Read it again, and repeat your change with the new version.',
    retry: 'never',
  },
  wallet_stopped: {
    status: 409,
    meaning: 'The user stopped this wallet: nothing can be connected, resumed or agreed to until they undo that.',
    recovery: 'The user undoes it with the key of a device: POST /v1/wallet/stop with `undo_jws`.',
    retry: 'never',
  },
  webhook_challenge_failed: {
    status: 422,
    meaning: "The endpoint didn't answer its challenge; `seen` shows what it sent instead. Nothing changed.",
    recovery: 'Make it answer `webhook_endpoint.challenge` with 200 and `{ "challenge": … }`, and verify again.',
    retry: 'safe',
  },
  webhook_delivery_pending: {
    status: 409,
    meaning: "We're sending this delivery right now.",
    recovery: 'Read it again in a moment: its latest attempt shows how it went.',
    retry: 'safe',
  },
  webhook_endpoint_not_active: {
    status: 409,
    meaning: 'We send webhooks only to active endpoints; this one is `status`.',
    recovery: 'Verify it with POST /v1/webhook-endpoints/{webhook_endpoint_id}/verify, and send the same call again.',
    retry: 'never',
  },
  webhook_endpoint_unverified: {
    status: 409,
    meaning: "This endpoint's URL hasn't answered a challenge yet.",
    recovery: 'Verify it with POST /v1/webhook-endpoints/{webhook_endpoint_id}/verify, which also activates it.',
    retry: 'never',
  },
  webhook_endpoints_exhausted: {
    status: 409,
    meaning: 'The organization has the maximum number of webhook endpoints.',
    recovery: 'Delete one you no longer use, or change its URL.',
    retry: 'never',
  },
  webhook_secrets_exhausted: {
    status: 409,
    meaning: 'Too many old secrets of this endpoint are still in use; each keeps signing for a day.',
    recovery: 'Keep using the newest secret, or rotate again after `first_ends_at`, when the oldest expires.',
    retry: 'later',
  },
  webhook_url_invalid: {
    status: 422,
    meaning: "We can't send webhooks to this URL; the message explains why.",
    recovery: 'Send an https URL on port 443 of a public host, without user name and without `#`.',
    retry: 'never',
  },
} as const

export type ErrorCode = keyof typeof ERRORS
