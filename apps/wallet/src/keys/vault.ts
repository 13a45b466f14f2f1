/**
 * The sealed wallet. A random root opens everything; slots hold the root, one under the passphrase, one under a passkey. From
 * the root come two keys: one for the seed, one for the device's token. Opening the wallet makes the second only, so an open
 * page can read and report but not sign; each signature takes the passphrase or the passkey again.
 */

import type { EvmKey } from '../ledger/evm/own-key.ts'
import { type Bytes, base64urlOf, bytesOfBase64url, randomBytes, wipe } from './bytes.ts'
import type { Device } from './device.ts'
import { publicKeyOf, signingKey } from './ed25519.ts'
import { type Box, keyFor, seal, sealingKey, unseal, VERSION } from './seal.ts'
import { STRETCHING, type Stretching, stretch } from './stretch.ts'

export interface PassphraseSlot {
  readonly stretching: Stretching
  readonly salt: string
  readonly root: Box
}

export interface PasskeySlot {
  readonly credential_id: string
  readonly salt: string
  readonly root: Box
}

export interface Vault {
  readonly version: typeof VERSION
  /** Of the account, raw in base64url. */
  readonly public_key: string
  readonly address: string
  readonly passphrase: PassphraseSlot
  readonly passkey?: PasskeySlot
  /** The entropy of the words. */
  readonly seed: Box
  /** The private half of the key that signs this device's decisions; it is in no backup. */
  readonly device_seed: Box
  /** Device id, token and pins. */
  readonly device: Box
  readonly backed_up: boolean
}

/** How a root is reached: what the user typed, or what the passkey made of its salt. */
export type Opener = { readonly passphrase: string } | { readonly passkey: Bytes }

export const openPassphraseSlot = async (
  { stretching, salt, root }: PassphraseSlot,
  public_key: string,
  passphrase: string,
): Promise<Bytes> => {
  const stretched = await stretch(passphrase, bytesOfBase64url(salt), stretching)
  try {
    return await unseal(await sealingKey(stretched), 'root', public_key, root)
  } finally {
    wipe(stretched)
  }
}

export const passphraseSlot = async (root: Bytes, public_key: string, passphrase: string): Promise<PassphraseSlot> => {
  const salt = randomBytes(16)
  const stretched = await stretch(passphrase, salt, STRETCHING)
  const box = await seal(await sealingKey(stretched), 'root', public_key, root)
  wipe(stretched)
  return { stretching: STRETCHING, salt: base64urlOf(salt), root: box }
}

/** The caller wipes it. */
export const rootOf = async (vault: Vault, opener: Opener): Promise<Bytes> => {
  if ('passphrase' in opener) return openPassphraseSlot(vault.passphrase, vault.public_key, opener.passphrase)
  if (!vault.passkey) throw new Error('this wallet has no passkey')
  return unseal(await keyFor(opener.passkey, 'root'), 'root', vault.public_key, vault.passkey.root)
}

const usingRoot = async <T>(vault: Vault, opener: Opener, work: (root: Bytes) => Promise<T>): Promise<T> => {
  const root = await rootOf(vault, opener)
  try {
    return await work(root)
  } finally {
    wipe(root)
  }
}

export const deviceText = (device: Device): Bytes => new TextEncoder().encode(JSON.stringify(device))

/** What an open page holds. */
export interface OpenDevice {
  readonly device: Device
  /** Seals the device's facts again when they change; opens nothing else. */
  readonly key: CryptoKey
}

export const openDevice = (vault: Vault, opener: Opener): Promise<OpenDevice> =>
  usingRoot(vault, opener, async (root) => {
    const key = await keyFor(root, 'device')
    const text = new TextDecoder().decode(await unseal(key, 'device', vault.public_key, vault.device))
    return { device: JSON.parse(text) as Device, key }
  })

/** As the service knows it since the device was registered. */
export interface DeviceKey {
  readonly private_key: CryptoKey
  readonly public_key: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string }
}

/** For one payment. Neither key can be taken out of WebCrypto. */
export interface SigningKeys {
  readonly address: string
  /** Signs transactions of the account. */
  readonly account_key: CryptoKey
  /** Signs decisions of this device, and never a transaction. */
  readonly device_key: DeviceKey
  /** Where it was asked for: signs authorizations on EVM chains. WebCrypto can't, so it keeps the key's bytes sealed. */
  readonly evm?: EvmKey
}

