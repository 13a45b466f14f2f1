/** What a call to a paid resource can come to. The list is closed, and only the ledger says `paid`. */
export const OUTCOMES = [
  /** The ledger shows a payment that is bound to the request. */
  'paid',
  /** The host that was called doesn't list the address that its 402 names: nothing was asked. */
  'payee_not_listed',
  /** The person said no, or didn't say yes in time. */
  'not_approved',
  /** Not known yet. The same call again goes on with the same request. */
  'still_waiting',
  /** This call was paid before, and the seller delivers it no more. */
  'already_paid',
  /** The seller asks for another amount than was approved: nothing was sent to it. */
  'price_changed',
  /** No offer of the 402 is on a network, and by a method, that the service has. */
  'network_not_served',
  /** The 402 names another token than the network's, or describes it wrongly. */
  'asset_not_known',
  /** What the wallet handed over isn't what was asked for, so it isn't used. */
  'authorization_mismatch',
  /** The seller has the authorization and refuses, or sends it on to another host. */
  'seller_refused',
  /** Wallet and ledger disagree. */
  'disputed',
  /** The authorization has ended unused: it can't be paid any more. */
  'proven_unpaid',
] as const

export type X402Outcome = (typeof OUTCOMES)[number]

export interface RefusalDetails {
  readonly request_id?: string | undefined
  readonly transaction_hash?: string | undefined
  /** What the seller answered to the authorization. */
  readonly response?: Response | undefined
  readonly cause?: unknown
}

/** Nothing was delivered. `outcome` says how far the payment came; the same call again never pays twice. */
export class X402Refusal extends Error {
  override readonly name = 'X402Refusal'
  readonly outcome: Exclude<X402Outcome, 'paid'>
  readonly request_id: string | undefined
  readonly transaction_hash: string | undefined
  readonly response: Response | undefined

  constructor(outcome: X402Refusal['outcome'], message: string, details: RefusalDetails = {}) {
    super(message, { cause: details.cause })
    this.outcome = outcome
    this.request_id = details.request_id
    this.transaction_hash = details.transaction_hash
    this.response = details.response
  }
}
