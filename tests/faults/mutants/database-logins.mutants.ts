/** Logins of the database: each can do what its pool does, and no more. */
import type { Mutant } from './mutant.ts'

export const databaseLoginsMutants: readonly Mutant[] = [
  {
    name: 'a login that creates roles is taken',
    file: 'server/src/postgres/refuse-strong-login.ts',
    find: 'where rolname = session_user and (rolcreaterole or rolcreatedb)\n',
    replace: 'where rolname = session_user and rolsuper\n',
    test: 'server/test/logins.test.ts',
    caught_by: 'may create roles',
  },
]
