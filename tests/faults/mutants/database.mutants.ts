import type { Mutant } from './mutant.ts'

const payees = 'server/schema/payees/recipients.sql'
const forbidden = {
  test: 'server/test/logins.test.ts',
  caught_by: 'no role makes a write that is not granted to it',
}

export const databaseMutants: readonly Mutant[] = [
  {
    name: 'a silent connection is waited for without end',
    file: 'server/src/platform/postgres/pool.ts',
    find: '    query_timeout: silence_ms,\n',
    replace: '',
    test: 'server/test/unavailable.test.ts',
    caught_by: 'a statement over a silent connection is told to come again',
  },
  {
    name: 'a silent connection is called a bug',
    file: 'server/src/platform/postgres/commit.ts',
    find: '    isSilence(error) ||\n',
    replace: '',
    test: 'server/test/unavailable.test.ts',
    caught_by: 'a statement over a silent connection is told to come again',
  },
  {
    name: 'a version serves without evidence',
    file: payees,
    find: "elsif new.status in ('verified', 'awaiting_approval', 'cooling', 'active') and not exists (select from recipient_evidence e",
    replace: "elsif new.status in ('none') and not exists (select from recipient_evidence e",
    ...forbidden,
  },
  {
    name: 'a version serves before its cooling off is over',
    file: payees,
    find: "old.status = 'cooling' and old.activates_at > clock_timestamp()",
    replace: "old.status = 'cooling' and old.activates_at > 'infinity'",
    ...forbidden,
  },
  {
    name: 'a recipient may point at a version that does not serve',
    file: 'server/schema/baseline/payees.sql',
    find: "generated always as (case when active_version_id is not null then 'active' end) stored",
    replace: 'generated always as (null) stored',
    ...forbidden,
  },
  {
    name: 'a retired version comes back as a draft',
    file: 'server/schema/platform/postgres.contract.sql',
    find: "when 'suspended' then next in ('active', 'retired')\n    else false",
    replace: "when 'suspended' then next in ('active', 'retired')\n    else next = 'draft'",
    test: forbidden.test,
    caught_by: 'the database knows the same moves',
  },
  {
    name: 'facts are signed whatever digest was committed',
    file: 'server/src/transparency/facts-keys/facts-keys.ts',
    find: '!factsDigest(facts_text).equals(committed_digest)',
    replace: 'false',
    test: 'server/test/facts-keys.test.ts',
    caught_by: 'a request whose amount was edited',
  },
  {
    name: 'production takes a login that can become another role',
    file: 'server/src/platform/postgres/pools.ts',
    find: "and pg_has_role(session_user, oid, 'member')",
    replace: 'and false',
    test: 'server/test/logins.test.ts',
    caught_by: 'production refuses for the app',
  },
  {
    name: 'a connection of another role is used',
    file: 'server/src/platform/postgres/pool.ts',
    find: 'if (shown?.role !== role) throw',
    replace: 'if (shown?.role === undefined) throw',
    test: 'server/test/logins.test.ts',
    caught_by: 'a connection that does not show its role',
  },
  {
    name: "a tenant asks for another tenant's job",
    file: 'server/src/platform/jobs/enqueue.ts',
    find: 'is distinct from pursestrings.tenant()::text)',
    replace: 'is null)',
    test: 'server/test/logins.test.ts',
    caught_by: 'a tenant asks for jobs of its own',
  },
  {
    name: 'a hint that fails after the commit fails the call',
    file: 'server/src/platform/postgres/transaction.ts',
    find: '      onFault(error)\n',
    replace: '      throw error\n',
    test: 'server/test/unavailable.test.ts',
    caught_by: 'a hint that fails after the commit',
  },
  {
    name: 'a deadlock is a bug of ours',
    file: 'server/src/platform/postgres/commit.ts',
    find: '|40001|40P01|',
    replace: '|',
    test: 'server/test/unavailable.test.ts',
    caught_by: 'trouble of the database',
  },
  {
    name: 'a transaction that is named twice is not told of',
    file: 'server/schema/payments/payment-requests.shown.sql',
    find: 'other.payment_id <> mine.payment_id',
    replace: 'other.payment_id < mine.payment_id',
    test: 'server/test/reported-envelopes.test.ts',
    caught_by: 'both requests say so',
  },
  {
    name: 'an organization registers any number of domains',
    file: 'server/src/payees/domains/prove-domain.ts',
    find: '>= DOMAINS_MAX',
    replace: '>= Infinity',
    test: 'server/test/domains.test.ts',
    caught_by: 'a hundred domains at most',
  },
]

// Logins of the database: each can do what its pool does, and no more.

const OPERATOR_TEST = 'server/test/operator-role.test.ts'

export const databaseLoginsMutants: readonly Mutant[] = [
  {
    name: 'a login that creates roles is taken',
    file: 'server/src/platform/postgres/pools.ts',
    find: 'where rolname = session_user and (rolcreaterole or rolcreatedb)\n',
    replace: 'where rolname = session_user and rolsuper\n',
    test: 'server/test/logins.test.ts',
    caught_by: 'may create roles',
  },
  {
    name: 'an operator activates an organization without a proof',
    file: 'server/schema/payees/domains.sql',
    find: "pg_has_role(current_user, 'pursestrings_operator', 'usage')",
    replace: "current_user = 'nobody'",
    test: OPERATOR_TEST,
    caught_by: 'an organization without a verified domain does not become active by its hand',
  },
  {
    name: 'an operator tells an organization that it was paid',
    file: 'server/schema/delivery/events.append.sql',
    find: "not pg_has_role(session_user, 'pursestrings_app', 'member')",
    replace: 'false',
    test: OPERATOR_TEST,
    caught_by: 'writes no payee, no proof of a domain and no request',
  },
  {
    name: 'an operator writes proofs of domains',
    file: 'server/schema/payees/domains.sql',
    find: 'update (reminded_at) on merchant_domains to pursestrings_operator',
    replace: 'update (reminded_at, status, verified_at) on merchant_domains to pursestrings_operator',
    test: OPERATOR_TEST,
    caught_by: 'writes no payee, no proof of a domain and no request',
  },
  {
    name: 'an operator ends sessions of every organization at once',
    file: 'server/schema/platform/credentials.sql',
    find: 'operator on merchant_sessions to pursestrings_operator\n  using (merchant_id = tenant())',
    replace: 'operator on merchant_sessions to pursestrings_operator\n  using (true)',
    test: OPERATOR_TEST,
    caught_by: 'within an organization it sees that one alone',
  },
  {
    name: 'admin enters organizations as the application',
    file: 'server/src/commands/admin/admin.ts',
    find: 'tenant_role: OPERATOR_ROLE',
    replace: "tenant_role: 'pursestrings_app'",
    test: OPERATOR_TEST,
    caught_by: 'with that login alone every command works',
  },
]

const APPLY = 'server/src/platform/postgres/apply-migrations.ts'
const APPLY_TEST = 'server/test/migrate.test.ts'

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
    test: 'server/test/migrate.test.ts',
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
    file: 'server/src/platform/postgres/commit.ts',
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
    test: 'server/test/migrate.test.ts',
    caught_by: 'files that changed nothing wait for no writer',
  },
  {
    name: 'migrating: a policy that somebody changed by hand stays',
    file: 'server/src/platform/postgres/apply-sql.ts',
    find: ' === found) return\n',
    replace: ' === found || kind === "policy") return\n',
    test: 'server/test/migrate.test.ts',
    caught_by: 'what somebody changed by hand is put back',
  },
]
