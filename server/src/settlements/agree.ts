/**
 * What several sources say together. Operators count, not addresses: two sources of one operator are one witness. Whatever
 * contradicts is a disagreement, however many are on one side, and then there is no verdict. Pure.
 */
import type { Head, LedgerTransaction, Lookup } from '../outside/ledger/ledger-source.ts'

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

/** What must be the same for two sources to say the same. */
const sameness = ({ hash, result, ledger }: LedgerTransaction): string =>
  `${hash} ${ledger.sequence} ${ledger.hash} ${ledger.closed_at} ${result}`

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
  readonly observers: readonly string[]
}

/** Every scan is of the same ledgers. Undefined where too few operators have read them. */
export function agreeOnScan(
  scans: readonly Answered<readonly LedgerTransaction[]>[],
  payee: string,
  quorum: number,
): AgreedScan | undefined {
  const observers = operatorsIn(scans)
  if (observers.length < quorum) return undefined
  const paying = scans.map(({ by, answer }) => ({ by, answer: answer.filter((one) => pays(one, payee)) }))
  const hashes = new Set(paying.flatMap(({ answer }) => answer.map(({ hash }) => hash)))
  const verdicts = [...hashes].map((hash) => {
    const found = paying.flatMap(({ by, answer }) =>
      answer.filter((one) => one.hash === hash).map((one) => ({ by, answer: one })),
    )
    const denying = paying.filter(({ answer }) => answer.every((one) => one.hash !== hash))
    return agreeOnFound(found, denying, quorum)
  })
  return {
    transactions: verdicts
      .flatMap((one) => (one.is === 'found' ? [{ transaction: one.transaction, observers: one.observers }] : []))
      .toSorted((a, b) => a.transaction.ledger.sequence - b.transaction.ledger.sequence),
    contested: verdicts.flatMap((one) => (one.is === 'disagreement' ? [one] : [])),
    observers,
  }
}

const pays = ({ successful, transfers }: LedgerTransaction, payee: string): boolean =>
  successful && transfers.some(({ to, kind }) => to === payee && kind !== 'claimable_balance')
