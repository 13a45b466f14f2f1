import type { Mutant } from './mutant.ts'

const AGREED = 'packages/signing/src/agreed-policy.ts'
const AGREED_TEST = 'packages/signing/src/agreed-policy.test.ts'
const DUE = 'packages/signing/src/pay-due.ts'
const PREPARE = 'packages/signing/src/prepare-payment.ts'
const TEST = 'packages/signing/test/automatic.test.ts'

export const automaticMutants: readonly Mutant[] = [
  {
    name: 'a payment of another policy is paid within this one',
    file: AGREED,
    find: 'if (policy_id !== agreed.policy_id || connection_id !== agreed.connection_id)',
    replace: 'if (connection_id !== agreed.connection_id)',
    test: AGREED_TEST,
    caught_by: 'asks: under another policy',
  },
  {
    name: 'what was signed and is on its way does not count against the total',
    file: AGREED,
    find: "state !== 'erased' && within",
    replace: "state === 'reported' && within",
    test: AGREED_TEST,
    caught_by: 'whatever was signed under the policy counts',
  },
  {
    name: 'the wallet pays past what was agreed to where the service lets it',
    file: PREPARE,
    find: "if (rule !== undefined) before.push({ code: 'beyond_policy', rule })",
    replace: "if (rule === 'paused') before.push({ code: 'beyond_policy', rule })",
    test: TEST,
    caught_by: 'counted from the journal alone',
  },
  {
    name: 'the wallet pays on after the person said stop',
    file: DUE,
    find: 'within === undefined || !deps.mayPay(policy_id) || signal?.aborted',
    replace: 'within === undefined || signal?.aborted',
    test: TEST,
    caught_by: 'counted from the journal alone',
  },
  {
    name: 'a wallet pays by what was agreed to on another device',
    file: DUE,
    find: "if (now.status !== 'active' || now.consent?.policy_digest !== within.policy_digest) continue",
    replace: "if (now.status !== 'active') continue",
    test: TEST,
    caught_by: 'counted from the journal alone',
  },
]
