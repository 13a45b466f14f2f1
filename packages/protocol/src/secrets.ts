/**
 * Decides the form of every secret we hand out: `svc_<kind>_`, the owner's slot in three
 * characters and `_`, 256 random bits in 43 base62 characters, and a CRC32 of everything before it in 6 more. Scanners and
 * log redaction find one by its form alone, and a mistyped one is refused without a query. The checksum is no protection:
 * only the random bits are.
 */

/**
 * Decides what a slot is: 15 bits that say where a merchant's or a device's records live. Every id and secret carries its
 * owner's slot, so that a deployment can later be split into cells by a router that reads nothing else
 * (docs/decisions/ids-secrets-and-slots.md). Today there is one cell, and slots are given out at random.
 */
export type Slot = number & { readonly __slot: true }

export const SLOTS = 2 ** 15

/** Crockford base32 in lower case: 32 letters, 5 bits each, so three of them are a slot. */
export const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
export const SLOT_PATTERN = `[${CROCKFORD}]{3}`

/** Of accounts, sign-in links and session grants, which belong to neither a merchant nor a device. */
export const NO_SLOT = toSlot(0)

export function randomSlot(): Slot {
  return toSlot(crypto.getRandomValues(new Uint16Array(1))[0] ?? 0)
}

export function slotText(slot: Slot): string {
  return CROCKFORD.charAt(slot >> 10) + CROCKFORD.charAt((slot >> 5) & 31) + CROCKFORD.charAt(slot & 31)
}

/** Of three letters that fit SLOT_PATTERN. */
export function slotFromText(text: string): Slot {
  return toSlot(Array.from(text).reduce((value, letter) => value * 32 + CROCKFORD.indexOf(letter), 0))
}

/** The last 15 bits of a number. */
export function toSlot(value: number): Slot {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place that gives the brand
  return (value & (SLOTS - 1)) as Slot
}

export const SECRET_KINDS = ['link', 'grant', 'session', 'agent', 'conn', 'claim', 'device', 'key', 'mkey'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]
export type Secret<K extends SecretKind> = `svc_${K}_${string}_${string}`

/** Unanchored on purpose: a secret glued to other text must still be found. Those of webhooks have a form of their own. */
export const SECRET_PATTERN = `svc_(?:${SECRET_KINDS.join('|')})_${SLOT_PATTERN}_[0-9A-Za-z]{49}|whsec_[0-9A-Za-z+/]{43}=`

/**
 * CRC32 catches every change within 32 bits, so every single wrong character and every swapped pair of neighbours. The
 * one pair it does not cover is the last random character with the first of the checksum; there the digits-first order
 * matters, since the checksum then starts with 0 to 4 and no swap of two such digits gives a matching checksum.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const SLOT_LENGTH = 3
const REST = new RegExp(`^${SLOT_PATTERN}_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

export function newSecret<K extends SecretKind>(kind: K, slot: Slot = randomSlot()): Secret<K> {
  return secretOf(kind, slot, crypto.getRandomValues(new Uint8Array(32)))
}

/** Of 32 bytes that nobody can know. */
export function secretOf<K extends SecretKind>(kind: K, slot: Slot, bytes: Uint8Array): Secret<K> {
  let random = 0n
  for (const byte of bytes) random = (random << 8n) | BigInt(byte)
  const body = `svc_${kind}_${slotText(slot)}_${base62(random, RANDOM_LENGTH)}` as const
  return `${body}${checksum(body)}`
}

export function isSecret<K extends SecretKind>(kind: K, text: string): text is Secret<K> {
  const prefix = `svc_${kind}_`
  if (!text.startsWith(prefix) || !REST.test(text.slice(prefix.length))) return false
  return text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)))
}

/** Of a secret that has the form. */
export function slotOfSecret(secret: string): Slot {
  const end = secret.lastIndexOf('_')
  return slotFromText(secret.slice(end - SLOT_LENGTH, end))
}

/** What each byte does to a CRC32. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  return crc
})

function checksum(ascii: string): string {
  let crc = ~0
  for (let i = 0; i < ascii.length; i++) crc = (crc >>> 8) ^ (CRC[(crc ^ ascii.charCodeAt(i)) & 255] as number)
  let text = ''
  for (let rest = ~crc >>> 0; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET.charAt(rest % 62) + text
  return text.padStart(CHECKSUM_LENGTH, '0')
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}
