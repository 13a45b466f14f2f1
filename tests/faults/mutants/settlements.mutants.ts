/** What "paid" and "unpaid" rest on. */
import type { Mutant } from './mutant.ts'

const AGREE = 'server/src/settlements/agree.ts'
const JUDGE = 'server/src/settlements/judge.ts'
const JUDGED = { test: 'server/src/settlements/judge.test.ts', caught_by: 'is never wrong' }

export const settlementMutants: readonly Mutant[] = [
  {
    name: 'whoever denies a transaction is not heard',
    file: AGREE,
    find: 'if (kinds.size > 1 || denying.length > 0) {',
    replace: 'if (kinds.size > 1) {',
    ...JUDGED,
  },
  {
    name: 'two sources of one operator are two witnesses',
    file: AGREE,
    find: '[...new Set(answers.map(({ by }) => by.operator))].toSorted()',
    replace: '[...new Set(answers.map(({ by }) => by.name))].toSorted()',
    test: 'server/src/settlements/judge.test.ts',
    caught_by: 'is nothing where too few have read',
  },
  {
    name: 'what fits several is given to the first',
    file: JUDGE,
    find: '&& !seen.isYoung(transaction) && !seen.fitsAnother(transaction, verdict.transfer.place))',
    replace: '&& !seen.isYoung(transaction))',
    test: 'server/test/settlements-rows.test.ts',
    caught_by: 'a payment that fits several is given to none of them',
  },
  {
    name: 'a payment is given away while requests wait to be watched',
    file: 'server/src/settlements/judge-payee.ts',
    find: 'behind || head.closed_at',
    replace: 'head.closed_at',
    test: 'server/test/settlements-rows.test.ts',
    caught_by: 'while a request waits to be watched',
  },
  {
    name: 'a movement that pays already pays again',
    file: 'server/src/settlements/judge-payee.ts',
    find: '(taken.get(nameOf(hash, place)) ?? row.payment_id) !== row.payment_id,',
    replace: 'hash === place,',
    ...JUDGED,
  },
  {
    name: 'unpaid is said while sources contradict each other',
    file: JUDGE,
    find: "if (has('source_disagreement') || isWaiting(watched, seen))",
    replace: 'if (isWaiting(watched, seen))',
    ...JUDGED,
  },
  {
    name: 'a practice ledger passes for a real one in production',
    file: 'server/src/outside/ledger/ledger-faults.ts',
    find: "if (s.ENVIRONMENT === 'production' && practice.length > 0)",
    replace: 'if (practice.length > 100)',
    test: 'server/src/config.test.ts',
    caught_by: 'production never listens to a practice ledger',
  },
  {
    name: 'a node that tells of no payments proves that there are none',
    file: 'server/src/outside/ledger/rpc-source.ts',
    find: 'if (events.length === 0) throw',
    replace: 'if (events.length < 0) throw',
    test: 'server/test/settlements-sources.test.ts',
    caught_by: 'a node that does not tell of classic payments',
  },
]
