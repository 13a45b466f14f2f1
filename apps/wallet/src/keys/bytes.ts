/** Bytes and their spellings. */
export type Bytes = Uint8Array<ArrayBuffer>

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** Best effort: the runtime may have copies of its own. */
export const wipe = (...all: readonly Uint8Array[]): void => {
  for (const bytes of all) bytes.fill(0)
}

export const base64urlOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export const bytesOfBase64url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.codePointAt(0) ?? 0)
