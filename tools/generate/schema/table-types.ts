/** server/src/platform/postgres/generated/database.ts: every table and view, as Kysely reads and writes them. */
import type { Column, Relation } from './read-catalogue.ts'

const HEAD = `/** Every table and view of the database. Made by \`npm run generate\` from a migrated database; do not edit. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Generated, GeneratedAlways } from 'kysely'
`

/** What node-postgres gives for each type of ours. */
const TYPES: Readonly<Record<string, string>> = {
  uuid: 'Uuid',
  text: 'string',
  boolean: 'boolean',
  integer: 'number',
  smallint: 'number',
  bigint: 'string',
  numeric: 'string',
  bytea: 'Buffer',
  date: 'Date',
  json: 'unknown',
  jsonb: 'unknown',
  tstzmultirange: 'string',
  'timestamp with time zone': 'Date',
}

export const tableTypes = (relations: readonly Relation[]): Record<string, string> => ({
  'database.ts': `${HEAD}
export interface Database {
${relations.map((relation) => `${relation.name}: {\n${relation.columns.map((column) => columnLine(relation, column)).join('\n')}\n}`).join('\n')}
}
`,
})

const columnLine = (relation: Relation, { name, type, not_null, expression, generated, values }: Column): string => {
  const [, base = '', array] = /^(.*?)(?:\(.*\))?(\[\])?$/.exec(type) ?? []
  const known = values === null ? TYPES[base] : values.map((value) => `'${value}'`).join(' | ')
  if (known === undefined) throw new Error(`${relation.name}.${name}: no type is known for ${type}`)
  const held = `${array && values ? `(${known})` : known}${array ?? ''}${not_null || known === 'unknown' ? '' : ' | null'}`
  if (generated === 's') return `${name}: GeneratedAlways<${held}>`
  return `${name}: ${expression === null ? held : `Generated<${held}>`}`
}
