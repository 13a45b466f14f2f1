/** Whose payment it is: each rule that a thief would like to be gone. */
import type { Mutant } from './mutant.ts'

const BINDING = 'server/src/settlement/settlements/binding.ts'
const JUDGE_PAYEE = 'server/src/settlement/settlements/judge-payee.ts'
const MATCH = 'packages/protocol/src/match-payment.ts'
const PROOF = 'packages/stellar/src/payer-proof.ts'
const WHO_WANTS = 'server/src/settlement/settlements/judge-payee.ts'
const BOUND_ONLY = 'if (!verdict.ok || verdict.bound_by === undefined) continue'
const bound = (caught_by: string) => ({ test: 'server/src/settlement/settlements/binding.test.ts', caught_by })
const proven = (caught_by: string) => ({ test: 'packages/stellar/src/proofs.test.ts', caught_by })
const wanted = (caught_by: string) => ({ test: 'server/src/settlement/settlements/who-wants.test.ts', caught_by })
const matched = (caught_by: string) => ({ test: 'packages/protocol/src/match-payment.test.ts', caught_by })

export const bindingMutants: readonly Mutant[] = [
  {
    name: 'a payment is given to whoever names it',
    file: BINDING,
    find: BOUND_ONLY,
    replace: 'if (!verdict.ok || (!verdict.bound_by && transaction.hash !== watched.reported_hash)) continue',
    ...bound('the name of a transaction, by whoever knows it'),
  },
  {
    name: 'a payment that nothing binds is given to the only request that it fits',
    file: BINDING,
    find: BOUND_ONLY,
    replace:
      'if (!verdict.ok || (!verdict.bound_by && seen.rivalsOf(transaction, verdict.transfer.place) > 0)) continue',
    ...bound('being the only request that it fits'),
  },
  {
    name: 'a payment that nothing binds is given to the older of two requests',
    file: BINDING,
    find: BOUND_ONLY,
    replace: 'if (!verdict.ok) continue',
    ...bound('being older than the others'),
  },
  {
    name: 'the reference of another request fits',
    file: MATCH,
    find: "return value === reference ? undefined : 'memo_wrong'",
    replace: 'return undefined',
    ...bound('the reference of another request'),
  },
  {
    name: 'a payment that carries a reference is free for others',
    file: JUDGE_PAYEE,
    find: "(memo?.kind === 'hash' ? referenced.get(memo.value) : undefined)",
    replace: 'undefined',
    ...bound("a payee's memo that is somebody's reference"),
  },
  {
    name: "the memo of a payee's version counts as a reference",
    file: MATCH,
    find: "wanted.reference !== undefined && memo.kind === 'hash' && memo.value === wanted.reference\n  return",
    replace: "memo.kind === 'hash' && [wanted.reference, wanted.memo.value].includes(memo.value)\n  return",
    ...bound("a memo of the payee's version"),
  },
  {
    name: 'unbound payments may come before their request',
    file: MATCH,
    find: 'bound_by === undefined ? 0n : EARLY_S_MAX',
    replace: 'EARLY_S_MAX',
    ...bound('what is not bound and came before the request'),
  },
  {
    name: 'a request with a candidate ends proven unpaid',
    file: 'server/src/settlement/settlements/judge.ts',
    find: 'if (ledger_match !== undefined || watched.matched || contradicted',
    replace: 'if (contradicted',
    ...bound('a candidate that nothing binds forbids'),
  },
  {
    name: 'a transfer is given again in another organization',
    file: JUDGE_PAYEE,
    find: 'taken.get(nameOf(transaction.hash, place)) ?? (memo',
    replace: '(memo',
    ...bound('for what another organization was given already'),
  },
  {
    name: 'of two proofs for one payment the later counts',
    file: JUDGE_PAYEE,
    find: 'firstProof(a.row) - firstProof(b.row)',
    replace: 'firstProof(b.row) - firstProof(a.row)',
    ...bound('counts for the one whose proof came first'),
  },
  {
    name: 'a proof counts for every operation',
    file: BINDING,
    find: '      proof.place === place &&\n',
    replace: '',
    ...bound('for another operation binds nothing'),
  },
  {
    name: 'sources need not agree on signatures',
    file: 'server/src/settlement/settlements/agree.ts',
    find: '${ledger.closed_at} ${envelope} ${result}',
    replace: '${ledger.closed_at} ${result}',
    ...bound('sources that show other signatures do not agree'),
  },
  {
    name: 'an event tells what nobody named',
    file: 'server/src/settlement/settlements/judge.ts',
    find: 'verdict.bound_by === undefined && named.has(transaction.hash)',
    replace: 'verdict.bound_by === undefined',
    ...bound('what nobody named is told in no event'),
  },
  {
    name: 'a key that did not sign the transaction proves who paid',
    file: PROOF,
    find: 'one.hint === hint && verifies(bytesOf(inner_hash), bytesOf(one.signature), signer)',
    replace: "one.hint + hint !== ''",
    ...proven('a key that did not sign it proves nothing'),
  },
  {
    name: 'an account that did not pay proves who paid',
    file: PROOF,
    find: '  if (from !== account) return false\n',
    replace: '',
    ...proven('another account than the one that paid'),
  },
  {
    name: 'any key proves who paid where others act too',
    file: PROOF,
    find: '  if (!alone && signer !== account) return false\n',
    replace: '',
    ...proven('where others act too, only the master key'),
  },
  {
    name: 'a key that must sign besides passes for one of the payer',
    file: 'packages/stellar/src/read-transaction.ts',
    find: "cond.type === 'precondV2' ? cond.v2.extraSigners : []",
    replace: "cond.type === 'precondV2' ? cond.v2.extraSigners.slice(1) : []",
    ...proven('only asks to sign besides'),
  },
  {
    name: 'a copied proof is kept',
    file: PROOF,
    find: 'return verifies(utf8(text), bytes, signer) ||',
    replace: 'return bytes.length === 64 ||',
    ...proven('a copy, for another request'),
  },
  {
    name: 'whoever signs the outside of a fee bump proves who paid',
    file: 'packages/stellar/src/ledger-envelope.ts',
    find: 'const inner = tx.innerTx.v1',
    replace: 'const inner = new xdr.TransactionV1Envelope({ tx: tx.innerTx.v1.tx, signatures })',
    ...proven('whoever wraps it in a fee bump'),
  },
  {
    name: 'a sealed transaction keeps the signatures of others',
    file: PROOF,
    find: 'return { ...transaction, signed: { ...signed, signatures } }',
    replace: 'return signatures.length > 0 ? transaction : transaction',
    ...proven('of what only a seal shows'),
  },
  {
    name: 'a merchant accepts one payment for two requests',
    file: 'server/schema/baseline/settlement.sql',
    find: 'create unique index settlements_accepted_idx',
    replace: 'create index settlements_accepted_idx',
    test: 'server/test/settlements-bindings.test.ts',
    caught_by: 'accepts such a payment by hand, once, on record',
  },
  {
    name: 'what strangers send is kept without end',
    file: 'server/schema/settlement/settlements.observe.sql',
    find: '- payee_findings_max();',
    replace: '- 1000 * payee_findings_max();',
    test: 'server/test/settlements.test.ts',
    caught_by: 'what strangers send is counted, and kept within bounds',
  },
  {
    name: 'a request has findings without end',
    file: 'server/schema/settlement/settlements.observe.sql',
    find: 'and f.payment_id = one.payment_id) < findings_max()',
    replace: 'and f.payment_id = one.payment_id) < 1000 * findings_max()',
    test: 'server/test/settlements.test.ts',
    caught_by: 'a request that is paid again and again',
  },
  {
    name: 'every open payment is compared with every other of its price',
    file: WHO_WANTS,
    find: '      unpaid.set(name, fitting)\n',
    replace: '',
    ...wanted('twice as many payments are twice the work'),
  },
  {
    name: 'a payment that nothing binds is compared with whoever wants that amount of anything',
    file: WHO_WANTS,
    find: "`${units} ${asset.code} ${asset.issuer ?? ''} ${memo.kind} ${memo.value}`",
    replace: '`${units} ${asset.code} ${memo.kind} ${memo.value}`',
    ...wanted('what no payment wants is compared with none'),
  },
  {
    name: 'whoever has many open requests has every round',
    file: 'server/schema/settlement/settlements.observe.sql',
    find: ' and s.payee <> all (without)',
    replace: '',
    test: 'server/test/settlements.test.ts',
    caught_by: 'leaves the others their turn while it is being read',
  },
  {
    name: 'organizations that list one address are placed in two cells',
    file: 'deploy/cells/place.ts',
    find: '      if (one === other) continue',
    replace: '      if (one !== merchants) continue',
    test: 'deploy/cells/cells.test.ts',
    caught_by: 'merchants that list the same address stay together',
  },
  {
    name: 'money that is only promised pays',
    file: MATCH,
    find: "payment.transfers.filter(({ kind }) => kind !== 'claimable_balance')",
    replace: 'payment.transfers.filter(({ kind }) => kind.length > 0)',
    ...matched('not_yet_claimable'),
  },
  {
    name: 'a payment after the end of its request is in time',
    file: MATCH,
    find: "closed_at > wanted.max_time ? 'late_payment'",
    replace: "closed_at > wanted.max_time + 1n ? 'late_payment'",
    ...matched('late_payment'),
  },
  {
    name: 'of several that fit, one that nothing binds is taken',
    file: MATCH,
    find: 'mismatches.length * 2 + (bound_by === undefined ? 1 : 0)',
    replace: 'mismatches.length * 2',
    ...matched('at the operation that is bound'),
  },
  {
    name: 'the rest of what carries one reference is told to nobody',
    file: 'server/src/settlement/settlements/judge.ts',
    find: "[findingOf('duplicate_payment', transaction, { place: verdict.transfer.place })]",
    replace: '[]',
    ...bound('what is paid again is told as a duplicate'),
  },
  {
    name: 'what a merchant accepts by hand counts as seen on the ledger',
    file: 'packages/sdk/src/verify/verify-receipt.ts',
    find: "if (seen['finding'] === 'accepted') return { transaction_hash, paid_by, accepted_by: String(seen['accepted_by']) }",
    replace: "if (seen['finding'] === 'accepted') return { transaction_hash, paid_by, bound_by: 'reference' as const }",
    test: 'packages/sdk/test/verify-receipt.test.ts',
    caught_by: 'the merchant accepted by hand is shown as that',
  },
  {
    name: 'a proof is worth as much on another network',
    file: 'packages/protocol/src/payer-proof.ts',
    find: '[PAYER_PROOF_TYPE, network, transaction_hash',
    replace: "[PAYER_PROOF_TYPE, network && 'stellar', transaction_hash",
    ...proven('that this package makes is the one of the vectors'),
  },
]
