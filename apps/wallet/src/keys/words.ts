/**
 * From words to the account's key, as SEP-5 has it: BIP-39 words, their seed, and SLIP-0010 along m/44'/148'/0'. Loaded only
 * where words are made, shown or typed, and to unlock.
 */
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type Bytes, utf8, wipe } from './bytes.ts'

const HARDENED = 0x8000_0000
const PATH = [44, 148, 0]

export const wordsOf = (entropy: Uint8Array): readonly string[] => entropyToMnemonic(entropy, wordlist).split(' ')

const spelled = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .trim()
    .split(/[\s,]+/)
    .join(' ')

/** Undefined for what is no phrase: a wrong word, a wrong number of words, or a checksum that does not fit. */
export const entropyOf = (text: string): Bytes | undefined => {
  const phrase = spelled(text)
  return validateMnemonic(phrase, wordlist) ? Uint8Array.from(mnemonicToEntropy(phrase, wordlist)) : undefined
}

/** Those that are in no list of words, to be shown to whoever typed them. */
export const unknownWords = (text: string): readonly string[] =>
  spelled(text)
    .split(' ')
    .filter((word) => word !== '' && !wordlist.includes(word))

/** Words without a meaning together, for a passphrase: about 11 bits each. */
export const suggestedWords = (count: number): string => {
  const picks = new Uint32Array(count)
  crypto.getRandomValues(picks)
  // 2048 divides 2^32, so no word is likelier than another.
  return Array.from(picks, (pick) => wordlist[pick % wordlist.length]).join(' ')
}

const hmac512 = async (key: Bytes, data: Bytes): Promise<Bytes> => {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-512' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data))
}

/** SLIP-0010 for Ed25519: only hardened steps exist. */
const derived = async (seed: Bytes, path: readonly number[]): Promise<Bytes> => {
  let node = await hmac512(utf8('ed25519 seed'), seed)
  for (const index of path) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, index + HARDENED)
    const next = await hmac512(node.slice(32), data)
    wipe(node, data)
    node = next
  }
  const key = node.slice(0, 32)
  wipe(node)
  return key
}

/** What every key of these words is made of. Wipe it. */
export const seedOf = async (entropy: Uint8Array, passphrase = ''): Promise<Bytes> =>
  Uint8Array.from(await mnemonicToSeedWebcrypto(entropyToMnemonic(entropy, wordlist), passphrase))

/** The 32 bytes that the account signs with. Wipe them. */
export const privateKeyOf = async (entropy: Uint8Array, account = 0, passphrase = ''): Promise<Bytes> => {
  const seed = await seedOf(entropy, passphrase)
  const key = await derived(seed, [...PATH.slice(0, 2), account])
  wipe(seed)
  return key
}