/** What the words are made of. It is wiped when the work is done. */
export const usingSeed = <T>(
  vault: Vault,
  opener: Opener,
  work: (entropy: Bytes, seed_key: CryptoKey) => Promise<T>,
): Promise<T> =>
  usingRoot(vault, opener, async (root) => {
    const key = await keyFor(root, 'seed')
    const entropy = await unseal(key, 'seed', vault.public_key, vault.seed)
    try {
      return await work(entropy, key)
    } finally {
      wipe(entropy)
    }
  })

/** Keys of other kinds of ledgers, from the same words. */
export type MoreKeys = (entropy: Bytes) => Promise<Pick<SigningKeys, 'evm'>>

export const openSigningKeys = (vault: Vault, opener: Opener, more?: MoreKeys): Promise<SigningKeys> =>
  usingSeed(vault, opener, async (entropy, key) => {
    const { privateKeyOf } = await import('./words.ts')
    const account = await privateKeyOf(entropy)
    try {
      return {
        address: vault.address,
        account_key: await signingKey(account),
        device_key: await deviceKeyUnder(key, vault),
        ...(await more?.(entropy)),
      }
    } finally {
      wipe(account)
    }
  })

/** For answers and reports alone: it signs no transaction. */
export const openDeviceKey = (vault: Vault, opener: Opener): Promise<DeviceKey> =>
  usingRoot(vault, opener, async (root) => deviceKeyUnder(await keyFor(root, 'seed'), vault))

const deviceKeyUnder = async (key: CryptoKey, { public_key, device_seed: box }: Vault): Promise<DeviceKey> => {
  const device_seed = await unseal(key, 'seed', `${public_key}/device`, box)
  try {
    return {
      private_key: await signingKey(device_seed),
      public_key: { kty: 'OKP', crv: 'Ed25519', x: base64urlOf(await publicKeyOf(device_seed)) },
    }
  } finally {
    wipe(device_seed)
  }
}

/** The words, to be shown. */
export const openWords = (vault: Vault, opener: Opener): Promise<readonly string[]> =>
  usingSeed(vault, opener, async (entropy) => (await import('./words.ts')).wordsOf(entropy))

export const changePassphrase = (vault: Vault, opener: Opener, passphrase: string): Promise<Vault> =>
  usingRoot(vault, opener, async (root) => ({
    ...vault,
    passphrase: await passphraseSlot(root, vault.public_key, passphrase),
  }))

export const addPasskey = (
  vault: Vault,
  opener: Opener,
  passkey: { readonly credential_id: string; readonly salt: string; readonly secret: Bytes },
): Promise<Vault> =>
  usingRoot(vault, opener, async (root) => {
    const box = await seal(await keyFor(passkey.secret, 'root'), 'root', vault.public_key, root)
    wipe(passkey.secret)
    return { ...vault, passkey: { credential_id: passkey.credential_id, salt: passkey.salt, root: box } }
  })

export const withoutPasskey = (vault: Vault): Vault => {
  const { passkey: _, ...rest } = vault
  return rest
}

export const withDevice = async (vault: Vault, key: CryptoKey, device: Device): Promise<Vault> => ({
  ...vault,
  device: await seal(key, 'device', vault.public_key, deviceText(device)),
})

/** A new wallet of these words. `register` makes it known to the service by the public half of its device key. */
export const createVault = async (
  entropy: Bytes,
  passphrase: string,
  register: (device_public_key: string) => Promise<Device>,
): Promise<Vault & { readonly opened: OpenDevice }> => {
  const [{ privateKeyOf }, { addressOf }] = await Promise.all([import('./words.ts'), import('./address.ts')])
  const account = await privateKeyOf(entropy)
  const raw = await publicKeyOf(account)
  const public_key = base64urlOf(raw)
  const device_seed = randomBytes(32)
  const root = randomBytes(32)
  try {
    const device = await register(base64urlOf(await publicKeyOf(device_seed)))
    const [seed_key, device_key] = await Promise.all([keyFor(root, 'seed'), keyFor(root, 'device')])
    return {
      version: VERSION,
      public_key,
      address: addressOf(raw),
      passphrase: await passphraseSlot(root, public_key, passphrase),
      seed: await seal(seed_key, 'seed', public_key, entropy),
      device_seed: await seal(seed_key, 'seed', `${public_key}/device`, device_seed),
      device: await seal(device_key, 'device', public_key, deviceText(device)),
      backed_up: false,
      opened: { device, key: device_key },
    }
  } finally {
    wipe(account, device_seed, root)
  }
}
