/**
 * Which keys of the service a profile believes, and to which wallet it leads people. What the service shows when the profile is set
 * up is saved, since nobody has anything to compare it with yet. From then on a key counts only if a saved one vouches for it, and
 * the wallet's address stays.
 */
import {
  approvalLink,
  createWalletClient,
  FactsMismatchError,
  PinRequiredError,
  type ServedKey,
  servedKeys,
  trustedKeys,
} from '@pursestrings/sdk'
import { InvalidArgumentError } from 'commander'
import type { Profile } from './profile.ts'
import type { ProfileStore } from './profile-store.ts'
import { failed } from './stop.ts'

export interface Pinned {
  readonly pinned_keys: readonly string[]
  /** Saved by this very call. */
  readonly made: boolean
}

const ONCE = { retries: 0, timeout_ms: 10_000 }

/** Saves what is served where nothing is pinned yet, and else what a pinned key vouches for; refuses any other service. */
export const pinKeys = async (profiles: ProfileStore): Promise<Pinned> => {
  const { pinned_keys = [] } = profiles.read()
  const counting = (await keysThatCount(profiles.read(), profiles.name)).map(({ thumbprint }) => thumbprint)
  await keepWallet(profiles)
  const fresh = counting.filter((one) => !pinned_keys.includes(one))
  if (fresh.length === 0) return { pinned_keys, made: false }
  const { pinned_keys: kept = [] } = await profiles.change((now) => ({
    ...now,
    pinned_keys: [...new Set([...(now.pinned_keys ?? []), ...fresh])],
  }))
  return { pinned_keys: kept, made: true }
}

/** The first address that the service names. One that a link can't begin with is none. */
const keepWallet = async (profiles: ProfileStore): Promise<void> => {
  const { base_url, wallet_url: kept } = profiles.read()
  if (kept !== undefined) return
  const { wallet_url } = (await createWalletClient({ base_url, ...ONCE }).service.read()).service
  if (wallet_url === null || !canBeLinked(wallet_url)) return
  await profiles.change((now) => ({ ...now, wallet_url: now.wallet_url ?? wallet_url }))
}

const canBeLinked = (wallet_url: string): boolean => {
  try {
    return approvalLink(wallet_url, 'any') !== ''
  } catch {
    return false
  }
}

export const keysThatCount = async (profile: Profile, name: string): Promise<readonly ServedKey[]> => {
  const { base_url, audience, pinned_keys = [] } = profile
  const client = createWalletClient({ base_url, ...ONCE })
  const jwks = (await client.factsKeys.read()) as object
  const served = await servedKeys(jwks)
  if (served.length === 0) {
    throw failed(`${base_url} has no key for payment facts.`, 'Tell the operator.')
  }
  if (pinned_keys.length === 0) return served
  const trusted = await trustedKeys(jwks, { pinned_keys, issuer: audience ?? base_url })
  if (trusted.length > 0) return trusted
  throw failed(
    `${base_url} sends keys that this profile doesn't trust. Somebody may be between you and the service.`,
    compareAndPin(served, name),
  )
}

const compareAndPin = (served: readonly ServedKey[], name: string): string => {
  const pins = served.map(({ thumbprint }) => thumbprint).join()
  const line = `pursestrings init --pin ${pins}${name === 'default' ? '' : ` --profile ${name}`}`
  return `Compare ${pins} with what the operator publishes elsewhere. Only if they match: ${line}`
}

/** What is missing or wrong about a pin, told with the very line that pins; everything else as it is. */
export const withPinLine = (failure: unknown, name: string): unknown => {
  if (failure instanceof PinRequiredError) {
    return failed(
      "This profile hasn't pinned the service's key, so it can't check signatures.",
      compareAndPin(failure.served, name),
    )
  }
  if (failure instanceof FactsMismatchError && failure.thumbprint !== undefined) {
    const { thumbprint } = failure
    return failed(
      `The facts are signed with a key that this profile doesn't trust (${thumbprint}). Somebody may be between you and the service. Don't pay.`,
      compareAndPin([{ kid: '', thumbprint }], name),
    )
  }
  if (failure instanceof FactsMismatchError && failure.reason === 'issuer')
    return failed(failure.message, 'To trust the first address from now on: pursestrings init --audience <url>')
  return failure
}

export const thumbprints = (text: string): readonly string[] => {
  const list = text.split(',')
  if (list.every((one) => /^[A-Za-z0-9_-]{43}$/.test(one))) return list
  throw new InvalidArgumentError(
    'Use a thumbprint (RFC 7638): 43 letters, digits, - or _. Separate several with commas.',
  )
}
