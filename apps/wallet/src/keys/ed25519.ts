/** Keys that sign: taken in by WebCrypto, which lets nobody take them out again. */
import { type Bytes, bytesOfBase64url, wipe } from './bytes.ts'

const ED25519 = 'Ed25519'
/** The fixed beginning of an Ed25519 private key in PKCS #8; its 32 bytes follow (RFC 8410). */
const PKCS8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

const imported = async (private_key: Uint8Array, extractable: boolean): Promise<CryptoKey> => {
  const der = new Uint8Array([...PKCS8, ...private_key])
  try {
    return await crypto.subtle.importKey('pkcs8', der, ED25519, extractable, ['sign'])
  } finally {
    wipe(der)
  }
}

export const signingKey = (private_key: Uint8Array): Promise<CryptoKey> => imported(private_key, false)

/** WebCrypto tells the public half of a key only while it can be taken out. */
export const publicKeyOf = async (private_key: Uint8Array): Promise<Bytes> => {
  const { x = '' } = await crypto.subtle.exportKey('jwk', await imported(private_key, true))
  return bytesOfBase64url(x)
}
