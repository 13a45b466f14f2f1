/**
 * Leads the user to their wallet: by URL elicitation where the client has it, which shows the address and opens it only if
 * the user agrees. What they answer here decides nothing; the wallet does.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpRequestContext,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Call } from './tool.ts'

export interface Way {
  readonly message: string
  readonly url: string
}

/** What the user did with the address; undefined where they were not shown it. */
export type Opened = 'accept' | 'decline' | 'cancel' | undefined

export interface HandOff {
  /** The answer to what was offered in an earlier round of the same call. */
  answered(context: ServerContext): Opened
  offer(call: Call, way: Way): Promise<Opened | InputRequiredResult>
}

const KEY = 'wallet'
/** What the answer to the model still takes. */
const REST_MS = 2_000
/** Long enough to look at an address. */
const ANSWER_MS = 40_000

export const createHandOff = (server: McpServer, era: McpRequestContext['era']): HandOff => ({
  answered({ mcpReq }) {
    const view = inputResponse(mcpReq.inputResponses, KEY)
    return view.kind === 'elicit' ? view.action : undefined
  },
  async offer({ context: { mcpReq }, left_ms }, way) {
    const declared = era === 'modern' ? declaredIn(mcpReq.envelope) : server.server.getClientCapabilities()
    if (!declared?.elicitation?.url) return undefined
    if (era === 'modern') return inputRequired({ inputRequests: { [KEY]: inputRequired.elicitUrl(way) } })
    const input = { mode: 'url', elicitationId: crypto.randomUUID(), ...way } as const
    // Who does not answer in time is told the way in words.
    return mcpReq.elicitInput(input, { timeout: Math.max(1, Math.min(ANSWER_MS, left_ms() - REST_MS)) }).then(
      ({ action }) => action,
      () => undefined,
    )
  },
})

interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities
}

const declaredIn = (envelope: Envelope | undefined): ClientCapabilities | undefined =>
  envelope?.[CLIENT_CAPABILITIES_META_KEY]
