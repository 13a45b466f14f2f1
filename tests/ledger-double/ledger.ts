/**
 * One ledger with its queue: what both APIs of the double show. Time is in the test's hands: a ledger closes when it is told
 * to, at the time it is told, but always later than the one before.
 */
import { hash, Keypair, xdr } from '@stellar/stellar-sdk/base'
import { type Accounts, BASE_FEE, newAccount } from './accounts.ts'
import { type Applied, applyTransaction } from './apply-transaction.ts'
import { checkTransaction, isContract, type Refused } from './check-transaction.ts'
import { type ClosedLedger, closeLedger } from './close-ledger.ts'
import type { Rate } from './pay-operations.ts'
import { accountsPaying } from './payment-fields.ts'
import { accountXdr } from './plain-values.ts'
import { signed } from './signatures.ts'
import { type Submitted, submittedOf } from './submitted.ts'

const FUNDING = 100_000_000_000n
const ROOT_BALANCE = 10n ** 17n
/** As the network does: a transaction takes another's place in the queue for ten times the fee. */
const REPLACES_FROM = 10n

export type Submission =
  | { status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER'; submitted: Submitted }
  | { status: 'ERROR'; submitted: Submitted; refused: Refused }

export interface LedgerOptions {
  passphrase: string
  /** Seconds since 1970 at which the first ledger closed. */
  started_at: bigint
}

export interface Placed {
  ledger: ClosedLedger
  transaction: Applied
  /** Counted from 1. */
  order: number
}

export type Ledger = ReturnType<typeof openLedger>

export function openLedger({ passphrase, started_at }: LedgerOptions) {
  // Its own, so that nothing here passes for a ledger of the network.
  const validator = Keypair.fromRawEd25519Seed(hash('ledger-double validator'))
  const root = Keypair.fromRawEd25519Seed(hash(passphrase))
  const accounts: Accounts = new Map()
  const ledgers: ClosedLedger[] = []
  const rates: Rate[] = []
  let pending: Submitted[] = []
  let drops = false
  let least_fee = BASE_FEE
  const by_hash = new Map<string, Placed>()
  const by_account = new Map<string, Placed[]>()
  const waiting = new Set<(ledger: ClosedLedger) => void>()

  const latest = (): ClosedLedger => {
    const last = ledgers.at(-1)
    if (last === undefined) throw new Error('a ledger begins with its first close')
    return last
  }

  /** The next ledger closes no earlier than this one did. */
  const next = () => ({ sequence: latest().sequence + 1, closed_at: latest().closed_at })

  const begin = (at: bigint): void => {
    accounts.clear()
    accounts.set(root.publicKey(), newAccount(root.publicKey(), ROOT_BALANCE, 0))
    pending = []
    ledgers.length = 0
    by_hash.clear()
    by_account.clear()
    ledgers.push(
      closeLedger({ before: undefined, sequence: 1, closed_at: at, transactions: [], passphrase, validator }),
    )
  }

  /** What can no longer be applied is dropped without a trace, as the network does. */
  const close = (at: bigint = latest().closed_at + 5n): ClosedLedger => {
    const before = latest()
    const closed_at = at > before.closed_at ? at : before.closed_at + 1n
    const sequence = before.sequence + 1
    const queue = drops ? [] : pending
    pending = []
    drops = false
    // Those that call contracts are applied last.
    const ordered = queue.toSorted((a, b) => Number(isContract(a.inner.tx)) - Number(isContract(b.inner.tx)))
    const transactions = ordered.flatMap((one) =>
      checkTransaction(one, accounts, { sequence, closed_at }) === undefined
        ? [applyTransaction(one, { accounts, sequence, closed_at, rates, passphrase })]
        : [],
    )
    return add(transactions, sequence, closed_at)
  }

  const add = (transactions: readonly Applied[], sequence: number, closed_at: bigint): ClosedLedger => {
    const ledger = closeLedger({ before: latest(), sequence, closed_at, transactions, passphrase, validator })
    ledgers.push(ledger)
    for (const [i, transaction] of transactions.entries()) {
      const placed = { ledger, transaction, order: i + 1 }
      for (const name of [transaction.hash, transaction.listed_hash]) by_hash.set(name, placed)
      for (const account of accountsPaying(transaction)) {
        const known = by_account.get(account) ?? []
        known.push(placed)
        by_account.set(account, known)
      }
    }
    for (const tell of waiting) tell(ledger)
    return ledger
  }

  /** Each that is queued in a ledger of its own, in the order of the times that they are given. */
  const closeEach = (timeOf: (queued: Submitted) => bigint): void => {
    const queue = pending.map((one) => ({ one, at: timeOf(one) })).toSorted((a, b) => Number(a.at - b.at))
    for (const { one, at } of queue) {
      pending = [one]
      close(at)
    }
  }

  /** What strangers did, in a ledger of its own, unchecked; what is queued waits for the next. */
  const closeWith = (transactions: readonly Applied[], at: bigint): ClosedLedger => {
    const before = latest()
    return add(transactions, before.sequence + 1, at > before.closed_at ? at : before.closed_at + 1n)
  }

  const submit = (envelope: xdr.TransactionEnvelope): Submission => {
    const submitted = submittedOf(envelope, passphrase)
    if (pending.some(({ listed_hash }) => listed_hash === submitted.listed_hash))
      return { status: 'DUPLICATE', submitted }
    const asked =
      least_fee * BigInt(submitted.inner.tx.operations.length + (submitted.hash === submitted.listed_hash ? 0 : 1))
    if (submitted.fee_offered < asked)
      return {
        status: 'ERROR',
        submitted: { ...submitted, fee: asked },
        refused: xdr.TransactionResultResult.txInsufficientFee(),
      }
    const refused = checkTransaction(submitted, accounts, next())
    if (refused !== undefined) return { status: 'ERROR', submitted, refused }
    const rival = pending.find(({ source }) => source === submitted.source)
    if (rival !== undefined && submitted.fee_offered < REPLACES_FROM * rival.fee_offered)
      return { status: 'TRY_AGAIN_LATER', submitted }
    pending = [...pending.filter((one) => one !== rival), submitted]
    return { status: 'PENDING', submitted }
  }

  /** Test funds come in a ledger of their own, at once. Undefined where the account exists. */
  const fund = (id: string): Submitted | undefined => {
    const source = accounts.get(root.publicKey())
    if (source === undefined || accounts.has(id)) return undefined
    const operation = xdr.OperationBody.createAccount(
      new xdr.CreateAccountOp({ destination: accountXdr(id), startingBalance: FUNDING }),
    )
    const envelope = signed({ key: root, sequence: source.sequence + 1n, fee: Number(BASE_FEE), operation, passphrase })
    const { submitted } = submit(envelope)
    const others = pending.filter((one) => one !== submitted)
    pending = [submitted]
    close(latest().closed_at + 1n)
    pending = others
    return submitted
  }

  begin(started_at)
  return {
    passphrase,
    validator: validator.publicKey(),
    accounts,
    ledgers: ledgers as readonly ClosedLedger[],
    latest,
    /** By the hash of a fee bump, or of what it carries. */
    find: (name: string): Placed | undefined => by_hash.get(name),
    /** What Horizon lists among an account's payments, in the order of the ledger. */
    paymentsOf: (account: string): readonly Placed[] => by_account.get(account) ?? [],
    close,
    closeEach,
    closeWith,
    submit,
    /** How many wait for the next ledger. */
    queued: () => pending.length,
    fund,
    /** How paths exchange one asset for another. */
    setRate: (rate: Rate) => void rates.unshift(rate),
    /** What the queue asks for per operation, as when ledgers are full. */
    setLeastFee: (fee: bigint) => void (least_fee = fee),
    /** The next ledger closes without what is queued, and the queue is lost. */
    dropNextSet: () => void (drops = true),
    /** The network begins again under the same name, with nothing of what was. */
    reset: (at: bigint = latest().closed_at + 3600n) => begin(at),
    /** Told of every close until the returned function is called. */
    onClose(tell: (ledger: ClosedLedger) => void): () => void {
      waiting.add(tell)
      return () => void waiting.delete(tell)
    },
  }
}
