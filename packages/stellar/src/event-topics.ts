/**
 * Which events of the RPC tell that an account was paid. Events only say where to look: what was paid is read from the
 * transaction itself.
 */
import { Address, xdr } from '@stellar/stellar-sdk/base'

const symbol = (name: string): string => xdr.ScVal.scvSymbol(name).toXdr('base64')

/** An issuer's payment makes money (`mint`); one to the issuer ends it (`burn`), and names the asset instead of the payee. */
export function topicsPaying(payee: string, own_assets: readonly string[]): string[][] {
  const to = Address.fromString(payee).toScVal().toXdr('base64')
  return [
    [symbol('transfer'), '*', to, '**'],
    [symbol('mint'), to, '**'],
    ...own_assets.map((asset) => [symbol('burn'), '*', xdr.ScVal.scvString(asset).toXdr('base64')]),
  ]
}

/** Every transaction pays a fee, so a node that tells of classic payments always has some of these. */
export const FEE_TOPICS: string[] = [symbol('fee'), '**']
