/** Tables, views, types and functions of a database that was made and migrated for this, and dropped again. */
import pg from 'pg'
import { installJobs } from '../../../server/src/platform/jobs/jobs.ts'
import { SQL_FILES } from '../../../server/src/platform/postgres/apply-sql.ts'
import { migrate } from '../../../server/src/platform/postgres/migrate.ts'
import { isMigration, ownerAt, replacedModule } from '../../check/modules/schema-files.ts'
import { ownersOf } from '../../check/modules/tables.ts'
import { findOrStartPostgres } from '../../dev/postgres.ts'
import { databaseAt } from '../../dev/postgres-probe.ts'

export interface Column {
  readonly name: string
  readonly type: string
  readonly not_null: boolean
  readonly expression: string | null
  /** 's' where the expression is what the column always holds, '' where it is a default. */
  readonly generated: string
  /** What an enum or a check of this column alone allows. */
  readonly values: readonly string[] | null
}

export interface Constraint {
  readonly kind: 'p' | 'u' | 'f' | 'c'
  readonly definition: string
  readonly columns: readonly string[]
  readonly references: string | null
}

export interface Relation {
  readonly name: string
  readonly kind: 'r' | 'p' | 'v'
  readonly unlogged: boolean
  readonly comment: string | null
  readonly options: readonly string[] | null
  readonly columns: readonly Column[]
  readonly constraints: readonly Constraint[]
  readonly indexes: readonly string[]
}

export interface EnumType {
  readonly name: string
  readonly labels: readonly string[]
}

export interface SqlFunction {
  readonly name: string
  readonly signature: string
  readonly runs_as: string | null
}

export interface Catalogue {
  readonly relations: readonly Relation[]
  readonly enums: readonly EnumType[]
  readonly functions: readonly SqlFunction[]
}

const HERE = `'pursestrings'::regnamespace`
const VALUES = String.raw`(select array_agg(v[1] order by n) from pg_constraint k,
  regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') with ordinality m (v, n)
  where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
    and pg_get_constraintdef(k.oid) ~ '^CHECK \(\(\w+ = (ANY \(ARRAY\[[^\]]*\]\)|''\w+''::text)\)\)$')`
const LABELS = `(select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = a.atttypid)`

const RELATIONS = `select relname as name, relkind as kind, relpersistence = 'u' as unlogged,
    obj_description(c.oid, 'pg_class') as comment, reloptions as options,
    (select json_agg(json_build_object('name', attname, 'type', format_type(a.atttypid, a.atttypmod),
        'not_null', a.attnotnull, 'generated', a.attgenerated, 'expression', pg_get_expr(d.adbin, d.adrelid),
        'values', coalesce(${LABELS}, ${VALUES})) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg(json_build_object('kind', contype,
        'definition', concat(case when conname !~ concat('^', relname, '.*_(pkey|key|fkey|check)\\d*$')
          then concat('constraint ', conname, ' ') end, pg_get_constraintdef(k.oid)),
        'columns', (select array_agg(attname order by n) from unnest(conkey) with ordinality u (num, n)
          join pg_attribute on attrelid = c.oid and attnum = num),
        'references', confrelid::regclass::text) order by array_position('{p,u,f,c}'::"char"[], contype), conname)
      from pg_constraint k where conrelid = c.oid and contype in ('p', 'u', 'f', 'c')), '[]') as constraints,
    coalesce((select json_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text) from pg_index i
      where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))),
      '[]') as indexes
  from pg_class c where relnamespace = ${HERE} and relkind in ('r', 'p', 'v') and not relispartition order by 1`

const ENUMS = `select typname as name, array_agg(enumlabel::text order by enumsortorder) as labels
  from pg_type t join pg_enum e on e.enumtypid = t.oid where typnamespace = ${HERE} group by 1 order by 1`

const FUNCTIONS = `select proname as name,
    concat(proname, '(', pg_get_function_identity_arguments(oid), ') returns ', pg_get_function_result(oid)) as signature,
    case when prosecdef then proowner::regrole::text end as runs_as
  from pg_proc where pronamespace = ${HERE} and prokind = 'f' order by 1, 2`

