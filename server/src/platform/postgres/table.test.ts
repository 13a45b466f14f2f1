/** Statements are written against the tables that the database has; the compiler is the one that tests it. */
import { expect, test } from 'vitest'
import type { Table } from './table.ts'
import type { TenantTx } from './transaction.ts'

const tx = { tables: () => ({ selectFrom: () => ({ select: () => 'compiled' }) }) } as unknown as TenantTx

test('a column that the database does not have, or has otherwise, does not compile', () => {
  expect(tx.tables<{ agents: Table<'agents', { name: 'A' }> }>().selectFrom('agents').select('status')).toBe('compiled')
  // @ts-expect-error agents have no such column
  tx.tables<{ agents: Table<'agents'> }>().selectFrom('agents').select('nickname')
  // @ts-expect-error a name is no number
  tx.tables<{ agents: Table<'agents', { name: number }> }>()
  // @ts-expect-error there is no such table
  tx.tables<{ robots: Table<'agents'> }>()
  // @ts-expect-error written by hand, and some columns are missing
  tx.tables<{ agents: { name: string } }>()
})
