/** An operator: mail, link, organization, session (4.1). */
import { type Answer, bare, type Call, isDone, isRefused, type Json, needed, saidOf, withHeaders } from '../call.ts'
import type { Run } from '../place.ts'

export interface Operator {
  readonly email: string
  readonly merchant: Json
  readonly csrf: string
  readonly cookie: string
  /** With cookie and proof. */
  readonly call: Call
}

const REGISTRATIONS = '/v1/merchant-accounts/registrations'
const VERIFICATIONS = '/v1/merchant-accounts/email-verifications'
let operators = 0

interface Asked {
  readonly token: string
  readonly answer: Answer
}

const askForLink = async ({ place, call, book }: Run, email: string): Promise<Asked> => {
  const answers: Answer[] = []
  const link = await place.linkFor(email, async () => {
    answers.push(await call('POST', REGISTRATIONS, { body: { email } }))
  })
  const [answer] = answers as [Answer]
  book.judge(
    `4.1 POST ${REGISTRATIONS}`,
    'an address is taken, and a link comes by mail',
    isDone(answer),
    saidOf(answer),
  )
  return { token: link.split('#token=')[1] ?? '', answer }
}

/** A new organization, and its open session. */
export const signIn = async (run: Run, name: string): Promise<Operator> => {
  const { call, book } = run
  const email = run.place.emailFor(`conformance-${Date.now()}-${operators++}`)
  const { token, answer: unknown } = await askForLink(run, email)

  const verified = await call('POST', VERIFICATIONS, { body: { token } })
  const { grant, merchant_choices } = verified.json
  book.judge(
    `4.1 POST ${VERIFICATIONS}`,
    'the link gives a list of choices and a grant',
    Array.isArray(merchant_choices) && typeof grant === 'string',
    saidOf(verified),
  )
  needed(verified)
  const twice = await call('POST', VERIFICATIONS, { body: { token } })
  book.judge(`4.1 POST ${VERIFICATIONS}`, 'the link works once', isRefused(twice), saidOf(twice))

  const created = await call('POST', '/v1/merchants', { body: { grant, name } })
  const { merchant, grant: next } = created.json
  book.judge(
    '4.1 no workspace',
    'a new account has no choices and creates an organization',
    merchant_choices.length === 0,
    saidOf(verified),
  )
  needed(created)
  book.judge(
    ['4.1 POST /v1/merchants', '1.2'],
    'an organization and the next grant',
    typeof next === 'string',
    saidOf(created),
  )
  book.judge('3 merchant', 'a new organization is pending', merchant?.status === 'pending', merchant?.status)
  book.judge('2.3 version', 'a merchant has an integer version', Number.isInteger(merchant?.version), merchant?.version)
  const again = await call('POST', '/v1/merchants', { body: { grant, name } })
  book.judge('4.1 POST /v1/merchants', 'the grant is consumed', isRefused(again), saidOf(again))
  const operator = await openSession(run, email, next)

  const { answer: known } = await askForLink(run, email)
  book.judge('4.1 enumeration', 'the answer is the same for a known address', bare(known) === bare(unknown), [
    bare(unknown),
    bare(known),
  ])
  return operator
}

const openSession = async ({ call, book }: Run, email: string, grant: string): Promise<Operator> => {
  const opened = await call('POST', '/v1/merchant-sessions', { body: { grant } })
  const { merchant, csrf_token } = opened.json
  const set = opened.headers.get('set-cookie') ?? ''
  book.judge(
    '4.1 POST /v1/merchant-sessions',
    'an HttpOnly cookie, and a CSRF proof in the answer alone',
    /;\s*httponly/i.test(set) && typeof csrf_token === 'string' && !set.includes(csrf_token),
    [set.split(';').slice(1), typeof csrf_token],
  )
  const again = await call('POST', '/v1/merchant-sessions', { body: { grant } })
  book.judge('4.1 POST /v1/merchant-sessions', 'the grant is consumed', isRefused(again), saidOf(again))
  needed(opened)
  const cookie = set.split(';')[0] ?? ''
  const session = withHeaders(call, { cookie, 'x-csrf-token': csrf_token })
  return { email, merchant, csrf: csrf_token, cookie, call: session }
}

/** What a session needs, and who comes back. */
export const judgeSession = async (run: Run, operator: Operator): Promise<void> => {
  const { call, book } = run
  const agent = { name: 'Agent', runtime: 'kit', environment: 'testnet', allowed_scopes: ['payment.requests.read'] }
  const without = await call('POST', '/v1/agents', { body: agent, headers: { cookie: operator.cookie } })
  book.judge(
    ['4.1 csrf', '5 operator'],
    'a mutation with the cookie alone is refused',
    isRefused(without),
    saidOf(without),
  )
  const nobody = await call('POST', '/v1/agents', { body: agent })
  book.judge(
    ['4.1 session', '5 operator'],
    'a mutation without a session is refused with 401',
    nobody.status === 401,
    saidOf(nobody),
  )
  const forged = await call('POST', '/v1/agents', {
    body: agent,
    headers: { cookie: operator.cookie, 'x-csrf-token': operator.csrf, cookie2: 'x', 'x-svc-session': 'other' },
  })
  book.judge('5.2', 'a header of our own beside the session changes nothing', isDone(forged), saidOf(forged))

  const { token } = await askForLink(run, operator.email)
  const back = await call('POST', VERIFICATIONS, { body: { token } })
  const [choice] = needed(back).merchant_choices
  const opened = await call('POST', '/v1/merchant-sessions', {
    body: { grant: back.json.grant, choice: choice?.choice, transport: 'bearer' },
  })
  book.judge(
    '4.1 returning',
    'a known address chooses its organization and gets a session',
    isDone(opened),
    saidOf(opened),
  )
  const bearer = { authorization: `Bearer ${needed(opened).session_token}` }
  const policies = await call('GET', '/v1/automation-policies', { headers: bearer })
  book.judge('5 admin session', 'a bearer session token lists policies', isDone(policies), saidOf(policies))
}
