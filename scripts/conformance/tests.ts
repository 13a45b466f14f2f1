/** The tests that statements of the specification refer to: by file, a short word for each name as it is written there. */
export const TESTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'packages/contract/src/specification.test.ts': {
    routes: '%s is an operation of the specification, opened by %s',
    paths: 'paths begin with /v1, but those for whoever runs the service and for keys; legacy routes are not there',
    names: 'protocol, statuses, scopes and thresholds have the names of the specification',
    rails: 'rails are those of the specification',
    networks: 'networks are those of the specification',
    chosen_ids: 'ids that callers choose have 1 to 160 characters, idempotency keys 256 at most',
    no_private_key: 'no input has a place for a private key or a signed transaction',
  },
  'packages/contract/src/wire/amount.test.ts': {
    amount: 'the parser agrees with an independent scanner on 100,000 texts (A10)',
    not_amount: '%j is not an amount',
  },
  'packages/sdk/src/verify-webhook.test.ts': {
    raw_body: 'a parsed body is refused by its type and when it runs',
  },
  'packages/sdk/test/credentials.test.ts': {
    retry_401: 'a token serves many calls; after a 401 one new assertion and one more try',
    final_401: 'a second 401 is final',
    no_retry_revoked: 'a revoked credential is told, and nothing is sent again',
    no_retry_clock: 'a clock that is ten minutes behind is told, and nothing is sent again',
    no_retry_jti: 'an assertion that somebody has sent before is told, and nothing is sent again',
    no_retry_403: 'a paused or revoked connection is told, and nothing is sent again',
  },
  'packages/sdk/test/lost-answers.test.ts': {
    same_key: 'a create made without a key gets one, and its tries carry the same',
  },
  'packages/sdk/test/natural-calls.test.ts': {
    natural: '%s is repeated after a lost answer, and done once',
  },
  'server/src/config.test.ts': {
    production: 'production does not start with a mainnet, however it is mixed in; development may try one',
    local:
      'the least environment is the database, two resolvers, a key for facts and one for secrets; the rest has defaults',
  },
  'server/src/payment-requests/idempotency-key.test.ts': {
    key_length: '256 characters pass and 257 do not',
    key_bytes: 'keys that differ by one byte are refused, none at all too',
  },
  'server/src/webhooks/sending/judge-attempt.test.ts': {
    retries: 'the whole schedule lasts 75 hours and 35 minutes, each delay ten in a hundred more or less',
  },
  'server/test/agent-auth-standing.test.ts': {
    credential_dates: 'whoever holds a key hears why it opens nothing; nobody else does',
  },
  'server/test/agent-auth.test.ts': {
    assertion: 'an assertion gives a bearer token of ten minutes that opens the routes of agents',
    assertion_once: 'an assertion opens once: on two services, 50 times each at once, and again later',
  },
  'server/test/agent-payments.test.ts': {
    journey: 'the journey: proposed, consented, paid within it; beyond it, asked of a person, approved and settled',
    thresholds: 'all thresholds at once, and each by itself, as the judge names them',
  },
  'server/test/agents-credentials.test.ts': {
    credential:
      'a key is registered, proven by a signature, and each step stands in the audit log without the challenge',
  },
  'server/test/agents-hostile.test.ts': {
    challenge: 'a challenge works 4 min 59 s after it was issued and not after 5 min 1 s, by the clock of the database',
    private_key: 'a private key that was sent is in no row, no log line and no answer',
    false_proof: 'no false signature proves a key, none burns the challenge, and the true one still does',
  },
  'server/test/agents.test.ts': {
    agent: 'an agent goes from registration through a proven key to active',
    agent_versions: 'two writers with the same version, 50 rounds: accepted updates are versions gained',
  },
  'server/test/api-keys.test.ts': {
    api_key: "a key opens the surface in its own project's name, inside the success envelope",
    admin_session: 'an admin-session route takes a bearer session without a CSRF proof, and a cookie session with one',
    no_override_header: 'no custom header overrides a key or a session',
    surface_failure: 'every refusal of the surface has its envelope, with details as an object',
  },
  'server/test/automation-policies.test.ts': {
    draft: 'a draft lacks thresholds; it cannot be opted into, and all that is missing is named',
    policy_update:
      'what narrows holds at once; wider terms wait beside those in force until the wallet consents to them',
    policy_moves: 'the wallet pauses, resumes and withdraws; each repeats without effect, and withdrawn is final',
    policy_session: 'a session says whose project a policy is for, and sees all of the organization',
  },
  'server/test/connect-access.test.ts': {
    claim_token: 'a claim token opens its own invitation and nothing else',
  },
  'server/test/connect-races.test.ts': {
    pairing_race: 'a pairing approved and rejected at once has one outcome, 5 rounds',
  },
  'server/test/connect.test.ts': {
    connect: 'key, claim, what the wallet sees, a narrowed approval, exchange, and the token works',
    connect_once: 'a key opens once; a used, an expired and an invented one are refused with one identical answer',
  },
  'server/test/connections.test.ts': {
    connection: 'a connection made by %s is paused, resumed, narrowed, rotated and revoked',
    connection_list: 'connections are listed newest first, page by page, ended ones included',
  },
  'server/test/contexts.test.ts': {
    context: 'comes back whole, with an id of ours where none was given',
    context_latest:
      'is added to, never changed: the same transaction again is the next revision, and the latest is read',
    context_scopes: 'each direction needs its own scope',
  },
  'server/test/devices.test.ts': {
    device_key: 'a decision key is 32 bytes of the prime group, and never a private key',
    device_fields:
      'id and token open a GET in the query, a change in the body, and the token alone either in the header',
  },
  'server/test/domains.test.ts': {
    domain_txt: 'a TXT record that both resolvers see verifies the domain and activates the merchant',
    domain_file: 'a file on the TLS-checked site verifies the domain; another text does not',
  },
  'server/test/events.test.ts': {
    feed: 'a feed begins at cursor 1 and has one event for each request, in the order of their creation',
  },
  'server/test/inputs.test.ts': {
    printable: 'a request may be called anything printable that a path can carry, and is found by it',
  },
  'server/test/mainnet.test.ts': {
    mainnet: '%s is refused in body, query and path, in every spelling',
    mainnet_all: 'refuses every name wherever it can be given',
  },
  'server/test/moves.test.ts': {
    moves: 'a report on a request that is %s that it is %s moves it, repeats or is refused, as the table says',
  },
  'server/test/one-time.test.ts': {
    one_time: 'a link, the grant it gives and the grant after that: one winner of 64 each',
  },
  'server/test/ops-port.test.ts': {
    health: 'a process with the roles %j has health, readiness and metrics there',
    metrics: 'metrics need the token at the public port and none at the private one',
  },
  'server/test/pairing.test.ts': {
    pairing: 'start, look-up of the typed code, the same phrase on both sides, approval, exchange',
  },
  'server/test/payment-requests.test.ts': {
    pins: 'a create pins every fact from the active version and waits for the wallet',
    overrides: 'nothing that the caller writes can name a payment fact; every hit is listed',
    facts_fixed: 'no role of the service can change a fact after the commit',
    active_version: 'only the active version of a recipient of the same merchant can be asked for',
    exact: 'amounts are exact: at most seven decimals and what the ledger can move',
    expiry: 'an expiry is one minute to seven days ahead',
    key_places: 'the key may come by header or body, all that come must agree, and another connection is another world',
    own_id: "the caller's own request_id is kept, unique per connection, and found by the wallet",
    replay: 'the same key and intent answers with the request as it is now; another intent is refused',
    twins: '200 twins over two processes at once: one request, every answer the same',
  },
  'server/test/pending-cap.test.ts': {
    scope: 'paused, revoked, suspended and without scope: each holds from the next create on, and replays still answer',
  },
  'server/test/recipients.test.ts': {
    payee: 'register, verify through svc-recipients.json, activate: the version serves at once on the testnet',
    payee_toml: 'stellar.toml vouches for a bare Stellar address, and TXT for any bare address',
    payee_fixed: 'no role of the service, nor the owner, can change or remove the facts of a version',
    evidence: 'the evidence digest is the SHA-256 of the canonical document, which names facts and finding',
    activation: 'activation needs the latest evidence of that very version, and a domain that still proves itself',
    payee_versions: 'two writers with the same version: accepted updates equal versions gained',
  },
  'server/test/refusals-credentials.test.ts': {
    opened_by: '%s is opened by what it declares, and by nothing else',
  },
  'server/test/refusals.test.ts': {
    csrf: '%s refuses no CSRF proof',
    identity_query: '%s refuses a claim of identity in query and headers',
    identity_body: '%s refuses an unknown body field and a claim of identity',
    tenants: "%s answers another tenant's %s, an absent and a malformed one byte for byte alike",
    no_route: 'a path that no operation has is refused with the envelope',
  },
  'server/test/reports.test.ts': {
    reports: 'pending → signed → broadcasted → confirmed is seen by poll, wait and stream, each step once',
  },
  'server/test/sign-in.test.ts': {
    sign_in: 'a new operator goes from e-mail to an open session, and sign-out ends it at once',
    returning: 'a returning operator chooses an organization; a choice means nothing with another grant',
    mailboxes: 'known and unknown mailboxes get byte-equal answers, and mail in the same words',
    session_time: 'a session ends after 30 minutes of silence and after 12 hours, by the clock of the database',
    merchant_versions: 'two writers with the same version: one wins, the other learns the current version',
  },
  'server/test/specification.test.ts': {
    fields: 'a payment request has every field of the specification, with its type and limits, wherever it is shown',
    least: 'a create takes the least that the specification shows, by header or body, with or without expires_at',
    no_facts: 'a create without user approval, or with a payment fact of its own, is refused',
    failure: 'a failure names code, message, request_id and field, and lists every issue',
    some_facts: 'memo, issuer, contract and chain_id are shown where the network has them: $rail',
  },
  'server/test/webhook-deliveries.test.ts': {
    webhook_hint: 'a webhook is a hint: what happened is read from the request, also where no delivery came through',
    webhook_events: 'every event of the contract arrives once, signed, under the id and cursor of the feed',
    webhook_bytes: 'one flipped bit, another way to write the same JSON, or a stamp that is too old: refused',
    deliveries:
      'deliveries are listed newest first with their attempts, by endpoint, status, type and event, a page at a time',
  },
  'server/test/webhook-endpoints.test.ts': {
    webhook: 'an endpoint is created, proven, tested, changed, disabled, enabled and deleted, each step on the record',
  },
  'server/test/webhook-secrets.test.ts': {
    webhook_secret: 'the database holds no secret in clear, and one that is moved to another endpoint does not open',
  },
}
