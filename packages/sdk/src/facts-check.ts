/** How a client checks signed facts: with the keys that the service serves, kept for a while, and those that are pinned. */

import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import type { CallOptions } from './call.ts'
import { expectThumbprints, type Jwks, type KeyTrust, type ServedKey, trustedKeys } from './pinned-keys.ts'
import { baseOf, type TransportOptions } from './transport.ts'
import { FactsMismatchError, type SignedFacts, verifyFacts } from './verify-facts.ts'

export interface PinOptions {
  /**
   * Thumbprints (RFC 7638) of the keys that the service signs payment facts with, from the app's own release or as saved
   * when it was set up (`pursestrings init` does that). A key that one of them vouches for is accepted too.
   */
  readonly pinned_keys?: readonly string[] | undefined
  /** What the service calls itself, where that is not `base_url`. */
  readonly audience?: string | undefined
}

export interface FactsCheck {
  /** Throws FactsMismatchError for what is not to be paid, PinRequiredError where nothing is pinned. */
  verifyFacts(request: SignedFacts, options?: CallOptions): Promise<PaymentFacts>
  /** The keys that count now, to save their thumbprints: those that are pinned, and those that they vouch for. */
  trustedKeys(options?: CallOptions): Promise<readonly ServedKey[]>
}

/** As long as the service lets its keys be kept. */
const KEYS_KEPT_MS = 300_000

export const factsCheck = (
  read: (options?: CallOptions) => PromiseLike<unknown>,
  { base_url, audience, pinned_keys }: PinOptions & Pick<TransportOptions, 'base_url'>,
): FactsCheck => {
  const trust: KeyTrust = { pinned_keys: expectThumbprints(pinned_keys), issuer: audience ?? baseOf(base_url) }
  let kept: { readonly jwks: Jwks; readonly until: number } | undefined
  const keys = async (call?: CallOptions): Promise<Jwks> => {
    if (kept && kept.until >= Date.now()) return kept.jwks
    kept = { jwks: (await read(call)) as Jwks, until: Date.now() + KEYS_KEPT_MS }
    return kept.jwks
  }
  /** The service may have replaced its key since they were read. */
  const withFreshKeys = async <T>(look: (jwks: Jwks) => Promise<T>, call?: CallOptions): Promise<T> => {
    const known = kept
    return look(await keys(call)).catch(async (failure: unknown) => {
      const may_be_old = known !== undefined && known === kept
      const about_key =
        failure instanceof FactsMismatchError && (failure.reason === 'unknown_key' || failure.reason === 'not_pinned')
      if (!may_be_old || !about_key) throw failure
      kept = undefined
      return look(await keys(call))
    })
  }
  return {
    verifyFacts: (request, call) => withFreshKeys((jwks) => verifyFacts(request, jwks, trust), call),
    trustedKeys: (call) =>
      withFreshKeys(async (jwks) => {
        const trusted = await trustedKeys(jwks, trust)
        if (trusted.length > 0) return trusted
        throw new FactsMismatchError(
          'not_pinned',
          `None of the keys that ${trust.issuer} serves is pinned or vouched for by a pinned one: somebody may stand between you and the service.`,
        )
      }, call),
  }
}
