/**
 * What an agent may pay by itself: four thresholds that a project fills and the user consents to in the wallet (specification 1.7, 4.6). The service still signs nothing: a policy lets the user's own wallet sign without asking.
 */
import { Type } from 'typebox'
import { walletStopped } from '../devices/records.ts'
import { Input, operation } from '../operation.ts'
import { amountInvalid, recipientVersionNotActive } from '../payment-requests/errors.ts'
import { cursorInvalid, resourceNotFound, versionConflict } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { Amount, NetworkName } from '../wire/fields.ts'
import { Base64url, Digest, IdInput, Key, Time, Version } from '../wire/inputs.ts'
import { payable } from '../wire/payable.ts'
import { Text } from '../wire/text.ts'
import * as errors from './errors.ts'
import {
  AutomationPolicy,
  Backtest,
  BacktestAnswer,
  PolicyStatusName,
  SimulateAnswer,
  thresholdInputs,
  UsedAutomationPolicy,
} from './records.ts'

const surface = { surface: 'agent_payments', limit: 'standard' } as const
const ofProject = { ...surface, credential: ['api_key', 'merchant_session'] } as const
const ofWallet = { ...surface, credential: 'device_token', cross_origin: true } as const
const ofBoth = { ...surface, credential: ['api_key', 'merchant_session', 'device_token'], cross_origin: true } as const
const policyPath = Input({ policy_id: IdInput('pol') })
const one = { status: 200, body: AutomationPolicy } as const
const example = { params: { policy_id: 'pol_01k0000000e008000000000000' } }

const EXAMPLE_TERMS = {
  single_tx_limit: '5',
  cumulative_limit: '50',
  validity_window: { from: '2026-11-15T00:00:00.000Z', to: '2027-02-15T00:00:00.000Z' },
  allowlist: ['rcp_01k0000000e008000000000000'],
}

export const createPolicy = operation({
  ...ofProject,
  id: 'automation_policies.create',
  method: 'POST',
  path: '/v1/automation-policies',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Propose a policy',
  description:
    "For one connection and one asset. With all four limits it waits for the user's consent; otherwise it's a draft. It allows nothing until the user opts in. With a session, `project_id` chooses the project.",
  role: 'admin',
  body: Input({
    project_id: Type.Optional(IdInput('prj')),
    connection_id: IdInput('con'),
    name: Text({ description: 'as the user will see it' }),
    network: NetworkName,
    asset: Key({ maxLength: 12, description: payable.asset.description, examples: ['XLM'] }),
    contract: Type.Optional(Key({ maxLength: 128, description: payable.contract.description })),
    issuer: Type.Optional(Key({ maxLength: 128, description: payable.issuer.description })),
    ...thresholdInputs,
  }),
  answer: { status: 201, body: AutomationPolicy },
  refuses: [resourceNotFound, errors.tooManyPolicies],
  example: {
    body: {
      connection_id: 'con_01k0000000e008000000000000',
      name: 'Weekly groceries',
      network: 'stellar_testnet',
      asset: 'XLM',
      ...EXAMPLE_TERMS,
    },
  },
})

export const listPolicies = operation({
  ...ofBoth,
  id: 'automation_policies.list',
  method: 'GET',
  path: '/v1/automation-policies',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'List policies',
  description:
    "Newest first: the project's for a key, the organization's for a session, the wallet's own for a device.",
  query: Input({ ...pageQuery, status: Type.Optional(PolicyStatusName) }),
  answer: { status: 200, body: page('automation_policies', AutomationPolicy) },
  refuses: [cursorInvalid],
  example: {},
})

export const readPolicy = operation({
  ...ofBoth,
  id: 'automation_policies.read',
  method: 'GET',
  path: '/v1/automation-policies/{policy_id}',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'Read a policy, its usage and its history',
  description:
    'Includes the payees as they are now, the digest to opt in to, and `usage`: an amount counts as soon as its payment is created. If the payment is over before the wallet claims it, the amount is released; after a claim it never is. A transaction reported later counts again, even past the limit.',
  params: policyPath,
  answer: { status: 200, body: UsedAutomationPolicy },
  refuses: [],
  example,
})

export const updatePolicy = operation({
  ...ofProject,
  id: 'automation_policies.update',
  method: 'PATCH',
  path: '/v1/automation-policies/{policy_id}',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Change a policy',
  description:
    "Tighter limits apply at once. After the user has consented, a change that raises any limit becomes a proposal: you see it in `proposed`, and the current terms stay until the wallet consents. There's one proposal at a time; the next change of a limit replaces or drops it. You can't change connection, network or asset.",
  role: 'admin',
  params: policyPath,
  body: Input({
    version: Version,
    name: Type.Optional(Text({ description: 'as the user sees it' })),
    ...thresholdInputs,
  }),
  answer: one,
  refuses: [versionConflict, errors.policyState],
  example: { ...example, body: { version: 1, single_tx_limit: '4' } },
})

