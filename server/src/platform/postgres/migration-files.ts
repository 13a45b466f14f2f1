/**
 * The migrations of this build: the baseline, which is the schema by area, and after it the numbered ones. The second line of
 * a numbered one says what kind it is, and so how it is applied:
 * - `-- expand`: adds what older processes do not notice.
 * - `-- online`: one index, built `concurrently`.
 * - `-- contract after NNNN`: removes what processes that do not know migration NNNN still use.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileAt } from '../files.ts'

const FOLDER = fileAt('server/schema/')

/** A file names only tables of its own and of files before it. */
export const BASELINE: readonly string[] = [
  'baseline/platform.sql',
  'baseline/organizations.sql',
  'baseline/transparency.sql',
  'baseline/delivery.sql',
  'baseline/payees.sql',
  'baseline/connections.sql',
  'baseline/payments.sql',
  'baseline/settlement.sql',
]

export interface Migration {
  readonly name: string
  readonly text: string
}

export type MigrationKind = 'expand' | 'online' | { readonly contract_after: string }

export const migrationNames = (): string[] => {
  const numbered = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  return [...BASELINE, ...numbered.toSorted()]
}

export const readMigrations = (): Migration[] =>
  migrationNames().map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }))

/** What connections show, so that a migration knows which builds are running: the number of the newest one they know. */
export const newestMigration = (): string => /^\d{4}/.exec(migrationNames().at(-1) ?? '')?.[0] ?? '0000'

export const kindOf = ({ text }: Migration): MigrationKind => {
  const [, kind, after] = /^--.*\n-- (expand|online|contract after (\d{4}))\s*\n/.exec(text.replaceAll('\r', '')) ?? []
  if (after !== undefined) return { contract_after: after }
  return kind === 'online' ? 'online' : 'expand'
}

/** The same whatever a checkout does to the ends of lines. */
export const checksumOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r', '')).digest('hex')
