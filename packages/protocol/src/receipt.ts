/**
 * A receipt: everything that was signed about one payment, in one text that can be checked without asking anybody. The
 * service's statement names a digest of each part, so parts can be withheld, and none can be swapped.
 */

import { canonicalJson } from './canonical.ts'
import { type Sha256, toHex, utf8Of, webSha256 } from './log/log-bytes.ts'

export const RECEIPT_TYPE = 'svc.receipt.v1'
export const RECEIPT_BYTES_MAX = 65_536

/** What the service signs in a receipt with its receipt key: the `typ` of the JWS and the `type` of the payload. */
export const RECEIPT_STATEMENT = { typ: 'svc-receipt+jws', type: 'svc.receipt_statement.v1' } as const
export const DEVICE_BINDING = { typ: 'svc-device-binding+jws', type: 'svc.device_binding.v1' } as const
export const LEDGER_OBSERVATION = { typ: 'svc-ledger-observation+jws', type: 'svc.ledger_observation.v1' } as const

export interface ReceiptPayee {
  readonly entry: string
  readonly opening: { readonly salt: string; readonly document: string }
  readonly evidence: string
  /** That the entry is in the log; a newer one may take its place. */
  readonly proof?: string
}

/** Of a payee that an agent found on its domain: what the service saw there, last before the request. */
export interface ReceiptListing {
  readonly evidence: string
}

export interface Receipt {
  readonly type: typeof RECEIPT_TYPE
  readonly statement_jws: string
  readonly facts_jws: string
  readonly decision_jws?: string
  readonly device?: { readonly jwk: Readonly<Record<string, unknown>>; readonly binding_jws: string }
  readonly payee?: ReceiptPayee
  readonly listing?: ReceiptListing
  readonly ledger_jws?: string
  /** The service's keys that signed this, each with its entry in the log. */
  readonly keys: readonly { readonly entry: string; readonly proof: string }[]
}

export const RECEIPT_PARTS = ['facts', 'decision', 'device', 'payee', 'listing', 'ledger'] as const
export type ReceiptPart = (typeof RECEIPT_PARTS)[number]

export interface ReceiptStatement {
  readonly type: typeof RECEIPT_STATEMENT.type
  readonly issuer: string
  readonly issued_at: string
  readonly request: {
    readonly request_id: string
    readonly connection_id: string
    readonly facts_digest: string
    readonly status: string
    readonly created_at: string
  }
  readonly parts: Readonly<Partial<Record<ReceiptPart, string>>>
}

/** The parts that a receipt holds, as they are digested. */
export const partsOf = (receipt: Receipt): Partial<Record<ReceiptPart, unknown>> => {
  const { facts_jws, decision_jws, device, payee, listing, ledger_jws } = receipt
  const { proof: _proof, ...logged } = payee ?? {}
  return {
    facts: facts_jws,
    ...(decision_jws !== undefined && { decision: decision_jws }),
    ...(device !== undefined && { device }),
    ...(payee !== undefined && { payee: logged }),
    ...(listing !== undefined && { listing }),
    ...(ledger_jws !== undefined && { ledger: ledger_jws }),
  }
}

export const partDigest = async (part: unknown, sha256: Sha256 = webSha256): Promise<string> =>
  toHex(await sha256(utf8Of(canonicalJson(part))))
