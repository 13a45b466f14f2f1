import type { Mutant } from './mutant.ts'

const TEST = 'server/test/operator-commands.test.ts'
const CREATE = 'server/schema/payments/payment-requests.create.sql'
const LIMITED = 'an organization has the limits that the operator gives it'

export const operatorCommandsMutants: readonly Mutant[] = [
  {
    name: "an organization's own limit of waiting requests is not looked at",
    file: CREATE,
    find: 'coalesce(m.pending_max, default_pending_max)',
    replace: 'default_pending_max',
    test: TEST,
    caught_by: LIMITED,
  },
  {
    name: "an organization's own limit of creates a minute is not looked at",
    file: CREATE,
    find: 'coalesce(m.creates_per_minute_max, default_minute_max)',
    replace: 'default_minute_max',
    test: TEST,
    caught_by: LIMITED,
  },
  {
    name: "a refusal names the limit of all, not the organization's own",
    file: 'server/src/payments/payment-requests/verdicts.ts',
    find: 'quota: own_limit ?? pending_max',
    replace: 'quota: pending_max',
    test: TEST,
    caught_by: LIMITED,
  },
  {
    name: "intents that wait for a person ignore the organization's own limit",
    file: 'server/src/payments/agent-payments/create-agent-payment.ts',
    find: 'held.own_pending_max ?? pending_max',
    replace: 'pending_max',
    test: TEST,
    caught_by: 'intents that wait for a person have the same limit',
  },
  {
    name: 'a process that serves can change the limits of an organization',
    file: 'server/schema/organizations/merchants.sql',
    find: 'update (name, status, suspended_by, version, agents_stopped_at) on merchants to pursestrings_app',
    replace:
      'update (name, status, suspended_by, version, agents_stopped_at, pending_max) on merchants to pursestrings_app',
    test: TEST,
    caught_by: 'no process that serves can change them',
  },
  {
    name: 'a limit of nothing is taken for a limit',
    file: 'server/src/commands/admin/merchant.ts',
    find: 'limit < 1 || ',
    replace: '',
    test: TEST,
    caught_by: 'limits are numbers from one up',
  },
  {
    name: 'an endpoint that the operator turned off is turned on by its organization alone',
    file: 'server/src/delivery/webhooks/endpoints/disabled-mail.worker.ts',
    find: "disabled_reason: 'operator', verified_at: null } as const",
    replace: "disabled_reason: 'operator' } as const",
    test: TEST,
    caught_by: 'is on again only after a new challenge',
  },
  {
    name: 'everybody is signed out whatever was confirmed',
    file: 'server/src/commands/admin/merchant.ts',
    find: '  if (confirm !== id) throw',
    replace: "  if (confirm === '') throw",
    test: TEST,
    caught_by: 'once the operator has confirmed it',
  },
  {
    name: 'signing everybody out leaves no line in the audit log',
    file: 'server/src/organizations/merchant-sessions/session-on-wire.ts',
    find: '  if (sessions === 0) return 0\n',
    replace: '  if (sessions >= 0) return sessions\n',
    test: TEST,
    caught_by: 'everybody is signed out of one organization',
  },
]
