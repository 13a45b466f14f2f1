/** States and endpoints: sections 3 to 4 of the specification. */
import { type Section, statement } from './statement.ts'

export const SECTIONS_3_4: readonly Section[] = [
  {
    title: '3 States',
    statements: [
      statement(
        '3 create',
        'A valid create with an active, verified version is pending.',
        'payment_requests.create',
        'pins active_version',
      ),
      statement('3 report', 'The wallet reports transitions.', 'payment_requests.report_status', 'moves reports'),
      statement(
        '3 recipient versions',
        'Created, verified through evidence, activated; at once on the Stellar testnet.',
        'recipients.create recipients.verify recipients.activate_version',
        'payee',
      ),
      statement(
        '3 merchant',
        'Pending at first; the first proof activates it atomically; a failed proof changes nothing.',
        'merchants.create merchant_domains.verify',
        'sign_in domain_txt domain_file',
      ),
      statement(
        '3 agent',
        'Usable once its credential and its status are active.',
        'agents.update agent_credentials.activate',
        'agent',
      ),
      statement(
        '3 connection',
        'The wallet pauses, resumes and revokes it.',
        'connections.update connections.revoke',
        'connection',
      ),
      statement(
        '3 invitation',
        'Claimed with a Connect Key, exchanged only after approval.',
        'connect_invitations.claim connect_invitations.exchange',
        'connect',
      ),
      statement('3 agent payment', '`intent_created`', 'agent_payments.create', 'journey'),
    ],
  },
  {
    title: '4.1 Merchant control plane',
    statements: [
      statement(
        '4.1 POST /v1/merchant-accounts/registrations',
        'Asks for a one-time link; the answer tells nobody which addresses are known.',
        'merchant_accounts.register',
        'routes mailboxes',
      ),
      statement(
        '4.1 POST /v1/merchant-accounts/email-verifications',
        'Trades the link for choices and a single-use grant.',
        'merchant_accounts.verify_email',
        'routes sign_in returning one_time',
      ),
      statement(
        '4.1 POST /v1/merchants',
        'Spends the grant, creates an organization, gives the next grant.',
        'merchants.create',
        'routes sign_in one_time',
      ),
      statement(
        '4.1 POST /v1/merchant-sessions',
        'Spends the next grant: HttpOnly cookie and CSRF proof.',
        'merchant_sessions.open',
        'routes sign_in one_time',
      ),
      statement(
        '4.1 POST /v1/merchant-domains',
        'Registers an exact domain; DNS or HTTPS challenge.',
        'merchant_domains.register',
        'routes domain_txt domain_file',
      ),
      statement(
        '4.1 POST /v1/merchant-domains/{id}/verify',
        'Checks what was published.',
        'merchant_domains.verify',
        'routes domain_txt domain_file',
      ),
      statement('4.1 POST /v1/recipients', 'Creates a versioned payee.', 'recipients.create', 'routes payee_toml'),
      statement(
        '4.1 Recipient verify',
        'Verifies a version with evidence.',
        'recipients.verify',
        'payee evidence opened_by',
      ),
      statement(
        '4.1 Recipient version activate',
        'Activates a verified version.',
        'recipients.activate_version',
        'payee activation opened_by',
      ),
      statement('4.1 POST /v1/agents', 'Registers an agent and its scopes.', 'agents.create', 'routes agent'),
      statement('4.1 Agent update', 'Updates the status, with the version.', 'agents.update', 'agent opened_by'),
      statement(
        '4.1 POST /v1/agents/{agentId}/credentials',
        'Registers a public key; the challenge is valid for five minutes.',
        'agent_credentials.register',
        'routes credential challenge',
      ),
      statement(
        '4.1 Credential activate',
        'Takes the challenge and a local signature.',
        'agent_credentials.activate',
        'credential opened_by',
      ),
      statement(
        '4.1 POST /v1/webhook-endpoints',
        'Creates an endpoint; its secret is shown once.',
        'webhook_endpoints.create',
        'routes webhook',
      ),
      statement(
        '4.1 GET /v1/webhook-deliveries',
        'Lists attempts of the tenant, without bodies and secrets.',
        'webhook_deliveries.list',
        'routes deliveries',
      ),
      statement('4.1 CSRF', 'Changes with a session cookie need X-CSRF-Token.', 'merchant_domains.register', 'csrf'),
    ],
  },
  {
    title: '4.2 Agent auth and Connect',
    statements: [
      statement(
        '4.2 POST /v1/agent-auth/token',
        'Trades a signed assertion for a short token.',
        'agent_auth.token',
        'routes assertion assertion_once',
      ),
      statement(
        '4.2 POST /v1/connect-invitations/claim',
        'Claims a Connect Key and asks for scopes.',
        'connect_invitations.claim',
        'routes connect connect_once',
      ),
      statement(
        '4.2 GET /v1/connect-invitations/{id}',
        'For the claimant and the wallet.',
        'connect_invitations.read',
        'routes connect claim_token',
      ),
      statement(
        '4.2 POST /v1/connect-invitations/{id}/exchange',
        'After approval, a scoped connection token.',
        'connect_invitations.exchange',
        'routes connect',
      ),
    ],
  },
  {
    title: '4.3 Pairing and connections',
    statements: [
      statement(
        '4.3 POST /v1/pairing/sessions',
        'Gives a short code and a `svc://pair?…` URI.',
        'pairing.start',
        'routes pairing',
      ),
      statement(
        '4.3 GET /v1/pairing/sessions/{id}',
        'Status for the agent, with the query parameter `code`.',
        'pairing.read',
        'routes pairing',
      ),
      statement(
        '4.3 POST /v1/pairing/sessions/{id}/approve',
        'The wallet approves scopes and gets the connection token.',
        'pairing.approve',
        'routes pairing',
      ),
      statement(
        '4.3 POST /v1/pairing/sessions/{id}/reject',
        'The wallet rejects.',
        'pairing.reject',
        'routes natural pairing_race',
      ),
      statement(
        '4.3 GET /v1/connections',
        'Lists the connections of a device.',
        'connections.list',
        'routes connection_list',
      ),
      statement('4.3 PATCH /v1/connections/{id}', 'Pauses or resumes.', 'connections.update', 'routes connection'),
      statement('4.3 DELETE /v1/connections/{id}', 'Revokes.', 'connections.revoke', 'routes connection'),
      statement(
        '4.3 POST /v1/connections/{id}/rotate-token',
        'Rotates the token.',
        'connections.rotate_token',
        'routes connection',
      ),
    ],
  },
  {
    title: '4.4 Payments and context',
    statements: [
      statement(
        '4.4 POST /v1/transaction-contexts',
        'Creates the context that a person reads.',
        'transaction_contexts.create',
        'routes context context_scopes',
      ),
      statement(
        '4.4 GET /v1/transaction-contexts/{transaction_id}',
        'Reads the latest.',
        'transaction_contexts.read',
        'routes context_latest context_scopes',
      ),
      statement('4.4 POST /v1/payment-requests', 'Creates a request.', 'payment_requests.create', 'routes pins scope'),
      statement('4.4 GET /v1/payment-requests/{id}', 'Reads one.', 'payment_requests.read', 'routes pins fields'),
      statement(
        '4.4 GET /v1/payment-requests/events',
        'Polls events after the cursor `since`.',
        'events.list',
        'routes feed',
      ),
      statement(
        '4.4 POST /v1/payment-requests/{id}/status',
        'The wallet reports a transition.',
        'payment_requests.report_status',
        'routes reports moves',
      ),
      statement(
        '4.4 create',
        'Takes X-Idempotency-Key, and a request id of the caller.',
        'payment_requests.create',
        'key_places own_id',
      ),
    ],
  },
  {
    title: '4.5 Operations',
    statements: [
      statement('4.5 GET /health', 'Liveness.', 'health.read', 'routes health'),
      statement(
        '4.5 GET /metrics',
        'Prometheus metrics; a token where one is configured.',
        'health.metrics',
        'routes metrics health',
      ),
    ],
  },
  {
    title: '4.6 Agent payments and automation policies',
    statements: [
      statement(
        '4.6 GET /v1/agent-payments/{id}',
        'The authoritative status, in the success envelope.',
        'agent_payments.read',
        'routes journey',
      ),
      statement(
        '4.6 /v1/automation-policies…',
        'Policies are registered and managed.',
        'automation_policies.create automation_policies.list automation_policies.read automation_policies.update automation_policies.withdraw',
        'policy_update policy_moves policy_session',
      ),
      statement(
        '4.6 opt-in',
        'An agent acts by itself only after the user has opted in to all four thresholds.',
        'automation_policies.opt_in agent_payments.create',
        'journey draft',
      ),
    ],
  },
]
