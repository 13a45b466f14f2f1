/**
 * Bugs that services like this one really have had, planted one at a time in a copy of the tree: each is caught by a named
 * test. A suite that misses one of them guards nothing. TESTS_PASS=1 leaves out the run of each test without a bug.
 */
import { expect, inject, test } from 'vitest'
import { readMutants, staleMutants } from './mutants/read-mutants.ts'
import { runMutants } from './mutants/run-mutants.ts'
import { report } from './report.ts'

/** The bug, as somebody would have written it, and the mutant that plants it. */
const PLANTED: Readonly<Record<string, string>> = {
  'the payee of a create is not locked': 'a create does not hold its payee',
  'a revocation and a create do not wait for each other': 'a create does not hold its connection',
  'credentials are cached for some seconds': 'content is answered to a token that is no longer good',
  'reads go to a standby': 'a standby is asked',
  'a status is updated whatever it was': 'the database lets a request leave a final status',
  'expiry goes by the clock of a process': 'a report after expiry still moves the request',
  'events are numbered by a sequence, which leaves gaps': 'events of a connection are numbered with gaps',
  'an event is written after the commit': 'an event is appended without its pending row',
  'the idempotency key is taken after the work': 'calls of one key share a statement',
  'a replay is a read': 'a replay writes nothing',
  'the notice of a cancelled wait for the standby is ignored':
    'a commit whose wait for the standby was cancelled counts as kept',
  'a cap is checked by a select before the update': 'a policy is judged without being held',
  'the id of an assertion is kept in memory': 'an assertion opens twice',
  'a grant is marked as used in another transaction': 'a session grant works twice',
  'what is owed to webhooks goes before it was handed on': 'a job for webhooks is left out',
  'a webhook lease is not checked for its holder': 'a result that comes back late moves what another has leased',
  'SET instead of SET LOCAL for the tenant': 'a tenant outlives its transaction on a pooled connection',
  'a table without forced row-level security': 'one table lets its owner past row-level security',
  'a digest is computed before its text is normalized': 'a Stellar hash has two spellings',
  'a backup is restored without a new epoch': 'cursors of connections come twice',

  'ledger: one payment pays twice': 'a movement that pays already pays again',
  'ledger: silence proves that nothing was paid': 'absence proves something on any history',
  'ledger: sources that disagree still prove': 'unpaid is said while sources contradict each other',
  'log: it shows more than was signed': 'the log shows more than was signed',
  'log: its past is changed and signed again': 'a log whose past was changed is signed again',
  'log: a witness signs two histories': 'a witness signs another history',
  'feeds: the sequencer skips a row': 'the sequencer skips a row',
  'feeds: an event comes twice': 'an event is entered twice into a feed',
  'policies: a claim is not judged again': 'a claim is not judged by its policy',
  'policies: what was claimed is given back': 'the use of a claimed payment is given back',
  'policies: terms grow without the user': 'a statement widens terms in force',
}

test('every planted bug is caught by the test it names', { timeout: 7_200_000 }, async () => {
  const names = new Set(Object.values(PLANTED))
  const planted = (await readMutants()).filter(({ name }) => names.has(name))
  expect(planted.map(({ name }) => name).toSorted()).toEqual([...names].toSorted())
  expect(staleMutants(planted)).toEqual([])
  const database = { admin_url: inject('admin_url'), template: inject('template') }
  const missed = await runMutants(planted, database, {
    tests_known_to_pass: process.env.TESTS_PASS === '1',
    log: (line) => console.log(line),
  })
  for (const one of missed) console.log(`missed: ${one}`)
  report('planted', { planted: planted.length, missed: missed.length })
  expect(missed).toEqual([])
})
