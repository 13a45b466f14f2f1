/** The EVM key beside the others: opened with them where it is wanted, and its address kept once it is known. */
import type { Device } from '../../keys/device.ts'
import { keepDevice } from '../../keys/session.ts'
import { type MoreKeys, type Opener, usingSeed, type Vault } from '../../keys/vault.ts'
import { evmAddressOf, evmKeyOf } from './own-key.ts'

export const withEvmKey: MoreKeys = async (entropy) => ({ evm: await evmKeyOf(entropy) })

export const keepEvmAddress = async (device: Device, vault: Vault, opener: Opener): Promise<void> => {
  const evm_address = await usingSeed(vault, opener, evmAddressOf)
  await keepDevice({ ...device, evm_address })
}