export const readCatalogue = async (): Promise<Catalogue> => {
  const postgres = await findOrStartPostgres({
    url: process.env.TEST_DATABASE_URL,
    dataDir: '.pursestrings/test-postgres',
    log: () => {},
  })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  const name = `svc_schema_${process.pid}`
  try {
    await admin.query(`create database ${name}`)
    const url = databaseAt(postgres.url, name)
    await migrate(url, installJobs)
    const client = new pg.Client({ connectionString: url, options: '-c search_path=pursestrings' })
    await client.connect()
    const ask = async <T>(query: string) => (await client.query(query)).rows as T[]
    const found = {
      relations: await ask<Relation>(RELATIONS),
      enums: await ask<EnumType>(ENUMS),
      functions: await ask<SqlFunction>(FUNCTIONS),
    }
    await client.end()
    return found
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await postgres.stop()
  }
}

// The database by module: whose each relation, type and function is, and what server/schema says about it.

export interface SqlModule {
  readonly name: string
  /** What the head of its first file says. */
  readonly about: string
  readonly relations: readonly Relation[]
  readonly enums: readonly EnumType[]
  readonly functions: readonly (SqlFunction & { readonly file: string })[]
}

type Files = ReadonlyMap<string, string>

/** In the order of the modules, those without tables and functions left out. */
export const modulesOf = (catalogue: Catalogue, files: Files): SqlModule[] => {
  const tables = ownersOf(files)
  const replaced = SQL_FILES.map((file) => `server/schema/${file}`)
  const sql = replaced.map((file) => ({ file, text: files.get(file) ?? '' }))
  const fileOf = (kind: string, name: string) =>
    sql.find(({ text }) => text.includes(`create or replace ${kind} ${name}${kind === 'function' ? '(' : ' '}`))
      ?.file ??
    [...files.keys()].find((file) => isMigration(file) && files.get(file)?.includes(`create ${kind} ${name}(`)) ??
    ''
  /** Tables in the order of their migrations, then views. */
  const born = ({ kind, name }: Relation) => (kind === 'v' ? tables.size : [...tables.keys()].indexOf(name))
  const typeOwner = (name: string) => {
    for (const [file, text] of files) {
      const made = isMigration(file) ? text.search(new RegExp(`^create type ${name} `, 'm')) : -1
      if (made !== -1) return ownerAt(text, made)
    }
    return undefined
  }
  return [...new Set(replaced.map((file) => replacedModule(file) ?? ''))].map((name) => ({
    name,
    about: headOf(files.get(replaced.find((file) => file.endsWith(`/${name}.sql`)) ?? '') ?? ''),
    relations: catalogue.relations
      .filter((one) =>
        one.kind === 'v' ? ownerIn(files.get(fileOf('view', one.name)) ?? '') === name : tables.get(one.name) === name,
      )
      .toSorted((one, other) => born(one) - born(other)),
    enums: catalogue.enums.filter((type) => typeOwner(type.name) === name),
    functions: catalogue.functions
      .map((one) => ({ ...one, file: fileOf('function', one.name) }))
      .filter(({ file }) => ownerIn(files.get(file) ?? '') === name),
  }))
}

const ownerIn = (text: string): string | undefined => /^-- owner: ([a-z-]+)$/m.exec(text)?.[1]

const headOf = (text: string): string =>
  (/^-- owner.*\n((?:-- .*\n)+)/.exec(text)?.[1] ?? '').replaceAll(/^-- /gm, '').replaceAll('\n', ' ').trim()

/** Triggers, policies and grants of a table, as the files of the areas have them; one word of `on` tells which table. */
export const statementsOn = (files: Files, relation: string): string[] => {
  const found: string[] = []
  for (const file of SQL_FILES) {
    const text = files.get(`server/schema/${file}`) ?? ''
    for (const [statement] of text.matchAll(/^(?:create (?:trigger|policy)|grant) [^;]+;/gm)) {
      if (/\son (\w+)/.exec(statement)?.[1] === relation) found.push(statement)
    }
  }
  return found.toSorted((a, b) => place(a) - place(b))
}

const place = (statement: string): number =>
  ['create trigger', 'create policy', 'grant'].findIndex((one) => statement.startsWith(one))
