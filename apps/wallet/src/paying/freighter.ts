/** Freighter as the signer, after SEP-43. What it returns is checked by the engine: the same transaction, account and network. */
import type { WalletSigner } from '@countersign/signing/signer'
import { isConnected, requestAccess, signTransaction } from '@stellar/freighter-api'

export class FreighterFault extends Error {
  override readonly name = 'FreighterFault'
  readonly reason: 'absent' | 'refused'
  constructor(reason: FreighterFault['reason']) {
    super(`Freighter: ${reason}`)
    this.reason = reason
  }
}

/** Asks the person, in Freighter, whether this wallet may know the address. */
export const freighterSigner = async (): Promise<WalletSigner> => {
  const found = await isConnected()
  if (!found.isConnected) throw new FreighterFault('absent')
  const { address, error } = await requestAccess()
  if (error !== undefined || address === '') throw new FreighterFault('refused')
  return {
    address: () => Promise.resolve(address),
    async sign(envelope, networkPassphrase) {
      const signed = await signTransaction(envelope, { networkPassphrase, address })
      if (signed.error !== undefined) throw new FreighterFault('refused')
      return signed.signedTxXdr
    },
  }
}
