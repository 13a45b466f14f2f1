/** For all that the wallet may pay without asking, on every ledger that is enabled here. */
import { unlockSigningKeys } from '../keys/session.ts'
import type { Opener, SigningKeys } from '../keys/vault.ts'
import { settings } from '../settings.ts'

export const unlockKeysToHold = async (opener: Opener): Promise<SigningKeys> => {
  const { chains } = await settings()
  return unlockSigningKeys(opener, chains && (await import('../ledger/evm/evm-keys.ts')).withEvmKey)
}
