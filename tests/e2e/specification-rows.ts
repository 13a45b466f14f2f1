/**
 * The rows of sections 4.1 and 4.3 of the specification, each with the tests in which somebody does it on a page: the portal for an
 * operator, the wallet for its user. Each of these tests ends with `expectRows`. What only an agent does, a program, has no page:
 * there the agent of the test does it, while the person looks on.
 */
import { expect } from 'vitest'
import { operationOf } from '../../server/test/operation-of.ts'

const OPERATOR = 'tests/e2e/portal-operator-cases.ts'
const GETS_IN = `${OPERATOR}: an operator gets in by mail alone, and out again on a small screen`
const BY_KEYS = `${OPERATOR}: by keyboard alone, an operator proves a domain, adds a payee, an agent and an endpoint, sees a request arrive, and reads what became of it`
const DOMAIN =
  'tests/e2e/portal-payees-cases.ts: a domain that fails shows the time that is left, and one that is removed suspends its payees'
const PAYEE =
  'tests/e2e/portal-payees-cases.ts: a payee gets a new address after a day, is renamed, recalled with its word typed, and retired; another is paid in an issued asset'
const AGENT =
  'tests/e2e/portal-developers-cases.ts: an agent proves a key that was made elsewhere, is narrowed, suspended and activated, and loses a key and a connection'
const ENDPOINT =
  'tests/e2e/portal-developers-cases.ts: an endpoint is created, verified and tested; what fails is retried, tried now and arrives'
const WALLET = 'tests/e2e/wallet-agents-cases.ts'
const CONNECTION = `${WALLET}: a key that is shown brings an agent in, which then asks, is narrowed, gets another token, is paused and disconnected`
const CODE = `${WALLET}: an agent that shows a code is connected only if the user picks its words`

export const ROWS: Readonly<Record<string, readonly string[]>> = {
  'merchant_accounts.register': [GETS_IN],
  'merchant_accounts.verify_email': [GETS_IN],
  'merchants.create': [GETS_IN],
  'merchant_sessions.open': [GETS_IN],
  'merchant_domains.register': [DOMAIN, BY_KEYS],
  'merchant_domains.verify': [DOMAIN, BY_KEYS],
  'recipients.create': [PAYEE, BY_KEYS],
  'recipients.verify': [PAYEE, BY_KEYS],
  'recipients.activate_version': [PAYEE, BY_KEYS],
  'agents.create': [AGENT, BY_KEYS],
  'agents.update': [AGENT, BY_KEYS],
  'agent_credentials.register': [AGENT, BY_KEYS],
  'agent_credentials.activate': [AGENT, BY_KEYS],
  'webhook_endpoints.create': [ENDPOINT, BY_KEYS],
  'webhook_deliveries.list': [ENDPOINT, BY_KEYS],
  'pairing.start': [CODE],
  'pairing.read': [CODE],
  'pairing.approve': [CODE],
  'pairing.reject': [CODE],
  'connections.list': [CONNECTION],
  'connections.update': [CONNECTION],
  'connections.revoke': [CONNECTION],
  'connections.rotate_token': [CONNECTION],
}

const BY_THE_AGENT = ['pairing.start', 'pairing.read']

/** The pages of this test have called every operation that is said to be done in it. */
export const expectRows = (requests: readonly string[]): void => {
  const name = expect.getState().currentTestName?.split(' > ').at(-1)
  const mine = Object.keys(ROWS).filter((id) => ROWS[id]?.some((test) => test.endsWith(`: ${name}`)))
  expect(mine, `rows of the test "${name}"`).not.toEqual([])
  const called = new Set<string | undefined>(
    requests.map((request) => {
      const [method = '', address = ''] = request.split(' ')
      return operationOf(method, new URL(address).pathname)?.id
    }),
  )
  expect(mine.filter((id) => !called.has(id) && !BY_THE_AGENT.includes(id))).toEqual([])
}