export const withdrawPolicy = operation({
  ...ofBoth,
  id: 'automation_policies.withdraw',
  method: 'DELETE',
  path: '/v1/automation-policies/{policy_id}',
  tier: 'specification',
  idempotency: 'natural',
  summary: 'Withdraw a policy',
  description:
    "Either side can do this; it takes effect at once and can't be undone. Withdrawing again changes nothing. Payments the wallet has claimed continue; others can't be claimed anymore.",
  role: 'admin',
  params: policyPath,
  answer: one,
  refuses: [],
  example,
})

export const optIn = operation({
  ...ofWallet,
  id: 'automation_policies.opt_in',
  method: 'POST',
  path: '/v1/automation-policies/{policy_id}/opt-in',
  tier: 'specification',
  idempotency: 'natural',
  summary: 'Opt in to a policy',
  description:
    "For the wallet. Accepts exactly the terms in `policy_digest` and pins each payee's address. With the digest of `proposed`, those terms replace the current ones. A device with a decision key signs its consent. Consenting again to the current terms renews the pins.",
  params: policyPath,
  body: Input({
    policy_digest: Digest({ description: 'of the policy as it was shown to the user' }),
    signature: Type.Optional(Base64url({ description: 'Ed25519, base64url without padding' })),
  }),
  answer: one,
  refuses: [
    errors.policyIncomplete,
    errors.policyState,
    walletStopped,
    errors.consentOutdated,
    errors.consentSignatureInvalid,
  ],
  example: { ...example, body: { policy_digest: '0'.repeat(64) } },
})

export const dropProposal = operation({
  ...ofBoth,
  id: 'automation_policies.drop_proposal',
  method: 'POST',
  path: '/v1/automation-policies/{policy_id}/drop-proposal',
  tier: 'policy_tools',
  idempotency: 'natural',
  summary: 'Decline or take back a proposal',
  description:
    "The wallet declines the proposal, or the project takes it back. The current terms stay. Send the policy's `version` as you read it, so you can't drop a proposal you haven't seen. Doing it again changes nothing; after the user agreed, it's refused.",
  role: 'admin',
  params: policyPath,
  body: Input({ version: Version }),
  answer: one,
  refuses: [versionConflict, errors.policyState],
  example: { ...example, body: { version: 2 } },
})

export const setPolicyStatus = operation({
  ...ofWallet,
  id: 'automation_policies.set_status',
  method: 'POST',
  path: '/v1/automation-policies/{policy_id}/status',
  tier: 'policy_tools',
  idempotency: 'natural',
  summary: 'Pause or resume a policy',
  description:
    'For the wallet. From a pause on the agent has to ask, and so do payments that already wait to be signed. Once resumed, the terms that it consented to apply again. Doing it again changes nothing.',
  params: policyPath,
  body: Input({
    status: Type.Enum(['active', 'paused'], {
      type: 'string',
      description: '`paused` stops automatic payments, `active` resumes them',
    }),
  }),
  answer: one,
  refuses: [errors.policyState, walletStopped],
  example: { ...example, body: { status: 'paused' } },
})

export const simulatePolicy = operation({
  ...ofBoth,
  id: 'automation_policies.simulate',
  method: 'POST',
  path: '/v1/automation-policies/{policy_id}/simulate',
  tier: 'policy_tools',
  idempotency: 'safe',
  summary: 'Try a payment against a policy',
  description: 'Uses the same rules as a real payment, now or at a given time. Nothing is stored, reserved or counted.',
  role: 'viewer',
  params: policyPath,
  body: Input({
    recipient_id: IdInput('rcp'),
    recipient_version_id: IdInput('rcv'),
    amount: Amount,
    at: Type.Optional(Time({ description: 'now if left out' })),
  }),
  answer: { status: 200, body: SimulateAnswer },
  refuses: [recipientVersionNotActive, amountInvalid],
  example: {
    ...example,
    body: {
      recipient_id: 'rcp_01k0000000e008000000000000',
      recipient_version_id: 'rcv_01k0000000e008000000000000',
      amount: '2.5',
    },
  },
})

export const backtestPolicy = operation({
  ...ofBoth,
  id: 'automation_policies.backtest',
  method: 'POST',
  path: '/v1/automation-policies/{policy_id}/backtest',
  tier: 'policy_tools',
  idempotency: 'safe',
  summary: 'Test a policy on past payments',
  description:
    "Runs the connection's recent agent payments through the policy as if it had been active: which would pass, which would ask the user, and which it doesn't cover. With `terms`, compares the changed policy too. Nothing is stored. Lists are limited to 500; counts include everything.",
  role: 'viewer',
  params: policyPath,
  body: Backtest,
  answer: { status: 200, body: BacktestAnswer },
  refuses: [],
  example: { ...example, body: { days: 90 } },
})

export const automationPolicyOperations = [
  createPolicy,
  listPolicies,
  readPolicy,
  updatePolicy,
  withdrawPolicy,
  optIn,
  dropProposal,
  setPolicyStatus,
  simulatePolicy,
  backtestPolicy,
] as const
