/** Under which addresses the service, its portal and its wallet may be reached; the wallet's origin is shared with nothing. */
import { Type } from 'typebox'

export const WALLET_SETTINGS = {
  WALLET_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description: 'port at HOST of the reference wallet, which has its own origin; without it there is no wallet',
    }),
  ),
  WALLET_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description:
        'public URL of the reference wallet, on its own origin, because keys are kept there; required in production with WALLET_PORT',
    }),
  ),
  DEMO_SHOP_URL: Type.Optional(
    Type.String({
      pattern: '^http://(localhost|127\\.0\\.0\\.1):\\d+$',
      description:
        'demo shop on this machine, set by `npm run dev`: the wallet is then one that offers it on its first page. Refused in production, and without a practice ledger',
    }),
  ),
}

interface Addresses {
  readonly WALLET_URL?: string
  readonly WALLET_PORT?: number
  readonly BASE_URL: string
  readonly PORTAL_URL?: string
  readonly ENVIRONMENT: string
}

/** Whoever can run a script in the wallet's origin can use the keys that are kept there: nothing else may live in it. */
const walletFaults = ({
  WALLET_URL,
  WALLET_PORT,
  BASE_URL,
  PORTAL_URL = BASE_URL,
  ENVIRONMENT,
}: Addresses): string[] => {
  if (WALLET_URL === undefined) {
    const missing = WALLET_PORT !== undefined && ENVIRONMENT === 'production'
    return missing ? ['WALLET_URL must be set in production where WALLET_PORT is'] : []
  }
  const { origin } = new URL(WALLET_URL)
  const shared = [BASE_URL, PORTAL_URL].some((other) => new URL(other).origin === origin)
  return shared ? ['WALLET_URL must have an origin of its own: not that of BASE_URL or PORTAL_URL'] : []
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/

export const addressFaults = (given: Addresses): string[] => {
  const faults = walletFaults(given)
  for (const name of ['BASE_URL', 'PORTAL_URL', 'WALLET_URL'] as const) {
    const value = given[name]
    if (value?.startsWith('http:') && given.ENVIRONMENT === 'production' && !LOOPBACK.test(value)) {
      faults.push(`${name} must be https in production: session cookies are Secure`)
    }
    if (value?.endsWith('/')) faults.push(`${name} must not end with a slash`)
  }
  return faults
}
