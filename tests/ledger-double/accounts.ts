/** The accounts of the double, and a draft of them: what a transaction changed is kept only if all of it succeeded. */
import type { PlainAsset } from './plain-values.ts'

export const BASE_RESERVE = 5_000_000n
export const BASE_FEE = 100n
export const INT64_MAX = 2n ** 63n - 1n

export interface Line {
  asset: PlainAsset
  balance: bigint
  limit: bigint
  authorized: boolean
}

export interface AccountState {
  id: string
  balance: bigint
  sequence: bigint
  /** When the sequence number was last used: the ledger, and its time. */
  used: { ledger: number; at: bigint }
  flags: number
  home_domain: string
  /** Weight of the master key, then the thresholds low, medium and high. */
  thresholds: [number, number, number, number]
  /** By their address: keys (`G…`), hashes of transactions (`T…`) and of secrets (`X…`), signed payloads (`P…`). */
  signers: Map<string, number>
  data: Map<string, Uint8Array>
  lines: Map<string, Line>
  modified: number
}

export type Accounts = Map<string, AccountState>

export const newAccount = (id: string, balance: bigint, ledger: number): AccountState => ({
  id,
  balance,
  // As on the ledger: a name that is used again never meets its old sequence numbers.
  sequence: BigInt(ledger) << 32n,
  used: { ledger: 0, at: 0n },
  flags: 0,
  home_domain: '',
  thresholds: [1, 0, 0, 0],
  signers: new Map(),
  data: new Map(),
  lines: new Map(),
  modified: ledger,
})

export const keyOf = ({ code, issuer }: PlainAsset): string => (issuer === undefined ? 'native' : `${code}:${issuer}`)

export const subentries = ({ signers, data, lines }: AccountState): number => signers.size + data.size + lines.size

export const spendable = (account: AccountState): bigint =>
  account.balance - (2n + BigInt(subentries(account))) * BASE_RESERVE

export interface Draft {
  /** A copy that may be changed. */
  get(id: string): AccountState | undefined
  put(account: AccountState): void
  remove(id: string): void
  /** Before and after, of every account that was looked at. */
  touched(): { id: string; before: AccountState | undefined; after: AccountState | undefined }[]
  keep(): void
}

export function draftOf(accounts: Accounts, ledger: number): Draft {
  const copies = new Map<string, AccountState | undefined>()
  return {
    get(id) {
      if (!copies.has(id)) copies.set(id, structuredClone(accounts.get(id)))
      return copies.get(id)
    },
    put(account) {
      copies.set(account.id, account)
    },
    remove(id) {
      copies.set(id, undefined)
    },
    touched: () => [...copies].map(([id, after]) => ({ id, before: accounts.get(id), after })),
    keep() {
      for (const [id, account] of copies) {
        if (account === undefined) accounts.delete(id)
        else accounts.set(id, { ...account, modified: ledger })
      }
      copies.clear()
    },
  }
}
