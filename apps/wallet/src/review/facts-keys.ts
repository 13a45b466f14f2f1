/**
 * The keys that the service serves, kept for five minutes, and read again before a request is called unknown: the service may
 * have replaced its key, or somebody between may have shown us another one the last time. Pins move by endorsement alone.
 */
import { type Jwks, type KeyTrust, trustedKeys } from '@pursestrings/sdk'
import type { Payment } from '../requests/payment.ts'
import { type Asked, checkRequest, type RequestCheck } from './check-request.ts'

export interface FactsKeys {
  check(request: Payment, asked: Asked): Promise<RequestCheck>
}

interface Deps {
  readonly read: () => Promise<Jwks>
  readonly issuer: string
  readonly pins: () => Promise<readonly string[]>
  /** Keys that a pinned key signed for count from now on, also when the old one is gone. */
  readonly addPins: (thumbprints: readonly string[]) => Promise<void>
  readonly now?: () => number
}

const KEPT_MS = 300_000

export const factsKeys = ({ read, issuer, pins, addPins, now = Date.now }: Deps): FactsKeys => {
  let kept: { readonly jwks: Jwks; readonly until: number } | undefined
  const readNow = async (): Promise<Jwks> => {
    const jwks = await read()
    kept = { jwks, until: now() + KEPT_MS }
    return jwks
  }
  const followEndorsements = async (jwks: Jwks, trust: KeyTrust): Promise<void> => {
    const pinned = new Set(trust.pinned_keys)
    const added = (await trustedKeys(jwks, trust)).filter(({ thumbprint }) => !pinned.has(thumbprint))
    if (added.length > 0) await addPins(added.map(({ thumbprint }) => thumbprint))
  }
  return {
    async check(request, asked) {
      const trust = { issuer, pinned_keys: await pins() }
      const warm = kept !== undefined && kept.until >= now() ? kept.jwks : undefined
      const jwks = warm ?? (await readNow())
      let found = await checkRequest(request, asked, jwks, trust)
      if (found.is === 'unknown_key' && warm !== undefined) {
        found = await checkRequest(request, asked, await readNow(), trust)
      }
      if (found.is === 'checked' && kept) await followEndorsements(kept.jwks, trust)
      return found
    },
  }
}
