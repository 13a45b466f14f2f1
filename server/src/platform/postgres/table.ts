/**
 * A table as the database has it, for `tx.tables<…>()`: `Table<'agents', { status: AgentStatus }>` is all of its columns,
 * one of them narrowed to what the store knows. A column that the database does not have, or has otherwise, does not
 * compile.
 */
import { validationFailed } from '@pursestrings/contract/transport-errors'
import type { Generated, SelectType } from 'kysely'
import { Refusal } from '../refusal.ts'
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

// Which values PostgreSQL can take. One that it cannot would fail the whole statement, and with it everybody who shares it;
// so every item is looked at before it may join. The contract refuses such input long before: this is the second lock.

/** PostgreSQL has no text with a NUL in it, and UTF-8 has no way to write half of a surrogate pair. */
const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.UTC(9999, 11)

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  // An invalid date compares as false.
  if (value instanceof Date) return value.getTime() >= EARLIEST && value.getTime() <= LATEST
  return true
}

/** The first field that cannot be stored; undefined when all can. */
export const unstorableField = (item: unknown): string | undefined => {
  if (typeof item !== 'object' || item === null) return isStorable(item) ? undefined : 'value'
  for (const field in item) if (!isStorable((item as Record<string, unknown>)[field])) return field
  return undefined
}

export const refuseUnstorable = (item: unknown): void => {
  const field = unstorableField(item)
  if (field === undefined) return
  const message = 'holds a character, a number or a date that cannot be stored'
  throw new Refusal(validationFailed, { issues: [{ code: 'invalid_format', field, message }] })
}
