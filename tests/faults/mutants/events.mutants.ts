/** The event log: appending, sequencing, and what is made of new events. */
import type { Mutant } from './mutant.ts'

const LOG_TEST = 'server/test/event-log.test.ts'

export const eventsMutants: readonly Mutant[] = [
  {
    name: 'the sequencer skips a row',
    file: 'server/sql/events.sql',
    find: 'from numbered n join grown g on g.owner_id = n.owner_id)',
    replace: 'from numbered n join grown g on g.owner_id = n.owner_id where n.place < 0)',
    test: LOG_TEST,
    caught_by: 'is sequenced after them, and never skipped',
  },
  {
    name: 'an event is entered twice into a feed',
    file: 'server/sql/events.sql',
    find: '(t.device_id),\n',
    replace: '(t.device_id), (t.device_id),\n',
    test: LOG_TEST,
    caught_by: 'each kind is in the feeds that the contract names',
  },
  {
    name: 'the newest events are sequenced first',
    file: 'server/sql/events.sql',
    find: 'partition by r.owner_id order by r.pending_id)\n      - count',
    replace: 'partition by r.owner_id order by r.pending_id desc)\n      - count',
    test: LOG_TEST,
    caught_by: 'is sequenced after them, and never skipped',
  },
  {
    name: 'an event is appended without its pending row',
    file: 'server/sql/events.append.sql',
    find: 'from appended n order by n.place;',
    replace: 'from appended n where n.place < 3 order by n.place;',
    test: LOG_TEST,
    caught_by: 'each kind is in the feeds that the contract names',
  },
  {
    name: 'a job for webhooks is left out',
    file: 'server/src/webhooks/deliveries/fan-out.worker.ts',
    find: 'const named = sequenced.filter(',
    replace: 'const named = sequenced.slice(1).filter(',
    test: LOG_TEST,
    caught_by: 'leaves the jobs for webhooks',
  },
  {
    name: 'anybody appends events for anybody',
    file: 'server/sql/events.append.sql',
    find: 'if not coalesce(one.merchant_id = tenant(), false) and not coalesce(owner = wallet(), false)',
    replace: 'if false',
    test: LOG_TEST,
    caught_by: 'nobody reads a feed or appends to one that is not its own',
  },
  {
    name: 'anybody reads the feed of anybody',
    file: 'server/sql/events.sql',
    find: 'if not coalesce(of_owner in (tenant(), wallet()), false) and not exists',
    replace: 'if false and not exists',
    test: LOG_TEST,
    caught_by: 'nobody reads a feed or appends to one that is not its own',
  },
  {
    name: 'a wait goes on with a token that was taken away',
    file: 'server/sql/events.sql',
    find: "where c.last_cursor is distinct from i.since or c.status = 'revoked'",
    replace: 'where c.last_cursor is distinct from i.since',
    test: 'server/test/events-wait.test.ts',
    caught_by: 'a wait is refused once its token opens nothing any more',
  },
  {
    name: 'whoever is not rung finds nothing new',
    file: 'server/sql/events.sql',
    find: 'where c.last_cursor is distinct from i.since or',
    replace: 'where c.last_cursor is null or',
    test: 'server/test/events-wait.test.ts',
    caught_by: 'learn of an expiry long before the wait is over',
  },
]
