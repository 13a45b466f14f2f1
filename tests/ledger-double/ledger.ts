/**
 * One ledger with its queue: what both APIs of the double show. Time is in the test's hands: a ledger closes when it is told
 * to, at the time it is told, but always later than the one before.
 */
import { accountKey } from '@countersign/stellar/xdr-parts'
import { hash, Keypair, xdr } from '@stellar/stellar-sdk/base'
import { type Accounts, BASE_FEE, newAccount } from './accounts.ts'
import { applyTransaction } from './apply-transaction.ts'
import { checkTransaction, type Refused, type Submitted, submittedOf } from './check-transaction.ts'
import { type ClosedLedger, closeLedger } from './close-ledger.ts'
import type { Rate } from './pay-operations.ts'
import { signed } from './sign-envelope.ts'

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
  const waiting = new Set<(ledger: ClosedLedger) => void>()

  const latest = (): ClosedLedger => {
    const last = ledgers.at(-1)
    if (last === undefined) throw new Error('a ledger begins with its first close')
    return last
  }

  const begin = (at: bigint): void => {
    accounts.clear()
    accounts.set(root.publicKey(), newAccount(root.publicKey(), ROOT_BALANCE, 0))
    pending = []
    ledgers.length = 0
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
    const transactions = queue.flatMap((one) =>
      checkTransaction(one, accounts, closed_at) === undefined
        ? [applyTransaction(one, { accounts, sequence, rates, passphrase })]
        : [],
    )
    const ledger = closeLedger({ before, sequence, closed_at, transactions, passphrase, validator })
    ledgers.push(ledger)
    for (const tell of waiting) tell(ledger)
    return ledger
  }

  /** Undefined for an envelope of a form that no ledger takes. */
  const submit = (envelope: xdr.TransactionEnvelope): Submission | undefined => {
    const submitted = submittedOf(envelope, passphrase)
    if (submitted === undefined) return undefined
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
    const refused = checkTransaction(submitted, accounts, latest().closed_at)
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
      new xdr.CreateAccountOp({ destination: accountKey(id), startingBalance: FUNDING }),
    )
    const envelope = signed({ key: root, sequence: source.sequence + 1n, fee: Number(BASE_FEE), operation, passphrase })
    const submission = submit(envelope)
    close(latest().closed_at + 1n)
    return submission?.submitted
  }

  begin(started_at)
  return {
    passphrase,
    validator: validator.publicKey(),
    accounts,
    ledgers: ledgers as readonly ClosedLedger[],
    latest,
    close,
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
