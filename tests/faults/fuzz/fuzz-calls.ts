/** Sends changed calls to every operation and judges the answers; a credential that one of them ended is replaced. */
import type { Operation } from '@pursestrings/contract/operation'
import { operations, UNROUTED } from '@pursestrings/contract/operations'
import type { Answered, Document } from '../../../server/test/documented.ts'
import { HOSTILE_SETTINGS } from '../../../server/test/hostile-run.ts'
import { type Stage, stageIn } from '../../../server/test/hostile-stage.ts'
import type { MerchantWeb } from '../../../server/test/merchant-web.ts'
import { until } from '../../../server/test/until.ts'
import type { World } from '../../../server/test/world.ts'
import { type FuzzCall, fuzzCall } from './calls.ts'
import { randomOf, seedFor } from './mutate.ts'
import { type Outcome, type WireAnswer, wireTo } from './wire.ts'

// Whether an answer is one that the OpenAPI document foresees, for the operation or, where the address was changed, for another.

const BEFORE_A_ROUTE: ReadonlyMap<string, number> = new Map(UNROUTED.map(({ code, status }) => [code, status]))

export const answeredBy = ({ status, headers, text }: WireAnswer): Answered => ({
  status,
  content_type: headers.get('content-type') ?? '',
  text,
})

/** The code of a failure in the form of either surface. */
const codeOf = ({ text, content_type }: Answered): string | undefined => {
  if (!content_type.startsWith('application/json')) return undefined
  try {
    const { error } = JSON.parse(text) as {
      error?: { code?: string; doc_url?: string; details?: { doc_url?: string } }
    }
    return typeof (error?.doc_url ?? error?.details?.doc_url) === 'string' ? error?.code : undefined
  } catch {
    return undefined
  }
}

export const isBeforeARoute = (answered: Answered): boolean =>
  BEFORE_A_ROUTE.get(codeOf(answered) ?? '') === answered.status

/** What is wrong; undefined where nothing is. */
const judge = (
  document: Document,
  id: string,
  { part, method, target }: Pick<FuzzCall, 'part' | 'method' | 'target'>,
  answered: Answered,
): string | undefined => {
  const tried = (operation: string): string | undefined => {
    try {
      return document(operation, answered)
    } catch (error) {
      return `${answered.status} is no JSON: ${String(error)}`
    }
  }
  const wrong = tried(id)
  if (wrong === undefined) return undefined
  if (part !== 'input' && part !== 'credential' && isBeforeARoute(answered)) return undefined
  // An id that is too long for any record is no address of ours.
  if (answered.status === 404 && isBeforeARoute(answered)) return undefined
  // Preflights, and answers to HEAD, have no body that could be looked at.
  if (method === 'HEAD' || method === 'OPTIONS') return undefined
  if (part !== 'address' && part !== 'frame') return wrong
  const isPage = !target.startsWith('/v1/') && /^(text\/|application\/json|image\/)/.test(answered.content_type)
  if (isPage && answered.status < 500) return undefined
  return operations.some((o) => o.method === method && tried(o.id) === undefined) ? undefined : wrong
}

interface Fuzz {
  readonly world: World
  readonly web: MerchantWeb
  readonly url: string
  readonly document: Document
  readonly wanted: readonly Operation[]
  readonly calls: number
  readonly seed: number
  /** Told after each operation. */
  readonly onProgress: (fuzzed: Fuzzed) => void
}

export interface Fuzzed {
  operations: number
  calls: number
  renewed: number
  readonly findings: string[]
  readonly by_status: Record<string, number>
}

const AT_ONCE = 6
/** Several operations side by side, each with credentials of its own: a message that never ends holds up its line for ten seconds. */
const LINES = 4
const FINDINGS_MAX = 200
const LOST =
  /^(credential_(missing|invalid)|csrf_proof_invalid|connection_(revoked|paused)|agent_not_active|role_not_allowed)$/

