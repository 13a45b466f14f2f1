/** docs/generated/schema.sql: the database as it is after all migrations, module by module. To read, not to run. */
import { replacedModule } from '../../check/modules/schema-files.ts'
import { type Column, type Relation, type SqlModule, statementsOn } from './read-catalogue.ts'

const HEAD = `-- Made by \`npm run generate\` from a migrated database; do not edit.
--
-- The database as it is now, module by module. To read: server/schema makes it, by its baseline (tables, types, indexes) and by
-- the files of each area (functions, views, triggers, policies, grants). Each table is followed by its indexes, by the
-- triggers that guard it, by its policies (which rows a role sees) and by its grants (what a role may do). The roles:
--   pursestrings_app      the application, one tenant or one wallet at a time
--   pursestrings_system   looks across tenants where a policy says so
--   pursestrings_creator  runs the functions that are marked with it, and nothing else
--   pursestrings_operator does what people do by hand, and nothing else
--   pursestrings_owner    owns and migrates
`

export const schemaSql = (modules: readonly SqlModule[], files: ReadonlyMap<string, string>): string =>
  [HEAD, ...modules.map((module) => section(module, files))].join('\n')

const section = (module: SqlModule, files: ReadonlyMap<string, string>): string => {
  const blocks = [
    `-- ${'-'.repeat(117)}\n-- ${module.name}\n${wrapped(module.about)}`,
    ...module.enums.map(
      ({ name, labels }) => `create type ${name} as enum (${labels.map((l) => `'${l}'`).join(', ')});`,
    ),
    ...module.relations.map((relation) =>
      [relation.kind === 'v' ? view(relation, files) : table(relation), ...statementsOn(files, relation.name)].join(
        '\n',
      ),
    ),
  ]
  if (module.functions.length > 0) blocks.push(module.functions.map(functionLine).join('\n'))
  return `${blocks.join('\n\n')}\n`
}

const functionLine = ({ signature, runs_as, file }: SqlModule['functions'][number]): string =>
  wrapped(
    `function ${shortType(signature)}${runs_as === null ? '' : `, as ${runs_as}`} (${file.replace('server/schema/', '')})`,
    '--     ',
  )

const table = ({ name, comment, unlogged, columns, constraints, indexes, options }: Relation): string => {
  const lines = [...columns.map(columnLine), ...constraints.map(({ definition }) => readable(definition))]
  const set = options === null ? '' : ` with (${options.join(', ')})`
  return [
    ...(comment === null ? [] : [wrapped(comment)]),
    `create ${unlogged ? 'unlogged ' : ''}table ${name} (\n  ${lines.join(',\n  ')}\n)${set};`,
    ...indexes.map((definition) => `${readable(definition)};`),
  ].join('\n')
}

const view = ({ name }: Relation, files: ReadonlyMap<string, string>): string => {
  for (const [file, text] of files) {
    const found = replacedModule(file) && new RegExp(`^create or replace (view ${name} [^;]+;)`, 'm').exec(text)
    if (found) return `create ${found[1]}`
  }
  throw new Error(`server/schema has no view ${name}`)
}

const columnLine = ({ name, type, not_null, expression, generated }: Column): string =>
  [
    name,
    shortType(type),
    ...(not_null ? ['not null'] : []),
    ...(expression === null
      ? []
      : [
          generated === 's'
            ? `generated always as (${readable(expression)}) stored`
            : `default ${readable(expression)}`,
        ]),
  ].join(' ')

export const shortType = (type: string): string =>
  type.replaceAll('timestamp with time zone', 'timestamptz').replace('TABLE(', 'table (').replace('SETOF', 'setof')

const WORDS =
  /\b(CREATE|UNIQUE|INDEX|ON|WHERE|PRIMARY|FOREIGN|KEY|REFERENCES|DEFERRABLE|INITIALLY|DEFERRED|CHECK|AND|OR|NOT|IS|NULL|CASE|WHEN|THEN|ELSE|END|WITH)\b/g

/** As one would write it, not as the catalogue gives it back. */
const readable = (definition: string): string =>
  definition
    .replaceAll(/::(text|bigint|uuid|jsonb|tstzmultirange|\w+_status)(\[\])?/g, '')
    .replaceAll(/= ANY \(ARRAY\[([^\]]*)\]\)/g, 'in ($1)')
    .replaceAll(' USING btree', '')
    .replaceAll('pursestrings.', '')
    .replaceAll(WORDS, (word) => word.toLowerCase())
    .replace('USING', 'using')
    .replace(/check \(\((.*)\)\)$/, 'check ($1)')

const wrapped = (text: string, indent = '-- '): string => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < 120) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${lines.length === 0 ? '-- ' : indent}${word}`)
  }
  return lines.join('\n')
}
