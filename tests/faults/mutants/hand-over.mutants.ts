/** What a payment is for, and what a wallet hands over for it: nobody changes either, and nobody else reads the second. */
import type { Mutant } from './mutant.ts'

const SQL = 'server/schema/payments/payment-authorizations.sql'
const HAND_OVER = 'server/src/payments/payment-authorizations/hand-over.ts'
const VIEW = 'server/src/payments/payment-requests/payment-request-view.ts'
const AGENT_KEYS = 'server/src/connections/agents/agent-keys.ts'
const handed = (caught_by: string) => ({ test: 'server/test/payment-authorizations.test.ts', caught_by })
const terms = (caught_by: string) => ({ test: 'server/test/payment-terms.test.ts', caught_by })
const keys = (caught_by: string) => ({ test: 'server/test/agent-keys.test.ts', caught_by })

export const handOverMutants: readonly Mutant[] = [
  {
    name: 'something is handed over before the request is claimed',
    file: SQL,
    find: "p.status in ('signed', 'broadcasted', 'confirmed')\n        and p.decided_by = by_device",
    replace: 'coalesce(p.decided_by, by_device) = by_device',
    ...handed('nothing is kept before the wallet has claimed the payment'),
  },
  {
    name: 'something is handed over before the agent payment is claimed',
    file: SQL,
    find: "p.status in ('approved', 'submitted', 'settled') and p.claimed_by = by_device",
    replace: 'coalesce(p.claimed_by, by_device) = by_device',
    ...handed('nothing is kept before the wallet has claimed the payment'),
  },
  {
    name: 'any device of the wallet hands over for a request',
    file: SQL,
    find: '\n        and p.decided_by = by_device',
    replace: '',
    ...handed('another device of the same wallet hands over nothing'),
  },
  {
    name: 'any device of the wallet hands over for an agent payment',
    file: SQL,
    find: ' and p.claimed_by = by_device',
    replace: '',
    ...handed('another device of the same wallet hands over nothing'),
  },
  {
    name: 'other bytes are taken for those that are kept',
    file: SQL,
    find: "case when kept = with_sealed then 'kept'",
    replace: "case when kept is not null then 'kept'",
    ...handed('of a request: other bytes are refused, and what was kept stays, whoever races'),
  },
  {
    name: 'something is handed over after it would have been erased',
    file: SQL,
    find: "if until <= clock_timestamp() then return 'authorization_erased'; end if;",
    replace: '',
    ...handed('a day after the payment expired nothing can be fetched or handed over'),
  },
  {
    name: 'what should be erased is read until the worker comes',
    file: 'server/src/payments/payment-authorizations/payment-authorizations.store.ts',
    find: "if (row?.is_over) return 'erased'",
    replace: '',
    ...handed('a day after the payment expired nothing can be fetched or handed over'),
  },
  {
    name: 'what was handed over can be deleted before its time',
    file: SQL,
    find: 'when (old.kept_until > now())',
    replace: 'when (old.kept_until < now())',
    ...handed('the database changes nothing that was handed over, and lets none go before its time'),
  },
  {
    name: 'workers read what was handed over',
    file: SQL,
    find: 'grant select (merchant_id, payment_id, kept_until), delete',
    replace: 'grant select, delete',
    ...handed('the database changes nothing that was handed over, and lets none go before its time'),
  },
  {
    name: 'a payment without a method takes an authorization',
    file: HAND_OVER,
    find: 'if (!version || methodOf(version.reference) === null)',
    replace: 'if (!version)',
    ...handed('a payment on a ledger without authorizations takes none'),
  },
  {
    name: 'an agent that may not read requests fetches what was handed over',
    file: 'packages/contract/src/payment-authorizations/operations.ts',
    find: "  scope: 'payment.requests.read',\n",
    replace: '',
    ...handed('an agent that may not read requests, or whose connection ended, fetches nothing'),
  },
  {
    name: 'the facts do not say what the payment is for',
    file: VIEW,
    find: "terms_digest: pinned.terms === null ? null : hash('sha256', pinned.terms)",
    replace: 'terms_digest: null',
    ...terms('a request shows its terms to agent, wallet and merchant'),
  },
  {
    name: 'terms lead to another host than a URL parser reads',
    file: 'server/src/payments/payment-requests/check-terms.ts',
    find: "url?.href !== text || (url.protocol !== 'https:' && !trying)",
    replace: "!url || (url.protocol !== 'https:' && !trying)",
    ...terms('terms with a host in capitals are refused'),
  },
  {
    name: 'terms name a user before the host',
    file: 'server/src/payments/payment-requests/check-terms.ts',
    find: "url.username !== '' || url.password !== '' || url.hash !== ''",
    replace: "url.hash !== ''",
    ...terms('terms with a user name are refused'),
  },
  {
    name: 'terms of plain http lead anywhere',
    file: 'server/src/payments/payment-requests/check-terms.ts',
    find: "url?.protocol === 'http:' && LOOPBACK.test(url.hostname) && ",
    replace: "url?.protocol === 'http:' && ",
    ...terms('terms with plain http are refused'),
  },
  {
    name: 'what a policy refused forgets what it was for',
    file: 'server/src/payments/agent-payments/refused-attempts.ts',
    find: '    ...(terms !== undefined && { terms }),\n',
    replace: '',
    ...terms('what a policy refused keeps its terms'),
  },
  {
    name: 'a wallet believes terms that its facts do not have',
    file: 'packages/sdk/src/verify-terms.ts',
    find: 'if (digest === terms_digest) return shown',
    replace: 'if (terms_digest === undefined || digest === terms_digest) return shown',
    test: 'packages/sdk/src/verify-terms.test.ts',
    caught_by: 'terms that were changed, added or left out are refused',
  },
  {
    name: 'a task takes any terms for its own',
    file: 'packages/sdk/src/request-payment.ts',
    find: ' &&\n  terms_digest === (wanted.terms && (await termsDigest(wanted.terms)))',
    replace: '',
    test: 'packages/sdk/test/one-task.test.ts',
    caught_by: 'a task stands for what it was said to be for',
  },
  {
    name: 'a wallet is shown keys that were revoked or never proven',
    file: AGENT_KEYS,
    find: 'usable_agent_credentials',
    replace: 'agent_credentials',
    ...keys('a key that is not proven, or was revoked, is shown to no wallet'),
  },
  {
    name: 'a payee is given the reference of another ledger',
    file: 'server/src/payees/recipients/payment-facts.ts',
    find: 'if (reference === undefined || reference === possible)',
    replace: 'if (reference === undefined || possible)',
    test: 'server/src/payees/recipients/recipients.test.ts',
    caught_by: 'in the form of its own network, and in no other',
  },
]
