/**
 * A seller's half, as an extension of the official `x402ResourceServer`: it tells what was settled, with the reference by which the
 * payer's request is known, and delivers again what a lost answer held. It settles nothing itself.
 */
import { digestOf } from './task.ts'

export const EXTENSION = 'svc'

/** For the `extensions` of a route. */
export const listedBy = (domain: string) => ({
  [EXTENSION]: { info: { listing: `https://${domain}/.well-known/svc-recipients.json` } },
  // So that a client may name its payment, and ask for the answer again.
  [PAYMENT_IDENTIFIER]: {
    info: { required: false },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        required: { type: 'boolean' },
        id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
      },
      required: ['required'],
    },
  },
})

const PAYMENT_IDENTIFIER = 'payment-identifier'

export interface Sale {
  readonly method: string
  readonly url: string
  readonly network: string
  readonly asset: string
  /** In the asset's smallest units. */
  readonly amount: string
  readonly pay_to: string
  readonly payer: string
  readonly transaction_hash: string
  /** The nonce of the authorization. Where Pursestrings asked for the payment, it is the digest of its signed facts. */
  readonly reference: string
  /** As the client named its payment; of Pursestrings it is the request's id. */
  readonly payment_id: string | undefined
}

/** Which payments were settled for what; kept where all processes of a shop find it. */
export interface Delivered {
  has(key: string): boolean | Promise<boolean>
  add(key: string): unknown
}

interface HttpRequest {
  readonly adapter: { getHeader(name: string): string | undefined; getMethod(): string; getUrl(): string }
}

interface Payload {
  readonly payload?: { readonly authorization?: { readonly nonce?: unknown }; readonly signature?: unknown }
  readonly extensions?: Readonly<Record<string, { readonly info?: { readonly id?: unknown } } | undefined>>
}

interface Settled {
  readonly paymentPayload: unknown
  readonly requirements: {
    readonly network: string
    readonly asset: string
    readonly amount: string
    readonly payTo: string
  }
  readonly result: { readonly success: boolean; readonly transaction: string; readonly payer?: string | undefined }
  readonly transportContext?: unknown
}

export interface SellerOptions {
  /** Told of each settlement, as the facilitator reports it; the ledger's word is your own to look up. */
  readonly tell?: (sale: Sale) => unknown
  readonly delivered?: Delivered
}

/** For `x402ResourceServer.registerExtension`. */
export const sellerExtension = ({ tell, delivered = inMemory() }: SellerOptions = {}) => ({
  key: EXTENSION,
  hooks: {
    async onAfterSettle(
      _declared: unknown,
      { paymentPayload, requirements, result, transportContext }: Settled,
    ): Promise<void> {
      if (!result.success) return
      const { adapter } = (transportContext as { readonly request: HttpRequest }).request
      const payload = paymentPayload as Payload
      const key = await keyOf(payload, adapter)
      if (key !== undefined) await delivered.add(key)
      const { network, asset, amount, payTo: pay_to } = requirements
      const sold = { method: adapter.getMethod(), url: adapter.getUrl(), network, asset, amount, pay_to }
      const reference = textOf(payload.payload?.authorization?.nonce) ?? ''
      const { transaction: transaction_hash, payer = '' } = result
      await tell?.({ ...sold, payer, transaction_hash, reference, payment_id: idIn(payload) })
    },
  },
  transportHooks: {
    http: {
      async onProtectedRequest(
        _declared: unknown,
        { adapter }: HttpRequest,
      ): Promise<{ grantAccess: true } | undefined> {
        const payload = payloadIn(adapter.getHeader('payment-signature'))
        const key = payload && (await keyOf(payload, adapter))
        return key !== undefined && (await delivered.has(key)) ? { grantAccess: true } : undefined
      },
    },
  },
})

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const idIn = ({ extensions }: Payload): string | undefined => textOf(extensions?.[PAYMENT_IDENTIFIER]?.info?.id)

/** A signature is on the ledger for everybody to read; the name of the payment is not, so both must fit. */
const keyOf = async (payload: Payload, adapter: HttpRequest['adapter']): Promise<string | undefined> => {
  const id = idIn(payload)
  const signature = textOf(payload.payload?.signature)
  if (id === undefined || signature === undefined) return undefined
  return digestOf(
    new TextEncoder().encode(JSON.stringify([id, signature.toLowerCase(), adapter.getMethod(), adapter.getUrl()])),
  )
}

const payloadIn = (header: string | undefined): Payload | undefined => {
  try {
    return (JSON.parse(atob(header ?? '')) as Payload | null) ?? undefined
  } catch {
    return undefined
  }
}

const KEPT_MAX = 10_000

const inMemory = (): Delivered => {
  const kept = new Set<string>()
  return {
    has: (key) => kept.has(key),
    add(key) {
      kept.add(key)
      const [oldest] = kept
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    },
  }
}
