import type { Mutant } from './mutant.ts'

const ADMISSION = 'server/src/http/admission.ts'
const GATHER = 'server/src/postgres/gather.ts'
const OVERLOAD_TEST = 'server/test/overload.test.ts'
const GATHER_TEST = 'server/src/postgres/gather.test.ts'
const ERASE_TEST = 'server/test/erase-person.test.ts'

export const overloadMutants: readonly Mutant[] = [
  {
    name: 'no place is kept for calls that stop something',
    file: ADMISSION,
    find: "(in_flight >= at_once_max || !URGENT.has(operation?.id ?? ''))",
    replace: 'true',
    test: OVERLOAD_TEST,
    caught_by: 'keeps the last ones for what stops something',
  },
  {
    name: 'a call takes its place before its body is there',
    file: ADMISSION,
    find: "app.addHook('preHandler',",
    replace: "app.addHook('onRequest',",
    test: OVERLOAD_TEST,
    caught_by: 'a call whose body never comes holds no place',
  },
  {
    name: 'a connection that does not wait as told is answered at once',
    file: ADMISSION,
    find: 'if (wait_ms <= 0) return',
    replace: 'return',
    test: OVERLOAD_TEST,
    caught_by: 'a connection that calls again before its time is left waiting until then',
  },
  {
    name: "clients of a proxy are left waiting for one another's sake",
    file: ADMISSION,
    find: 'if (ip === socket.remoteAddress) told',
    replace: 'told',
    test: OVERLOAD_TEST,
    caught_by: 'the connection of a proxy carries many clients',
  },
  {
    name: 'one organization may fill all places where creates wait',
    file: GATHER,
    find: "    if (count >= bounds.share_max) return 'of_one_tenant'\n",
    replace: '',
    test: GATHER_TEST,
    caught_by: 'a share that has enough waiting is refused',
  },
  {
    name: 'creates are taken in the order in which they came, whoever sends them',
    file: GATHER,
    find: '      waiting = inTurns(waiting)\n',
    replace: '',
    test: GATHER_TEST,
    caught_by: 'every share has its turn',
  },
  {
    name: 'a connection that lost its time limit is used',
    file: 'server/src/postgres/pool.ts',
    find: 'if (!shown.commits_durably || !shown.has_time_limit)',
    replace: 'if (!shown.commits_durably)',
    test: 'server/test/logins.test.ts',
    caught_by: 'a connection that does not show its role is dropped',
  },
  {
    name: 'jobs go on naming a person who was erased',
    file: 'server/src/members/erase-person.ts',
    find: '    await forgetJobsNaming(tx, email)\n',
    replace: '',
    test: ERASE_TEST,
    caught_by: 'erased, the mailbox stands nowhere',
  },
  {
    name: 'the only owner of an organization is erased',
    file: 'server/src/members/erase-person.ts',
    find: "if (role === 'owner' && owners.length === 1) sole_owner_of.push(merchant_id)",
    replace: "if (role === 'viewer' && owners.length === 1) sole_owner_of.push(merchant_id)",
    test: ERASE_TEST,
    caught_by: 'an organization keeps an owner',
  },
]
