import type { Mutant } from './mutant.ts'

const CHECK = 'apps/wallet/src/review/check-request.ts'
const CHECK_TEST = 'apps/wallet/src/review/check-request.test.ts'
const CASES = 'apps/wallet/src/review/review-of.ts'
const CASES_TEST = 'apps/wallet/src/review/review-of.test.ts'

export const walletReviewMutants: readonly Mutant[] = [
  {
    name: 'the wallet approves a payee that is on no public record',
    file: CASES,
    find: "if (record?.is === 'split_view' || record?.is === 'not_on_record')",
    replace: "if (record?.is === 'split_view')",
    test: CASES_TEST,
    caught_by: 'not on the public record',
  },
  {
    name: 'a payee that is on no public record is handed to another wallet',
    file: CASES,
    find: 'other_wallets: !gone && isVouched(record)',
    replace: 'other_wallets: !gone',
    test: CASES_TEST,
    caught_by: 'not on the public record',
  },
  {
    name: 'the wallet approves before the public record was read',
    file: CASES,
    find: "record === undefined || record.is === 'pending'",
    replace: "record?.is === 'split_view'",
    test: CASES_TEST,
    caught_by: 'the public record is waited for',
  },
  {
    name: 'the wallet takes an answer about another request for the one it asked for',
    file: CHECK,
    find: "return differences.length === 0 ? { is: 'checked', facts } : { is: 'altered', differences }",
    replace: "return { is: 'checked', facts }",
    test: CHECK_TEST,
    caught_by: 'an answer about another request',
  },
  {
    name: 'a key that was endorsed is forgotten with the key before it',
    file: 'apps/wallet/src/review/facts-keys.ts',
    find: "if (found.is === 'checked' && kept) await followEndorsements(kept.jwks, trust)",
    replace: 'if (kept === undefined) await followEndorsements(jwks, trust)',
    test: CHECK_TEST,
    caught_by: 'pins move by endorsement',
  },
  {
    name: 'keys that somebody else served stay in the wallet’s memory',
    file: 'apps/wallet/src/review/facts-keys.ts',
    find: "if (found.is === 'unknown_key' && warm !== undefined) {",
    replace: "if (found.is === 'unknown_key' && jwks === undefined) {",
    test: CHECK_TEST,
    caught_by: 'refused, cold and warm',
  },
  {
    name: 'a request is called expired by its status alone',
    file: CASES,
    find: "if (request.status === 'expired' || Date.parse(facts.expires_at) <= now) {",
    replace: "if (request.status === 'expired') {",
    test: CASES_TEST,
    caught_by: 'expired: by the signed time',
  },
  {
    name: 'a changed payee can be approved at once',
    file: CASES,
    find: "return guarded ? 'guarded' : 'open'",
    replace: "return 'open'",
    test: CASES_TEST,
    caught_by: 'payee changed: guarded',
  },
  {
    name: 'a change that the service does not mention goes unnoticed',
    file: CASES,
    find: 'if (elsewhere.length === 0 && !is_news) return undefined',
    replace: 'if (!is_news) return undefined',
    test: CASES_TEST,
    caught_by: 'this wallet remembers',
  },
  {
    name: 'what hinders a payment leaves Approve as it is',
    file: CASES,
    find: "hinders.length > 0 ? 'off' : approveAfter(",
    replace: 'approveAfter(',
    test: CASES_TEST,
    caught_by: 'balance short, unfunded',
  },
  {
    name: 'an agent’s words can turn around what stands beside them',
    file: 'packages/ui/src/agent-text.ts',
    find: '    .replaceAll(UNSEEN, spelled)\n',
    replace: '',
    test: 'packages/ui/src/agent-text.test.ts',
    caught_by: 'what turns text around',
  },
]
