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
import { Refusal, refusalOf, refusalText } from './refusal.ts'

export type ToolAnswer = CallToolResult | InputRequiredResult

export interface Tool<Input = never> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: JsonSchemaType
  readonly output: JsonSchemaType
  readonly annotations: ToolAnnotations
  run(input: Input, context: ServerContext): Promise<ToolAnswer> | ToolAnswer
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

/** Runs a tool so that every failure is an answer; only what the client itself cancelled is thrown. */
export const guarded =
  (tool: Tool) =>
  async (input: unknown, context: ServerContext): Promise<ToolAnswer> => {
    try {
      return await tool.run(input as never, context)
    } catch (failure) {
      context.mcpReq.signal.throwIfAborted()
      const refusal = refusalOf(failure)
      if (refusal) return refused(refusal)
      log(`${tool.name} failed`, failure)
      return refused(
        new Refusal(
          'internal_error',
          'Something went wrong in this MCP server; see its log.',
          'Tell the user. Earlier requests are unchanged: read them with get_payment_request.',
        ),
      )
    }
  }

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
