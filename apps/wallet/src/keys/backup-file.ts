/** The wallet as a file, sealed under its passphrase: the words, and nothing of this device. */
import { type Bytes, randomBytes, wipe } from './bytes.ts'
import { type Box, keyFor, SealFault, seal, unseal, VERSION } from './seal.ts'
import { openPassphraseSlot, type PassphraseSlot, passphraseSlot } from './vault.ts'

const KIND = 'pursestrings-wallet-backup'

export interface BackupFile {
  readonly kind: typeof KIND
  readonly version: typeof VERSION
  readonly network: 'stellar_testnet'
  readonly address: string
  readonly public_key: string
  readonly passphrase: PassphraseSlot
  readonly seed: Box
}

type Account = Pick<BackupFile, 'address' | 'public_key'>

export const backupFile = async (
  { address, public_key }: Account,
  entropy: Bytes,
  passphrase: string,
): Promise<string> => {
  const root = randomBytes(32)
  const file: BackupFile = {
    kind: KIND,
    version: VERSION,
    network: 'stellar_testnet',
    address,
    public_key,
    passphrase: await passphraseSlot(root, public_key, passphrase),
    seed: await seal(await keyFor(root, 'seed'), 'seed', public_key, entropy),
  }
  wipe(root)
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Undefined for what is no backup of a wallet. */
export const readBackupFile = (text: string): BackupFile | undefined => {
  try {
    const file = JSON.parse(text) as Partial<BackupFile> | null
    const whole =
      file?.kind === KIND && file.version === VERSION && file.passphrase !== undefined && file.seed !== undefined
    return whole ? (file as BackupFile) : undefined
  } catch {
    return undefined
  }
}

/** Throws SealFault for a wrong passphrase, and for a file that was changed. */
export const openBackupFile = async (file: BackupFile, passphrase: string): Promise<Bytes> => {
  const root = await openPassphraseSlot(file.passphrase, file.public_key, passphrase).catch((error: unknown) => {
    if (error instanceof RangeError) throw new SealFault('it asks for a stretching that no wallet uses')
    throw error
  })
  try {
    return await unseal(await keyFor(root, 'seed'), 'seed', file.public_key, file.seed)
  } finally {
    wipe(root)
  }
}
