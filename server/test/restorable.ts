/** A database that can be taken back to an earlier moment, as a restored backup does it: everything after that moment is lost. */
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { onServer } from './database.ts'
import type { World } from './world.ts'

export interface Restorable {
  /** What happens from here on is lost when it is restored. */
  backUp(): Promise<void>
  restore(): Promise<void>
  /** What the operator does next; answers with what was told. */
  open(epoch: number): Promise<string>
}

export const restorable = ({ database, settings }: Pick<World, 'database' | 'settings'>): Restorable => {
  const name = new URL(database.url).pathname.slice(1)
  /** With nobody connected; processes come back by themselves. */
  const alone = async (...statements: string[]): Promise<void> => {
    await onServer(`alter database ${name} allow_connections false`)
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    for (const statement of statements) await onServer(statement)
    await onServer(`alter database ${name} allow_connections true`)
  }
  return {
    backUp: () => alone(`create database ${name}_backup template ${name}`),
    restore: () => alone(`drop database ${name} with (force)`, `alter database ${name}_backup rename to ${name}`),
    open(epoch) {
      const words = ['--actor', 'support', '--reason', 'the disk died', '--confirm', String(epoch)]
      return runAdmin(readConfig(settings), ['restore', 'open', ...words])
    },
  }
}
