import type { Mutant } from './mutant.ts'

const APPLY = 'server/src/platform/postgres/apply-migrations.ts'
const APPLY_TEST = 'server/test/apply-migrations.test.ts'

export const migrationsMutants: readonly Mutant[] = [
  {
    name: 'migrating: a file that changed after it was applied goes unnoticed',
    file: APPLY,
    find: 'if (changed.length === 0) return\n',
    replace: 'if (changed.length < 99) return\n',
    test: APPLY_TEST,
    caught_by: 'a file that was changed after it was applied is refused by name',
  },
  {
    name: 'migrating: a database from before the baseline is migrated',
    file: APPLY,
    find: 'if (rows.length === 0) throw new OtherBaseline',
    replace: 'if (rows.length < 0) throw new OtherBaseline',
    test: APPLY_TEST,
    caught_by: 'a database of another baseline is refused',
  },
  {
    name: 'developing: a database that somebody named is emptied',
    file: 'tools/dev/rebuild-database.ts',
    find: 'if (named) throw',
    replace: 'if (named && drop === "") throw',
    test: 'server/test/rebuild-database.test.ts',
    caught_by: 'one that DATABASE_URL names is left as it is',
  },
  {
    name: 'migrating: an index that failed halfway is taken for done',
    file: APPLY,
    find: 'if ((await isValid()) === false) await client.query(`drop index concurrently ${index}`)\n',
    replace: '\n',
    test: APPLY_TEST,
    caught_by: 'an index that failed halfway is built again',
  },
  {
    name: 'migrating: what older processes use is removed under them',
    file: APPLY,
    find: 'if (rows.length === 0) return\n',
    replace: 'if (rows.length >= 0) return\n',
    test: APPLY_TEST,
    caught_by: 'nothing is removed while a process that still uses it runs',
  },
  {
    name: 'migrating: a lock that somebody holds ends it',
    file: 'server/src/platform/postgres/retry-on-lock.ts',
    find: 'const TRIES = 10',
    replace: 'const TRIES = 1',
    test: APPLY_TEST,
    caught_by: 'a table that somebody holds is left to its callers and tried again',
  },
  {
    name: 'migrating: triggers and policies that did not change are replaced under a lock',
    file: 'server/src/platform/postgres/apply-sql.ts',
    find: ' === found) return\n',
    replace: ' === found && kind === "") return\n',
    test: 'server/test/sql-files.test.ts',
    caught_by: 'files that changed nothing wait for no writer',
  },
  {
    name: 'migrating: a policy that somebody changed by hand stays',
    file: 'server/src/platform/postgres/apply-sql.ts',
    find: ' === found) return\n',
    replace: ' === found || kind === "policy") return\n',
    test: 'server/test/sql-files.test.ts',
    caught_by: 'what somebody changed by hand is put back',
  },
]
