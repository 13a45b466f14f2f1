/** The database by module: whose each relation, type and function is, and what server/sql says about it. */
import { SQL_FILES } from '../../server/src/postgres/apply-sql.ts'
import { ownersOf } from '../check-modules/tables.ts'
import type { Catalogue, EnumType, Relation, SqlFunction } from './read-catalogue.ts'

export interface SqlModule {
  readonly name: string
  /** What the head of its file in server/sql says. */
  readonly about: string
  readonly relations: readonly Relation[]
  readonly enums: readonly EnumType[]
  readonly functions: readonly (SqlFunction & { readonly file: string })[]
}

type Files = ReadonlyMap<string, string>

/** In the order of the modules, those without tables and functions left out. */
export const modulesOf = (catalogue: Catalogue, files: Files): SqlModule[] => {
  const tables = ownersOf(files)
  const sql = SQL_FILES.map((file) => ({ file: `server/sql/${file}`, text: files.get(`server/sql/${file}`) ?? '' }))
  const fileOf = (kind: string, name: string) =>
    sql.find(({ text }) => text.includes(`create or replace ${kind} ${name}${kind === 'function' ? '(' : ' '}`))
      ?.file ?? ''
  /** Tables in the order of their migrations, then views. */
  const born = ({ kind, name }: Relation) => (kind === 'v' ? tables.size : [...tables.keys()].indexOf(name))
  const typeOwner = (name: string) =>
    ownerIn([...files].find(([, text]) => new RegExp(`^create type ${name} `, 'm').test(text))?.[1] ?? '')
  return [...new Set(SQL_FILES.map((file) => file.split('.')[0] ?? ''))].map((name) => ({
    name,
    about: headOf(files.get(`server/sql/${name}.sql`) ?? ''),
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

/** Triggers, policies and grants of a table, as server/sql has them; one word of `on` tells which table. */
export const statementsOn = (files: Files, relation: string): string[] => {
  const found: string[] = []
  for (const file of SQL_FILES) {
    const text = files.get(`server/sql/${file}`) ?? ''
    for (const [statement] of text.matchAll(/^(?:create (?:trigger|policy)|grant) [^;]+;/gm)) {
      if (/\son (\w+)/.exec(statement)?.[1] === relation) found.push(statement)
    }
  }
  return found.toSorted((a, b) => place(a) - place(b))
}

const place = (statement: string): number =>
  ['create trigger', 'create policy', 'grant'].findIndex((one) => statement.startsWith(one))
