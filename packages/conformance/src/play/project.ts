/** The second surface: a project with its key, payment intents and policies (1.7, 1.8, 2.4, 4.6, 7). */
import { randomUUID } from 'node:crypto'
import { type Answer, type Call, codeOf, isDone, isRefused, type Json, needed, saidOf, withHeaders } from '../call.ts'
import type { Run } from '../place.ts'
import type { Operator } from './operator.ts'
import type { Asking } from './requests.ts'
import type { Wallet } from './wallet.ts'

const PAYMENTS = '/v1/agent-payments'
const POLICIES = '/v1/automation-policies'
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const HOUR_MS = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

const isEnvelope = ({ json }: Answer): boolean =>
  typeof json.request_id === 'string' && UTC.test(String(json.timestamp))

const judgeSuccess = ({ book }: Run, what: string, answer: Answer): void => {
  const { json } = answer
  book.judge('2.4 success', what, json.success === true, saidOf(answer))
  const { id, status } = json.data ?? {}
  book.judge('2.4 data', what, typeof id === 'string' && typeof status === 'string', saidOf(answer))
  book.judge('2.4 request_id', what, typeof json.request_id === 'string', saidOf(answer))
  book.judge('2.4 timestamp', what, UTC.test(String(json.timestamp)), saidOf(answer))
}

const judgeFailure = ({ book }: Run, what: string, answer: Answer): void => {
  const { success, error } = answer.json
  const texts =
    typeof error?.code === 'string' && typeof error?.message === 'string' && typeof error?.details === 'object'
  book.judge(['2.4 second failure', '7 second'], what, success === false && texts && isEnvelope(answer), saidOf(answer))
}

export const judgeProject = async (run: Run, operator: Operator, asking: Asking, wallet: Wallet): Promise<void> => {
  const { call, book } = run
  const { project } = needed(await operator.call('POST', '/v1/projects', { body: { name: 'Checkout assistant' } }))
  const keys = `/v1/projects/${project.project_id}/api-keys`
  const { secret } = needed(await operator.call('POST', keys, { body: { name: 'Server' } }))
  const by_key = withHeaders(call, { 'x-svc-api-key': secret })
  const intend = (more: object): Promise<Answer> => by_key('POST', PAYMENTS, { body: { ...intentOf(asking), ...more } })

  const human = await intend({ initiator: 'human' })
  const made: Json = human.json.data
  judgeSuccess(run, 'in the answer to a create', human)
  book.judge(
    ['3 agent payment', '1.7'],
    'a new payment is intent_created',
    made?.status === 'intent_created',
    saidOf(human),
  )
  needed(human)
  const path = `${PAYMENTS}/${made.id}`
  const read = await by_key('GET', path)
  judgeSuccess(run, 'in the answer to a read', read)
  const same = isDone(read) && read.json.data?.id === made.id
  book.judge(['4.6 GET /v1/agent-payments/{id}', '1.7', '5 project'], 'the key reads it', same, saidOf(read))
  await judgeKey(run, path, secret, by_key)
  await judgePolicies(run, asking, wallet, { by_key, intend })
}

const intentOf = ({ connection, payee }: Asking): object => ({
  initiator: 'agent',
  connection_id: connection.connection_id,
  recipient_id: payee.recipient_id,
  recipient_version_id: payee.recipient_version_id,
  amount: '5',
  idempotency_key: randomUUID(),
})

const judgeKey = async (run: Run, path: string, secret: string, by_key: Call): Promise<void> => {
  const { call, book } = run
  const nobody = await call('GET', path)
  book.judge('5 project', 'without the key it is 401', nobody.status === 401, saidOf(nobody))
  judgeFailure(run, 'without a key', nobody)
  const elsewhere = await call('GET', path, { headers: { 'x-api-key': secret, 'x-svc-project': secret } })
  book.judge('5.2', 'the key in a header of our own opens nothing', elsewhere.status === 401, saidOf(elsewhere))
  const beside = await by_key('GET', path, { headers: { 'x-api-key': 'other', 'x-svc-session': 'other' } })
  book.judge('5.2', 'headers of our own beside the key change nothing', isDone(beside), saidOf(beside))
  const absent = await by_key('GET', `${PAYMENTS}/apy_of_nobody`)
  book.judge('7 resource_not_found', 'an absent agent payment', codeOf(absent) === 'resource_not_found', saidOf(absent))
  judgeFailure(run, 'for an absent payment', absent)
}

