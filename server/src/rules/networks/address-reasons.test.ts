/** A mistake we can name is named, so that the person knows what to give instead. */
import type { Network } from '@pursestrings/protocol/network-names'
import { expect, test } from 'vitest'
import { checkAddress } from './check-address.ts'

test.each<[Network, text: string, says: string]>([
  ['ethereum_mainnet', '', 'empty'],
  ['ethereum_mainnet', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ', 'a space or line break'],
  ['ethereum_mainnet', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeАed', 'U+0410'],
  ['ethereum_mainnet', 'a'.repeat(129), 'longer than any address'],
  ['ethereum_mainnet', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'one letter case'],
  ['ethereum_mainnet', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'checksum does not match'],
  ['avalanche_c_chain', 'X-avax1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc52qphlp', 'C-Chain'],
  ['bitcoin_mainnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin testnet'],
  ['bitcoin_mainnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'Bitcoin testnet'],
  ['bitcoin_mainnet', 'BC1SW50QGDZ25J', 'no wallet can hold'],
  ['litecoin_mainnet', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'begins with M'],
  ['bitcoin_cash_mainnet', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'old spelling'],
  ['bitcoin_cash_mainnet', 'bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe', 'token-aware'],
  ['stellar_testnet', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK', 'muxed'],
  ['stellar_testnet', 'CA3D5KRYM6CB7OWQ6TWYRR3Z4T7GNZLKERYNZGGA5SOAOPIFY6YQGAXE', 'contract'],
  ['stellar_testnet', 'SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR', 'secret key'],
  ['xrpl_mainnet', 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb', 'secret key'],
  ['xrpl_mainnet', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'X-address'],
  [
    'solana_mainnet',
    '5n11N8nF8udNgcULtY35cq71W4gWgKQ2B9z9GZSNnSWbZjfy3LuAaYeAQJn7pTFpVV45bJj7vxGpn9XZtqrQXDGe',
    'secret key',
  ],
  ['sui_mainnet', `0x${'0'.repeat(64)}`, 'all-zero'],
  ['sui_mainnet', `0x${'0'.repeat(63)}2`, "ledger's own code"],
  ['ton_mainnet', '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e', 'raw form'],
  ['ton_mainnet', 'kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP', 'testnet'],
  ['cardano_mainnet', 'Ae2tdPwUPEZLs4HtbuNey7tK4hTKrwNwYtGqp7bDfCy2WdR3P6735W5Yfpe', 'Byron'],
  ['cardano_mainnet', 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw', 'reward account'],
  ['cardano_mainnet', 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz', 'testnet'],
  ['cosmos_hub', 'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0', 'validator'],
  ['cosmos_hub', 'osmo1dz4cpjnw8l7egpluptvv46yx8dtshweljhazdl', 'another chain'],
  ['polkadot_mainnet', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'another Substrate chain'],
  ['hedera_mainnet', '0x00000000000000000000000000000000000004d2', 'alias'],
  ['internet_computer', 'ryjl3-tyaaa-aaaaa-aaaba-cai', 'principal'],
  ['filecoin_mainnet', 'f01024', 'actor id'],
  ['filecoin_mainnet', 't17uoq6tp427uzv7fztkbsnn64iwotfrristwpryy', 'testnet'],
])('%s, %j: %s', (network, text, says) => {
  expect(checkAddress(network, text)).toMatchObject({ ok: false, reason: expect.stringContaining(says) })
})
