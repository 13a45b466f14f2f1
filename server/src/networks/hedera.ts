/**
 * Hedera accounts: 0.0.number, with or without the HIP-15 checksum, which is verified when given and not kept. Aliases
 * (a public key or an EVM address) are refused: they are second spellings of an account that has a number.
 */
import { type AddressVerdict, accept, badChecksum, nobodys, notAn, refuse } from './verdict.ts'

const MAINNET_LEDGER_ID = [0]
const P3 = 26 ** 3
const P5 = 26 ** 5
const ACCOUNT_MAX = 2n ** 63n - 1n

export function hederaAddress(text: string): AddressVerdict {
  if (/^(0x[0-9a-f]{40}|0\.0\.[0-9a-f]{40,})$/i.test(text)) {
    return refuse('This is an alias (a key or an EVM address). Give the account number, such as 0.0.n.')
  }
  const [, account, number, checksum] = /^(0\.0\.(0|[1-9]\d{0,18}))(?:-([a-z]{5}))?$/.exec(text) ?? []
  if (account === undefined || number === undefined || BigInt(number) > ACCOUNT_MAX) {
    return notAn('a Hedera account', '0.0. and a number without leading zeros, optionally - and five small letters')
  }
  if (checksum !== undefined && checksum !== hip15(account)) return badChecksum()
  return number === '0' ? nobodys() : accept(account)
}

/** HIP-15, whose published steps these are. Every product stays below 2^53. */
function hip15(account: string): string {
  const digits = Array.from(account, (c) => (c === '.' ? 10 : Number(c)))
  const sumOf = (parity: number) => digits.reduce((sum, d, i) => (i % 2 === parity ? sum + d : sum), 0) % 11
  const weighted = digits.reduce((sum, d) => (sum * 31 + d) % P3, 0)
  const ledger = [...MAINNET_LEDGER_ID, 0, 0, 0, 0, 0, 0].reduce((sum, b) => (sum * 31 + b) % P5, 0)
  const c = ((((digits.length % 5) * 11 + sumOf(0)) * 11 + sumOf(1)) * P3 + weighted + ledger) % P5
  let rest = (c * 1_000_003) % P5
  let letters = ''
  for (let i = 0; i < 5; i++) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters
    rest = Math.floor(rest / 26)
  }
  return letters
}