interface Project {
  readonly by_key: Call
  intend(more: object): Promise<Answer>
}

const judgePolicies = async (run: Run, asking: Asking, wallet: Wallet, { by_key, intend }: Project): Promise<void> => {
  const { book } = run
  const { connection, payee } = asking
  const terms = {
    single_tx_limit: '10',
    cumulative_limit: '12',
    validity_window: { from: inHours(-1), to: inHours(24) },
    allowlist: [payee.recipient_id],
  }
  const named = { connection_id: connection.connection_id, name: 'Groceries', network: 'stellar_testnet', asset: 'XLM' }
  const propose = (more: object) => by_key('POST', POLICIES, { body: { ...named, ...terms, ...more } })
  const optIn = (policy: Json) =>
    wallet.call('POST', `${POLICIES}/${policy.id}/opt-in`, { policy_digest: policy.policy_digest })

  const mainnet = await propose({ network: 'stellar_public' })
  book.judge(
    ['1.8 mainnet', '7 phase_0_mainnet_disabled'],
    'a policy for a mainnet is 409 phase_0_mainnet_disabled',
    mainnet.status === 409 && codeOf(mainnet) === 'phase_0_mainnet_disabled',
    saidOf(mainnet),
  )
  judgeFailure(run, 'for a mainnet', mainnet)
  for (const name of Object.keys(terms)) {
    const partial = await propose({ [name]: undefined })
    const accepted = isDone(partial) ? await optIn(partial.json.data) : partial
    book.judge(['4.6 four', '8 policy'], `no opt-in without ${name}`, isRefused(accepted), saidOf(accepted))
  }
  const proposed = await propose({})
  const policy: Json = proposed.json.data
  book.judge(
    ['4.6 /v1/automation-policies', '1.7'],
    'a policy is proposed',
    typeof policy?.id === 'string',
    saidOf(proposed),
  )
  needed(proposed)
  const early = await intend({})
  judgeBeyond(run, 'an intent before the opt-in', early)
  book.judge('4.6 opt-in', 'before the opt-in an agent may nothing', isRefused(early), saidOf(early))
  needed(await optIn(policy))
  const within = await intend({})
  book.judge('4.6 opt-in', 'after it an intent within the terms is taken', isDone(within), saidOf(within))

  const idempotency_key = randomUUID()
  const beyond = await intend({ amount: '11', idempotency_key })
  judgeBeyond(run, 'an intent over the limit of one payment', beyond)
  const names: unknown = beyond.json.error?.details?.triggered_thresholds
  const listed = Array.isArray(names) && names.includes('single_tx_limit') && names.includes('cumulative_limit')
  book.judge('7 triggered_thresholds', 'two limits exceeded are two names', listed, saidOf(beyond))
  const again = await intend({ initiator: 'human', amount: '11', idempotency_key: randomUUID() })
  book.judge(['7 human', '1.7 human'], 'the same, human-initiated, is taken', isDone(again), saidOf(again))
  const removed = await by_key('DELETE', `${POLICIES}/${policy.id}`)
  const [all, after] = [await by_key('GET', POLICIES), await intend({})]
  book.judge(
    '4.6 /v1/automation-policies',
    'policies are listed, and a withdrawn one allows nothing',
    isDone(all) && isDone(removed) && isRefused(after),
    [removed, all, after].map(saidOf),
  )
}

const judgeBeyond = (run: Run, what: string, answer: Answer): void => {
  const code = codeOf(answer)
  run.book.judge(['1.7 beyond', '7 HC_NC_5_HITL_REQUIRED'], what, code === 'HC_NC_5_HITL_REQUIRED', saidOf(answer))
  judgeFailure(run, what, answer)
}
