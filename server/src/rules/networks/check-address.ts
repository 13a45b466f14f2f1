/**
 * Decides whether a text is a payable address of a network, and its one canonical spelling (section 2: "checked for its network, checksum included", reliability A16: allow-lists compare canonical spellings).
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { TOKENS } from '@pursestrings/protocol/amount'
import type { Network } from '@pursestrings/protocol/network-names'
import { type AddressRule, networkOf } from '@pursestrings/protocol/networks'
import { base58, base64urlnopad, utf8 } from '@scure/base'
import {
  algorandAddress,
  aptosAddress,
  cardanoAddress,
  cosmosAddress,
  filecoinAddress,
  hederaAddress,
  internetComputerAddress,
  solanaAddress,
  starknetAddress,
  suiAddress,
  tezosAddress,
  xrplAddress,
} from './address-forms.ts'
import { bitcoinAddress, bitcoinCashAddress, dogecoinAddress, litecoinAddress } from './bitcoin.ts'
import { avalancheAddress, evmAddress, stellarAddress } from './evm.ts'
import {
  type AddressVerdict,
  accept,
  badChecksum,
  COPY_AGAIN,
  crc16,
  isAllZero,
  nobodys,
  notAn,
  readable,
  refuse,
  sameBytes,
} from './verdict.ts'

// Polkadot accounts: SS58 with prefix 0, 32 bytes, two bytes of a BLAKE2b checksum. The same key has another spelling
// on every Substrate chain; only Polkadot's own is accepted, so that one destination has one spelling.

const SALT = utf8.decode('SS58PRE')
const POLKADOT_SHAPE = '46 to 48 letters and digits beginning with 1'

function polkadotAddress(text: string): AddressVerdict {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{33,50}$/.test(text) ? readable(() => base58.decode(text)) : undefined
  if (bytes === undefined) return notAn('a Polkadot address', POLKADOT_SHAPE)
  const body = bytes.subarray(0, -2)
  const checksum = blake2b(Uint8Array.of(...SALT, ...body), { dkLen: 64 }).subarray(0, 2)
  if (!sameBytes(checksum, bytes.subarray(-2))) return badChecksum()
  if (bytes[0] !== 0) {
    return refuse('This spelling belongs to another Substrate chain. Give the Polkadot spelling, which begins with 1.')
  }
  if (bytes.length !== 35) return notAn('a Polkadot address', POLKADOT_SHAPE)
  return isAllZero(bytes.subarray(1, 33)) ? nobodys() : accept(base58.encode(bytes))
}

// TON user-friendly addresses: flag, workchain, 32-byte hash, CRC16. The same account can be written bounceable or not
// and in two base64 alphabets; ours is the non-bounceable URL-safe one (UQ…), which wallets show for receiving, because
// a wallet that has never sent anything bounces the other kind. The raw form (0:…) is refused: it has no checksum.

const BOUNCEABLE = 0x11
const NON_BOUNCEABLE = 0x51
const TEST_ONLY = 0x80
const TON_SHAPE = '48 characters beginning with UQ or EQ'

function tonAddress(text: string): AddressVerdict {
  if (/^-?\d+:[0-9a-fA-F]+$/.test(text)) {
    return refuse('This is the raw form, which carries no checksum. Give the form beginning with UQ or EQ.')
  }
  if (!/^[A-Za-z0-9_-]{48}$/.test(text) && !/^[A-Za-z0-9+/]{48}$/.test(text)) return notAn('a TON address', TON_SHAPE)
  const bytes = readable(() => base64urlnopad.decode(text.replaceAll('+', '-').replaceAll('/', '_')))
  if (bytes?.length !== 36) return notAn('a TON address', TON_SHAPE)
  if (crc16(bytes) !== 0) return badChecksum()

  const [flag = 0, workchain] = bytes
  if (flag & TEST_ONLY)
    return refuse('This is a TON testnet address. Give the mainnet address, beginning with UQ or EQ.')
  if (flag !== BOUNCEABLE && flag !== NON_BOUNCEABLE) return notAn('a TON address', TON_SHAPE)
  if (workchain !== 0) {
    return refuse(
      "This address is on TON's masterchain, where only the network's own contracts live. Give a wallet address.",
    )
  }
  const hash = bytes.subarray(2, 34)
  return isAllZero(hash) ? nobodys() : accept(nonBounceable(hash))
}

function nonBounceable(hash: Uint8Array): string {
  const bytes = new Uint8Array(36)
  bytes.set([NON_BOUNCEABLE, 0])
  bytes.set(hash, 2)
  const crc = crc16(bytes.subarray(0, 34))
  bytes.set([crc >> 8, crc & 0xff], 34)
  return base64urlnopad.encode(bytes)
}

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
