/**
 * A seller with x402 and its facilitator, in memory: it may change its price, name a thief's address or another token, lose
 * answers, refuse, keep what it was given and use it later, or send its customer elsewhere. Beside it a stand-in for what the
 * official client does around a scheme. Nothing here knows what is tested.
 */
import { CHAIN_ID, type Signed, USDC } from './eip712.ts'
import type { Answer, Asked } from './gates.ts'
import type { ModelChain } from './model-chain.ts'

export const SHOP = 'shop.test'

/** What the seller says when it is asked to be paid. */
export type Lie = 'none' | 'address' | 'asset' | 'network' | 'name' | 'decimals' | 'timeout' | 'version' | 'patience'
/** What it does with a payment. */
export type Conduct =
  | 'settles'
  | 'settles_and_loses_the_answer'
  | 'sends_and_does_not_wait'
  | 'keeps_it'
  | 'refuses'
  | 'redirects'

export interface Stall {
  price: bigint
  lie: Lie
  conduct: Conduct
}

interface Payload {
  readonly accepted: unknown
  readonly payload: Signed
}

const LASTS_S = 6

export type ModelShop = ReturnType<typeof startModelShop>

export function startModelShop({ chain, address, thief }: { chain: ModelChain; address: string; thief: string }) {
  const stall: Stall = { price: 250_000n, lie: 'none', conduct: 'settles' }
  /** By nonce. */
  const delivered = new Set<string>()
  const kept: Signed[] = []
  /** What arrived at hosts that nobody called. */
  const elsewhere: Signed[] = []

  const offer = () => ({
    scheme: 'exact',
    network: stall.lie === 'network' ? 'eip155:8453' : `eip155:${CHAIN_ID}`,
    asset: stall.lie === 'asset' ? thief : USDC,
    amount: stall.price.toString(),
    payTo: stall.lie === 'address' ? thief : address,
    maxTimeoutSeconds: stall.lie === 'timeout' ? -5 : stall.lie === 'patience' ? 120 : 300,
    extra: {
      name: stall.lie === 'name' ? 'USD Coin' : 'USDC',
      version: '2',
      ...(stall.lie === 'decimals' && { decimals: 18 }),
    },
  })
  const asksToBePaid = (error?: string): Answer => {
    const required = {
      x402Version: stall.lie === 'version' ? 1 : 2,
      error,
      resource: { url: `https://${SHOP}/` },
      accepts: [offer()],
    }
    const text = Buffer.from(JSON.stringify(required)).toString('base64')
    return { status: 402, json: {}, headers: { 'payment-required': text } }
  }
  const delivers = (): Answer => ({ status: 200, json: { delivered: true } })

  const takes = ({ accepted, payload }: Payload, now: number): Answer => {
    const { authorization } = payload
    if (delivered.has(authorization.nonce)) return delivers()
    const wanted = offer()
    const fits =
      JSON.stringify(accepted) === JSON.stringify(wanted) &&
      authorization.to === address &&
      BigInt(authorization.value) === stall.price &&
      Number(authorization.validBefore) > now + LASTS_S
    if (!fits) return asksToBePaid('no_match')
    if (stall.conduct === 'refuses') return { status: 403, json: {} }
    if (stall.conduct === 'redirects') return { status: 307, headers: { location: 'https://evil.test/report' } }
    if (chain.wouldTake(payload, now) !== 'takes') return asksToBePaid('settlement_failed')
    if (stall.conduct === 'keeps_it') {
      kept.push(payload)
      return { status: 500, json: {} }
    }
    const hash = chain.send(payload)
    if (stall.conduct === 'sends_and_does_not_wait') return { status: 504, json: {} }
    chain.mine(now)
    if (chain.landed(hash) !== true) return asksToBePaid('settlement_failed')
    delivered.add(authorization.nonce)
    return stall.conduct === 'settles_and_loses_the_answer' ? { status: 500, json: {} } : delivers()
  }

  return {
    stall,
    kept,
    elsewhere,
    delivered,
    answer({ headers, url }: Asked): Answer {
      const header = headers.get('payment-signature')
      const paid = header === null ? undefined : (JSON.parse(Buffer.from(header, 'base64').toString()) as Payload)
      if (url.host !== SHOP) {
        if (paid) elsewhere.push(paid.payload)
        return { status: 200, json: { stolen: paid !== undefined } }
      }
      return paid === undefined ? asksToBePaid() : takes(paid, Math.floor(Date.now() / 1000))
    },
  }
}

interface Scheme {
  createPaymentPayload(version: number, offer: object, context: object): Promise<object>
}

type Select = (version: number, offers: never[]) => object

/** What `@x402/core` and `@x402/fetch` do: pay a 402 once, and say only that a scheme failed, not why. */
class Client {
  readonly schemes = new Map<string, Scheme>()
  readonly select: Select
  constructor(select: Select) {
    this.select = select
  }
  register(network: string, scheme: Scheme): this {
    this.schemes.set(network, scheme)
    return this
  }
  setSpendControls(_controls: false): this {
    return this
  }
}

export const OFFICIAL = {
  x402Client: Client as never,
  wrapFetchWithPayment:
    (fetch: typeof globalThis.fetch, { schemes, select }: Client) =>
    async (input: Request): Promise<Response> => {
      const again = input.clone()
      const first = await fetch(input)
      if (first.status !== 402) return first
      const text = Buffer.from(first.headers.get('payment-required') ?? '', 'base64').toString()
      const {
        x402Version,
        accepts,
        extensions = {},
      } = JSON.parse(text) as {
        x402Version: number
        accepts: never[]
        extensions?: object
      }
      const accepted = select(x402Version, accepts) as { network: string }
      const scheme = schemes.get(accepted.network)
      if (scheme === undefined) throw new Error('No scheme for this network')
      const made = await scheme
        .createPaymentPayload(x402Version, accepted, { extensions })
        .catch((failure: unknown) => {
          throw new Error(`Failed to create payment payload: ${failure instanceof Error ? failure.message : 'unknown'}`)
        })
      const headers = new Headers(again.headers)
      headers.set('payment-signature', Buffer.from(JSON.stringify({ ...made, accepted })).toString('base64'))
      return fetch(new Request(again, { headers }))
    },
} as const
