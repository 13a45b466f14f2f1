/**
 * packages/sdk/src/generated/inputs.ts: the fields of every operation's input as JSON Schema, for programs that ask people or
 * models for them before they call. `x-rule` says a field's rule in words.
 */
import { CREDENTIAL_LIFETIME_DAYS_MAX } from '@countersign/contract/agent-credentials/records'
import type { CallShape } from './call-shape.ts'

const LEFT_OUT = new Set(['x-input', 'x-text', 'x-absent', 'x-schema', 'examples'])

export const inputsText = (shapes: readonly CallShape[]): string => {
  const entries = shapes.flatMap(({ operation: { id, params, query, body } }) => {
    const fields = [params, query, body].flatMap((part) => Object.entries(part?.properties ?? {}))
    if (new Set(fields.map(([name]) => name)).size < fields.length) throw new Error(`${id} has one name in two places`)
    if (fields.length === 0) return []
    return [`${JSON.stringify(id)}: ${JSON.stringify(Object.fromEntries(fields), withoutMarks)}`]
  })
  return `/** The fields of each operation's input (path, query and body), as JSON Schema; \`x-rule\` says the rule in words. */
export const INPUTS = {
${entries.join(',\n')}
} as const

/** How long a credential of an agent may be valid. */
export const CREDENTIAL_LIFETIME_DAYS_MAX = ${CREDENTIAL_LIFETIME_DAYS_MAX}
`
}

const withoutMarks = (name: string, value: unknown): unknown => (LEFT_OUT.has(name) ? undefined : value)
