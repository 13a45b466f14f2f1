/**
 * Sends hostile calls and judges the answers: no server error, nothing that the OpenAPI document does not foresee. Calls
 * that find their credential gone are sent again with a new one, so that inputs are really reached.
 */
import { Agent, request } from 'node:http'
import type { Operation } from '@pursestrings/contract/operation'
import { type Answered, type Document, readDocument } from './documented.ts'
import { type Field, type HostileCall, hostileCall } from './hostile-calls.ts'
import { type Stage, stageIn } from './hostile-stage.ts'
import type { Hostile } from './hostile-values.ts'
import type { MerchantWeb } from './merchant-web.ts'
import type { World } from './world.ts'

export type Put = readonly (readonly [Field, Hostile | string])[]

export interface Findings {
  calls: number
  /** Calls that were refused for their credential even with a new one: nothing was learnt from them. */
  unreached: number
  renewed: number
  readonly server_errors: string[]
  readonly outside_document: string[]
}

export interface HostileRun {
  readonly findings: Findings
  /** All of them, eight at a time. */
  send(o: Operation, puts: Iterable<Put>): Promise<void>
  stop(): void
}

const METRICS_TOKEN = 'metrics-token-of-the-test'
export const HOSTILE_SETTINGS = { METRICS_TOKEN, LOG_LEVEL: 'error', PENDING_MAX: '1000000000' }
const AT_ONCE = 8
const LOST = /^(credential_(missing|invalid)|csrf_proof_invalid|connection_(revoked|paused)|agent_not_active)$/

export const startHostileRun = async (world: World, web: MerchantWeb): Promise<HostileRun> => {
  const document: Document = await readDocument(world)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const findings: Findings = { calls: 0, unreached: 0, renewed: 0, server_errors: [], outside_document: [] }
  let stage: Promise<Stage> = stageIn(world, web, METRICS_TOKEN)
  let turn = 0

  const renew = (lost: Stage) =>
    stage.then((now) => {
      if (now !== lost) return
      findings.renewed++
      stage = stageIn(world, web, METRICS_TOKEN)
    })
  const one = async (o: Operation, put: Put): Promise<void> => {
    const mine = turn++
    for (let attempt = 1; ; attempt++) {
      const now = await stage
      const call = hostileCall(o, now, put, mine)
      const answered = await sendRaw(world.url, call, agent)
      findings.calls++
      if (isLost(answered)) {
        if (attempt < 3) {
          await renew(now)
          continue
        }
        findings.unreached++
      }
      judge(o, call, answered)
      return
    }
  }
  const judge = (o: Operation, call: HostileCall, answered: Answered): void => {
    if (answered.status >= 500) findings.server_errors.push(`${call.about}: ${answered.text.slice(0, 200)}`)
    const wrong = document(o.id, answered)
    if (wrong !== undefined) findings.outside_document.push(`${call.about}: ${wrong}`)
  }
  await stage
  return {
    findings,
    async send(o, puts) {
      const rest = puts[Symbol.iterator]()
      const worker = async (): Promise<void> => {
        for (let next = rest.next(); !next.done; next = rest.next()) await one(o, next.value)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    },
    stop: () => agent.destroy(),
  }
}

const isLost = ({ status, text }: Answered): boolean => {
  if (status !== 401 && status !== 403) return false
  const { error } = JSON.parse(text) as { error?: { code?: string } }
  return LOST.test(error?.code ?? '')
}

/** As it is, where `fetch` would tidy the address. A stream is left as soon as it has begun. */
const sendRaw = (base: string, { method, path, headers, raw, about }: HostileCall, agent: Agent): Promise<Answered> => {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent }, (response) => {
      const content_type = response.headers['content-type'] ?? ''
      const status = response.statusCode ?? 0
      if (content_type.startsWith('text/event-stream')) {
        response.destroy()
        resolve({ status, content_type, text: '' })
        return
      }
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status, content_type, text })).on('error', reject)
    })
    sent.on('error', (error) => reject(new Error(`${about}: ${error.message}`)))
    sent.end(raw)
  })
}
