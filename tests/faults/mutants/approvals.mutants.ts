/** What a wallet approves on an EVM chain: each rule that keeps one yes from becoming two payments, or another one. */
import type { Mutant } from './mutant.ts'

const EVM = 'packages/signing/src/evm'
const by = (caught_by: string) => ({ test: 'packages/signing/test/authorize.test.ts', caught_by })
const terms = (caught_by: string) => ({ test: 'packages/signing/src/evm/check-terms.test.ts', caught_by })
const drawn = (caught_by: string) => ({ test: 'apps/wallet/src/review/review-of.test.ts', caught_by })

export const approvalMutants: readonly Mutant[] = [
  {
    name: 'an approval is handed over before it is kept',
    file: `${EVM}/prepare-authorization.ts`,
    find: '  await deps.journal.put(entry)\n',
    replace: '',
    ...by('the next start brings it to its end, approved once and paid once'),
  },
  {
    name: 'an approval is handed over although its claim was not heard',
    file: `${EVM}/authorizer.ts`,
    find: "  return { is: 'unknown' as const, waits_for: 'service' as const, heard: claimed.why }\n}\n\n/** More",
    replace: "  return entry && { ...entry, state: 'claimed' as const }\n}\n\n/** More",
    ...by('nothing is handed over before it is heard'),
  },
  {
    name: 'an approval is handed over after it has ended',
    file: `${EVM}/authorizer.ts`,
    find: "if (entry.state === 'claimed' && !isOver(entry)) {",
    replace: "if (entry.state === 'claimed') {",
    ...by('back only after the approval has ended'),
  },
  {
    name: 'an approval that another device made goes on to be followed as this one',
    file: `${EVM}/authorizer.ts`,
    find: "  'authorization_too_early',\n",
    replace: '',
    ...by('of a payment that this device did not claim'),
  },
  {
    name: 'a device tells of an end although another one may have handed over',
    file: `${EVM}/authorizer.ts`,
    find: "outcome?.is !== 'failed' || handed_at !== undefined",
    replace: 'outcome?.is !== undefined || handed_at !== undefined',
    ...by('nobody is told of an end'),
  },
  {
    name: 'a payment in a block that may be undone counts as paid',
    file: `${EVM}/follow-authorization.ts`,
    find: "chain.block('finalized', signal)",
    replace: "chain.block('latest', signal)",
    ...by('approves, hands over sealed, and knows the end once it is final'),
  },
  {
    name: 'what was seen and then undone stays seen',
    file: `${EVM}/authorizer.ts`,
    find: 'if (seen?.transaction_hash !== before?.transaction_hash)',
    replace: 'if (seen !== undefined)',
    ...by('a payment that was seen and then undone was not paid'),
  },
  {
    name: 'what is approved and not paid yet can be approved again from the same balance',
    file: `${EVM}/prepare-authorization.ts`,
    find: 'available: balance > promised ? balance - promised : 0n,',
    replace: 'available: balance,',
    ...by('more than the account has beside what it has approved already'),
  },
  {
    name: 'facts that the person never saw are approved',
    file: `${EVM}/prepare-authorization.ts`,
    find: 'if (payable.facts_digest !== input.facts_digest)',
    replace: "if (payable.facts_digest === '')",
    ...by('facts other than those that the person saw'),
  },
  {
    name: 'an approval is sealed to a key that nobody here knows',
    file: `${EVM}/prepare-authorization.ts`,
    find: 'return known ? [] :',
    replace: 'return known || true ? [] :',
    ...by('a key of an agent that this device does not know'),
  },
  {
    name: 'another authorization than the one that was checked is handed over',
    file: `${EVM}/authorization-signer.ts`,
    find: ' && compareAuthorization(signed.authorization, terms).length === 0',
    replace: '',
    ...by('a signature of another account, or of another authorization'),
  },
  {
    name: 'an address below the domain of the payee counts as the payee',
    file: `${EVM}/check-terms.ts`,
    find: 'host === domain ||',
    replace: 'host.endsWith(domain) ||',
    ...terms('is refused: https'),
  },
  {
    name: 'a key to seal to counts whoever signed it',
    file: `${EVM}/check-terms.ts`,
    find: "return crypto.subtle.verify('Ed25519', credential, signed, text)",
    replace: 'return credential !== undefined && text.length > 0',
    ...terms('that another key signed'),
  },
  {
    name: 'what it is for may differ from what was signed',
    file: `${EVM}/check-terms.ts`,
    find: '!== terms_digest)',
    replace: "=== '')",
    ...terms('other words than those that were signed'),
  },
  {
    name: 'a key that this device does not know takes no second step',
    file: 'apps/wallet/src/review/review-of.ts',
    find: "['handed_over', 'agent_key',",
    replace: "['handed_over',",
    ...drawn('takes a second step'),
  },
  {
    name: 'what the agent says of another host is approved all the same',
    file: 'apps/wallet/src/review/review-of.ts',
    find: "  'wrong_terms',\n",
    replace: '',
    ...drawn('can only be rejected'),
  },
  {
    name: 'an approval can be given before what it is for was checked',
    file: 'apps/wallet/src/review/review-of.ts',
    find: 'if (payment.method !== undefined && terms === undefined)',
    replace: "if (payment.method !== undefined && terms?.agent_key === 'none')",
    ...drawn('waits until what it is for is checked'),
  },
]
