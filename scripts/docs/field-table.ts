/** A schema of the contract as a table of fields. Records with a name are linked to where they are described. */
import type { Schema } from '../generate-sdk/type-text.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()

/** The records that a field can hold, alone, in a list, or one of several. */
export const recordsIn = (schema: Schema): (Schema & { readonly 'x-schema': string })[] => {
  if (schema['x-schema'] !== undefined) return [schema as Schema & { 'x-schema': string }]
  return [...(schema.items ? recordsIn(schema.items) : []), ...(schema.anyOf ?? []).flatMap(recordsIn)]
}

const typeOf = (schema: Schema): string => {
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((one) => `\`${String(one)}\``).join(', ')
  if (schema['x-schema']) return `[${schema['x-schema']}](#${schema['x-schema'].toLowerCase()})`
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

export interface Row {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
}

/** Nested objects without a name of their own are written out, as `payment.amount`. */
export const rowsOf = (schema: Schema, before = ''): Row[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, one]): Row[] => {
    const row = { name: before + name, schema: one, required: schema.required?.includes(name) ?? false }
    const nested = one.type === 'object' && one.properties && !one['x-schema']
    return nested ? [row, ...rowsOf(one, `${before}${name}.`)] : [row]
  })

export const fieldTable = (rows: readonly Row[], { input }: { readonly input: boolean }): string =>
  [
    '| Field | Type | About |',
    '|---|---|---|',
    ...rows.map(({ name, schema, required }) => {
      const must = input ? (required ? ' **required**' : '') : required ? '' : ' may be absent'
      return `| \`${name}\`${must} | ${cell(typeOf(schema))} | ${cell(schema.description ?? '')} |`
    }),
  ].join('\n')
