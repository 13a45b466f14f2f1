/** What a merchant's reads and lists rest on. */
import type { Mutant } from './mutant.ts'

const INDEX = 'server/sql/payment-requests.index.sql'

export const merchantReadMutants: readonly Mutant[] = [
  {
    name: "lists read every tenant's entries",
    file: INDEX,
    find: 'from payment_request_index where merchant_id = tenant();',
    replace: 'from payment_request_index;',
    test: 'server/test/tenancy.test.ts',
    caught_by: "a view runs with its caller's rights",
  },
  {
    name: 'a name finds only what the index has',
    file: INDEX,
    find: "where e.kind = 'payment_request.pending' and e.data",
    replace: "where e.kind = 'payment_request.expired' and e.data",
    test: 'server/test/merchant-reads.test.ts',
    caught_by: 'what happened a moment ago is there',
  },
  {
    name: 'a history ends where the index ends',
    file: INDEX,
    find: 'event_id_at(of_connection, coalesce(ends, 0))',
    replace: 'event_id_at(of_connection, 9223372036854775806)',
    test: 'server/test/merchant-reads.test.ts',
    caught_by: 'what happened a moment ago is there',
  },
  {
    name: 'what an agent took back is called the wallet’s word',
    file: 'server/src/payment-requests/read-in-full.ts',
    find: '(reason !== undefined && FAILED_BY[reason]) ||',
    replace: '',
    test: 'server/test/merchant-reads.test.ts',
    caught_by: 'a request that its agent took back',
  },
  {
    name: 'a request that moves on stays counted where it was',
    file: INDEX,
    find: 'select payment_request_measure(t.old_status, t.old_assurance), -1 where t.old_status is not null',
    replace: 'select payment_request_measure(t.old_status, t.old_assurance), -1 where false',
    test: 'server/test/overview.test.ts',
    caught_by: 'each request is counted where it stands',
  },
  {
    // The statement names its merchant, too: either is enough, and this one holds for every statement.
    name: 'the index of requests is open to every merchant',
    file: 'server/sql/payment-requests.index.sql',
    find: 'create policy tenant on payment_request_index to countersign_app\n  using (merchant_id = tenant())',
    replace: 'create policy tenant on payment_request_index to countersign_app\n  using (true)',
    test: 'server/test/tenancy.test.ts',
    caught_by: 'every tenant table has forced row-level security',
  },
  {
    name: 'a list shows what the index says, though it has moved on',
    file: 'server/src/payment-requests/search-requests.ts',
    find: 'rows.filter(({ status }) => statuses === undefined || statuses.includes(status))',
    replace: 'rows',
    test: 'server/test/merchant-search.test.ts',
    caught_by: 'a request that has moved on',
  },
  {
    name: 'a cell of an export can be a formula',
    file: 'server/src/http/csv.ts',
    find: 'if (FORMULA.test(text)) return',
    replace: 'if (text === FORMULA.source) return',
    test: 'server/test/exports.test.ts',
    caught_by: 'an agent cannot make a spreadsheet calculate',
  },
  {
    name: 'a download goes on after its key was revoked',
    file: 'server/src/http/export.ts',
    find: 'await again()',
    replace: '',
    test: 'server/test/exports.test.ts',
    caught_by: 'a long download is read at the pace of its reader',
  },
  {
    name: 'an export leaves no line in the audit log',
    file: 'server/src/payment-requests/payment-requests.routes.ts',
    find: "await recordExport(transactions, { action: 'payment_request.exported', caller, query })",
    replace: '',
    test: 'server/test/exports.test.ts',
    caught_by: 'every export is in the audit log',
  },
  {
    name: 'a key that reads requests alone finds payees and agents',
    file: 'server/src/merchant-search/find-records.ts',
    find: "caller.kind === 'merchant_session' ||",
    replace: 'caller.kind !== undefined ||',
    test: 'server/test/search.test.ts',
    caught_by: 'a key finds payees only with the scope that reads them',
  },
  {
    name: 'a key that reads the audit log alone can search',
    file: 'packages/contract/src/merchant-search/operations.ts',
    find: "merchant_scope: 'payment_requests:read'",
    replace: "merchant_scope: 'audit:read'",
    test: 'server/test/search.test.ts',
    caught_by: 'a key needs the scope that reads requests',
  },
]
