/** Hands the wallet to the browser as a file, sealed under its passphrase. */
import { backupFile } from '../keys/backup-file.ts'
import { wipe } from '../keys/bytes.ts'
import { type Opener, openWords, type Vault } from '../keys/vault.ts'

export const saveBackupFile = async (vault: Vault, opener: Opener): Promise<void> => {
  if (!('passphrase' in opener)) throw new Error('a backup file is sealed with the passphrase')
  const { entropyOf } = await import('../keys/words.ts')
  const entropy = entropyOf((await openWords(vault, opener)).join(' '))
  if (!entropy) throw new Error('the words do not fit together')
  const text = await backupFile(vault, entropy, opener.passphrase)
  wipe(entropy)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = `pursestrings-wallet-${vault.address.slice(0, 8)}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
