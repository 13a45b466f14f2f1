/** Whatever does not answer, a tool does, within 50 seconds, and says how to go on. The clock is turned on; the rest is real. */
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { newSecret } from '@pursestrings/protocol/secrets'
import { generateKeyPair } from '@pursestrings/sdk'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Proxy, startProxy } from '../../sdk/test/proxy.ts'
import { createDeps } from '../src/deps.ts'
import { createHandOff } from '../src/hand-off.ts'
import { type Call, guarded, type Tool } from '../src/tool.ts'
import { connectionStatus, connectWallet } from '../src/tools/connect-wallet.ts'
import { getPaymentRequest } from '../src/tools/get-payment-request.ts'
import { listEvents, listRecipients } from '../src/tools/list-events.ts'
import { requestPayment } from '../src/tools/request-payment.ts'
import { waitForPaymentRequest } from '../src/tools/wait-for-payment-request.ts'

const WITHIN_MS = 50_000
const STEP_MS = 1_000

let silent: Proxy
let private_key: string
beforeAll(async () => {
  silent = await startProxy('http://127.0.0.1:9', () => 'hang')
  private_key = (await generateKeyPair()).private_key
})
afterAll(() => silent[Symbol.asyncDispose]())
const turnClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
afterEach(() => {
  vi.useRealTimers()
})

const NEVER = { answered: () => undefined, offer: () => new Promise<never>(() => {}) }

/** The answer, and after which time of the turned clock it came. */
const answered = async (tool: Tool, input: object, context: object = {}): Promise<[CallToolResult, number]> => {
  const begun = performance.now()
  const answers: CallToolResult[] = []
  const { signal } = new AbortController()
  const running = guarded(tool)(input, { mcpReq: { signal, ...context } } as ServerContext).then((told) => {
    answers.push(told as CallToolResult)
  })
  while (answers.length === 0 && performance.now() - begun < 2 * WITHIN_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    // What comes over a socket comes in its own time.
    await new Promise((resume) => setImmediate(resume))
  }
  const took = performance.now() - begun
  await running
  return [answers[0] as CallToolResult, took]
}

const textOf = ({ content }: CallToolResult): string =>
  content.map((one) => (one.type === 'text' ? one.text : '')).join('\n')

const TOOLS: readonly [(deps: ReturnType<typeof createDeps>) => Tool, object, string][] = [
  [listRecipients, {}, 'Call the same tool again with the same arguments; it creates nothing twice.'],
  [
    (deps) => requestPayment(deps, NEVER),
    { recipient_id: 'rcp_1', amount: '1', task_ref: 'a' },
    'Call the same tool again with the same arguments; it creates nothing twice.',
  ],
  [getPaymentRequest, { request_id: 'pr_1' }, 'Call the same tool again with the same arguments'],
  [waitForPaymentRequest, { request_id: 'pr_1', timeout_seconds: 50 }, 'again with the same request_id'],
  [listEvents, {}, 'Call the same tool again with the same arguments'],
  [connectWallet, { connect_key: 'AAAA-BBBB' }, '\nNext: '],
  [connectionStatus, {}, 'Call the same tool again with the same arguments'],
]

test.each(TOOLS)('%o answers in time where the service is silent', async (make, input, next) => {
  turnClock()
  const { signal } = new AbortController()
  const connection_token = make === connectWallet ? undefined : newSecret('conn')
  const agent = { agent_id: 'agt_1', kid: 'desk', private_key }
  const deps = createDeps({ base_url: silent.base_url, pinned_keys: [], connection_token, agent }, signal)
  const [told, took] = await answered(make(deps), input)
  expect(took).toBeLessThan(WITHIN_MS)
  expect(textOf(told)).toContain(next)
})

test('a tool that would wait for ever answers in time, too, and says how to go on', async () => {
  turnClock()
  const [told, took] = await answered({ ...getPaymentRequest({} as never), run: () => new Promise(() => {}) }, {})
  expect(took).toBeLessThan(WITHIN_MS)
  expect([told.isError, textOf(told)]).toEqual([
    true,
    expect.stringMatching(/^not_answered_in_time: [^]*\nNext: Call /),
  ])
})

test('a user who looks at the address for long is left to it before the time for the answer is over', async () => {
  const server = { server: { getClientCapabilities: () => ({ elicitation: { url: {} } }) } }
  const handOff = createHandOff(server as never, 'legacy')
  for (const left_ms of [48_000, 30_000, 5_000]) {
    const waited: number[] = []
    const elicitInput = (_: object, { timeout }: { readonly timeout: number }) => {
      waited.push(timeout)
      return Promise.reject(new Error('timeout'))
    }
    const call = { context: { mcpReq: { elicitInput } }, left_ms: () => left_ms } as unknown as Call
    expect(await handOff.offer(call, { message: 'Approve or reject', url: 'https://wallet.example' })).toBeUndefined()
    expect(waited).toEqual([expect.any(Number)])
    expect(waited[0]).toBeLessThanOrEqual(left_ms - 2_000)
  }
})
