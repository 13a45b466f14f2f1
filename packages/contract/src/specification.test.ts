/** What the specification fixes by name: routes and who opens them, networks, rails, scopes, statuses and limits. */

import { NETWORK_NAMES, RAILS } from '@pursestrings/protocol/network-names'
import { PAYMENT_STATUSES } from '@pursestrings/protocol/payment-status'
import { THRESHOLDS } from '@pursestrings/protocol/policy-judge'
import { expect, test } from 'vitest'
import { credentialsOf, type Operation } from './operation.ts'
import { operations } from './operations.ts'
import { createPaymentRequest } from './payment-requests/operations.ts'
import { PROTOCOL } from './payment-requests/records.ts'
import { SPECIFIED_SCOPES } from './scopes.ts'

/** Sections 4 and 5: method and path, what opens it, and the scope that a connection needs. */
const ROUTES: readonly (readonly [route: string, credential: string, scope?: string])[] = [
  ['POST /v1/merchant-accounts/registrations', 'none'],
  ['POST /v1/merchant-accounts/email-verifications', 'none'],
  ['POST /v1/merchants', 'none'],
  ['POST /v1/merchant-sessions', 'none'],
  ['POST /v1/merchant-domains', 'merchant_session'],
  ['POST /v1/merchant-domains/{id}/verify', 'merchant_session'],
  ['POST /v1/recipients', 'merchant_session'],
  ['POST /v1/agents', 'merchant_session'],
  ['POST /v1/agents/{id}/credentials', 'merchant_session'],
  ['POST /v1/webhook-endpoints', 'merchant_session'],
  ['GET /v1/webhook-deliveries', 'merchant_session'],
  ['POST /v1/agent-auth/token', 'none'],
  ['POST /v1/connect-invitations/claim', 'agent_token'],
  ['GET /v1/connect-invitations/{id}', 'claim_token device_token'],
  ['POST /v1/connect-invitations/{id}/exchange', 'claim_token'],
  ['POST /v1/pairing/sessions', 'agent_token'],
  ['GET /v1/pairing/sessions/{id}', 'agent_token'],
  ['POST /v1/pairing/sessions/{id}/approve', 'device_token'],
  ['POST /v1/pairing/sessions/{id}/reject', 'device_token'],
  ['GET /v1/connections', 'device_token merchant_session'],
  ['PATCH /v1/connections/{id}', 'device_token'],
  ['DELETE /v1/connections/{id}', 'device_token connection_token merchant_session'],
  ['POST /v1/connections/{id}/rotate-token', 'device_token agent_token'],
  ['POST /v1/transaction-contexts', 'connection_token', 'transaction_contexts.create'],
  ['GET /v1/transaction-contexts/{id}', 'connection_token device_token', 'transaction_contexts.read'],
  ['POST /v1/payment-requests', 'connection_token', 'payment.requests.create'],
  ['GET /v1/payment-requests/{id}', 'connection_token device_token merchant_session', 'payment.requests.read'],
  ['GET /v1/payment-requests/events', 'connection_token', 'payment.requests.read'],
  ['POST /v1/payment-requests/{id}/status', 'device_token'],
  ['GET /health', 'none'],
  ['GET /metrics', 'metrics_token'],
  ['GET /v1/agent-payments/{id}', 'api_key merchant_session device_token'],
]

/** The specification names these and leaves their paths open. */
const PATH_LEFT_OPEN = [
  'recipients.verify',
  'recipients.activate_version',
  'agents.update',
  'agent_credentials.activate',
  'webhook_endpoints.verify',
  'agent_payments.create',
  'automation_policies.create',
  'automation_policies.list',
  'automation_policies.read',
  'automation_policies.update',
  'automation_policies.withdraw',
  'automation_policies.opt_in',
]

const routeOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/\{\w+\}/g, '{id}')}`

test.each(ROUTES)('%s is an operation of the specification, opened by %s', (route, credential, scope) => {
  const found = operations.filter((o) => routeOf(o) === route)
  // Merchant keys are ours: what the specification names still opens the route.
  const opensIt = (o: Operation) => credentialsOf(o).filter((kind) => kind !== 'merchant_key')
  expect(found.map((o) => [o.tier, opensIt(o).join(' '), o.scope])).toEqual([['specification', credential, scope]])
})

test('no other operation is called one of the specification', () => {
  const specified = operations.filter((o) => o.tier === 'specification')
  const others = specified.filter((o) => !ROUTES.some(([route]) => route === routeOf(o)))
  expect(others.map((o) => o.id).toSorted()).toEqual(PATH_LEFT_OPEN.toSorted())
})

test('paths begin with /v1, but those for whoever runs the service and for keys; legacy routes are not there', () => {
  const outside = operations.map(({ path }) => path).filter((path) => !path.startsWith('/v1/'))
  expect(outside.toSorted()).toEqual(['/.well-known/jwks.json', '/health', '/metrics'])
  expect(operations.filter(({ path }) => path.includes('payment-intents'))).toEqual([])
})

test('protocol, statuses, scopes and thresholds have the names of the specification', () => {
  expect(PROTOCOL).toBe('svc.payment_request.v1')
  expect(PAYMENT_STATUSES.toSorted()).toEqual(
    ['pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected'].toSorted(),
  )
  expect(SPECIFIED_SCOPES).toEqual([
    'payment.requests.create',
    'payment.requests.read',
    'transaction_contexts.create',
    'transaction_contexts.read',
  ])
  expect(THRESHOLDS).toEqual(['single_tx_limit', 'cumulative_limit', 'validity_window', 'allowlist'])
})

test('rails are those of the specification', () => {
  expect(RAILS.join(', ')).toBe(
    'stellar_xlm, solana_sol, ethereum_eth, base_usdc, bitcoin_btc, bsc_bnb, xrpl_xrp, arbitrum_eth, polygon_pol, avalanche_avax, optimism_eth, sui_sui, aptos_apt, ton_ton, cardano_ada, cosmos_atom, polkadot_dot, hedera_hbar, cronos_cro, mantle_mnt, starknet_strk, zksync_eth, linea_eth, algorand_algo, tezos_xtz, internet_computer_icp, filecoin_fil, litecoin_ltc, bitcoin_cash_bch, dogecoin_doge, evm_erc20',
  )
})

test('networks are those of the specification', () => {
  expect(NETWORK_NAMES.join(', ')).toBe(
    'stellar_public, solana_mainnet, ethereum_mainnet, base_mainnet, bitcoin_mainnet, bsc_mainnet, xrpl_mainnet, arbitrum_one, polygon_pos, avalanche_c_chain, optimism_mainnet, sui_mainnet, aptos_mainnet, ton_mainnet, cardano_mainnet, cosmos_hub, polkadot_mainnet, hedera_mainnet, cronos_mainnet, mantle_mainnet, starknet_mainnet, zksync_era, linea_mainnet, algorand_mainnet, tezos_mainnet, internet_computer, filecoin_mainnet, litecoin_mainnet, bitcoin_cash_mainnet, dogecoin_mainnet, stellar_testnet',
  )
})

test('ids that callers choose have 1 to 160 characters, idempotency keys 256 at most', () => {
  const { request_id, transaction_id, idempotency_key } = createPaymentRequest.body.properties
  for (const id of [request_id, transaction_id]) expect(id).toMatchObject({ minLength: 1, maxLength: 160 })
  expect(idempotency_key).toMatchObject({ maxLength: 256 })
})

test('no input has a place for a private key or a signed transaction', () => {
  const names = operations.flatMap((o) => [o.params, o.query, o.body].flatMap((part) => (part ? namesIn(part) : [])))
  expect(names.length).toBeGreaterThan(200)
  // The one that is shown before it is signed: a signature in it is refused (`transaction_mismatch`).
  const unsigned = ['unsigned_transaction']
  expect(
    names.filter(
      (name) => !unsigned.includes(name) && /private|seed|mnemonic|secret|envelope|xdr|signed_|raw_?tx/i.test(name),
    ),
  ).toEqual([])
})

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
}

const namesIn = ({ properties = {}, items, anyOf = [] }: Node): string[] => [
  ...Object.entries(properties).flatMap(([name, node]) => [name, ...namesIn(node)]),
  ...(items ? namesIn(items) : []),
  ...anyOf.flatMap(namesIn),
]
