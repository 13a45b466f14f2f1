/** What is used of the official packages, by shape: whoever pays brings them, and nothing of them is loaded here. */
export type CaipNetwork = `${string}:${string}`

/** One way in which a 402 offers to be paid. */
export interface Offer {
  readonly scheme: string
  readonly network: CaipNetwork
  readonly asset: string
  /** In the asset's smallest units. */
  readonly amount: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface PayloadResult {
  x402Version: number
  payload: Record<string, unknown>
  extensions?: Record<string, unknown>
}

/** `SchemeNetworkClient` of `@x402/core`. */
export interface Scheme {
  readonly scheme: string
  createPaymentPayload(
    x402Version: number,
    offer: Offer,
    context?: { extensions?: Record<string, unknown> },
  ): Promise<PayloadResult>
}

export interface OfficialClient {
  register(network: CaipNetwork, scheme: Scheme): unknown
  setSpendControls(controls: false): unknown
}

export interface OfficialPackages<Client extends OfficialClient> {
  /** Of `@x402/core/client`. */
  readonly x402Client: new (
    select: <O extends Offer>(version: number, offers: O[]) => O,
  ) => Client
  /** Of `@x402/fetch`. */
  readonly wrapFetchWithPayment: (
    fetch: typeof globalThis.fetch,
    client: Client,
  ) => (input: Request) => Promise<Response>
}

/** What a 402 says in its header. */
export interface PaymentRequired {
  readonly x402Version: number
  readonly accepts: readonly Offer[]
}

/** Undefined where the answer isn't x402 of the version that the official client speaks. */
export const requiredIn = (response: Response): PaymentRequired | undefined => {
  try {
    const bytes = Uint8Array.from(atob(response.headers.get('payment-required') ?? ''), (c) => c.charCodeAt(0))
    const required = JSON.parse(new TextDecoder().decode(bytes)) as Partial<PaymentRequired> | null
    if (required?.x402Version !== 2 || !Array.isArray(required.accepts)) return undefined
    const accepts = required.accepts.filter((offer: unknown) => typeof offer === 'object' && offer !== null)
    return { x402Version: 2, accepts: accepts as Offer[] }
  } catch {
    return undefined
  }
}
