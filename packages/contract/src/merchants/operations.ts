/** An organization that is asked on behalf of, and the tenant of everything it owns (specification 3). */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { approverTooNew } from '../recipients/errors.ts'
import { cursorInvalid, versionConflict } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { At, Shown } from '../wire/fields.ts'
import { IdOrCurrent, Version, Whole } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'
import {
  approversMissing,
  COOLING_OFF_S_MAX,
  COOLING_OFF_S_MIN,
  CoolingOff,
  Grant,
  grantSpent,
  Merchant,
  nameMisleading,
  PayeeChangeApprovals,
} from './records.ts'

const merchantPath = Input({ merchant_id: IdOrCurrent('mer') })
const withSettings = {
  status: 200,
  body: Type.Object({ merchant: Merchant, cooling_off: CoolingOff, payee_change_approvals: PayeeChangeApprovals }),
} as const

export const createMerchant = operation({
  id: 'merchants.create',
  method: 'POST',
  path: '/v1/merchants',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Create an organization',
  description:
    'Uses the grant. The organization starts as `pending`; verifying its first domain activates it. Use `grant` for POST /v1/merchant-sessions.',
  credential: 'none',
  limit: 'sign_in',
  body: Input({ grant: Grant, name: Text({ description: "the organization's name, as payers will see it" }) }),
  answer: {
    status: 201,
    body: Type.Object({
      merchant: Merchant,
      grant: Shown('single-use; spend it on POST /v1/merchant-sessions', 'svc_grant_…'),
      expires_at: At('until when the grant can be used'),
    }),
  },
  refuses: [grantSpent, nameMisleading],
  example: { body: { grant: 'svc_grant_…', name: 'Harbour Books' } },
})

export const readMerchant = operation({
  id: 'merchants.read',
  method: 'GET',
  path: '/v1/merchants/{merchant_id}',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read an organization',
  description:
    "Only your session's own organization, which is also called `current`, with how its payees are protected: how long new addresses wait (a day, unless you chose longer; on `stellar_testnet` only a changed address waits, unless it was confirmed with a passkey), and how many people a change of payees needs.",
  credential: 'merchant_session',
  limit: 'standard',
  params: merchantPath,
  answer: withSettings,
  refuses: [],
  example: { params: { merchant_id: 'mer_01k0000000e008000000000000' } },
})

export const listMerchants = operation({
  id: 'merchants.list',
  method: 'GET',
  path: '/v1/merchants',
  tier: 'teams',
  idempotency: 'safe',
  summary: 'List your organizations',
  description:
    'Every organization that you can open, newest first. Switch with POST /v1/merchants/{merchant_id}/sessions.',
  credential: 'merchant_session',
  limit: 'standard',
  query: Input(pageQuery),
  answer: { status: 200, body: page('merchants', Merchant) },
  refuses: [cursorInvalid],
  example: {},
})

export const updateMerchant = operation({
  id: 'merchants.update',
  method: 'PATCH',
  path: '/v1/merchants/{merchant_id}',
  tier: 'teams',
  idempotency: 'none',
  summary: 'Rename an organization, change how its payees are protected, or stop its agents',
  description:
    'One change per call. With a `name`, send the `version` you read, so you don\'t overwrite somebody else\'s change.\n\n`cooling_off_s` is how long new addresses wait, from one day to seven; only owners change it. A longer time counts at once. A shorter one counts only after the present time has passed, and every member gets an email, so that somebody who steals a session can\'t shorten the wait and then use it. Versions that are cooling already keep their time. Sending the present time again cancels a shorter one.\n\n`approvals` is how many people a change of payees needs. Owners choose 2, which counts at once, or ask for 1. A return to 1 counts when another owner or admin sends 1, too; otherwise after seven days, and every member gets an email. Until then any owner or admin cancels it by sending 2. Stopping a payee never needs two people.\n\n`agents: "stopped"` suspends every active agent of the organization at once: none can ask for anything or be activated until an owner sends `active`, which activates those that the stop suspended and nobody has suspended by itself since. Only owners change it.\n\nA person confirms a change of `cooling_off_s` or `approvals`, and `agents: "active"`; stopping asks for nothing.',
  credential: 'merchant_session',
  role: 'admin',
  guards: [
    { field: 'cooling_off_s', role: 'owner', step_up: true },
    { field: 'approvals', step_up: true },
    { field: 'agents', role: 'owner' },
    { field: 'agents', values: ['active'], step_up: true },
  ],
  limit: 'standard',
  params: merchantPath,
  body: Input({
    name: Type.Optional(Text({ description: 'the new name' })),
    version: Type.Optional(Version),
    cooling_off_s: Type.Optional(
      Whole(COOLING_OFF_S_MIN, COOLING_OFF_S_MAX, {
        description: 'how long new addresses wait, in seconds',
        examples: [259_200],
      }),
    ),
    approvals: Type.Optional(Whole(1, 2, { description: 'how many people a change of payees needs', examples: [2] })),
    agents: Type.Optional(
      Type.Enum(['active', 'stopped'], {
        type: 'string',
        description: '`stopped` suspends all agents, `active` undoes that',
      }),
    ),
  }),
  answer: withSettings,
  refuses: [versionConflict, nameMisleading, approversMissing, approverTooNew],
  example: { params: { merchant_id: 'mer_01k0000000e008000000000000' }, body: { name: 'Harbour Books', version: 1 } },
})

export const merchantOperations = [createMerchant, readMerchant, listMerchants, updateMerchant] as const
