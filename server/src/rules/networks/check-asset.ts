/**
 * Decides which rail moves an asset on a network, in how many decimals and up to what amount.
 * Decimals come from our tables, never from the caller, so a token contract we do not list is refused.
 */

import { TOKENS } from '@pursestrings/protocol/amount'
import type { Network, Rail } from '@pursestrings/protocol/network-names'
import { type NetworkEntry, networkOf } from '@pursestrings/protocol/networks'
import { evmAddress, stellarAddress } from './evm.ts'
import { refuse } from './verdict.ts'

export interface AssetClaim {
  asset: string
  contract?: string | undefined
  issuer?: string | undefined
}

export type AssetVerdict =
  | {
      ok: true
      rail: Rail
      asset: string
      decimals: number
      max_units: bigint
      contract: string | null
      issuer: string | null
    }
  | { ok: false; reason: string }

export function checkAsset(network: Network, claim: AssetClaim): AssetVerdict {
  const entry = networkOf(network)
  if (claim.issuer !== undefined && entry.address !== 'stellar') {
    return refuse('Only assets on Stellar have an issuer. Leave the issuer out.')
  }
  if (claim.contract !== undefined && entry.address !== 'evm') {
    return refuse('Only tokens on EVM networks have a contract. Leave the contract out.')
  }
  const token = TOKENS.find((known) => known.network === network && known.asset === claim.asset)
  // Base has no rail for its native coin, so the asset of its entry is a token like any other.
  if (token !== undefined && (claim.contract !== undefined || entry.asset === token.asset)) {
    return tokenOf(entry, token, claim.contract)
  }
  if (claim.asset === entry.asset) return ownAsset(entry, claim)
  if (entry.address === 'stellar') return issuedOnStellar(entry, claim)
  if (token !== undefined) return refuse(`${token.asset} is a token here. Give its contract too.`)
  if (claim.contract !== undefined) return unknownContract(claim.contract)
  return refuse(`This network is paid in ${accepted(network, entry)}, written exactly so.`)
}

function ownAsset(entry: NetworkEntry, { contract, issuer }: AssetClaim): AssetVerdict {
  if (contract !== undefined) return refuse(`${entry.asset} is this network's own coin. Leave the contract out.`)
  if (issuer !== undefined) return refuse(`${entry.asset} is this network's own coin. Leave the issuer out.`)
  const { rail, asset, decimals, max_units } = entry
  return { ok: true, rail, asset, decimals, max_units, contract: null, issuer: null }
}

function tokenOf(entry: NetworkEntry, token: (typeof TOKENS)[number], contract: string | undefined): AssetVerdict {
  if (contract !== undefined && contract !== token.contract) return unknownContract(contract)
  const { rail, asset, decimals } = token
  return { ok: true, rail, asset, decimals, max_units: entry.max_units, contract: token.contract, issuer: null }
}

function unknownContract(contract: string): AssetVerdict {
  const verdict = evmAddress(contract)
  if (!verdict.ok) return refuse(`The contract is not usable. ${verdict.reason}`)
  return refuse(
    'This contract and asset are not in the list of known tokens, so the number of decimals is unknown and an amount ' +
      'would have no certain meaning. Use a listed token, or ask for this one to be added.',
  )
}

function issuedOnStellar(entry: NetworkEntry, { asset, issuer }: AssetClaim): AssetVerdict {
  if (!/^[a-zA-Z0-9]{1,12}$/.test(asset)) return refuse('A Stellar asset code is 1 to 12 plain letters and digits.')
  // XLM in another letter case would be an asset made to be mistaken for the ledger's own.
  if (asset.toUpperCase() === entry.asset) return refuse(`Write ${entry.asset} in capitals.`)
  if (issuer === undefined) return refuse(`Only ${entry.asset} has no issuer. Give the issuer's G… account.`)
  const verdict = stellarAddress(issuer)
  if (!verdict.ok) return refuse(`The issuer is not usable. ${verdict.reason}`)
  const { rail, decimals, max_units } = entry
  return { ok: true, rail, asset, decimals, max_units, contract: null, issuer: verdict.canonical }
}

function accepted(network: Network, entry: NetworkEntry): string {
  const tokens = TOKENS.filter((token) => token.network === network).map((token) => token.asset)
  return [...new Set([entry.asset, ...tokens])].join(', ')
}
