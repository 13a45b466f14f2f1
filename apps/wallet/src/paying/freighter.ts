/**
 * Freighter as the signer, after SEP-43. What it returns is checked by the engine: the same transaction, account and network.
 * It can't sign a text as it is, so it proves who paid by a message of SEP-53.
 */
import { payerProofText } from '@pursestrings/protocol/payer-proof'
import type { WalletSigner } from '@pursestrings/signing/signer'
import * as extension from '@stellar/freighter-api'

export class FreighterFault extends Error {
  override readonly name = 'FreighterFault'
  readonly reason: 'absent' | 'refused'
  constructor(reason: FreighterFault['reason']) {
    super(`Freighter: ${reason}`)
    this.reason = reason
  }
}

type Freighter = Pick<typeof extension, 'isConnected' | 'requestAccess' | 'signTransaction' | 'signMessage'>

/** Asks the person, in Freighter, whether this wallet may know the address. */
export const freighterSigner = async (freighter: Freighter = extension): Promise<WalletSigner> => {
  const found = await freighter.isConnected()
  if (!found.isConnected) throw new FreighterFault('absent')
  const { address, error } = await freighter.requestAccess()
  if (error !== undefined || address === '') throw new FreighterFault('refused')
  return {
    address: () => Promise.resolve(address),
    async sign(envelope, networkPassphrase) {
      const signed = await freighter.signTransaction(envelope, { networkPassphrase, address })
      if (signed.error !== undefined) throw new FreighterFault('refused')
      return signed.signedTxXdr
    },
    /** Freighter asks its person once more, so only where nothing else shows whose payment it is. */
    async prove({ referenced, ...payment }) {
      if (referenced) return undefined
      const { signedMessage } = await freighter.signMessage(payerProofText(payment), { address })
      return typeof signedMessage === 'string' ? signedMessage : undefined
    },
  }
}
