/** What a tool is here: a closed input, a typed output, honest annotations, and failures that say what to do next. */
import {
  type CallToolResult,
  fromJsonSchema,
  type InputRequiredResult,
  type JsonSchemaType,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import { log } from './deps.ts'
import { Refusal, refusalOf, refusalText, SAME_AGAIN } from './refusal.ts'

export type ToolAnswer = CallToolResult | InputRequiredResult

/** One call, as a tool has it. */
export interface Call {
  readonly context: ServerContext
  /** Ends what the call waits for: when the client gives up, or the time for an answer is over. */
  readonly signal: AbortSignal
  /** Of the time for an answer. */
  left_ms(): number
}

export interface Tool<Input = never> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: JsonSchemaType
  readonly output: JsonSchemaType
  readonly annotations: ToolAnnotations
  /** What to do where there was no answer in time. */
  readonly when_late?: string
  run(input: Input, call: Call): Promise<ToolAnswer> | ToolAnswer
}

type Properties = Readonly<Record<string, object>>

/** Nothing but these; those named last may be left out. */
export const closed = (properties: Properties, ...optional: readonly string[]): JsonSchemaType => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

export const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more })

/** A field of the service's own input, in words for a model. */
export const field = ({ 'x-rule': _rule, ...schema }: { readonly 'x-rule': string }, description: string) => ({
  ...schema,
  description,
})

export const result = (structured: object, said: readonly string[]): CallToolResult => ({
  structuredContent: { ...structured },
  content: [{ type: 'text', text: said.filter((part) => part !== '').join('\n') }],
})

const refused = (refusal: Refusal): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: refusalText(refusal) }],
})

/** Clients give up after a minute, and some before: everything is answered within 50 seconds, the way to the client included. */
const ANSWERS_WITHIN_MS = 48_000

/** Runs a tool so that every failure is an answer in time; only what the client itself cancelled is thrown. */
export const guarded =
  (tool: Tool) =>
  async (input: unknown, context: ServerContext): Promise<ToolAnswer> => {
    const time = startTime(ANSWERS_WITHIN_MS)
    const { signal: client } = context.mcpReq
    const call = { context, signal: AbortSignal.any([client, time.over]), left_ms: time.left_ms }
    try {
      return await Promise.race([tool.run(input as never, call), time.late])
    } catch (failure) {
      client.throwIfAborted()
      const refusal = time.over.aborted ? late(tool) : refusalOf(failure)
      if (refusal) return refused(refusal)
      log(`${tool.name} failed`, failure)
      return refused(
        new Refusal(
          'internal_error',
          'Something went wrong in this MCP server; see its log.',
          'Tell the user. Earlier requests are unchanged: read them with get_payment_request.',
        ),
      )
    } finally {
      time.stop()
    }
  }

const startTime = (ms: number) => {
  const end = performance.now() + ms
  const over = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Error('late'))
    over.abort()
  }, ms)
  return {
    over: over.signal,
    late: promise,
    left_ms: () => Math.max(0, end - performance.now()),
    stop: () => clearTimeout(timer),
  }
}

const late = ({ when_late = SAME_AGAIN }: Tool): Refusal =>
  new Refusal('not_answered_in_time', 'The service takes longer than a call may. Nothing is lost.', when_late)

/** The input's schema, whose complaints end in what to do about them. */
export const inputOf = (schema: JsonSchemaType): StandardSchemaWithJSON<unknown, unknown> => {
  const { '~standard': standard } = fromJsonSchema(schema)
  return {
    '~standard': {
      ...standard,
      async validate(value) {
        const judged = await standard.validate(value)
        if (!judged.issues) return judged
        return { issues: [...judged.issues, { message: 'Next: fix the arguments to match the schema.' }] }
      },
    },
  }
}
