import type { Mutant } from './mutant.ts'

const payees = 'server/sql/recipients.sql'
const forbidden = {
  test: 'server/test/forbidden-writes.test.ts',
  caught_by: 'no role makes a write that is not granted to it',
}

export const databaseMutants: readonly Mutant[] = [
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
    file: 'server/migrations/0051_payees_are_locked.sql',
    find: "generated always as (case when active_version_id is not null then 'active' end) stored",
    replace: 'generated always as (null) stored',
    ...forbidden,
  },
  {
    name: 'a retired version comes back as a draft',
    file: payees,
    find: '      else false\n    end);\n\n-- COOLING_OFF_S',
    replace: "      else next = 'draft'\n    end);\n\n-- COOLING_OFF_S",
    test: forbidden.test,
    caught_by: 'the database knows the same moves',
  },
  {
    name: 'facts are signed whatever digest was committed',
    file: 'server/src/facts-keys/facts-keys.ts',
    find: '!factsDigest(facts_text).equals(committed_digest)',
    replace: 'false',
    test: 'server/test/facts-mismatch.test.ts',
    caught_by: 'a request whose amount was edited',
  },
  {
    name: 'production takes a login that can become another role',
    file: 'server/src/postgres/refuse-strong-login.ts',
    find: "and pg_has_role(session_user, oid, 'member')",
    replace: 'and false',
    test: 'server/test/logins.test.ts',
    caught_by: 'production refuses for the app',
  },
  {
    name: 'a connection of another role is used',
    file: 'server/src/postgres/pool.ts',
    find: 'if (shown?.role !== role) throw',
    replace: 'if (shown?.role === undefined) throw',
    test: 'server/test/logins.test.ts',
    caught_by: 'a connection that does not show its role',
  },
  {
    name: "a tenant asks for another tenant's job",
    file: 'server/src/jobs/enqueue-from-sql.ts',
    find: 'is distinct from countersign.tenant()::text)',
    replace: 'is null)',
    test: 'server/test/logins.test.ts',
    caught_by: 'a tenant asks for jobs of its own',
  },
  {
    name: 'a hint that fails after the commit fails the call',
    file: 'server/src/postgres/transaction.ts',
    find: '      onFault(error)\n',
    replace: '      throw error\n',
    test: 'server/test/unavailable.test.ts',
    caught_by: 'a hint that fails after the commit',
  },
  {
    name: 'a deadlock is a bug of ours',
    file: 'server/src/postgres/unavailable.ts',
    find: '|40001|40P01|',
    replace: '|',
    test: 'server/test/unavailable.test.ts',
    caught_by: 'trouble of the database',
  },
  {
    name: 'a transaction that is named twice is not told of',
    file: 'server/sql/payment-requests.sql',
    find: 'other.payment_id <> mine.payment_id',
    replace: 'other.payment_id < mine.payment_id',
    test: 'server/test/repeated-transactions.test.ts',
    caught_by: 'both requests say so',
  },
  {
    name: 'an organization registers any number of domains',
    file: 'server/src/domains/register-domain.ts',
    find: '>= DOMAINS_MAX',
    replace: '>= Infinity',
    test: 'server/test/domains.test.ts',
    caught_by: 'a hundred domains at most',
  },
]
