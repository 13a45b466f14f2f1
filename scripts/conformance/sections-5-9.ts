/** Authentication, events, errors, limits and versioning: sections 5 to 9 of the specification. */
import { PAYMENT_REQUESTS, type Section, statement } from './statement.ts'

export const SECTIONS_5_9: readonly Section[] = [
  {
    title: '5 Authentication: callers',
    statements: [
      statement(
        '5 Merchant operator',
        'HttpOnly session cookie, and X-CSRF-Token on changes.',
        'merchant_sessions.open',
        'sign_in csrf opened_by',
      ),
      statement(
        '5 Registered Agent',
        'Short agent token as bearer, for the claim.',
        'connect_invitations.claim',
        'assertion connect opened_by',
      ),
      statement(
        '5 Connected Agent',
        'Connection token as bearer, for contexts and requests.',
        'payment_requests.create transaction_contexts.create',
        'connect opened_by scope',
      ),
      statement(
        '5 Connect claimant',
        'Claim token as bearer, for detail and exchange alone.',
        'connect_invitations.read connect_invitations.exchange',
        'claim_token',
      ),
      statement(
        '5 Wallet app',
        'device_id and token in the body, or in the query of a GET.',
        'payment_requests.report_status connections.list',
        'device_fields opened_by',
      ),
      statement('5 Project', 'API key in `x-svc-api-key` on every call.', 'agent_payments.create', 'api_key opened_by'),
      statement('5 Admin session', 'Also a bearer session.', 'automation_policies.create', 'admin_session'),
    ],
  },
  {
    title: '5 Authentication: rules',
    statements: [
      statement(
        '5.1',
        'Identity comes from the credential; merchant_id, tenant_id or agent_id as a claim is refused.',
        '',
        'identity_query identity_body',
      ),
      statement('5.2', 'No custom header overrides key or session.', 'agent_payments.read', 'no_override_header'),
      statement(
        '5.3',
        'A credential is registered by proof of possession; no private key is ever asked for or kept.',
        'agent_credentials.register agent_credentials.activate',
        'credential false_proof private_key no_private_key',
      ),
      statement(
        '5.4',
        'Connect Key and claim token are for one use and approve nothing; the exchange needs the approval of the wallet.',
        'connect_invitations.claim connect_invitations.exchange',
        'connect_once claim_token connect',
      ),
      statement(
        '5.5',
        'A client renews its token once after a 401, and retries neither 403, revocation, clock skew nor a used JTI.',
        'agent_auth.token',
        'retry_401 final_401 no_retry_403 no_retry_revoked no_retry_clock no_retry_jti',
      ),
      statement('5.6', "Another tenant's record is `resource_not_found`, like an absent one.", '', 'tenants'),
      statement(
        '5.7',
        'The secret of a webhook endpoint is shown once, at creation.',
        'webhook_endpoints.create',
        'webhook webhook_secret',
      ),
      statement(
        '5.8',
        'Left open: the form of assertions, the life of tokens, names of cookies. Decided here.',
        'agent_auth.token merchant_sessions.open',
        'assertion session_time sign_in',
      ),
    ],
  },
  {
    title: '6 Events',
    statements: [
      statement('6.1', 'Events are polled with `since`; 0 is the start.', 'events.list', 'feed'),
      statement(
        '6.2',
        'A merchant creates and verifies a signed endpoint; receivers check the signature over the raw body; attempts are listed.',
        'webhook_endpoints.create webhook_endpoints.verify webhook_deliveries.list',
        'webhook webhook_bytes raw_body deliveries',
      ),
      statement('6.3', 'A webhook is never the source of truth; the read is.', 'payment_requests.read', 'webhook_hint'),
      statement('6.4', 'Status reports produce the events.', 'payment_requests.report_status', 'reports'),
      statement('6.5', 'Left open: kinds and form of polled events. Decided here.', 'events.list', 'feed reports'),
      statement(
        '6.6',
        'Left open: kinds, form, signature and retries of webhooks. Decided here.',
        'webhook_endpoints.create',
        'webhook_events retries',
      ),
    ],
  },
  {
    title: '7 Errors',
    statements: [
      statement(
        '7 envelope',
        'code, message, request_id and field; every issue at once.',
        'payment_requests.create',
        'failure',
      ),
      statement('7 retry', 'A retry keeps key and intent.', 'payment_requests.create', 'replay same_key'),
      statement('7 resource_not_found', "Absent, or another tenant's; which is not told.", '', 'tenants'),
      statement(
        '7 IDEMPOTENCY_KEY_MISMATCH',
        'Header and body keys that differ by a byte.',
        'payment_requests.create',
        'key_bytes key_places',
      ),
      statement(
        '7 phase_0_mainnet_disabled',
        '409 for any mainnet call on the second surface.',
        'agent_payments.create',
        'mainnet mainnet_all',
      ),
      statement(
        '7 HC_NC_5_HITL_REQUIRED',
        'details.triggered_thresholds lists what was exceeded; a person is asked instead.',
        'agent_payments.create',
        'journey thresholds',
      ),
    ],
  },
  {
    title: '8 Limits',
    statements: [
      statement(
        '8 request_id, connection_id, transaction_id',
        '1 to 160 characters.',
        PAYMENT_REQUESTS,
        'chosen_ids fields printable',
      ),
      statement('8 idempotency_key', 'At most 256 characters.', 'payment_requests.create', 'key_length chosen_ids'),
      statement('8 payment.decimals', '0 to 255.', PAYMENT_REQUESTS, 'fields'),
      statement('8 payment.chain_id', '0 or more.', PAYMENT_REQUESTS, 'some_facts'),
      statement('8 Credential proof challenge', 'Valid for five minutes.', 'agent_credentials.register', 'challenge'),
      statement('8 Automation policy', 'All four thresholds are needed.', 'automation_policies.opt_in', 'draft names'),
      statement(
        '8 Idempotency',
        'Creates need a stable key; a retry never asks twice.',
        'payment_requests.create',
        'key_places replay twins',
      ),
    ],
  },
  {
    title: '9 Versioning',
    statements: [
      statement('9.1', 'Paths begin with /v1.', '', 'paths routes'),
      statement('9.2', 'Payment requests carry `svc.payment_request.v1`.', PAYMENT_REQUESTS, 'names fields'),
      statement(
        '9.3',
        'Updates, verify and activate carry the version of the record.',
        'recipients.verify recipients.activate_version agents.update',
        'payee_versions agent_versions',
      ),
      statement('9.4', 'Legacy routes are not there.', '', 'paths no_route'),
      statement('9.5', '`http://127.0.0.1:8787` is the local address.', '', 'local'),
    ],
  },
]
