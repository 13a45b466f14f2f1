import type { Mutant } from './mutant.ts'

const SIGNING = 'packages/signing/src'
const PAY = 'packages/signing/test/pay.test.ts'
const LEDGER = 'packages/signing/test/ledger-faults.test.ts'
const SIGNED = 'packages/signing/test/signed-reports.test.ts'

export const signingMutants: readonly Mutant[] = [
  {
    name: 'what becomes of a claim is reported without the signature that the connection asks for',
    file: `${SIGNING}/desk.ts`,
    find: 'await signReport(entry, { ...report, transaction_hash })',
    replace: '{ ...report, transaction_hash }',
    test: SIGNED,
    caught_by: 'every report is signed and taken',
  },
  {
    name: 'an end that was refused for want of a signature counts as told',
    file: `${SIGNING}/payer.ts`,
    find: 'if (told.refused === WANTS_SIGNATURE)',
    replace: "if (told.refused === '')",
    test: SIGNED,
    caught_by: 'stays to be told, and is told once the key is there',
  },
  {
    name: 'a late claim counts as ours',
    file: `${SIGNING}/desk.ts`,
    find: "        if (late) return { is: 'refused', why: 'late' }\n",
    replace: "        if (late) return { is: 'ours' }\n",
    test: PAY,
    caught_by: 'is answered 200 and late: the envelope is erased',
  },
  {
    name: 'a claim that names another hash counts as ours',
    file: `${SIGNING}/desk.ts`,
    find: 'transaction_hash === entry.transaction_hash && facts_digest === entry.facts_digest',
    replace: 'facts_digest === entry.facts_digest',
    test: PAY,
    caught_by: 'lets nothing be sent',
  },
  {
    name: 'facts that the person never saw are signed',
    file: `${SIGNING}/prepare-payment.ts`,
    find: 'if (payable.facts_digest !== input.facts_digest)',
    replace: "if (payable.facts_digest === '')",
    test: PAY,
    caught_by: 'facts other than those that the person saw are not signed',
  },
  {
    name: 'an account pays while another payment of it is on its way',
    file: `${SIGNING}/check-payment.ts`,
    find: "  return open === undefined ? [] : [{ code: 'payment_in_flight', ...named(open) }]",
    replace: '  return open === undefined ? [] : []',
    test: `${SIGNING}/check-payment.test.ts`,
    caught_by: 'is still on its way holds the account',
  },
  {
    name: 'what another wallet signed is not looked at',
    file: `${SIGNING}/signer.ts`,
    find: 'if (!isSignedBy(signed, { hash, passphrase, account }))',
    replace: 'if (!isSignedBy(signed, { hash, passphrase, account }) && signed === unsigned)',
    test: LEDGER,
    caught_by: 'nothing is kept, claimed or sent',
  },
  {
    name: 'absence proves something on any history',
    file: `${SIGNING}/follow-payment.ts`,
    find: "return hash === undefined || oldest > anchor.sequence ? { is: 'lost', reason: 'history_gone' } : undefined",
    replace: 'return oldest < 0 ? undefined : undefined',
    test: LEDGER,
    caught_by: 'a source that lags or has forgotten proves nothing',
  },
  {
    name: 'a ledger that began again is taken for the one before',
    file: `${SIGNING}/follow-payment.ts`,
    find: "if (hash !== undefined && hash !== anchor.hash) return { is: 'lost', reason: 'ledger_reset' }",
    replace: '',
    test: LEDGER,
    caught_by: 'is still another',
  },
]
