/** What "paid" and "unpaid" rest on. */
import type { Mutant } from './mutant.ts'

const AGREE = 'server/src/settlement/settlements/agree.ts'
const JUDGE = 'server/src/settlement/settlements/judge.ts'
const JUDGED = { test: 'server/src/settlement/settlements/judge.test.ts', caught_by: 'is never wrong' }
const bound = (caught_by: string) => ({ test: 'server/src/settlement/settlements/binding.test.ts', caught_by })

export const settlementMutants: readonly Mutant[] = [
  {
    name: 'a false "confirmed" is believed until the request expires',
    file: 'server/src/settlement/settlements/judge.ts',
    find: "first?.reason !== 'source_disagreement' && isMissed(watched, reported)",
    replace: 'false',
    test: 'server/src/settlement/settlements/judge.test.ts',
    caught_by: 'is disputed once ledgers that closed a minute later lack it',
  },
  {
    name: 'a payment is missed before sources have had a minute',
    file: 'server/src/settlement/settlements/judge.ts',
    find: 'const MISSED_AFTER_S = 60n',
    replace: 'const MISSED_AFTER_S = 59n',
    test: 'server/src/settlement/settlements/judge.test.ts',
    caught_by: 'once ledgers that closed a minute later lack it',
  },
  {
    name: 'a payment is missed by who has not read from its beginning',
    file: 'server/src/settlement/settlements/judge.ts',
    find: '  reported.oldest <= from + 1 &&\n',
    replace: '',
    test: 'server/src/settlement/settlements/judge.test.ts',
    caught_by: 'not by who has not read from its beginning',
  },
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
    test: 'server/src/settlement/settlements/judge.test.ts',
    caught_by: 'is nothing where too few have read',
  },
  {
    name: 'unpaid is said while sources contradict each other',
    file: JUDGE,
    find: "if (findings.some(({ reason }) => reason === 'source_disagreement')) return { says: meanwhile, findings, done: false }",
    replace: '',
    ...JUDGED,
  },
  {
    name: 'a wallet that denied a payment is not disputed',
    file: JUDGE,
    find: "assurance: denied ? 'disputed' : 'chain_observed',",
    replace: "assurance: 'chain_observed',",
    ...bound('a wallet that denied a payment'),
  },
  {
    name: 'a ledger reset is believed against a majority',
    file: 'server/src/settlement/settlements/find-head.ts',
    find: ' && operators(reset) > operators(same)',
    replace: '',
    test: 'server/src/settlement/settlements/find-head.test.ts',
    caught_by: 'a reset is not believed against as many, or more',
  },
  {
    name: 'requests that need ledgers which are gone stop the reading of their payee',
    file: 'server/src/settlement/settlements/open-payments.ts',
    find: 'isRead(open) || open.after + 1 >= oldest ? open :',
    replace: 'open.after < oldest ? open :',
    ...bound('goes on at the first ledger that sources still have'),
  },
  {
    name: 'a practice ledger passes for a real one in production',
    file: 'server/src/platform/egress/ledger/ledger-faults.ts',
    find: "if (s.ENVIRONMENT === 'production' && practice.length > 0)",
    replace: 'if (practice.length > 100)',
    test: 'server/src/platform/config.test.ts',
    caught_by: 'production never listens to a practice ledger',
  },
  {
    name: 'a node that tells of no payments proves that there are none',
    file: 'server/src/platform/egress/ledger/rpc-source.ts',
    find: 'if (events.length === 0) throw',
    replace: 'if (events.length < 0) throw',
    test: 'server/test/settlements-sources.test.ts',
    caught_by: 'a node that does not tell of classic payments',
  },
  {
    name: 'what was named before a payment is first read is forgotten',
    file: 'server/schema/settlement/settlements.observe.sql',
    find: 'p.project_id, n.named_at, n.confirmed_at',
    replace: 'p.project_id, null, n.confirmed_at',
    test: 'server/test/settlements-bindings.test.ts',
    caught_by: 'first read together',
  },
  {
    name: 'that nobody can tell is said while something else can still pay',
    file: 'server/schema/payments/payment-requests.shown.sql',
    find: "case when s.reason <> 'unreadable_transaction' or s.done_at is not null then s.reason end,",
    replace: 's.reason,',
    test: 'server/test/settlements-sources.test.ts',
    caught_by: 'that is said once nothing else can',
  },
  {
    name: 'faults of a source are counted from the first one on',
    file: 'server/src/settlement/settlements/observe-ledger.worker.ts',
    find: "for (const why of [...SOURCE_FAULTS, 'failed']) metrics",
    replace: "for (const why of ['failed']) metrics",
    test: 'server/test/settlements-sources.test.ts',
    caught_by: 'are counted from 0 on',
  },
  {
    name: 'a look at open requests keeps their agents from asking',
    file: 'server/schema/settlement/settlements.observe.sql',
    find: " where x ? 'says' or jsonb_array_length(x -> 'findings') > 0 order by 1, 2) k",
    replace: ' order by 1, 2) k',
    test: 'server/test/settlements.test.ts',
    caught_by: 'goes on asking while',
  },
  {
    name: 'whatever is found out about a payee is one transaction',
    file: 'server/src/settlement/settlements/observe-network.ts',
    find: 'const SETTLED_AT_ONCE = 100',
    replace: 'const SETTLED_AT_ONCE = 10_000',
    test: 'server/test/settlements.test.ts',
    caught_by: 'in several transactions',
  },
]
