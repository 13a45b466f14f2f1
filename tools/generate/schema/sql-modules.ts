/** The database by module: whose each relation, type and function is, and what server/schema says about it. */
import { SQL_FILES } from '../../../server/src/platform/postgres/apply-sql.ts'
import { isMigration, ownerAt, replacedModule } from '../../check/modules/schema-files.ts'
import { ownersOf } from '../../check/modules/tables.ts'
import type { Catalogue, EnumType, Relation, SqlFunction } from './read-catalogue.ts'

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
