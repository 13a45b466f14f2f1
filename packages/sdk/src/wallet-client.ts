/** The client of a wallet app, in browsers too: it shows what is asked, checks it, and reports what the user did. */

import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import type { PaymentTerms } from '@pursestrings/protocol/payment-terms'
import type { CallOptions } from './call.ts'
import { methodsOf } from './client-methods.ts'
import type { DeviceKeyPair } from './device-decision.ts'
import { type DeviceKeyCalls, deviceKeyCalls } from './device-keys.ts'
import { type FactsCheck, factsCheck, type PinOptions } from './facts-check.ts'
import { type Followed, followed } from './follow-events.ts'
import type { FeedListAnswer, PaymentRequestsReadInput } from './generated/calls.ts'
import type { WalletOperations } from './generated/clients.ts'
import type {
  MerchantDomainFeedEvent,
  MerchantFeedEvent,
  PaymentRequest,
  RecipientFeedEvent,
} from './generated/records.ts'
import { heldSecret } from './held-secret.ts'
import { type AgentPaymentCalls, agentPaymentCalls } from './pay-agent-payment.ts'
import { baseOf, createTransport, type TransportOptions } from './transport.ts'
import { FactsMismatchError } from './verify-facts.ts'
import { verifyTerms } from './verify-terms.ts'

export interface WalletDevice {
  readonly device_id: string
  readonly token: string
}

export interface WalletClientOptions extends TransportOptions, PinOptions, Partial<WalletDevice> {
  /** The key of the device: with it, claims and what `report` reports are signed. */
  readonly device_key?: DeviceKeyPair | PromiseLike<DeviceKeyPair> | undefined
}

export interface Reviewed {
  readonly payment_request: PaymentRequest
  /** What the service signed: the only thing to pay by. */
  readonly facts: PaymentFacts
  /** What the payment is for, as the agent says; the facts carry its digest. */
  readonly terms?: PaymentTerms
}

export type WalletEvent = Exclude<
  FeedListAnswer['events'][number],
  RecipientFeedEvent | MerchantDomainFeedEvent | MerchantFeedEvent
>

export interface WalletClient extends WalletOperations, FactsCheck, AgentPaymentCalls, DeviceKeyCalls {
  readonly feed: WalletOperations['feed'] & Followed<WalletEvent>
  /**
   * Reads a request and checks its signed facts; what does not hold throws FactsMismatchError and is not to be paid. Needs
   * `pinned_keys`: without them PinRequiredError says what to pin.
   */
  review(request_id: string, input?: PaymentRequestsReadInput, options?: CallOptions): Promise<Reviewed>
  useDevice(device: WalletDevice): void
  /** The device that the client speaks for. */
  readonly device_id: string | undefined
}

export const createWalletClient = (options: WalletClientOptions): WalletClient => {
  const token = heldSecret('device', 'token', options.token)
  let { device_id } = options
  const operations = methodsOf({
    client: 'wallet',
    send: createTransport(options),
    holds: ['device_token'],
    credentialFor: () => token,
  }) as unknown as WalletOperations

  const check = factsCheck((call) => operations.factsKeys.read(call), options)
  const keys = deviceKeyCalls({
    operations,
    issuer: options.audience ?? baseOf(options.base_url),
    deviceId: () => device_id,
    key: options.device_key,
  })
  return {
    ...operations,
    feed: { ...operations.feed, ...followed<WalletEvent>(operations.feed.list) },
    ...check,
    ...keys,
    ...agentPaymentCalls(operations, check.verifyFacts, keys.signReport),
    get device_id() {
      return device_id
    },
    useDevice(device) {
      token.use(device.token)
      device_id = device.device_id
    },
    async review(request_id, input = {}, call) {
      const { payment_request } = await operations.paymentRequests.read(request_id, input, call)
      const facts = await check.verifyFacts(payment_request, call)
      const { connection_id = facts.connection_id } = input
      if (facts.request_id !== request_id || facts.connection_id !== connection_id) {
        throw new FactsMismatchError('intent', 'The answer is about a different request.')
      }
      const terms = await verifyTerms(payment_request.terms, facts)
      return { payment_request, facts, ...(terms && { terms }) }
    },
  }
}
