/** How a wallet client uses the key of its device: it proves and replaces it, and signs what it reports and consents to. */
import type { CallOptions } from './call.ts'
import {
  type DeviceKeyPair,
  signDecision,
  signDeviceLink,
  signKeyProof,
  signPolicyConsent,
  signStopUndo,
} from './device-decision.ts'
import type {
  ConnectionsStopAllAnswer,
  DevicesCreateLinkCodeAnswer,
  DevicesLinkAnswer,
  PaymentRequestsReportStatusAnswer,
  PaymentRequestsReportStatusInput,
} from './generated/calls.ts'
import type { WalletOperations } from './generated/clients.ts'
import type { DeviceKey, PaymentRequest } from './generated/records.ts'

/** A payment request, or an agent payment under its `id`. */
export interface DecidedPayment {
  readonly request_id: string
  readonly connection_id: string
  readonly facts_digest: string
}

interface Reported {
  readonly status: string
  readonly transaction_hash?: string | undefined
}

interface DecidedBy {
  /** The digest of the policy by which the wallet decided without asking. */
  readonly policy_digest?: string | undefined
}

export interface DeviceKeyCalls {
  /**
   * Proves a key and makes it the one of the device, in place of the one that the client holds, which signs for it. Save the
   * pair before you call it: from then on it is the only one that counts.
   */
  useDeviceKey(key: DeviceKeyPair, options?: CallOptions): Promise<DeviceKey>
  /**
   * Reports on a request that was reviewed, signed with the device's key where the client holds one. Name `transaction_hash`
   * beside `unsigned_transaction`, since it is signed, too.
   */
  report(
    payment_request: PaymentRequest,
    input: Omit<PaymentRequestsReportStatusInput, 'connection_id' | 'decision_jws'>,
    options?: CallOptions,
  ): Promise<PaymentRequestsReportStatusAnswer>
  /** The same report with `decision_jws`; as it is where the client holds no key. */
  signReport<R extends Reported>(
    payment: DecidedPayment,
    report: R,
    by?: DecidedBy,
  ): Promise<R & { decision_jws?: string }>
  /** A code for the user's other device, asked for with the device's key where the client holds one. Show it to nobody else. */
  showLinkCode(options?: CallOptions): Promise<DevicesCreateLinkCodeAnswer>
  /** Makes this device one of the wallet that showed the code. */
  useLinkCode(code: string, options?: CallOptions): Promise<DevicesLinkAnswer>
  /**
   * Goes on after `connections.stopAll`: what the stop paused is resumed. Needs the device's key. Changes nothing where the
   * wallet is not stopped.
   */
  undoStop(options?: CallOptions): Promise<ConnectionsStopAllAnswer>
  /** What `automationPolicies.optIn` is given: signed where the client holds a key. */
  signConsent(policy_digest: string): Promise<{ policy_digest: string; signature?: string }>
}

interface Deps {
  readonly operations: Pick<WalletOperations, 'connections' | 'devices' | 'paymentRequests'>
  /** What the service calls itself. */
  readonly issuer: string
  readonly deviceId: () => string | undefined
  readonly key: DeviceKeyPair | PromiseLike<DeviceKeyPair> | undefined
}

export const deviceKeyCalls = ({ operations, issuer: aud, deviceId, ...given }: Deps): DeviceKeyCalls => {
  let { key } = given
  const idOrThrow = (): string => {
    const device_id = deviceId()
    if (device_id !== undefined) return device_id
    throw new TypeError('the client needs a device_id to sign: pass it, or call useDevice')
  }
  const signedLink = async (about: { code?: string }): Promise<{ link_jws?: string }> => {
    const held = await key
    return held ? { link_jws: await signDeviceLink(held, { aud, device_id: idOrThrow(), ...about }) } : {}
  }
  const calls: DeviceKeyCalls = {
    async useDeviceKey(next, options) {
      const device_id = idOrThrow()
      const previous = await key
      const { challenge } = await operations.devices.createKeyChallenge(device_id, options)
      const proof = { aud, device_id, kid: next.kid, challenge }
      const input = {
        public_key: next.public_key,
        proof_jws: await signKeyProof(next, proof),
        ...(previous && { previous_jws: await signKeyProof(previous, proof) }),
      }
      const { device_key } = await operations.devices.addKey(device_id, input, options)
      key = next
      return device_key
    },
    async report(payment_request, input, options) {
      const { request_id, connection_id } = payment_request
      const signed = await calls.signReport(payment_request, input)
      return operations.paymentRequests.reportStatus(request_id, { ...signed, connection_id }, options)
    },
    async signReport({ request_id, connection_id, facts_digest }, report, { policy_digest } = {}) {
      const held = await key
      if (!held) return report
      const { status, transaction_hash } = report
      const by = policy_digest === undefined ? ('person' as const) : ('policy' as const)
      const about = { aud, device_id: idOrThrow(), connection_id, request_id, facts_digest, by, policy_digest }
      return { ...report, decision_jws: await signDecision(held, { ...about, status, transaction_hash }) }
    },
    async showLinkCode(options) {
      return operations.devices.createLinkCode(await signedLink({}), options)
    },
    async useLinkCode(code, options) {
      return operations.devices.link({ code, ...(await signedLink({ code })) }, options)
    },
    async undoStop(options) {
      const held = await key
      if (!held) throw new TypeError('the client needs the key of the device to undo a stop: pass device_key')
      const { stopped_at } = await operations.devices.readCurrent(options)
      if (stopped_at === null) return { stopped_at }
      const undo_jws = await signStopUndo(held, { aud, device_id: idOrThrow(), stopped_at })
      return operations.connections.stopAll({ undo_jws }, options)
    },
    async signConsent(policy_digest) {
      const held = await key
      return held ? signPolicyConsent(held, policy_digest) : { policy_digest }
    },
  }
  return calls
}
