/** The service as this device speaks with it while its key is at hand, for one call. */
import type { WalletClient } from '@pursestrings/sdk'
import { signingClient } from '../client.ts'
import { openedDevice, unlockDeviceKey } from '../keys/session.ts'
import type { Opener } from '../keys/vault.ts'

export const withDeviceKey = async (opener: Opener): Promise<WalletClient> =>
  signingClient(openedDevice(), await unlockDeviceKey(opener))
