/** docs/generated/schema.md: for each module a diagram of its tables and of those that they name. */
import type { Relation, SqlModule } from './read-catalogue.ts'
import { shortType } from './schema-sql.ts'

interface Line {
  readonly from: string
  readonly to: string
  readonly label: string
  readonly held: boolean
}

export const diagrams = (made: string, modules: readonly SqlModule[]): string => {
  const drawn = modules.filter(({ relations }) => relations.some(isTable))
  const all = drawn.flatMap(({ relations }) => relations).filter(isTable)
  return `${made}

# The database, by module

All of it in one text: [schema.sql](schema.sql). Every table of a tenant begins its keys with \`merchant_id\`. A line that is
drawn through is a foreign key; a dotted one is an id that the other table gives, checked by what writes it.

${drawn.map((module) => section(module, all)).join('\n')}`
}

const isTable = ({ kind }: Relation): boolean => kind !== 'v'

const section = ({ name, about, relations }: SqlModule, all: readonly Relation[]): string => {
  const own = relations.filter(isTable)
  const lines = linesOf(all).filter(({ from, to }) => own.some((table) => table.name === from || table.name === to))
  const mine = lines.filter(({ from }) => own.some((table) => table.name === from))
  const others = lines.filter((line) => !mine.includes(line)).map(({ from }) => `\`${from}\``)
  return `## ${name}

${about}

\`\`\`mermaid
erDiagram
${[...mine.map(drawLine), ...own.map(drawTable)].join('\n')}
\`\`\`

${own.map((table) => `- \`${table.name}\`: ${table.comment ?? ''}`).join('\n')}
${others.length === 0 ? '' : `\nNamed by ${[...new Set(others)].join(', ')}.\n`}`
}

/** A table names another by its id: the last column of the key of the table that is called after it. */
const linesOf = (tables: readonly Relation[]): Line[] => {
  const homes = new Map<string, string>()
  for (const table of tables) {
    const id = keyOf(table).at(-1) ?? ''
    const plural = id.replace(/y_id$/, 'ies').replace(/_id$/, 's')
    if (plural !== id && `_${table.name}`.endsWith(`_${plural}`)) homes.set(id, table.name)
  }
  return tables.flatMap((table) => {
    const held = table.constraints
      .filter(({ kind }) => kind === 'f')
      .map((one) => ({
        from: table.name,
        to: one.references ?? '',
        label: one.columns.filter((column) => column !== 'merchant_id').at(-1) ?? 'merchant_id',
        held: true,
      }))
    const named = table.columns
      .filter(({ name }) => name !== 'merchant_id' && homes.has(name) && homes.get(name) !== table.name)
      .map(({ name }) => ({ from: table.name, to: homes.get(name) ?? '', label: name, held: false }))
      .filter((line) => !held.some(({ to }) => to === line.to))
    return [...held, ...named]
  })
}

const keyOf = (table: Relation): readonly string[] => table.constraints.find(({ kind }) => kind === 'p')?.columns ?? []

const drawLine = ({ from, to, label, held }: Line): string => `  ${to} ||${held ? '--' : '..'}o{ ${from} : ${label}`

const drawTable = (table: Relation): string => {
  const columns = table.columns.map(({ name, type }) => {
    const short = shortType(type).replace(/\(.*\)/, '')
    return `    ${short} ${name}${keyOf(table).includes(name) ? ' PK' : ''}`
  })
  return `  ${table.name} {\n${columns.join('\n')}\n  }`
}
