/**
 * What several sources say together. Operators count, not addresses: two sources of one operator are one witness. Whatever
 * contradicts is a disagreement, however many are on one side, and then there is no verdict. Pure.
 */
import type {
  Head,
  LedgerTransaction,
  Lookup,
  Scanned,
  Unreadable,
} from '../../platform/egress/ledger/ledger-source.ts'

export interface Witness {
  readonly name: string
  readonly operator: string
}

export interface Answered<T> {
  readonly by: Witness
  readonly answer: T
}

export type Agreed =
  | { readonly is: 'found'; readonly transaction: LedgerTransaction; readonly observers: readonly string[] }
  /** In none of the ledgers from `oldest` to `latest`. */
  | { readonly is: 'absent'; readonly oldest: number; readonly latest: Head; readonly observers: readonly string[] }
  | ({ readonly is: 'disagreement' } & Contested)
  /** `transaction`: some have seen it, but too few. */
  | { readonly is: 'unknown'; readonly transaction?: LedgerTransaction }

/** What some show and others, who have read the same ledgers, do not, or show otherwise. */
export interface Contested {
  readonly transaction: LedgerTransaction
  readonly versions: readonly LedgerTransaction[]
  readonly claims: readonly Claim[]
}

/** Who says what about a transaction, in words that an operator can check. */
export interface Claim {
  readonly source: string
  readonly says: string
}

/**
 * What must be the same for two sources to say the same. The hash covers everything in the envelope but its signatures, and
 * those decide who may prove a payment: a source could add one.
 */
const sameness = ({ hash, envelope, result, ledger }: LedgerTransaction): string =>
  `${hash} ${ledger.sequence} ${ledger.hash} ${ledger.closed_at} ${envelope} ${result}`

const operatorsIn = (answers: readonly Answered<unknown>[]): string[] =>
  [...new Set(answers.map(({ by }) => by.operator))].toSorted()

/** `beyond`: absence counts only by those who have read past this time, and from this ledger on. */
export function agreeOnLookup(
  answers: readonly Answered<Lookup>[],
  { quorum, beyond }: { quorum: number; beyond?: { from: number; after: bigint } },
): Agreed {
  const found = answers.flatMap(({ by, answer }) => (answer.is === 'found' ? [{ by, answer: answer.transaction }] : []))
  const absent = answers.flatMap(({ by, answer }) => (answer.is === 'absent' ? [{ by, answer }] : []))
  const [first] = found
  if (first !== undefined) {
    const { sequence } = first.answer.ledger
    const denying = absent.filter(({ answer }) => answer.oldest <= sequence && answer.latest.sequence >= sequence)
    return agreeOnFound(found, denying, quorum)
  }
  const counted = beyond
    ? absent.filter(({ answer }) => answer.oldest <= beyond.from && answer.latest.closed_at > beyond.after)
    : absent
  const observers = operatorsIn(counted)
  const [any] = counted
  if (any === undefined || observers.length < quorum) return { is: 'unknown' }
  const oldest = Math.max(...counted.map(({ answer }) => answer.oldest))
  const latest = counted.reduce(
    (least, { answer }) => (answer.latest.sequence < least.sequence ? answer.latest : least),
    any.answer.latest,
  )
  return { is: 'absent', oldest, latest, observers }
}

function agreeOnFound(
  found: readonly Answered<LedgerTransaction>[],
  denying: readonly Answered<unknown>[],
  quorum: number,
): Agreed {
  const [first] = found as [Answered<LedgerTransaction>]
  const transaction = first.answer
  const kinds = new Set(found.map(({ answer }) => sameness(answer)))
  if (kinds.size > 1 || denying.length > 0) {
    const claims = [
      ...found.map(({ by, answer }) => ({
        source: by.name,
        says: `${answer.result_code} in ledger ${answer.ledger.sequence} (${answer.ledger.hash.slice(0, 8)})`,
      })),
      ...denying.map(({ by }) => ({ source: by.name, says: `not in ledger ${transaction.ledger.sequence}` })),
    ]
    return { is: 'disagreement', transaction, versions: found.map(({ answer }) => answer), claims }
  }
  const observers = operatorsIn(found)
  return observers.length < quorum ? { is: 'unknown', transaction } : { is: 'found', transaction, observers }
}

export interface AgreedScan {
  readonly transactions: readonly { readonly transaction: LedgerTransaction; readonly observers: readonly string[] }[]
  readonly contested: readonly Contested[]
  /** What too few could read. It may be anything, a payment, too. */
  readonly unread: readonly Unreadable[]
  readonly observers: readonly string[]
  /** The last ledger that all of them have read whole. */
  readonly through: number
}

/** Every scan begins at the same ledger. Undefined where too few operators have read. */
export function agreeOnScan(
  scans: readonly Answered<Scanned>[],
  payee: string,
  quorum: number,
): AgreedScan | undefined {
  const observers = operatorsIn(scans)
  if (observers.length < quorum) return undefined
  const through = Math.min(...scans.map(({ answer }) => answer.through))
  const read = scans.map(({ by, answer }) => ({
    by,
    paying: new Map(
      answer.transactions
        .filter((one) => one.ledger.sequence <= through && pays(one, payee))
        .map((one) => [one.listed_hash, one]),
    ),
    unreadable: new Map(
      answer.unreadable.filter(({ ledger }) => ledger <= through).map((one) => [one.hash, one] as const),
    ),
  }))
  const listed = new Set(read.flatMap(({ paying }) => [...paying.keys()]))
  const verdicts = [...listed].map((hash) => {
    const found = read.flatMap(({ by, paying }) => {
      const one = paying.get(hash)
      return one === undefined ? [] : [{ by, answer: one }]
    })
    // Who could not read it denies nothing.
    const denying = read.filter(({ paying, unreadable }) => !paying.has(hash) && !unreadable.has(hash))
    return agreeOnFound(
      found,
      denying.map(({ by }) => ({ by, answer: hash })),
      quorum,
    )
  })
  const agreed = new Set(verdicts.flatMap((one) => (one.is === 'found' ? [one.transaction.listed_hash] : [])))
  const unread = new Map(read.flatMap(({ unreadable }) => [...unreadable].filter(([hash]) => !agreed.has(hash))))
  return {
    through,
    unread: [...unread.values()],
    transactions: verdicts
      .flatMap((one) => (one.is === 'found' ? [{ transaction: one.transaction, observers: one.observers }] : []))
      .toSorted((a, b) => a.transaction.ledger.sequence - b.transaction.ledger.sequence),
    contested: verdicts.flatMap((one) => (one.is === 'disagreement' ? [one] : [])),
    observers,
  }
}

const pays = ({ successful, transfers }: LedgerTransaction, payee: string): boolean =>
  successful && transfers.some(({ to, kind }) => to === payee && kind !== 'claimable_balance')
