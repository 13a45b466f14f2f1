/**
 * A table as the database has it, for `tx.tables<…>()`: `Table<'agents', { status: AgentStatus }>` is all of its columns,
 * one of them narrowed to what the store knows. A column that the database does not have, or has otherwise, does not
 * compile.
 */
import type { Generated, SelectType } from 'kysely'
import type { Database } from './generated/database.ts'

type Narrower<T extends keyof Database> = { readonly [C in keyof Database[T]]?: SelectType<Database[T][C]> }

export type Table<T extends keyof Database, N extends Narrower<T> = object> = {
  [C in keyof Database[T]]: C extends keyof N ? Narrowed<Database[T][C], N[C]> : Database[T][C]
}

type Narrowed<Column, N> = Column extends { readonly __insert__: unknown } ? Generated<N> : N

/** Tables that the database has, with all of their columns. */
export type OfDatabase<T> = {
  [K in keyof T]: K extends keyof Database ? Record<keyof Database[K], unknown> : never
}
