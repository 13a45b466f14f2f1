/**
 * How an EVM address is spelled: the capitals of its digits are its checksum (EIP-55), taken from a hash of them. No hashing
 * here: whoever spells one has keccak.
 */

/** `digits` in lower case, without 0x; `hash`: keccak-256 of these forty characters, in hexadecimal. */
export const eip55 = (digits: string, hash: string): string =>
  Array.from(digits, (c, i) => (hash.charAt(i) >= '8' ? c.toUpperCase() : c)).join('')
