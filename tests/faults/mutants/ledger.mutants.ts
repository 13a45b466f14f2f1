/** How a transaction is read from a ledger, and how sources are read among strangers' transactions. */
import type { Mutant } from './mutant.ts'

const READ = 'packages/stellar/src/read-transaction.ts'
const LEDGER_ENVELOPE = 'packages/stellar/src/ledger-envelope.ts'
const SOURCES = { test: 'server/test/ledger-sources.test.ts' }
const LISTING = 'server/src/platform/egress/ledger/listing.ts'
const LISTED = { test: 'server/src/platform/egress/ledger/listing.test.ts' }
const READ_TEST = 'packages/stellar/src/read-transaction.test.ts'

export const ledgerMutants: readonly Mutant[] = [
  {
    name: "an operation's own source is not the payer",
    file: READ,
    find: 'muxedParts(sourceAccount ?? tx.sourceAccount).address',
    replace: 'muxedParts(tx.sourceAccount ?? sourceAccount).address',
    test: READ_TEST,
    caught_by: 'is the source of the operation',
  },
  {
    name: 'the source of a transaction is not told where others pay in it',
    file: READ,
    find: 'new Set([address, ...tx.operations',
    replace: 'new Set([...tx.operations',
    test: READ_TEST,
    caught_by: 'stands beside everybody who acts in the transaction',
  },
  {
    name: 'who wraps a transaction in a fee bump passes for its signer',
    file: LEDGER_ENVELOPE,
    find: 'const inner = tx.innerTx.v1',
    replace: 'const inner = new xdr.TransactionV1Envelope({ tx: tx.innerTx.v1.tx, signatures })',
    test: READ_TEST,
    caught_by: 'tells who signed the inside',
  },
  {
    name: 'a large transaction hides the ledger that holds it',
    file: LEDGER_ENVELOPE,
    find: 'const BYTES_MAX = 524_288',
    replace: 'const BYTES_MAX = 49_152',
    test: READ_TEST,
    caught_by: 'with a hundred operations',
  },
  {
    name: 'an envelope is read whatever its size',
    file: LEDGER_ENVELOPE,
    find: 'if (text.length > CHARACTERS_MAX) return undefined',
    replace: 'if (text.length > 100 * CHARACTERS_MAX) return undefined',
    test: READ_TEST,
    caught_by: 'and none that no network could take',
  },
  {
    name: 'a path payment in another asset than asked counts',
    file: READ,
    find: ' || !asset.equals(op.destAsset)',
    replace: '',
    test: READ_TEST,
    caught_by: 'another asset than was asked for',
  },
  {
    name: 'of a transaction that a seal lists twice, the first result counts',
    file: 'packages/stellar/src/seal.ts',
    find: 'if (pair === undefined || more.length > 0) return undefined',
    replace: 'if (pair === undefined || more.length > 100) return undefined',
    test: 'packages/stellar/src/seal.test.ts',
    caught_by: 'fails where the results list the transaction twice',
  },
  {
    name: 'an envelope in another text of the same bytes is read',
    file: LEDGER_ENVELOPE,
    find: "if (xdr.encodeBytes(bytes, 'base64') !== text) return undefined",
    replace: '',
    test: READ_TEST,
    caught_by: 'in the one text that it has',
  },
  {
    name: 'of several envelopes in one text the first is read',
    file: LEDGER_ENVELOPE,
    find: 'value === undefined || more.length > 0 ? undefined',
    replace: 'value === undefined || more.length > 9 ? undefined',
    test: READ_TEST,
    caught_by: 'in the one text that it has',
  },
  {
    name: 'a transaction that nobody can read is passed over in silence',
    file: LISTING,
    find: 'const unreadable = all.filter((_, i) => found[i] === undefined)',
    replace: 'const unreadable = all.filter((_, i) => found[i] === null)',
    ...SOURCES,
    caught_by: 'is one unreadable item of its ledger',
  },
  {
    name: 'another transaction passes under the hash that was asked for',
    file: 'server/src/platform/egress/ledger/listing.ts',
    find: 'if (read === undefined || (read.hash !== named && read.listed_hash !== named)) return undefined',
    replace: 'if (read === undefined || named === "") return undefined',
    ...SOURCES,
    caught_by: 'another transaction than the one that is named',
  },
  {
    name: 'what a budget left out counts as read',
    file: LISTING,
    find: 'end = Math.min(through, one.ledger - 1)',
    replace: 'end = through',
    ...SOURCES,
    caught_by: 'a budget ends with a whole ledger',
  },
  {
    name: 'a budget ends in the middle of a ledger',
    file: LISTING,
    find: 'one.ledger > through || (one.ledger > last && listed.size >= budget)',
    replace: 'one.ledger > through || listed.size >= budget',
    ...SOURCES,
    caught_by: 'a ledger with more than the budget is read to its end',
  },
  {
    name: 'an answer that is too large is not asked for again',
    file: LISTING,
    find: 'if (!isTooLarge(error) || limit === 1) throw error',
    replace: 'if (!isTooLarge(error) || limit > 0) throw error',
    ...SOURCES,
    caught_by: 'a payment too large for any answer is unreadable',
  },
  {
    name: 'a node that goes back is read on',
    file: LISTING,
    find: 'if (one.ledger < last) throw',
    replace: 'if (one.ledger < 0) throw',
    ...LISTED,
    caught_by: 'is refused from whoever goes back',
  },
  {
    name: 'a node that never comes to an end is read on',
    file: LISTING,
    find: 'if (of_last > OF_ONE_LEDGER_MAX)',
    replace: 'if (of_last > 10 * OF_ONE_LEDGER_MAX)',
    ...LISTED,
    caught_by: 'is refused from whoever never comes to the end of a ledger',
  },
  {
    name: 'a Horizon that repeats a payment is read on',
    file: 'server/src/platform/egress/ledger/horizon-source.ts',
    find: 'if (token <= cursor || (transaction',
    replace: 'if (token < 0n || (transaction',
    ...SOURCES,
    caught_by: 'is not read on',
  },
]