/** Somebody new waits for a link behind all those that changed calls asked for. */
export const mailsAreSent = (world: World): Promise<void> => {
  const due = "select from pgboss.job where name = 'sign-in-mail' and state = 'created' limit 1"
  return until(async () => (await world.database.admin.query(due)).rowCount === 0, 1_200_000)
}

/** What is no operation's address: the head of such an answer doesn't say which page it is of. */
const isPage = (target: string): boolean =>
  !target.startsWith('/v1/') && operations.every(({ path }) => path !== target.split('?', 1)[0])

const isTimeout = (outcome: Outcome): boolean => typeof outcome === 'object' && outcome.answer.status === 408

export const sendFuzz = async (fuzz: Fuzz): Promise<Fuzzed> => {
  const { world, web, url, document, wanted, calls, seed, onProgress } = fuzz
  const fuzzed: Fuzzed = { operations: 0, calls: 0, renewed: 0, findings: [], by_status: {} }
  const host = new URL(url).host
  const find = (call: FuzzCall, what: string): void => {
    if (fuzzed.findings.length >= FINDINGS_MAX) return
    fuzzed.findings.push(`${what}: ${call.about}`)
    console.log(`${what}: ${call.about}`)
  }
  const look = (o: Operation, call: FuzzCall, outcome: Outcome): void => {
    if (outcome === 'silent') return find(call, 'no answer')
    if (outcome === 'closed') {
      if (call.part !== 'frame') find(call, 'closed')
      return
    }
    const answered = answeredBy(outcome.answer)
    const { status } = answered
    // The portal's own pages are not what is tested here, and needn't be built for it.
    const head_of_page = call.method === 'HEAD' && status === 503 && isPage(call.target)
    if (head_of_page || answered.text.startsWith('The portal is not built')) return
    fuzzed.by_status[status] = (fuzzed.by_status[status] ?? 0) + 1
    if (status >= 500) find(call, `${status} ${answered.text.slice(0, 200)}`)
    if (outcome.surplus !== '' && call.part !== 'frame')
      find(call, `more than one answer, ${JSON.stringify(outcome.surplus)}`)
    const wrong = judge(document, o.id, call, answered)
    if (wrong !== undefined) find(call, `${wrong} ${answered.text.slice(0, 200)}`)
  }
  // One after the other: all of them prove the same domain, each with its own file.
  let last: Promise<unknown> = Promise.resolve()
  const newStage = (): Promise<Stage> => {
    const stage = last.then(async () => {
      await mailsAreSent(world)
      return stageIn(world, web, HOSTILE_SETTINGS.METRICS_TOKEN)
    })
    last = stage.catch(() => {})
    return stage
  }
  const rest = wanted[Symbol.iterator]()
  const line = async (): Promise<void> => {
    let stage: Promise<Stage> = newStage()
    const renew = async (lost: Stage): Promise<void> => {
      if ((await stage) !== lost) return
      fuzzed.renewed++
      stage = newStage()
      await stage
    }
    await stage
    for (const o of rest) {
      let sent = 0
      const worker = async (n: number): Promise<void> => {
        const wire = wireTo(url)
        const random = randomOf(seedFor(seed, `${o.id} ${n}`))
        while (sent < calls) {
          sent++
          const now = await stage
          const call = fuzzCall(o, now, random, host)
          try {
            const send = () => wire.send(call.bytes, call.method === 'HEAD')
            let outcome = await send()
            // This process was held up between opening a connection and writing to it.
            if (call.part !== 'frame' && isTimeout(outcome)) outcome = await send()
            fuzzed.calls++
            look(o, call, outcome)
            // What follows a message that can be read in two ways is nobody's call.
            if (call.part === 'frame') wire.close()
            const code = typeof outcome === 'object' ? codeOf(answeredBy(outcome.answer)) : undefined
            if (call.part === 'input' && LOST.test(code ?? '')) await renew(now)
          } catch (error) {
            fuzzed.calls++
            find(call, String(error))
            wire.close()
          }
        }
        wire.close()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => worker(n)))
      fuzzed.operations++
      onProgress(fuzzed)
    }
  }
  await Promise.all(Array.from({ length: LINES }, line))
  return fuzzed
}
