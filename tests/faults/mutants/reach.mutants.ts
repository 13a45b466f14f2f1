/** Who reaches what: connections, wallets, tenants. */
import type { Mutant } from './mutant.ts'

export const reachMutants: readonly Mutant[] = [
  {
    name: 'a connection token reads the requests of its merchant by their own id',
    file: 'server/schema/payments/payment-requests.shown.sql',
    find: ' and t.connection_id = c.connection_id\n',
    replace: '\n',
    test: 'server/test/payment-requests-reach.test.ts',
    caught_by: 'by either of its ids',
  },
  {
    name: 'a connection token reads the requests of its merchant by the id that their agent chose',
    file: 'server/schema/payments/payment-requests.shown.sql',
    find: 'n.connection_id = c.connection_id\n        and n.request_id between i.request_id and i.request_id order by n.request_id limit 1)) as id) wanted on true\n  left join lateral (\n    select t.* from payment_requests_shown t\n    where t.merchant_id = c.merchant_id and t.connection_id = c.connection_id',
    replace:
      'n.connection_id is not null\n        and n.request_id between i.request_id and i.request_id order by n.request_id limit 1)) as id) wanted on true\n  left join lateral (\n    select t.* from payment_requests_shown t\n    where t.merchant_id = c.merchant_id and t.connection_id is not null',
    test: 'server/test/payment-requests-reach.test.ts',
    caught_by: 'by either of its ids',
  },
  {
    name: 'a connection token lists the requests of all connections',
    file: 'server/schema/payments/payment-requests.shown.sql',
    find: 'where not by_wallet and c.token_hash = of_token',
    replace: 'where not by_wallet',
    test: 'server/test/payment-requests.test.ts',
    caught_by: 'lists: the agent its connection',
  },
  {
    name: 'a device token lists the requests of all wallets',
    file: 'server/schema/payments/payment-requests.shown.sql',
    find: 'where by_wallet and c.device_id = wallet',
    replace: 'where by_wallet',
    test: 'server/test/payment-requests.test.ts',
    caught_by: 'lists: the agent its connection',
  },
  {
    name: 'a wallet may write rows in the name of another',
    file: 'server/schema/connections/devices.sql',
    find: 'wallet on devices to pursestrings_app\n  using (wallet() in (device_id, wallet_id)) with check (wallet() in (device_id, wallet_id))',
    replace: 'wallet on devices to pursestrings_app\n  using (wallet() in (device_id, wallet_id)) with check (true)',
    test: 'server/test/wallet-rows.test.ts',
    caught_by: 'a wallet writes no row in the name of another',
  },
  {
    name: 'a wallet sees the rows of others',
    file: 'server/schema/connections/devices.sql',
    find: 'wallet on devices to pursestrings_app\n  using (wallet() in (device_id, wallet_id))',
    replace: 'wallet on devices to pursestrings_app\n  using (true)',
    test: 'server/test/wallet-rows.test.ts',
    caught_by: 'see and write its own rows alone',
  },
  {
    name: 'a tenant may write rows in the name of another',
    file: 'server/schema/organizations/merchants.sql',
    find: 'on memberships to pursestrings_app\n  using (merchant_id = tenant()) with check (merchant_id = tenant())',
    replace: 'on memberships to pursestrings_app\n  using (merchant_id = tenant()) with check (true)',
    test: 'server/test/tenancy.test.ts',
    caught_by: 'a tenant cannot write into another',
  },
]
