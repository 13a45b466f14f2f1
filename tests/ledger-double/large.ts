/** Transactions as large as the network takes. */
import { Asset, Claimant, Keypair, Operation, type xdr } from '@stellar/stellar-sdk/base'

const key = (fill: number): string => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(fill)).publicKey()

/** So many operations, each of about a thousand bytes: promises of one stroop, with conditions, to nine accounts. */
export function largeOperations(count: number): xdr.Operation[] {
  const both = (one: xdr.ClaimPredicate) => Claimant.predicateAnd(one, one)
  const condition = both(both(Claimant.predicateBeforeAbsoluteTime('4000000000')))
  const claimants = Array.from({ length: 9 }, (_, i) => new Claimant(key(200 + i), condition))
  const promise = Operation.createClaimableBalance({ asset: Asset.native(), amount: '0.0000001', claimants })
  return Array.from({ length: count }, () => promise)
}
