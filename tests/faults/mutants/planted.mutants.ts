import type { Mutant } from './mutant.ts'

const CREATE = 'server/schema/payments/payment-requests.create.sql'
const STANDBY_TEST = 'server/test/standby.test.ts'

export const plantedMutants: readonly Mutant[] = [
  {
    name: 'a create does not hold its payee',
    file: CREATE,
    find: 'order by r.merchant_id, r.recipient_id for share;',
    replace: 'order by r.merchant_id, r.recipient_id;',
    test: 'server/test/racing-pairs-payee.test.ts',
    caught_by: 'pair 1: none is pinned to a version that another has replaced',
  },
  {
    name: 'a create does not hold its connection',
    file: CREATE,
    find: 'order by c.merchant_id, c.connection_id for update;',
    replace: 'order by c.merchant_id, c.connection_id;',
    test: 'server/test/racing-pairs-connection.test.ts',
    caught_by: 'pair 9: two for the 20th place leave 20 pending',
  },
  {
    name: 'a standby is asked',
    file: 'server/src/platform/postgres/pool.ts',
    find: 'if (shown.in_recovery) throw',
    replace: 'if (shown.in_recovery && role !== APP_ROLE) throw',
    test: STANDBY_TEST,
    caught_by: 'a standby is not asked',
  },
  {
    name: 'events of a connection are numbered with gaps',
    file: CREATE,
    find: 'k.last_cursor + row_number() over (partition by k.connection_id order by k.item) as cursor',
    replace: 'k.last_cursor + 1 + row_number() over (partition by k.connection_id order by k.item) as cursor',
    test: 'server/test/events.test.ts',
    caught_by: 'a feed begins at cursor 1',
  },
  {
    name: 'a replay writes nothing',
    file: CREATE,
    find: "if verdict = 'replayed' then",
    replace: "if verdict = 'never' then",
    test: 'server/test/merchant-reads.test.ts',
    caught_by: 'replays are counted',
  },
  {
    name: 'a commit whose wait for the standby was cancelled counts as kept',
    file: 'server/src/platform/postgres/commit.ts',
    find: '    if (notice !== undefined) throw new OutcomeUnknown(notice)\n',
    replace: '',
    test: STANDBY_TEST,
    caught_by: 'a COMMIT whose wait for the standby was cancelled',
  },
  {
    name: 'a policy is judged without being held',
    file: 'server/schema/payments/agent-payments.held.sql',
    find: 'q.policy_id desc limit 1))\n      for update;',
    replace: 'q.policy_id desc limit 1));',
    test: 'server/test/racing-pairs-policy.test.ts',
    caught_by: 'pair 14: two that together pass the cap',
  },
  {
    name: 'a tenant outlives its transaction on a pooled connection',
    file: 'server/src/platform/postgres/transaction.ts',
    find: "set_config('svc.tenant', ${quoted(merchant_id)}, true)",
    replace: "set_config('svc.tenant', ${quoted(merchant_id)}, false)",
    test: 'server/test/tenancy.test.ts',
    caught_by: 'a pooled connection forgets whose it was',
  },
  {
    name: 'one table lets its owner past row-level security',
    file: 'server/schema/baseline/organizations.sql',
    find: 'alter table member_invitations enable row level security, force row level security;',
    replace: 'alter table member_invitations enable row level security;',
    test: 'server/test/tenancy.test.ts',
    caught_by: 'every tenant table has forced row-level security',
  },
]
