/** Logins of the database: each can do what its pool does, and no more. */
import type { Mutant } from './mutant.ts'

const OPERATOR_TEST = 'server/test/operator-role.test.ts'

export const databaseLoginsMutants: readonly Mutant[] = [
  {
    name: 'a login that creates roles is taken',
    file: 'server/src/platform/postgres/refuse-strong-login.ts',
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
