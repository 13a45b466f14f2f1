/**
 * Stellar accounts (SEP-23). The payee is a G account. M addresses are refused because the id inside them competes with
 * the memo for the same job, C addresses because a payment operation cannot pay a contract.
 */
import { StrKey } from '@stellar/stellar-sdk/base'
import { type AddressVerdict, accept, badChecksum, isAllZero, isSecret, nobodys, notAn, refuse } from './verdict.ts'

export function stellarAddress(text: string): AddressVerdict {
  if (StrKey.isValidEd25519SecretSeed(text)) return isSecret()
  if (StrKey.isValidMed25519PublicKey(text)) {
    return refuse(
      'This is a muxed address (M…), which hides an id inside. Give the G… account, and the id as memo id:…',
    )
  }
  if (StrKey.isValidContract(text)) {
    return refuse('This is a contract (C…), which a Stellar payment cannot pay. Give the G… account of the payee.')
  }
  if (!/^G[A-Z2-7]{55}$/.test(text)) {
    return notAn('a Stellar account', 'G followed by 55 capital letters and digits 2 to 7')
  }
  if (!StrKey.isValidEd25519PublicKey(text)) return badChecksum()
  const key = StrKey.decodeEd25519PublicKey(text)
  return isAllZero(key) ? nobodys() : accept(StrKey.encodeEd25519PublicKey(key))
}
