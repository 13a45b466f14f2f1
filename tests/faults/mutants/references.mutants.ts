/** What makes the digest of a request its own, and which payees' payments carry it. */
import type { Mutant } from './mutant.ts'

const FACTS = 'packages/protocol/src/payment-facts.ts'
const unlike = {
  test: 'packages/protocol/src/payment-facts.test.ts',
  caught_by: 'differs for any two requests',
}
const referenced = (caught_by: string) => ({ test: 'server/src/payees/recipients/payment-facts.test.ts', caught_by })
const RECIPIENT_FACTS = 'server/src/payees/recipients/payment-facts.ts'

export const referenceMutants: readonly Mutant[] = [
  {
    name: 'two connections can have one digest',
    file: FACTS,
    find: '    connection_id: given.connection_id,\n',
    replace: "    connection_id: '',\n",
    ...unlike,
  },
  {
    name: 'two services can have one digest',
    file: FACTS,
    find: '    issuer: given.issuer,\n    connection_id',
    replace: "    issuer: '',\n    connection_id",
    ...unlike,
  },
  {
    name: 'a payee without a memo gets no reference',
    file: RECIPIENT_FACTS,
    find: "if (possible) return { ok: true as const, canonical: 'memo_hash' as const }",
    replace: 'if (possible) return { ok: true as const, canonical: reference ?? null }',
    ...referenced('where a payment has room for it'),
  },
  {
    name: 'a payee with a memo gets a reference as well',
    file: RECIPIENT_FACTS,
    find: ' && memo === undefined\n',
    replace: '\n',
    ...referenced('never beside a memo of its own'),
  },
  {
    name: 'a merchant cannot turn references off',
    file: RECIPIENT_FACTS,
    find: "if (reference === 'none' || (reference",
    replace: 'if ((reference',
    ...referenced('unless the merchant turns it off'),
  },
]
