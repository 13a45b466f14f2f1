import type { Mutant } from './mutant.ts'

const ADMISSION = 'server/src/http/admission.ts'
const TURNS = 'server/src/http/turns.ts'
const OVERLOAD_TEST = 'server/test/overload.test.ts'
const TURNS_TEST = 'server/src/http/turns.test.ts'
const ERASE_TEST = 'server/test/erase-person.test.ts'

export const overloadMutants: readonly Mutant[] = [
  {
    name: 'no place is kept for calls that stop something',
    file: TURNS,
    find: 'const FOR_ORDINARY = 0.9',
    replace: 'const FOR_ORDINARY = 1',
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
    find: 'if (early_ms > 0) setTimeout',
    replace: 'if (early_ms > 1e9) setTimeout',
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
    name: 'all callers that find no place come again in the same second',
    file: 'server/src/http/return-times.ts',
    find: 'if (count >= RETURNS_PER_S) continue',
    replace: 'if (count < 0) continue',
    test: 'server/src/http/return-times.test.ts',
    caught_by: 'more of them a second later each',
  },
  {
    name: 'one organization may fill all places where calls wait',
    file: TURNS,
    find: "    if (!urgent && line.length >= LINE_MAX) return 'of_one_tenant'\n",
    replace: '',
    test: TURNS_TEST,
    caught_by: 'a line that is long enough is refused',
  },
  {
    name: 'one organization may have all places',
    file: TURNS,
    find: ' && (running_of.get(share) ?? 0) < of_one_max',
    replace: '',
    test: TURNS_TEST,
    caught_by: 'one organization never has all places',
  },
  {
    name: 'the line that came first is served until it is empty',
    file: TURNS,
    find: '      lines.delete(share)\n      const one = take(line)\n      if (line.length > 0) lines.set(share, line)\n      if (one) start(one)\n',
    replace:
      '      while (line.length > 0 && mayRun(share)) {\n        const one = take(line)\n        if (one) start(one)\n      }\n      if (line.length === 0) lines.delete(share)\n',
    test: TURNS_TEST,
    caught_by: 'lines take turns',
  },
  {
    name: 'whoever comes next takes the place of those who wait',
    file: TURNS,
    find: ': !scheduled && mayRun(share)',
    replace: ': mayRun(share)',
    test: TURNS_TEST,
    caught_by: 'goes to those who wait',
  },
  {
    name: 'a call whose client went away keeps its place in the line',
    file: TURNS,
    find: '      line.splice(line.indexOf(one), 1)\n',
    replace: '',
    test: TURNS_TEST,
    caught_by: 'whoever goes away while waiting is not called',
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
  {
    name: 'a call that came in time gets a second answer that calls it late',
    file: 'server/src/http/client-errors.ts',
    find: 'if (!cameAfterAll(one)) refuse',
    replace: 'refuse',
    test: 'server/test/client-errors.test.ts',
    caught_by: 'a call that came while the process was held up',
  },
]
