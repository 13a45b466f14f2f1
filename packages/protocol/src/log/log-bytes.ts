/** Bytes of the payee log and their texts, with nothing but what every runtime has. Each text has one spelling. */
export type Bytes = Uint8Array<ArrayBuffer>

/** WebCrypto answers later; Node's own hash at once, which a server that hashes millions of leaves needs. */
export type Sha256 = (bytes: Bytes) => Bytes | Promise<Bytes>

export const webSha256: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

export const utf8Of = (text: string): Bytes => new TextEncoder().encode(text)

/** Undefined for what is not UTF-8. A byte order mark is kept: it is a part of the text. */
export const textOf = (bytes: Bytes): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export const joined = (...parts: readonly Uint8Array[]): Bytes => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Standard alphabet with padding; undefined for any other spelling. */
export const fromBase64 = (text: string): Bytes | undefined => {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    return toBase64(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Lower case; undefined for any other spelling. */
export const fromHex = (text: string): Bytes | undefined =>
  /^([0-9a-f]{2})*$/.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined

/** A decimal without leading zeros that a number holds exactly; undefined otherwise. */
export const fromDecimal = (text: string): number | undefined => {
  const value = Number(text)
  return /^(0|[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(value) ? value : undefined
}

/** One hash in base64; undefined for anything else. */
export const hashFrom = (line: string): Bytes | undefined => {
  const bytes = fromBase64(line)
  return bytes?.length === 32 ? bytes : undefined
}
