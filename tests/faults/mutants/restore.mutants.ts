import type { Mutant } from './mutant.ts'

const TEST = 'server/test/restore.test.ts'
const BEHIND = 'does not start, and one that runs is not ready'
const DEAD = 'sessions, links, grants, pairings and short tokens are dead'
const RESET = 'a cursor that the backup does not have is told so in every feed'
const NEXT = 'what comes next has cursors and ids that nobody has seen'
const REVOKED = 'what was revoked after the backup is revoked again, and told'
const OPEN = 'src/transparency/restore/open-restored.ts'

const inServer = (file: string, find: string, replace: string, name: string, caught_by: string): Mutant => ({
  name,
  file: `server/${file}`,
  find,
  replace,
  test: TEST,
  caught_by,
})

export const restoreMutants: readonly Mutant[] = [
  inServer(
    'src/transparency/restore/service-head.ts',
    'here.epoch < there.epoch || here.number < there.number',
    'here.epoch < there.epoch',
    'a database that lost heads is served',
    BEHIND,
  ),
  inServer(
    'src/transparency/restore/write-service-head.ts',
    'number: taken.number - 1, epoch }',
    'epoch }',
    'a worker on a restored database writes over what the mirror knows',
    BEHIND,
  ),
  inServer(
    'src/platform/health/check-readiness.ts',
    'if (restored !== undefined) throw notReady(restored)',
    '',
    'a process whose database was restored under it says that it is ready',
    BEHIND,
  ),
  inServer(
    'src/transparency/restore/service-head.ts',
    'if (!keys.some(signed)) return undefined',
    '',
    'a head that nobody signed is believed',
    'a head that nobody signed is not believed',
  ),
  inServer(
    'src/platform/egress/log-mirror.ts',
    'if (!found?.isDirectory()) throw',
    'if (found && !found.isDirectory()) throw',
    'a mirror that is not mounted looks like one that knows nothing',
    'a folder that is not there is a fault',
  ),
  ...(
    [
      [
        'any answer of a mirror says that it knows nothing',
        'if (status === 404) return undefined',
        'if (status !== 200) return undefined',
        'a mirror that refuses, forgets or cannot be reached keeps a process from starting',
      ],
      [
        'a mirror that keeps nothing is relied on',
        'if (kept === undefined || !Buffer.from(text).equals(kept))',
        'if (kept && !Buffer.from(text).equals(kept))',
        'a mirror that refuses, forgets or cannot be reached keeps a process from starting',
      ],
    ] as const
  ).map(([name, find, replace, caught_by]) => ({
    ...inServer('src/platform/egress/log-mirror.ts', find, replace, name, caught_by),
    test: 'server/test/payee-log-files.test.ts',
  })),
  inServer(
    'src/transparency/restore/open-restored.ts',
    'const sessions = await endShortLivedCredentials(tx)',
    'const sessions = 0',
    'sessions and links outlive a restore',
    DEAD,
  ),
  inServer(OPEN, '    await endPairings(tx)\n', '', 'pairings outlive a restore', DEAD),
  inServer(OPEN, '    await forgetConnectKeys(tx)\n', '', 'Connect Keys outlive a restore', DEAD),
  inServer(
    'src/connections/agent-auth/exchange-assertion.ts',
    'if (restored_at !== null &&',
    'if (restored_at === undefined &&',
    'an assertion from before the restore is taken again',
    'an assertion from before is refused',
  ),
  inServer(
    'src/delivery/events/read-page.ts',
    'if (resume_from !== since) throw',
    'if (resume_from > since) throw',
    'a reader who saw lost events goes on as if nothing were missing',
    RESET,
  ),
  inServer(OPEN, 'await jumpFeeds(tx, by)', 'await jumpFeeds(tx, 0)', 'cursors of feeds come twice', RESET),
  inServer(
    OPEN,
    'await jumpConnectionCursors(tx, by)',
    'await jumpConnectionCursors(tx, 0)',
    'cursors of connections come twice',
    RESET,
  ),
  inServer(
    'src/delivery/events/stream-events.ts',
    'event: epoch\\ndata: {"epoch":${epoch}}\\n\\n',
    '\\n',
    'a stream does not tell its epoch',
    NEXT,
  ),
  inServer(
    OPEN,
    'if (head.number > number) heads.unshift(head)',
    'if (head.number < number) heads.unshift(head)',
    'what was revoked since the backup is not redone',
    REVOKED,
  ),
  inServer(
    OPEN,
    "action: 'service.restored',\n        actor,",
    "action: 'service.restored',\n        actor: 'service',",
    'nobody reads who opened a restored backup',
    REVOKED,
  ),
  inServer(
    'src/delivery/webhooks/deliveries/redeliver.ts',
    'due_at = now()',
    'due_at = due_at',
    'deliveries of a restored backup wait on',
    'deliveries that waited are sent again at once',
  ),
  {
    name: 'whoever follows a feed is not told of a restore',
    file: 'packages/sdk/src/follow-events.ts',
    find: '        await onReset(reset)\n',
    replace: '',
    test: 'packages/sdk/test/follow.test.ts',
    caught_by: 'whoever follows is told what was lost',
  },
  {
    name: 'whoever waits for a request gives up at a restore',
    file: 'packages/sdk/src/wait-for-paid.ts',
    find: 'if (since !== undefined && isLostCursor(failure)) {',
    replace: 'if (since === undefined && isLostCursor(failure)) {',
    test: 'packages/sdk/test/follow.test.ts',
    caught_by: 'a wait for the end of a request goes on across the restore',
  },
]
