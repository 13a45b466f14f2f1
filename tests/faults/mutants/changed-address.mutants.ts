/** A changed address of a payee, and what confirms it. */
import type { Mutant } from './mutant.ts'

const SQL = 'server/schema/payees/recipients.sql'
const TEST = 'server/test/changed-address.test.ts'

export const changedAddressMutants: readonly Mutant[] = [
  {
    name: 'a changed address serves at once on the testnet',
    file: 'server/src/payees/recipients/serve-or-cool.ts',
    find: ' && !(await mustWait(tx, recipient_version_id, change))',
    replace: '',
    test: TEST,
    caught_by: 'an admin without a passkey cannot swap a served address at once',
  },
  {
    name: 'nobody hears that an address will change',
    file: 'server/src/payees/recipients/serve-or-cool.ts',
    find: '  await tellOfChange(tx, jobs, { ...letter, next: cooling })\n',
    replace: '',
    test: TEST,
    caught_by: 'an admin without a passkey cannot swap a served address at once',
  },
  {
    name: 'nobody hears that an address has changed',
    file: 'server/src/payees/recipients/serve-or-cool.ts',
    find: 'if (previous) await tellOfChange(',
    replace: 'if (!previous) await tellOfChange(',
    test: TEST,
    caught_by: 'who confirms with a passkey changes the address at once',
  },
  {
    name: 'the database lets a changed address serve at once',
    file: SQL,
    find: 'or payee_moves(new)\n',
    replace: 'or payee_moves(new) is null\n',
    test: TEST,
    caught_by: 'the database lets no changed address serve before its time',
  },
  {
    name: 'the database lets a version of the testnet cool off for no time',
    file: SQL,
    find: 'merchant_cooling_off(new.merchant_id)), false)',
    replace: 'merchant_cooling_off(new.merchant_id)), cooling_off_of(new.network) is null)',
    test: TEST,
    caught_by: 'the database lets no changed address serve before its time',
  },
  {
    name: "a payee's first address waits",
    file: SQL,
    find: '  select exists (select from (select o.* from recipient_versions o',
    replace:
      '  select not exists (select from recipient_versions o where o.recipient_id = v.recipient_id and o.activated_at is not null) or exists (select from (select o.* from recipient_versions o',
    test: TEST,
    caught_by: 'the first address of a payee serves at once',
  },
  {
    name: 'a payee starts over once nothing serves',
    file: SQL,
    find: 'and o.activated_at is not null order by o.activated_at desc limit 1) last',
    replace: "and o.activated_at is not null and o.status = 'active' order by o.activated_at desc limit 1) last",
    test: TEST,
    caught_by: 'a payee whose address was stopped does not start over',
  },
  {
    name: 'any address that a payee ever had serves at once',
    file: SQL,
    find: 'order by o.activated_at desc limit 1) last',
    replace: 'order by o.address = v.address desc limit 1) last',
    test: TEST,
    caught_by: 'a payee whose address was stopped does not start over',
  },
  {
    name: 'a recalled address serves at once as a new version',
    file: SQL,
    find: 'last.recalled_at is not null or (last.network',
    replace: '(last.network',
    test: TEST,
    caught_by: 'a payee whose address was stopped does not start over',
  },
  ...['network', 'asset', 'address', 'memo', 'issuer'].map((fact) => ({
    name: `another ${fact} is no change`,
    file: SQL,
    find: '    where last.recalled_at is not null or (last.network, last.asset, last.address, last.memo, last.contract, last.issuer)\n',
    replace: `    where last.recalled_at is not null or (${['network', 'asset', 'address', 'memo', 'contract', 'issuer']
      .map((one) => `${one === fact ? 'v' : 'last'}.${one}`)
      .join(', ')})\n`,
    test: TEST,
    caught_by: 'every fact of where the money goes counts',
  })),
  {
    name: 'a code by mail confirms a changed address',
    file: SQL,
    find: `s.passkey_proven_at > now() - step_up_lifetime()
      and s.passkey_since <= now() - merchant_cooling_off(of_merchant)`,
    replace: 's.mail_proven_at > now() - step_up_lifetime()',
    test: TEST,
    caught_by: 'a code by mail is no confirmation',
  },
  {
    name: 'the database takes a confirmation of an hour ago',
    file: SQL,
    find: 's.passkey_proven_at > now() - step_up_lifetime()',
    replace: "s.passkey_proven_at > now() - step_up_lifetime() - interval '1 hour'",
    test: TEST,
    caught_by: 'the database takes a confirmation for as long as the contract says',
  },
  {
    name: 'a new passkey confirms a changed address',
    file: SQL,
    find: 's.passkey_since <= now() - merchant_cooling_off(of_merchant)',
    replace: 's.passkey_since <= now()',
    test: TEST,
    caught_by: 'a passkey that is younger than the cooling-off time confirms nothing',
  },
  {
    name: 'a day is enough for a passkey where an organization waits longer',
    file: SQL,
    find: 's.passkey_since <= now() - merchant_cooling_off(of_merchant)',
    replace: "s.passkey_since <= now() - interval '1 day'",
    test: TEST,
    caught_by: 'a passkey that is younger than the cooling-off time confirms nothing',
  },
  {
    name: 'what one session confirmed counts in all of them',
    file: 'server/src/payees/recipients/cooling-off.ts',
    find: 'confirms_payee_moves($1, $3, $4)',
    replace: 'confirms_payee_moves($1, $3, nullif($4, $4))',
    test: TEST,
    caught_by: 'a passkey that is younger than the cooling-off time confirms nothing',
  },
  {
    name: 'a new member with an old passkey confirms a changed address',
    file: SQL,
    find: '\n      and coalesce(m.approver_since, m.created_at) <= now() - merchant_cooling_off(of_merchant))',
    replace: ')',
    test: TEST,
    caught_by: 'who became an admin within the cooling-off time confirms nothing',
  },
  {
    name: 'a sign-in with a passkey confirms no changed address',
    file: 'server/src/organizations/merchant-sessions/open-merchant-session.ts',
    find: 'openSession(tx, { account_id, transport, signed_in_by, passkey_since })',
    replace: 'openSession(tx, { account_id, transport, signed_in_by, passkey_since: passkey_since && null })',
    test: TEST,
    caught_by: 'a sign-in with a passkey confirms, too',
  },
  {
    name: 'the second person confirms nothing',
    file: 'server/src/payees/recipients/approve-version.ts',
    find: 'serveOrCool(tx, deps, { recipient, version, account_id, session_id, people, by, approved_by })',
    replace:
      'serveOrCool(tx, deps, { recipient, version, account_id: requested_by ?? account_id, session_id, people, by, approved_by })',
    test: TEST,
    caught_by: 'where two people are needed the second one confirms',
  },
]
