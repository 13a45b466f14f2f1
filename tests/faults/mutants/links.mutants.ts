/** Links that lead a person to a request: what they hold, where they lead, whom they tell anything, and when a tool answers. */
import type { Mutant } from './mutant.ts'

const LINK = 'packages/protocol/src/approval-link.ts'
const VECTORS = 'packages/sdk/src/shared-vectors.test.ts'
const NAMES = 'a link for approval names the request'
const MCP = 'packages/mcp/src/payment-view.ts'
const MCP_TEST = 'packages/mcp/src/payment-view.test.ts'
const FIND = 'apps/wallet/src/review/find-linked.ts'
const FIND_TEST = 'apps/wallet/src/review/find-linked.test.ts'
const QUERIES = 'packages/ui/src/queries.ts'
const QUERIES_TEST = 'packages/ui/src/queries.test.ts'
const IN_TIME = 'packages/mcp/test/in-time.test.ts'

export const linkMutants: readonly Mutant[] = [
  {
    name: "a link's request is sent to the host of the wallet",
    file: LINK,
    find: '  `#${encodeURIComponent',
    replace: '  `/${encodeURIComponent',
    test: VECTORS,
    caught_by: NAMES,
  },
  {
    name: 'what stands around a link can cut it off',
    file: LINK,
    find: "/[.!~*'()]/g",
    replace: '/[.]/g',
    test: VECTORS,
    caught_by: NAMES,
  },
  {
    name: 'a link leads to another call than that for a request',
    file: LINK,
    find: "['', '.', '..', 'events']",
    replace: "['']",
    test: FIND_TEST,
    caught_by: 'what is no name is asked of nobody',
  },
  {
    name: 'a link leads over plain http',
    file: 'packages/sdk/src/approval-link.ts',
    find: "baseOf(wallet_url, 'wallet_url')",
    replace: 'wallet_url',
    test: VECTORS,
    caught_by: NAMES,
  },
  {
    name: 'MCP leads the user where an answer says',
    file: MCP,
    find: '? approvalLink(wallet_url, request_id)',
    replace: '? (request as { approval_url?: string }).approval_url',
    test: MCP_TEST,
    caught_by: 'names the request at the address that was kept',
  },
  {
    name: 'MCP leads the user to what is decided',
    file: MCP,
    find: "status === 'pending' && wallet_url !== undefined",
    replace: 'wallet_url !== undefined',
    test: MCP_TEST,
    caught_by: 'is there only while somebody has to decide',
  },
  {
    name: 'the service moves the wallet that a profile kept',
    file: 'packages/cli/src/pins.ts',
    find: '  if (kept !== undefined) return\n',
    replace: '',
    test: 'packages/cli/test/pinning.test.ts',
    caught_by: 'another address of the service changes nothing',
  },
  {
    name: 'a link says that there is a request of others',
    file: FIND,
    find: 'failure.status === 404 || failure.status === 422',
    replace: 'failure.status === 422',
    test: FIND_TEST,
    caught_by: 'what is not its own is not here',
  },
  {
    name: 'a link for two requests is answered with a fault',
    file: FIND,
    find: "  if (failure.code === 'request_id_ambiguous') return 'several'\n",
    replace: '',
    test: FIND_TEST,
    caught_by: 'of two requests with one name none is chosen',
  },
  {
    name: "a tool is longer silent than its client's patience",
    file: 'packages/mcp/src/tool.ts',
    find: 'const ANSWERS_WITHIN_MS = 48_000',
    replace: 'const ANSWERS_WITHIN_MS = 58_000',
    test: IN_TIME,
    caught_by: 'a tool that would wait for ever',
  },
  {
    name: 'a user who looks for long costs the answer that names the request',
    file: 'packages/mcp/src/hand-off.ts',
    find: 'Math.max(1, Math.min(ANSWER_MS, left_ms() - REST_MS))',
    replace: 'Math.max(1, 10 * ANSWER_MS)',
    test: IN_TIME,
    caught_by: 'a user who looks at the address for long',
  },
  {
    name: 'a page shows what it began to read before an event came',
    file: QUERIES,
    find: 'void promise?.then(readOnceMore, readOnceMore)',
    replace: 'void [promise, readOnceMore]',
    test: QUERIES_TEST,
    caught_by: 'a first read that was on its way',
  },
  {
    name: 'a page that is looked at again shows what it was reading before an event came',
    file: QUERIES,
    find: '{ ...filters, queryKey, exact: true }, { cancelRefetch: false })',
    replace: "{ ...filters, queryKey, exact: true, type: 'inactive' }, { cancelRefetch: false })",
    test: QUERIES_TEST,
    caught_by: 'what a hidden page was reading again',
  },
]
