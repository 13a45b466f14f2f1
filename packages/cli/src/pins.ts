/**
 * Which keys of the service a profile believes. Those that the service shows when the profile is set up are saved, since
 * nobody has anything to compare them with yet; from then on a key counts only if a saved one vouches for it.
 */
import {
  createWalletClient,
  FactsMismatchError,
  PinRequiredError,
  type ServedKey,
  servedKeys,
  trustedKeys,
} from '@countersign/sdk'
import { InvalidArgumentError } from 'commander'
import type { Profile } from './profile.ts'
import type { ProfileStore } from './profile-store.ts'
import { failed } from './stop.ts'

export interface Pinned {
  readonly pinned_keys: readonly string[]
  /** Saved by this very call. */
  readonly made: boolean
}

const READ_MS_MAX = 10_000

/** Saves what is served where nothing is pinned yet, and else what a pinned key vouches for; refuses any other service. */
export const pinKeys = async (profiles: ProfileStore): Promise<Pinned> => {
  const { pinned_keys = [] } = profiles.read()
  const counting = (await keysThatCount(profiles.read(), profiles.name)).map(({ thumbprint }) => thumbprint)
  const fresh = counting.filter((one) => !pinned_keys.includes(one))
  if (fresh.length === 0) return { pinned_keys, made: false }
  const { pinned_keys: kept = [] } = await profiles.change((now) => ({
    ...now,
    pinned_keys: [...new Set([...(now.pinned_keys ?? []), ...fresh])],
  }))
  return { pinned_keys: kept, made: true }
}

export const keysThatCount = async (profile: Profile, name: string): Promise<readonly ServedKey[]> => {
  const { base_url, audience, pinned_keys = [] } = profile
  const client = createWalletClient({ base_url, retries: 0, timeout_ms: READ_MS_MAX })
  const jwks = (await client.factsKeys.read()) as object
  const served = await servedKeys(jwks)
  if (served.length === 0) {
    throw failed(`${base_url} serves no key for payment facts.`, 'Tell whoever runs the service.')
  }
  if (pinned_keys.length === 0) return served
  const trusted = await trustedKeys(jwks, { pinned_keys, issuer: audience ?? base_url })
  if (trusted.length > 0) return trusted
  throw failed(
    `${base_url} serves other keys than this profile has pinned, and no pinned key vouches for them. Somebody may stand between you and the service.`,
    compareAndPin(served, name),
  )
}

const compareAndPin = (served: readonly ServedKey[], name: string): string => {
  const pins = served.map(({ thumbprint }) => thumbprint).join()
  const line = `countersign init --pin ${pins}${name === 'default' ? '' : ` --profile ${name}`}`
  return `Compare ${pins} with what the operator publishes elsewhere. Only if they are the same: ${line}`
}

/** What is missing or wrong about a pin, told with the very line that pins; everything else as it is. */
export const withPinLine = (failure: unknown, name: string): unknown => {
  if (failure instanceof PinRequiredError) {
    return failed(
      'This profile has no key of the service pinned, so nothing that is signed can be checked.',
      compareAndPin(failure.served, name),
    )
  }
  if (failure instanceof FactsMismatchError && failure.thumbprint !== undefined) {
    const { thumbprint } = failure
    return failed(
      `The facts are signed with the key ${thumbprint}, which this profile has not pinned and no pinned key vouches for. Somebody may stand between you and the service. Do not pay.`,
      compareAndPin([{ kid: '', thumbprint }], name),
    )
  }
  return failure
}

export const thumbprints = (text: string): readonly string[] => {
  const list = text.split(',')
  if (list.every((one) => /^[A-Za-z0-9_-]{43}$/.test(one))) return list
  throw new InvalidArgumentError(
    'Give a thumbprint (RFC 7638): 43 letters, digits, - or _; several with commas between.',
  )
}
