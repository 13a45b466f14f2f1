/** What a payer is shown: links, amounts, payees and memos come from facts whose signature was checked, and from nowhere else. */
import type { Mutant } from './mutant.ts'

const LINK = 'packages/protocol/src/sep7.ts'
const LINK_TEST = 'packages/protocol/src/payments.test.ts'
const MCP = 'packages/mcp/src/payment-view.ts'
const MCP_TEST = 'packages/mcp/src/payment-view.test.ts'
const CLI = 'packages/cli/src/checked-request.ts'
const CLI_TEST = 'packages/cli/src/output.test.ts'
const OUTCOME = 'packages/sdk/src/outcome-of.ts'
const OUTCOME_TEST = 'packages/sdk/src/outcomes.test.ts'

export const shownMutants: readonly Mutant[] = [
  {
    name: "a payer's wallet makes a request paid on the pages",
    file: 'packages/ui/src/standing.ts',
    find: "if (assurance === 'chain_observed') return 'paid'",
    replace: "if (assurance === 'chain_observed' || payment.status === 'confirmed') return 'paid'",
    test: 'packages/ui/src/ui.test.ts',
    caught_by: 'paid is said only of what the ledger shows',
  },
  {
    name: 'the word of a wallet is taken for paid',
    file: OUTCOME,
    find: "if (status === 'confirmed') return 'reported'",
    replace: "if (status === 'confirmed') return 'paid'",
    test: OUTCOME_TEST,
    caught_by: 'nothing but a bound payment on the ledger is paid',
  },
  {
    name: 'a wait ends with the word of a wallet although the ledger may still speak',
    file: OUTCOME,
    find: "if (observed && !hasLedgerEnded(request)) return 'still_waiting'",
    replace: "if (observed && !hasLedgerEnded(request) && status !== 'confirmed') return 'still_waiting'",
    test: OUTCOME_TEST,
    caught_by: 'confirmed, and the ledger has not spoken yet is still_waiting',
  },
  {
    name: 'a wait for a ledger that nobody can read has no end',
    file: OUTCOME,
    find: "'history_gone', 'ledger_reset', 'unreadable_transaction'",
    replace: "'history_gone', 'ledger_reset'",
    test: OUTCOME_TEST,
    caught_by: "confirmed, and a transaction of its time can't be read is reported",
  },
  {
    name: "somebody else's payment ends the wait of a wallet",
    file: OUTCOME,
    find: 'ledger_match !== undefined && ledger_match.transaction_hash === transaction_hash',
    replace: "ledger_match !== undefined && transaction_hash !== ''",
    test: OUTCOME_TEST,
    caught_by: "only somebody else's payment fits",
  },
  {
    name: 'MCP passes on the link of the service',
    file: MCP,
    find: "status === 'pending' ? await walletLink(facts) : undefined",
    replace:
      "status === 'pending' ? ((await walletLink(facts)) && (request as { handoff?: { uri: string } }).handoff?.uri) : undefined",
    test: MCP_TEST,
    caught_by: 'lumens on the test network',
  },
  {
    name: 'MCP shows an answer about another request',
    file: MCP,
    find: 'if (facts.request_id !== request_id) {',
    replace: "if (facts.request_id === '') {",
    test: MCP_TEST,
    caught_by: 'an answer about another request is refused',
  },
  {
    name: 'a link leaves out the network',
    file: LINK,
    find: "    ['network_passphrase', passphrase],\n",
    replace: '',
    test: LINK_TEST,
    caught_by: 'lumens on the test network',
  },
  {
    name: 'a link has a memo without its kind',
    file: LINK,
    find: "    ['memo_type', 'MEMO_TEXT'],\n",
    replace: '',
    test: LINK_TEST,
    caught_by: 'a text memo says that it is text',
  },
  {
    name: 'a link has a number as its memo without saying so',
    file: LINK,
    find: "      ['memo_type', 'MEMO_ID'],\n",
    replace: '',
    test: LINK_TEST,
    caught_by: 'an id memo is a number',
  },
  {
    name: 'a link carries a memo and a reference',
    file: LINK,
    find: "(reference !== 'memo_hash' || memo !== undefined)",
    replace: "reference !== 'memo_hash'",
    test: LINK_TEST,
    caught_by: 'a memo and a reference have one place',
  },
  {
    name: 'a link is made of a reference that nobody knows',
    file: LINK,
    find: "(reference !== 'memo_hash' || memo !== undefined)",
    replace: 'memo !== undefined',
    test: LINK_TEST,
    caught_by: 'a reference that nobody here knows',
  },
  {
    name: 'the SDK hands on the link of the service',
    file: 'packages/sdk/src/read-answer.ts',
    find: "Reflect.deleteProperty(objectOr(record), 'handoff')",
    replace: "Reflect.deleteProperty(objectOr(record), 'hand_off')",
    test: 'packages/sdk/src/shared-vectors.test.ts',
    caught_by: 'a link that the service sends is handed to nobody',
  },
  {
    name: "an agent takes another's signed request for the one that it asked for",
    file: 'packages/sdk/src/request-payment.ts',
    find: 'if (request?.request_id === request_id) return request',
    replace: 'if (request) return request',
    test: 'packages/sdk/test/pinning.test.ts',
    caught_by: 'is no answer to what an agent asks for',
  },
  {
    name: "an agent takes another connection's signed request for one of its own",
    file: 'packages/sdk/src/agent-client.ts',
    find: 'if (known_id === undefined || facts.connection_id === known_id) return facts',
    replace: 'if (known_id !== facts.type) return facts',
    test: 'packages/sdk/test/pinning.test.ts',
    caught_by: 'is not taken for a request of this connection',
  },
  {
    name: 'the CLI shows a payment whose facts do not hold',
    file: CLI,
    find: 'const facts = await checks.verifyFacts(request)',
    replace: 'const facts = (await checks.verifyFacts(request).catch(() => request)) as PaymentFacts',
    test: CLI_TEST,
    caught_by: 'another network than the signed one',
  },
  {
    name: 'the CLI shows an answer about another request',
    file: CLI,
    find: 'if (facts.request_id !== asked)',
    replace: "if (facts.request_id === '')",
    test: CLI_TEST,
    caught_by: 'an answer about another request is refused',
  },
  {
    name: 'the CLI prints what a payment carries as it was sent',
    file: CLI,
    find: 'const { reference_value: _value, ...sent } = request',
    replace: 'const sent = request',
    test: CLI_TEST,
    caught_by: 'what a payment carries is what was signed',
  },
  {
    name: 'the CLI asks for a payment that it could not check afterwards',
    file: 'packages/cli/src/commands/requests.ts',
    find: '  await agent.trustedKeys()\n',
    replace: '',
    test: 'packages/cli/test/pinning.test.ts',
    caught_by: 'another needs a new pin',
  },
]
