/**
 * Decides the form of a pairing code (RFC 8628 6.1): eight letters without vowels, so that no word and no
 * digit can be read into them, shown as `WDJB-MJHT`. Case and separators do not matter when it is typed.
 */
export const CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
export const CODE_LENGTH = 8
const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`)
export const CODES_IN_ALL = CODE_ALPHABET.length ** CODE_LENGTH

export function newPairingCode(): string {
  let code = ''
  while (code.length < CODE_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // 240 is the last multiple of 20 that fits: what is above would make some letters likelier.
    if (byte < 240) code += CODE_ALPHABET.charAt(byte % 20)
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The one spelling of a typed code; undefined for what no code can be. */
export function readPairingCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return CODE.test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : undefined
}

/** What a wallet opens or scans; it says which service to ask. */
export const pairingUri = (session: string, code: string, base_url: string): string =>
  `svc://pair?${new URLSearchParams({ session, code, service: base_url }).toString()}`
