/** Keys that the service makes: what is sealed, what counts as a key, and when one may be used. */
import type { Mutant } from './mutant.ts'

const TEST = 'server/test/service-keys.test.ts'
const LOG_TEST = 'server/test/service-keys-log.test.ts'

export const serviceKeysMutants: readonly Mutant[] = [
  {
    name: 'a sealed key opens under another id',
    file: 'server/src/service-keys/sealed-key.ts',
    find: 'Buffer.from(`svc.seal.v1\\n${purpose}\\n${kid}`)',
    replace: 'Buffer.from(`svc.seal.v1\\n${purpose}${kid.slice(0, 0)}`)',
    test: TEST,
    caught_by: 'are no keys for anybody',
  },
  {
    name: 'a sealed key opens for another purpose',
    file: 'server/src/service-keys/sealed-key.ts',
    find: 'Buffer.from(`svc.seal.v1\\n${purpose}\\n${kid}`)',
    replace: 'Buffer.from(`svc.seal.v1\\n${purpose.slice(0, 0)}\\n${kid}`)',
    test: TEST,
    caught_by: 'are no keys for anybody',
  },
  {
    name: 'a key signs before others have published it',
    file: 'server/src/service-keys/rotate-keys.ts',
    find: 'is(next.made_s, LEAD_S) && ',
    replace: 'is(next.made_s, 0) && ',
    test: TEST,
    caught_by: 'a key is published in every process before it signs in one',
  },
  {
    name: 'a key signs before the payee log shows it',
    file: 'server/src/service-keys/rotate-keys.ts',
    find: 'if (isSigning(purpose) && !(await isKeyPublished(tx, purpose, next.kid))) return false',
    replace: 'if (isSigning(purpose) && !(await isKeyPublished(tx, purpose, current.kid))) void 0',
    test: LOG_TEST,
    caught_by: 'waits for the witnesses',
  },
  {
    name: 'an entry that no published checkpoint covers counts as published',
    file: 'server/src/log/is-published.ts',
    find: 'index < newest.size',
    replace: 'index <= newest.size + 1_000',
    test: LOG_TEST,
    caught_by: 'waits for the witnesses',
  },
  {
    name: 'a retired key keeps its private part',
    file: 'server/src/service-keys/rotate-keys.ts',
    find: 'sealed: await sealSigning(sealer, purpose, shown)',
    replace: 'sealed: await sealSigning(sealer, purpose, await openSigning(sealer, current))',
    test: TEST,
    caught_by: 'a retired key has no private part left',
  },
  {
    name: 'the retirement of a key is not logged',
    file: 'server/src/service-keys/rotate-keys.ts',
    find: "if (old) await logKey(tx, old.logged, 'retired')",
    replace: '',
    test: LOG_TEST,
    caught_by: 'waits for the witnesses',
  },
  {
    name: 'a sealing key goes while rows are sealed with it',
    file: 'server/src/service-keys/rotate-keys.ts',
    find: '((await sealedRows(tx)).get(row.kid) ?? 0) > 0 || ',
    replace: '',
    test: TEST,
    caught_by: 'the old one stays for as long as it sealed a row',
  },
  {
    name: 'a process starts without the current keys',
    file: 'server/src/service-keys/keyring.ts',
    find: 'if (!facts_set || !receipt_set || !sealing)',
    replace: 'if (!facts_set && !receipt_set && !sealing)',
    test: TEST,
    caught_by: 'none starts with it',
  },
  {
    name: 'the public part of a key that signed can be deleted',
    file: 'server/sql/service-keys.sql',
    find: "(old.state = 'retired' and old.purpose = 'webhook')",
    replace: "old.state = 'retired'",
    test: TEST,
    caught_by: 'its row stays whatever is tried',
  },
  {
    name: 'a retired key comes back',
    file: 'server/sql/service-keys.sql',
    find: "('retired', 'retired'))",
    replace: "('retired', 'retired'), ('retired', 'next'))",
    test: TEST,
    caught_by: 'its row stays whatever is tried',
  },
]
