/**
 * What a wallet signed, handed to the agent that carries it to the seller. It is sealed to the agent: opaque to the service,
 * which keeps it, sends nothing to any ledger, and erases it.
 */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Input, operation, Resource } from '../operation.ts'
import { requestIdAmbiguous } from '../payment-requests/errors.ts'
import { At } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Base64url, IdInput, NamePath } from '../wire/inputs.ts'

/** Counted from the expiry of the payment, when what was signed is worth nothing any more. */
export const AUTHORIZATION_KEPT_S = 86_400
/** 4 KiB in base64url. */
const SEALED_LENGTH_MAX = 5_462

export const authorizationNotTaken = errorEntry({
  code: 'authorization_not_taken',
  status: 409,
  meaning: "This payment isn't made by an authorization: its signed facts have no `payment.method`.",
  recovery: 'Pay it as its facts say. Nothing was kept.',
  retry: 'never',
})

export const authorizationTooEarly = errorEntry({
  code: 'authorization_too_early',
  status: 409,
  meaning:
    "This device hasn't claimed the payment: it isn't `signed` (an agent payment `approved`), it failed, or another device of the wallet claimed it. Nothing was kept.",
  recovery: 'Claim the payment first. Hand over nothing for a payment that this device did not claim.',
  retry: 'never',
})

export const authorizationFixed = errorEntry({
  code: 'authorization_fixed',
  status: 409,
  meaning: 'The payment already has another authorization, which stays.',
  recovery: 'Hand over exactly the bytes that you handed over first; a payment has one authorization.',
  retry: 'never',
})

export const authorizationNotThere = errorEntry({
  code: 'authorization_not_there',
  status: 404,
  meaning: "The wallet hasn't handed over an authorization for this payment.",
  recovery: 'Ask again in a few seconds while the payment is `signed` (an agent payment `approved`).',
  retry: 'safe',
})

export const authorizationErased = errorEntry({
  code: 'authorization_erased',
  status: 410,
  meaning: 'The payment expired over a day ago, and whatever was handed over for it is erased.',
  recovery: 'Request the payment again, if it was not made.',
  retry: 'never',
})

const Sealed = (description: string) =>
  Base64url({ maxLength: SEALED_LENGTH_MAX, minLength: 2, description, examples: ['AQ'] })

export const PaymentAuthorization = Resource('PaymentAuthorization', 'what a wallet signed, sealed to the agent', {
  connection_id: IdSchema('con'),
  sealed: Sealed('the bytes as the wallet handed them over: only the agent can open them'),
  put_at: At('when the wallet handed it over'),
  kept_until: At('then the service erases it: a day after the payment expires'),
})

const one = { status: 200, body: Type.Object({ authorization: PaymentAuthorization }) } as const
const path = '/v1/payment-requests/{request_id}/authorization'
const common = { path, tier: 'agent_tools', limit: 'standard' } as const
const params = Input({ request_id: NamePath({ description: 'the id of the payment request, or of an agent payment' }) })
const EXAMPLE = { request_id: 'pr_01k0000000e008000000000000' }

export const putPaymentAuthorization = operation({
  ...common,
  id: 'payment_authorizations.put',
  method: 'PUT',
  idempotency: 'natural',
  cross_origin: true,
  summary: 'Hand over what the wallet signed',
  description:
    'For the device that claimed a payment with `payment.method: "evm.eip3009"`, once the claim was answered: the authorization, sealed to the key in `terms.seal`, at most 4 KiB. It can be handed over once; the same bytes again change nothing. The service can\'t read it.',
  credential: 'device_token',
  params,
  body: Input({
    sealed: Sealed('the sealed authorization'),
    connection_id: Type.Optional(IdInput('con', { description: 'needed where two connections use one id' })),
  }),
  answer: one,
  refuses: [authorizationNotTaken, authorizationTooEarly, authorizationFixed, authorizationErased, requestIdAmbiguous],
  example: { params: EXAMPLE, body: { sealed: 'AQ' } },
})

export const readPaymentAuthorization = operation({
  ...common,
  id: 'payment_authorizations.read',
  method: 'GET',
  idempotency: 'safe',
  summary: 'Fetch what the wallet signed',
  description:
    "For the agent: the authorization of a payment request of its connection, or with the project's API key that of an agent payment of the project. It is there until a day after the payment expires. Whoever holds it opened can have the payment made that the user approved, and no other.",
  credential: ['connection_token', 'api_key'],
  scope: 'payment.requests.read',
  params,
  answer: one,
  refuses: [authorizationNotThere, authorizationErased],
  example: { params: EXAMPLE },
})

export const paymentAuthorizationOperations = [putPaymentAuthorization, readPaymentAuthorization] as const
