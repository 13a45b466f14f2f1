/** The client of a wallet app, in browsers too: it shows what is asked, checks it, and reports what the user did. */
import type { CallOptions } from './call.ts'
import { methodsOf } from './client-methods.ts'
import type { PaymentRequestsReadInput } from './generated/calls.ts'
import type { WalletOperations } from './generated/clients.ts'
import type { PaymentFacts } from './generated/payment-facts.ts'
import type { PaymentRequest } from './generated/records.ts'
import { heldSecret } from './held-secret.ts'
import { createTransport, type TransportOptions } from './transport.ts'
import { FactsMismatchError, type Jwks, verifyFacts } from './verify-facts.ts'

export interface WalletDevice {
  readonly device_id: string
  readonly token: string
}

export interface WalletClientOptions extends TransportOptions, Partial<WalletDevice> {}

export interface Reviewed {
  readonly payment_request: PaymentRequest
  /** What the service signed: the only thing to pay by. */
  readonly facts: PaymentFacts
}

export interface WalletClient extends WalletOperations {
  /** Reads a request and checks its signed facts; what does not hold throws FactsMismatchError and is not to be paid. */
  review(request_id: string, input?: PaymentRequestsReadInput, options?: CallOptions): Promise<Reviewed>
  useDevice(device: WalletDevice): void
  /** The device that the client speaks for. */
  readonly device_id: string | undefined
}

/** As long as the service lets its keys be kept. */
const KEYS_KEPT_MS = 300_000

export const createWalletClient = (options: WalletClientOptions): WalletClient => {
  const token = heldSecret('device', 'token', options.token)
  let { device_id } = options
  const operations = methodsOf({
    client: 'wallet',
    send: createTransport(options),
    holds: ['device_token'],
    credentialFor: () => token,
  }) as unknown as WalletOperations

  let kept: { jwks: Jwks; until: number } | undefined
  const keys = async (call?: CallOptions): Promise<Jwks> => {
    if (!kept || kept.until < Date.now()) {
      kept = { jwks: await operations.factsKeys.read(call), until: Date.now() + KEYS_KEPT_MS }
    }
    return kept.jwks
  }
  return {
    ...operations,
    get device_id() {
      return device_id
    },
    useDevice(device) {
      token.use(device.token)
      device_id = device.device_id
    },
    async review(request_id, input = {}, call) {
      const { payment_request } = await operations.paymentRequests.read(request_id, input, call)
      const facts = await verifyFacts(payment_request, await keys(call)).catch(async (failure: unknown) => {
        if (!(failure instanceof FactsMismatchError) || failure.reason !== 'unknown_key') throw failure
        kept = undefined
        return verifyFacts(payment_request, await keys(call))
      })
      return { payment_request, facts }
    },
  }
}
