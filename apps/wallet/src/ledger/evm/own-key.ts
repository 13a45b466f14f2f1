/**
 * The key that pays on EVM chains, from the wallet's own words: BIP-32 along m/44'/60'/0'/0/0, as other wallets have it. WebCrypto
 * doesn't know secp256k1, so its bytes are sealed again at once, under a key that WebCrypto keeps, and are plain for one signature at a time.
 */
import { addressOfKey } from '@pursestrings/evm/address'
import { HDKey } from '@scure/bip32'
import { type Bytes, randomBytes, wipe } from '../../keys/bytes.ts'
import { seedOf } from '../../keys/words.ts'

const PATH = "m/44'/60'/0'/0/0"

export interface EvmKey {
  readonly address: string
  /** The bytes are wiped when the work is done. */
  using<T>(work: (private_key: Bytes) => T): Promise<T>
}

const privateKeyOf = async (entropy: Uint8Array): Promise<Bytes> => {
  const seed = await seedOf(entropy)
  const root = HDKey.fromMasterSeed(seed)
  const node = root.derive(PATH)
  try {
    if (node.privateKey === null) throw new Error('these words make no such key')
    return Uint8Array.from(node.privateKey)
  } finally {
    wipe(seed)
    root.wipePrivateData()
    node.wipePrivateData()
  }
}

export const evmAddressOf = async (entropy: Uint8Array): Promise<string> => {
  const private_key = await privateKeyOf(entropy)
  const address = addressOfKey(private_key)
  wipe(private_key)
  return address
}

export const evmKeyOf = async (entropy: Uint8Array): Promise<EvmKey> => {
  const private_key = await privateKeyOf(entropy)
  const address = addressOfKey(private_key)
  const of = { name: 'AES-GCM', iv: randomBytes(12) }
  const sealing = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const sealed = await crypto.subtle.encrypt(of, sealing, private_key)
  wipe(private_key)
  return {
    address,
    async using(work) {
      const opened = new Uint8Array(await crypto.subtle.decrypt(of, sealing, sealed))
      try {
        return work(opened)
      } finally {
        wipe(opened)
      }
    },
  }
}
