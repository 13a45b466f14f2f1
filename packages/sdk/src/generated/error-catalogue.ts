// Made by `npm run generate`; do not edit.
/**
 * Every code that the service refuses with. `recovery` says what to do next; `retry` whether the very same call, with the
 * same idempotency key, may be sent again: `later` waits for Retry-After first.
 */
export const ERRORS = {
  HC_NC_5_HITL_REQUIRED: {
    status: 403,
    meaning:
      'No policy that the user has opted into lets the agent make this payment by itself: `triggered_thresholds` lists every threshold that does not hold, `rule` names what decided. Nothing was created, or nothing was claimed.',
    recovery:
      'On a create, send `next_action` as it is: the same payment as a human-initiated one, which waits for the wallet. On a claim, do not sign: the payment waits until it expires or its project cancels it and asks a person, under a new idempotency key.',
    retry: 'never',
  },
  IDEMPOTENCY_KEY_MISMATCH: {
    status: 400,
    meaning: 'The idempotency keys in headers and body differ.',
    recovery: 'Send one key, or the same one everywhere.',
    retry: 'never',
  },
  agent_credential_inactive: {
    status: 403,
    meaning:
      'The agent of this connection has no active credential: its keys were revoked, have expired or are not valid yet. The connection can read, and change nothing.',
    recovery: 'Ask the merchant to register and prove a new key for the agent; the connection then works on as it is.',
    retry: 'never',
  },
  agent_credential_required: {
    status: 409,
    meaning: 'An agent becomes active only while it has an active credential that has not expired.',
    recovery: 'Register a credential for the agent, prove it, and send the same call again.',
    retry: 'never',
  },
  agent_not_active: {
    status: 403,
    meaning: 'The merchant has suspended or retired the agent of this connection.',
    recovery: 'Ask the merchant; a retry changes nothing.',
    retry: 'never',
  },
  agent_retired: {
    status: 409,
    meaning: 'The agent is retired, which is final.',
    recovery: 'Register a new agent with POST /v1/agents.',
    retry: 'never',
  },
  agent_transition_invalid: {
    status: 409,
    meaning: 'The agent cannot move to that status; `current_status` and `allowed` say from where and to which it can.',
    recovery: 'Send one of the `allowed` statuses, or none.',
    retry: 'never',
  },
  already_invited: {
    status: 409,
    meaning: 'An invitation to this mailbox is pending.',
    recovery: 'Send it again with POST /v1/member-invitations/{member_invitation_id}/resend, or withdraw it first.',
    retry: 'never',
  },
  already_member: {
    status: 409,
    meaning: 'Whoever has this mailbox is a member already.',
    recovery: 'GET /v1/members lists them; PATCH /v1/members/{member_id} changes a role.',
    retry: 'never',
  },
  amount_invalid: {
    status: 422,
    meaning: 'The amount is not one that this asset can be paid in.',
    recovery: 'Send an exact decimal string with at most the decimals of the asset.',
    retry: 'never',
  },
  approval_pending: {
    status: 409,
    meaning: 'The user has not decided yet.',
    recovery: 'Wait a few seconds and send the same call again, until the invitation expires.',
    retry: 'safe',
  },
  assertion_clock_skew: {
    status: 401,
    meaning:
      'The times in the assertion do not fit ours: `claim` says which of them, `server_time` what our clock says.',
    recovery: 'Set the clock right, then sign a new assertion; it is accepted within 10 seconds of its times.',
    retry: 'never',
  },
  assertion_invalid: {
    status: 401,
    meaning: 'This is no assertion of a registered agent for this service.',
    recovery:
      'Check the header (`alg`, `kid`, `typ`), the claims (`iss`, `sub`, `aud`, `iat`, `exp`, `jti`) and the key; then sign a new one.',
    retry: 'never',
  },
  assertion_jti_reused: {
    status: 409,
    meaning: 'The agent has already sent an assertion with this `jti`; each one opens once.',
    recovery:
      'Sign a new assertion with a new `jti`. If you did not send it before, somebody else did: revoke the key.',
    retry: 'never',
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than 64 KiB, or than 8 KiB where no credential is needed.',
    recovery: 'Send less; large texts belong behind a reference.',
    retry: 'never',
  },
  challenge_spent: {
    status: 410,
    meaning: 'This challenge has been used, has expired, was replaced or was not issued for this credential.',
    recovery:
      'Read the credential: if it is active, it is proven. If it is pending, register the same `kid` and key again for a fresh challenge.',
    retry: 'never',
  },
  connect_key_unknown: {
    status: 404,
    meaning: 'The Connect Key opens nothing: it was never issued, has been used, or has expired.',
    recovery: 'Ask the user for a new one. Five wrong keys in ten minutes shut the agent out for the rest of them.',
    retry: 'never',
  },
  connection_ended: {
    status: 409,
    meaning: 'The connection is revoked, which is final; `current_status` and `allowed` say so.',
    recovery: 'Make a new connection with a Connect Key or by pairing.',
    retry: 'never',
  },
  connection_paused: {
    status: 403,
    meaning:
      'This connection is paused: it can read, and change nothing. `paused_by` says why: `wallet`, the user paused it, or `rejections`, the user rejected several requests in a row.',
    recovery: 'Stop asking until the user resumes it in the wallet; only the user can.',
    retry: 'never',
  },
  connection_revoked: {
    status: 403,
    meaning: 'The user has ended this connection.',
    recovery: 'Stop using its token; a new connection needs a new Connect Key or pairing.',
    retry: 'never',
  },
  consent_outdated: {
    status: 409,
    meaning:
      'The terms or the address of a payee are not those that the consent names; `policy_digest` is that of the terms now.',
    recovery: 'Read the policy again, show it to the user, and send its `policy_digest`.',
    retry: 'never',
  },
  consent_signature_invalid: {
    status: 422,
    meaning:
      'A device with a decision key signs its consent, and this is not its signature; one without a key cannot sign.',
    recovery: 'Sign `svc.policy_consent.v1`, a line feed and `policy_digest` with the key of the device, in base64url.',
    retry: 'never',
  },
  credential_conflict: {
    status: 400,
    meaning: 'More than one credential was presented.',
    recovery: 'Present exactly one: cookie, Authorization header, API key, or device fields.',
    retry: 'never',
  },
  credential_invalid: {
    status: 401,
    meaning: 'The credential is not valid: unknown, mistyped, expired or revoked.',
    recovery: 'Get a new one of the kind that the operation names.',
    retry: 'never',
  },
  credential_key_taken: {
    status: 409,
    meaning: 'This public key is or was a credential of your organization; a key serves one credential, once.',
    recovery: 'Make a new key pair.',
    retry: 'never',
  },
  credential_kid_taken: {
    status: 409,
    meaning: 'The agent already has a credential with this `kid`; a kid names one key forever.',
    recovery: 'Choose another `kid`. For a fresh challenge send the same `kid` with the same key while it is pending.',
    retry: 'never',
  },
  credential_kind_not_accepted: {
    status: 403,
    meaning: 'The credential is good, but this operation takes another kind; `accepted` names the kinds it takes.',
    recovery: 'Present a credential of one of those kinds.',
    retry: 'never',
  },
  credential_missing: {
    status: 401,
    meaning: 'The operation needs a credential and none was presented.',
    recovery: 'Present the credential that the operation names in the API reference.',
    retry: 'never',
  },
  credential_proof_invalid: {
    status: 422,
    meaning: "The signature is not one by this credential's key over this challenge.",
    recovery: 'Sign the UTF-8 bytes of `proof_challenge.sign` with the private key; the challenge can still be used.',
    retry: 'never',
  },
  credential_revoked: {
    status: 403,
    meaning: 'The assertion is right, but its credential or its agent cannot be used now; `reason` says why.',
    recovery: 'Ask the merchant; a retry changes nothing.',
    retry: 'never',
  },
  csrf_proof_invalid: {
    status: 403,
    meaning: 'The X-CSRF-Token header is missing or does not belong to this session.',
    recovery: 'Take a fresh proof from GET /v1/merchant-sessions/current.',
    retry: 'never',
  },
  cursor_ahead: {
    status: 422,
    meaning: 'The cursor is beyond the end of this feed; `last_cursor` says where the end is.',
    recovery: 'A cursor belongs to one feed. Start again from one that this feed gave you.',
    retry: 'never',
  },
  cursor_invalid: {
    status: 422,
    meaning: 'The cursor was not issued by this list.',
    recovery: 'Send `next_cursor` of the page before, unchanged, or start without a cursor.',
    retry: 'never',
  },
  device_revoked: {
    status: 409,
    meaning: "The user has removed the wallet's device, so nothing can be connected to it.",
    recovery: 'Ask the user for a new Connect Key from a wallet that they still use.',
    retry: 'never',
  },
  domain_challenge_expired: {
    status: 410,
    meaning: 'The challenge was not proven within seven days.',
    recovery: 'Register the domain again with POST /v1/merchant-domains for a new challenge.',
    retry: 'never',
  },
  domain_invalid: {
    status: 422,
    meaning: 'This is not a host name that can be proven.',
    recovery: 'Send the exact host, such as `shop.example`: no address, path, wildcard, IP or public suffix.',
    retry: 'never',
  },
  domain_not_verified: {
    status: 409,
    meaning: 'The domain that is to vouch is not verified now.',
    recovery: 'Verify it with POST /v1/merchant-domains/{domain_id}/verify.',
    retry: 'never',
  },
  domain_proof_failed: {
    status: 422,
    meaning:
      'The challenge was not found. `checks` says what each place answered, and `seen` says it in words. Nothing has changed.',
    recovery: 'Publish the value of the challenge at its location, wait until it is visible, and verify again.',
    retry: 'safe',
  },
  evidence_mismatch: {
    status: 409,
    meaning: 'The evidence is not that of this version, or its digest is another.',
    recovery: 'Send `evidence_id` and `evidence_digest` from the answer to verify.',
    retry: 'never',
  },
  expiry_out_of_range: {
    status: 422,
    meaning: '`expires_at` is not between one minute and seven days ahead.',
    recovery: 'Send a time in that range, or leave it out for 30 minutes.',
    retry: 'never',
  },
  grant_spent: {
    status: 410,
    meaning: 'This grant has been used, has expired or was never issued.',
    recovery: 'Ask for a new sign-in link with POST /v1/merchant-accounts/registrations.',
    retry: 'never',
  },
  idempotency_key_required: {
    status: 400,
    meaning: 'The call carries no idempotency key.',
    recovery: 'Send X-Idempotency-Key (or `idempotency_key` in the body) with a key that stays the same over retries.',
    retry: 'never',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'This idempotency key was used before, for another intent. Nothing was created.',
    recovery: 'Use a new key for a new intent; a retry repeats its body exactly.',
    retry: 'never',
  },
  identity_field_forbidden: {
    status: 422,
    meaning: 'The input claims an identity; identity comes from the credential alone.',
    recovery: 'Remove `merchant_id`, `tenant_id` or `agent_id` from body, query and headers.',
    retry: 'never',
  },
  internal_error: {
    status: 500,
    meaning: 'The service failed in a way it did not foresee.',
    recovery: 'Send the same call again; if it stays, report the request id.',
    retry: 'safe',
  },
  invalid_transition: {
    status: 409,
    meaning: 'The request cannot move to that status; `current_status` and `allowed` say where it stands and may go.',
    recovery: 'Read the request, and report only what follows from its status.',
    retry: 'never',
  },
  invitation_decided: {
    status: 409,
    meaning: 'The invitation was decided otherwise before; `current_status` says how.',
    recovery: 'Read it again. A connection that came of it is ended with DELETE /v1/connections/{connection_id}.',
    retry: 'never',
  },
  invitation_expired: {
    status: 410,
    meaning: 'The invitation was not decided, or not exchanged, within ten minutes.',
    recovery: 'Begin again with a new Connect Key.',
    retry: 'never',
  },
  invitation_not_pending: {
    status: 409,
    meaning: 'The invitation was accepted, was withdrawn or has expired.',
    recovery: 'Invite again with POST /v1/member-invitations.',
    retry: 'never',
  },
  invitation_rejected: {
    status: 410,
    meaning: 'The user has rejected the invitation.',
    recovery: 'Do not ask again unasked; a new attempt needs a new Connect Key.',
    retry: 'never',
  },
  invitation_spent: {
    status: 410,
    meaning: 'The invitation was exchanged before; its connection token is shown once.',
    recovery: 'Use that token. If it is lost, ask the user to rotate it or for a new Connect Key.',
    retry: 'never',
  },
  last_owner: {
    status: 409,
    meaning: 'This is the only owner. Without one, nobody could manage the organization any more.',
    recovery: 'Make another member an owner first: PATCH /v1/members/{member_id} with `role: "owner"`.',
    retry: 'never',
  },
  malformed_json: {
    status: 400,
    meaning: 'The body is not one well-formed JSON value within the limits.',
    recovery: 'Send one JSON object: no duplicate keys, no `__proto__`, at most 32 levels deep.',
    retry: 'never',
  },
  merchant_choice_required: {
    status: 422,
    meaning: 'The grant opens more than one organization, or none, and `choice` names none of them.',
    recovery: 'Send a `choice` from the same answer as the grant, or create an organization with POST /v1/merchants.',
    retry: 'never',
  },
  merchant_not_active: {
    status: 403,
    meaning: 'Only an active merchant can do this.',
    recovery: 'Prove a domain: POST /v1/merchant-domains, then verify.',
    retry: 'never',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'This path exists, but not with this method.',
    recovery: 'Use a method that the `Allow` header lists. GET /openapi.json has every operation.',
    retry: 'never',
  },
  name_misleading: {
    status: 422,
    meaning:
      'The name could mislead whoever pays: it mixes letters of several scripts, names an internet address, or claims to be verified or official. `issues` says which.',
    recovery:
      'Choose a plain name in one script. The domain that you have proven is always shown beside it, by the service itself.',
    retry: 'never',
  },
  network_not_enabled: {
    status: 422,
    meaning: 'This deployment does not serve that network.',
    recovery: 'Use an enabled network; public testnet deployments serve `stellar_testnet`.',
    retry: 'never',
  },
  origin_not_allowed: {
    status: 403,
    meaning: 'The call comes from a page of another origin.',
    recovery: 'Call from the portal itself, or from a server.',
    retry: 'never',
  },
  outcome_unknown: {
    status: 503,
    meaning: 'The database did not confirm in time whether the change was kept.',
    recovery: 'Send the same call again, with the same idempotency key where it has one, to learn the outcome.',
    retry: 'safe',
  },
  override_forbidden: {
    status: 422,
    meaning: '`display`, `metadata` or a context names a payment fact; `issues` lists every place.',
    recovery: 'Remove those keys: payment facts come from the pinned recipient version alone.',
    retry: 'never',
  },
  overview_range_invalid: {
    status: 422,
    meaning: '`from` is not before `to`, or there are too many buckets between them.',
    recovery: 'Ask for at most 31 days by the hour, or 366 days by the day.',
    retry: 'never',
  },
  pairing_code_unknown: {
    status: 404,
    meaning: 'No pairing waits under this code: it is mistyped, decided, ended or expired.',
    recovery: 'Compare it with what the agent shows, or have the agent start a new pairing.',
    retry: 'never',
  },
  pairing_decided: {
    status: 409,
    meaning: 'The pairing was decided before; `current_status` says how.',
    recovery:
      'Read the connections of the wallet; one that came of it is ended with DELETE /v1/connections/{connection_id}.',
    retry: 'never',
  },
  pairing_ended: {
    status: 410,
    meaning: 'The pairing ended without a decision or an exchange: ten minutes passed, or five wrong codes were tried.',
    recovery: 'Have the agent start a new pairing; that works at once.',
    retry: 'never',
  },
  pairing_rejected: {
    status: 410,
    meaning: 'The user has rejected the pairing.',
    recovery: 'Do not ask again unasked.',
    retry: 'never',
  },
  pairing_spent: {
    status: 410,
    meaning: 'The pairing was exchanged before; its connection token is shown once.',
    recovery: 'Use that token. If it is lost, ask the user to rotate it, or pair again.',
    retry: 'never',
  },
  passkey_known: {
    status: 409,
    meaning: 'This passkey is registered already.',
    recovery: 'Use it, or register another one.',
    retry: 'never',
  },
  passkey_refused: {
    status: 403,
    meaning:
      'The answer of the passkey does not prove who you are: the passkey is not known, the challenge was used or has expired, the page is another one, or the device did not check that it was you.',
    recovery: 'Ask for a new challenge and try again, or sign in by mail.',
    retry: 'never',
  },
  payment_facts_invalid: {
    status: 422,
    meaning: 'Network, asset, address or memo do not fit together; `issues` says which and why.',
    recovery: 'Correct every entry of `issues`.',
    retry: 'never',
  },
  phase_0_mainnet_disabled: {
    status: 409,
    meaning:
      'The call names a mainnet network, or a payee on one; agent payments and automation policies serve the public testnet only.',
    recovery: 'Remove the network that `field` points at, or choose a recipient on `stellar_testnet`.',
    retry: 'never',
  },
  policy_incomplete: {
    status: 422,
    meaning:
      'A policy needs all four thresholds before the user can opt in; `missing` and `issues` list those it lacks.',
    recovery:
      'Fill them with PATCH /v1/automation-policies/{policy_id}; each payee needs an active version in this asset.',
    retry: 'never',
  },
  policy_state: {
    status: 409,
    meaning:
      'The policy does not stand where this is possible; `current_status` and `allowed` say where it stands and may go.',
    recovery: 'Read the policy. A withdrawn one stays so: make another.',
    retry: 'never',
  },
  private_key_sent: {
    status: 422,
    meaning: 'A private key was sent. It was neither stored nor logged, but it has left your machine.',
    recovery: 'Discard that key pair, make a new one, and send its public half alone.',
    retry: 'never',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many calls in the window that the RateLimit-Policy header names.',
    recovery: 'Wait for the seconds in Retry-After.',
    retry: 'later',
  },
  recipient_name_look_alike: {
    status: 422,
    meaning: 'The name could be mistaken: it mixes scripts, or looks like another of your recipients.',
    recovery: 'Choose a name that nobody can confuse with another; for a new address add a version instead.',
    retry: 'never',
  },
  recipient_proof_failed: {
    status: 422,
    meaning: 'The domain does not vouch for this payee; `seen` says what each place held. Nothing has changed.',
    recovery: 'List the payee in one of the places that the API reference names, and verify again.',
    retry: 'safe',
  },
  recipient_retired: {
    status: 409,
    meaning: 'The payee is retired, which is final.',
    recovery: 'Create another recipient with POST /v1/recipients, under another name.',
    retry: 'never',
  },
  recipient_suspended: {
    status: 409,
    meaning:
      'The service does not vouch for the payee now: its domain is not proven, or it was recalled. Nobody is to sign. A transaction that the report names is kept as evidence.',
    recovery: 'Do not pay. Read the request again later: `payee.verified` says when the payee is back.',
    retry: 'later',
  },
  recipient_version_not_active: {
    status: 409,
    meaning: "The version is not the recipient's active one now; `active_version_id` is, or null where none serves.",
    recovery:
      'Look at the active version (connections.list_recipients), show it to whoever decides, and ask again with it.',
    retry: 'never',
  },
  recipient_version_state: {
    status: 409,
    meaning: 'The version is not in a state that allows this; `status` says which it is in.',
    recovery:
      'A draft is verified, a verified one activated, a cooling one held, one that has served recalled; a retired one is replaced by a new version.',
    retry: 'never',
  },
  request_id_ambiguous: {
    status: 409,
    meaning: 'Two connections use that `request_id`.',
    recovery: 'Add `connection_id`.',
    retry: 'never',
  },
  request_id_taken: {
    status: 409,
    meaning: 'Another request of this connection has that `request_id`.',
    recovery: 'Choose another, or leave it out.',
    retry: 'never',
  },
  resource_not_found: {
    status: 404,
    meaning: 'There is no such resource for this credential.',
    recovery: 'Check the identifier, and that it belongs to the same organization.',
    retry: 'never',
  },
  role_not_allowed: {
    status: 403,
    meaning:
      'Your role in this organization does not allow this. `role` is the one you have, `role_needed` the least that may.',
    recovery: 'Ask a member with that role to do it, or an owner to give you the role.',
    retry: 'never',
  },
  route_not_found: {
    status: 404,
    meaning: 'There is no such route.',
    recovery: 'See GET /openapi.json for all of them.',
    retry: 'never',
  },
  scope_missing: {
    status: 403,
    meaning:
      'The credential does not have the scope that this operation needs, which `scope` names. For a connection: the user did not grant it, or the merchant no longer allows it to the agent. For a merchant key: it was created without it.',
    recovery:
      'An agent reads GET /v1/connections/current for the scopes in force, and asks the user for a connection with that scope, or the merchant to allow it again. A merchant creates another key with that scope.',
    retry: 'never',
  },
  scopes_not_allowed: {
    status: 422,
    meaning: 'The agent may not ask for these scopes: `beyond` lists them.',
    recovery: 'Ask only for `allowed_scopes` of the agent, or have its merchant widen them.',
    retry: 'never',
  },
  scopes_not_granted: {
    status: 422,
    meaning: 'A connection can only be narrowed: `beyond` lists the scopes that it does not have.',
    recovery: 'Leave them out; more scopes need a new connection.',
    retry: 'never',
  },
  scopes_not_requested: {
    status: 422,
    meaning: 'Approval may narrow what was asked for and never widen it: `beyond` lists what was not asked for.',
    recovery: 'Approve a part of `requested_scopes`.',
    retry: 'never',
  },
  service_unavailable: {
    status: 503,
    meaning: 'The service cannot answer right now; nothing was changed.',
    recovery: 'Send the same call again after the seconds in Retry-After.',
    retry: 'later',
  },
  sign_in_code_required: {
    status: 403,
    meaning: 'This link was asked for in another browser or program, and the code is missing or wrong.',
    recovery:
      'Send `code` as it was shown where the link was asked for, or open the link there. Five wrong codes use the link up.',
    retry: 'never',
  },
  sign_in_link_spent: {
    status: 410,
    meaning: 'This sign-in link has been used, has expired or was never issued.',
    recovery: 'Ask for a new one with POST /v1/merchant-accounts/registrations.',
    retry: 'never',
  },
  step_up_code_refused: {
    status: 403,
    meaning:
      'The code is wrong, was used, has expired or is for another session; or you have a passkey, which then is what confirms.',
    recovery:
      'Ask for a new code with POST /v1/merchant-sessions/{session_id}/step-up-codes. Five wrong ones end a code.',
    retry: 'never',
  },
  step_up_required: {
    status: 403,
    meaning:
      'This change needs you to confirm that it is you, within the last five minutes. `ways` says how: `passkey`, with one of your passkeys; `mail_code`, with a code by mail; `mail_sign_in`, by signing in by mail again.',
    recovery:
      'Confirm with POST /v1/merchant-sessions/{session_id}/step-up, then send the same call again. POST …/step-up-codes sends a code.',
    retry: 'never',
  },
  too_many_api_keys: {
    status: 409,
    meaning: 'The project has 20 keys that are not revoked, which is the most.',
    recovery: 'Revoke one that is no longer used (`last_used_at` tells), then create the new one.',
    retry: 'never',
  },
  too_many_creates: {
    status: 429,
    meaning: 'This connection has created as many requests as it may within a minute.',
    recovery: 'Wait for the seconds in Retry-After and ask again with the same idempotency key.',
    retry: 'later',
  },
  too_many_credentials: {
    status: 409,
    meaning: 'The agent already has two active credentials, which is what a rotation needs.',
    recovery: 'Revoke one of them, then send the same call again while the challenge lasts.',
    retry: 'never',
  },
  too_many_domains: {
    status: 409,
    meaning: 'The organization has registered 100 domains, which is the most.',
    recovery: 'Use one of them: GET /v1/merchant-domains lists them, and each can vouch for any number of payees.',
    retry: 'never',
  },
  too_many_invitations: {
    status: 409,
    meaning: 'Ten invitations of this wallet wait for a decision already.',
    recovery: 'Approve or reject some of them first; they also expire by themselves after ten minutes.',
    retry: 'safe',
  },
  too_many_member_invitations: {
    status: 409,
    meaning: 'The organization has 50 pending invitations, or as many members as it can have.',
    recovery: 'Withdraw invitations that are no longer needed, or remove members who left.',
    retry: 'never',
  },
  too_many_merchant_keys: {
    status: 409,
    meaning: 'The organization has 50 keys that work, which is the most.',
    recovery: 'Revoke one that is no longer used (`last_used_at` tells), then create the new one.',
    retry: 'never',
  },
  too_many_passkeys: {
    status: 409,
    meaning: 'You have 20 passkeys, which is the most.',
    recovery: 'Remove one that you no longer use, then add the new one.',
    retry: 'never',
  },
  too_many_pending: {
    status: 429,
    meaning: 'Too many requests of this connection wait for the wallet already.',
    recovery: 'Wait until the user has answered some; asking more often wears people down.',
    retry: 'later',
  },
  too_many_pending_in_wallet: {
    status: 429,
    meaning: 'Too many requests, from all connections together, wait in this wallet already.',
    recovery: 'Wait for the seconds in Retry-After and ask again with the same idempotency key.',
    retry: 'later',
  },
  too_many_policies: {
    status: 409,
    meaning: 'The connection has 20 policies that are not withdrawn.',
    recovery: 'Withdraw one, or change one that is there.',
    retry: 'never',
  },
  too_many_projects: {
    status: 409,
    meaning: 'The organization has 20 projects, which is the most.',
    recovery: 'Use one of them: GET /v1/projects lists them, and each can have several keys.',
    retry: 'never',
  },
  transaction_hash_fixed: {
    status: 409,
    meaning: 'The request already names another transaction.',
    recovery: 'Report on the transaction that was named first; a second payment is another request.',
    retry: 'never',
  },
  transaction_hash_required: {
    status: 422,
    meaning: 'From `broadcasted` on, or `submitted` for an agent payment, a report names its transaction.',
    recovery: 'Send `transaction_hash`.',
    retry: 'never',
  },
  transaction_id_ambiguous: {
    status: 409,
    meaning: 'Two connections of this device use that `transaction_id`.',
    recovery: 'Add `connection_id`.',
    retry: 'never',
  },
  unknown_field: {
    status: 422,
    meaning: 'The input has a field that the operation does not know.',
    recovery: 'Remove it or correct its spelling; nothing is ignored silently.',
    retry: 'never',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is not declared as JSON.',
    recovery: 'Send `Content-Type: application/json` exactly, or with `; charset=utf-8`.',
    retry: 'never',
  },
  validation_failed: {
    status: 422,
    meaning: 'The input does not fit the operation.',
    recovery: 'Fix every entry of `issues`, then send it again.',
    retry: 'never',
  },
  version_conflict: {
    status: 409,
    meaning:
      'The record has changed since it was read; `current_version` says which version it has now; of payees also `changed_by` and `changed_at`, as in the audit log.',
    recovery: 'Read it again, decide again, and send the version you read.',
    retry: 'never',
  },
  webhook_challenge_failed: {
    status: 422,
    meaning: 'The endpoint did not answer its challenge; `seen` says what came instead. Nothing has changed.',
    recovery: 'Let it answer a `webhook_endpoint.challenge` with 200 and `{ "challenge": … }`, and verify again.',
    retry: 'safe',
  },
  webhook_delivery_pending: {
    status: 409,
    meaning: 'This delivery is being sent right now.',
    recovery: 'Read it again in a moment: its newest attempt says how it went.',
    retry: 'safe',
  },
  webhook_endpoint_not_active: {
    status: 409,
    meaning: 'Only an active endpoint is sent anything; `status` says what this one is.',
    recovery: 'Verify it with POST /v1/webhook-endpoints/{webhook_endpoint_id}/verify, and send the same call again.',
    retry: 'never',
  },
  webhook_endpoint_unverified: {
    status: 409,
    meaning: 'The URL of this endpoint has not answered a challenge yet.',
    recovery: 'Verify it with POST /v1/webhook-endpoints/{webhook_endpoint_id}/verify, which also activates it.',
    retry: 'never',
  },
  webhook_endpoints_exhausted: {
    status: 409,
    meaning: 'The organization has as many webhook endpoints as it can have.',
    recovery: 'Delete one that is no longer used, or change its URL.',
    retry: 'never',
  },
  webhook_secrets_exhausted: {
    status: 409,
    meaning: 'Too many replaced secrets of this webhook endpoint still sign; each does so for a day.',
    recovery:
      'Go on with the secret of the last rotation, or rotate again after `first_ends_at`, when the oldest of them ends.',
    retry: 'later',
  },
  webhook_url_invalid: {
    status: 422,
    meaning: 'Webhooks cannot be sent to this URL; the message says why.',
    recovery: 'Send an https URL on port 443 of a public host, without user name and without `#`.',
    retry: 'never',
  },
} as const

export type ErrorCode = keyof typeof ERRORS
