/**
 * Decides whether a text is a payable address of a network, and its one canonical spelling (contract, section 2:
 * "checked for its network, checksum included"; reliability A16: allow-lists compare canonical spellings).
 */
import { type AddressRule, type Network, networkOf } from '@countersign/contract/wire/networks'
import { TOKENS } from '@countersign/contract/wire/tokens'
import { algorandAddress } from './algorand.ts'
import { bitcoinAddress, dogecoinAddress, litecoinAddress } from './bitcoin.ts'
import { cardanoAddress } from './cardano.ts'
import { bitcoinCashAddress } from './cashaddr.ts'
import { cosmosAddress } from './cosmos.ts'
import { avalancheAddress, evmAddress } from './evm.ts'
import { filecoinAddress } from './filecoin.ts'
import { hederaAddress } from './hedera.ts'
import { internetComputerAddress } from './internet-computer.ts'
import { aptosAddress, suiAddress } from './move.ts'
import { polkadotAddress } from './polkadot.ts'
import { solanaAddress } from './solana.ts'
import { starknetAddress } from './starknet.ts'
import { stellarAddress } from './stellar.ts'
import { tezosAddress } from './tezos.ts'
import { tonAddress } from './ton.ts'
import { type AddressVerdict, COPY_AGAIN, refuse } from './verdict.ts'
import { xrplAddress } from './xrpl.ts'

const RULES: Record<AddressRule, (text: string) => AddressVerdict> = {
  algorand: algorandAddress,
  aptos: aptosAddress,
  bitcoin: bitcoinAddress,
  bitcoin_cash: bitcoinCashAddress,
  cardano: cardanoAddress,
  cosmos: cosmosAddress,
  dogecoin: dogecoinAddress,
  evm: evmAddress,
  filecoin: filecoinAddress,
  hedera: hederaAddress,
  internet_computer: internetComputerAddress,
  litecoin: litecoinAddress,
  polkadot: polkadotAddress,
  solana: solanaAddress,
  starknet: starknetAddress,
  stellar: stellarAddress,
  sui: suiAddress,
  tezos: tezosAddress,
  ton: tonAddress,
  xrpl: xrplAddress,
}

/** The longest accepted address, a Cardano base address, has 103 characters; base58 is quadratic, so length comes first. */
const LENGTH_MAX = 128

export function checkAddress(network: Network, text: string): AddressVerdict {
  if (text === '') return refuse('The address is empty. Give the address of the receiving wallet.')
  if (text.length > LENGTH_MAX) return refuse(`The address is longer than any address can be. ${COPY_AGAIN}`)
  const stranger = /[^!-~]/u.exec(text)?.[0]
  if (stranger !== undefined) return refuse(strangeCharacter(stranger))

  const verdict = network === 'avalanche_c_chain' ? avalancheAddress(text) : RULES[networkOf(network).address](text)
  if (verdict.ok && TOKENS.some((token) => token.network === network && token.contract === verdict.canonical)) {
    return refuse(
      "This is a token's contract, not a wallet: money sent to it is lost. Give the receiving wallet's address.",
    )
  }
  return verdict
}

function strangeCharacter(character: string): string {
  if (/\s/.test(character)) return `The address contains a space or line break. ${COPY_AGAIN}`
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `The address contains a character that no address has (U+${code}); it may only look like a letter. ${COPY_AGAIN}`
}
