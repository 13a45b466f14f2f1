/** The payee log: what makes a rewritten or a second log show. */
import type { Mutant } from './mutant.ts'

export const payeeLogMutants: readonly Mutant[] = [
  {
    name: 'a wallet accepts another log than the one that it saw before',
    file: 'packages/sdk/src/verify/verify-payee.ts',
    find: 'if (!(await isConsistent(older, newer, hashes))) return kept',
    replace: 'if (hashes.length < 0) return kept',
    test: 'packages/sdk/test/verify-payee.test.ts',
    caught_by: 'a service that shows this wallet another log under the same key is caught',
  },
  {
    name: 'the log shows more than was signed',
    file: 'server/src/log/log-files.ts',
    find: 'widthOf(tile, published.size) < tile.width',
    replace: 'widthOf(tile, published.size) < 0',
    test: 'server/test/payee-log-files.test.ts',
    caught_by: 'nothing is served beyond the published size',
  },
  {
    name: 'a log whose past was changed is signed again',
    file: 'server/src/log/publish-checkpoint.ts',
    find: 'if (!grown) {',
    replace: 'if (grown === undefined) {',
    test: 'server/test/payee-log.test.ts',
    caught_by: 'a log whose past was changed, by whatever right, is not signed any more',
  },
  {
    name: 'a witness signs another history',
    file: 'packages/sdk/src/verify/witness-log.ts',
    find: 'if (!(await isConsistent(before, checkpoint, asked.hashes))) {',
    replace: 'if (before.size > checkpoint.size) {',
    test: 'packages/cli/test/log-monitor.test.ts',
    caught_by: 'a witness signs what only grew',
  },
  {
    name: 'a repair takes leaves that lead to no signed head',
    file: 'server/src/log/repair-log.ts',
    find: "if (head?.origin !== signer.origin) throw new RepairFault('the copy has no head signed by this log')",
    replace: 'if (!head) return { from: 0, to: 0, renumbered: 0 }',
    test: 'packages/cli/test/log-monitor.test.ts',
    caught_by: 'a witness signs what only grew',
  },
  {
    name: 'a part of a receipt can be swapped',
    file: 'packages/sdk/src/verify/verify-receipt.ts',
    find: 'digest === undefined || digest === parts[part]',
    replace: 'digest === undefined || part in parts',
    test: 'packages/sdk/test/verify-receipt.test.ts',
    caught_by: 'what is swapped, added, changed or signed by others breaks it',
  },
  {
    name: 'a rejection counts as an approval',
    file: 'packages/sdk/src/verify/verify-receipt.ts',
    find: 'if (APPROVED.includes(device?.decision))',
    replace: 'if (device)',
    test: 'packages/sdk/test/verify-receipt.test.ts',
    caught_by: 'what is withheld is named',
  },
  {
    name: 'a history may say what the log does not',
    file: 'packages/sdk/src/verify/verify-history.ts',
    find: 'if (!same) return failed(',
    replace: 'if (!entry) return failed(',
    test: 'packages/sdk/test/verify-payee.test.ts',
    caught_by: 'a history is that of the log entry by entry',
  },
]
