import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkModules, readTree } from './check-modules.ts'
import { AREAS, OVERLOOKING } from './server-modules.ts'

/** A small tree without a fault: every rule has something here that it must let pass. */
const SOUND: Record<string, string> = {
  'packages/contract/src/ids.ts': "import { Type } from 'typebox'\nexport const Id = Type.String()\n",
  'packages/contract/src/ids.test.ts': "import { createHash } from 'node:crypto'\nimport { test } from 'vitest'\n",
  'server/schema/baseline/organizations.sql':
    '-- owner: merchants\ncreate table if not exists merchants (id text);\n-- owner: projects\ncreate table projects (id text);\ncreate index on projects (id);\n',
  'server/schema/baseline/delivery.sql':
    '-- owner: events\ncreate table events (merchant_id text references merchants);\n-- create table accounts (\n',
  'server/schema/0001_history.sql':
    '-- owner: events\n-- expand\n-- grant nothing\nalter table events add column note text;\ncreate table notes (a text);\ncreate index on notes (a);\nalter table events add check (note is null) not valid;\n',
  'server/schema/0002_drops.sql': '-- owner: events\n-- contract after 0001\ndrop function note();\n',
  'server/schema/0003_index.sql':
    '-- owner: events\n-- online\ncreate index concurrently if not exists events_note on events (note);\n',
  'server/schema/delivery/events.sql': '-- owner: events\ncreate policy tenant on events using (true);\n',
  'server/schema/delivery/events.read.sql':
    '-- owner: events\ncreate or replace function last() returns bigint language sql\nbegin atomic\n  with m as (select 1)\n  update events set note = (select 1 from m); -- update merchants\nend;\ngrant select on merchants to app;\n',
  'server/src/platform/config.ts': "export const port = process.env['PORT']\n",
  'server/src/main.ts':
    "import { port } from './platform/config.ts'\nimport { list } from './organizations/merchants/merchants.store.ts'\n",
  'server/src/platform/postgres/transaction.ts': "import pg from 'pg'\nexport const now = () => Date.now()\n",
  'server/src/platform/http/route.ts': "import type { Guard } from '../credentials/guard.ts'\n",
  'server/src/organizations/merchants/merchants.store.ts':
    "import { sql } from 'kysely'\nexport const list = (tx) => tx.selectFrom('merchants')\nexport const one = sql`select 1 from merchants`\n",
  'server/src/organizations/merchants/merchants.ts':
    "// reads process.env? no, and new Date() neither\nimport type { Pool } from 'pg'\nimport { Id } from '@pursestrings/contract/ids'\nimport { now } from '../../platform/postgres/transaction.ts'\nexport const note = 'taken from events'\n",
  'server/src/delivery/events/append-event.ts':
    "import { createMerchant } from '../../organizations/merchants/merchants.ts'\n",
  'server/src/delivery/events/append-event.test.ts':
    "import { world } from '../../../test/world.ts'\nconst seen = sql`select * from merchants`\n",
  'server/test/world.ts': "import { start } from '../src/main.ts'\n",
  'packages/sdk/src/agent-client.ts': "import { send } from './transport.ts'\n",
  'packages/sdk/test/journeys.test.ts':
    "import { createAgentClient } from '@pursestrings/sdk'\nimport { world } from '../../server/test/world.ts'\n",
  'apps/portal/src/merchants/list.tsx': "import { Table } from '@pursestrings/ui/table'\nimport './list.css'\n",
  'tests/acceptance/journeys/agents.test.ts': "import { agent } from '@pursestrings/sdk/agent-client'\n",
}

function faultsWith(planted: Record<string, string>): string[] {
  const { faults } = checkModules(new Map(Object.entries({ ...SOUND, ...planted })))
  return faults.map(({ file, line, text }) => `${file}:${line} ${text}`)
}

test('a sound tree has no fault', () => {
  expect(faultsWith({})).toEqual([])
})

const RESOURCE = 'server/src/organizations/merchants/merchants.ts'

test.each<[rule: string, file: string, text: string, fault: string]>([
  [
    'contract imports no Node',
    'packages/contract/src/ids.ts',
    "\nimport fs from 'node:fs'",
    ':2 imports node:fs: contract may import only typebox',
  ],
  [
    'contract imports no server',
    'packages/contract/src/ids.ts',
    "import { a } from '../../../server/src/platform/config.ts'",
    'contract may not import config',
  ],
  [
    'an engine imports no resource',
    'server/src/platform/postgres/pool.ts',
    "import { a } from '../../organizations/merchants/merchants.ts'",
    'postgres may not import merchants',
  ],
  [
    'networks imports the contract only',
    'server/src/rules/networks/evm.ts',
    "import { a } from '../../platform/postgres/pool.ts'",
    'networks may not import postgres',
  ],
  [
    'credentials imports no resource',
    'server/src/platform/credentials/guard.ts',
    "import { a } from '../../organizations/merchants/merchants.ts'",
    'credentials may not import merchants',
  ],
  [
    'http takes only types of credentials',
    'server/src/platform/http/route.ts',
    "import { guard } from '../credentials/guard.ts'",
    'only types of credentials',
  ],
  [
    'http imports no resource',
    'server/src/platform/http/route.ts',
    "export * from '../../delivery/events/append-event.ts'\nexport const route = 1",
    'http may not import events',
  ],
  [
    'http takes only types of credentials',
    'server/src/platform/http/route.ts',
    "import { type Guard, guardOf } from '../credentials/guards.ts'",
    'only types of credentials',
  ],
  [
    'a resource takes only the route of http',
    RESOURCE,
    "import { refuse } from '../../platform/http/refuse.ts'",
    'merchants may not import http',
  ],
  [
    'a double shares no code with what it tests',
    'tests/ledger-double/rpc.ts',
    "import { readEnvelope } from '@pursestrings/stellar/envelope'",
    'ledger-double may not import stellar',
  ],
  [
    'not even a type, and not in its tests',
    'tests/ledger-double/rpc.test.ts',
    "import type { Amount } from '../../packages/contract/src/wire/fields.ts'",
    'ledger-double may not import contract',
  ],
  [
    'nor does the other double',
    'tests/push-service-double/push-service-double.ts',
    "import { sealed } from '../../server/src/connections/push/seal-push.ts'",
    'push-service-double may not import push',
  ],
  [
    'a resource does not import the app',
    RESOURCE,
    "import { app } from '../../app.ts'",
    'merchants may not import app',
  ],
  [
    'modules of an area point backwards',
    RESOURCE,
    "import { a } from '../projects/create-project.ts'",
    'projects comes after merchants',
  ],
  [
    'areas, too',
    RESOURCE,
    "import { a } from '../../delivery/events/append-event.ts'",
    'organizations may not import delivery',
  ],
  [
    'also when they import lazily',
    RESOURCE,
    "const a = await import('../../delivery/events/append-event.ts')",
    'organizations may not import delivery',
  ],
  [
    'nobody below imports what looks over several areas',
    'server/src/delivery/events/a.ts',
    "import { a } from '../../organizations/overview/read-overview.ts'",
    'overview looks over several areas',
  ],
  [
    'and it sees no more than is listed',
    'server/src/organizations/overview/a.ts',
    "import { a } from '../../payees/domains/prove-domain.ts'",
    'organizations may not import payees',
  ],
  [
    'other areas see the face of an area, and nothing else of it',
    'server/src/payments/agent-payments/a.ts',
    "import { changeMember } from '../../organizations/members/members.ts'",
    'it is not in the face of organizations',
  ],
  [
    'what an operator runs beside the service keeps to itself',
    'deploy/cells/a.ts',
    "import { sql } from '../../server/src/platform/postgres/table.ts'",
    'cells may not import postgres',
  ],
  [
    "a resource's store is its own",
    'server/src/delivery/events/a.ts',
    "import { list } from '../../organizations/merchants/merchants.store.ts'",
    "merchants's store is its own",
  ],
  [
    'a resource reaches engines through modules',
    RESOURCE,
    "import pg from 'pg'",
    'imports pg: a resource reaches it through its module',
  ],
  ['a resource does not read the clock', RESOURCE, '\nconst at = new Date()', ':2 a resource is told the time'],
  [
    'one reader of the environment',
    'server/src/platform/postgres/pool.ts',
    'const { env } = process',
    'only server/src/platform/config.ts reads',
  ],
  ['also by its full name', RESOURCE, '\n\nconst a = process.env.HOME', ':3 only server/src/platform/config.ts reads'],
  ['every server file is in a module', 'server/src/odds.ts', '', 'is in no module'],
  ['imports say .ts', RESOURCE, "import { a } from './rules'", 'a relative import ends in .ts'],
  [
    'sdk brings no package, not even ours',
    'packages/sdk/src/agent-client.ts',
    "import { Id } from '@pursestrings/contract/ids'",
    'sdk may not import contract',
  ],
  [
    'sdk imports no server',
    'packages/sdk/src/agent-client.ts',
    "import { a } from '@pursestrings/server/platform/config'",
    'sdk may not import config',
  ],
  [
    'cli and mcp are apart',
    'packages/cli/src/main.ts',
    "import { a } from '@pursestrings/mcp/server'",
    'cli may not import mcp',
  ],
  [
    'portal and wallet are apart',
    'apps/portal/src/a.tsx',
    "import { a } from '../../wallet/src/a.ts'",
    'portal may not import wallet',
  ],
  [
    'acceptance goes through the sdk',
    'tests/acceptance/rules/a.test.ts',
    "import { a } from '../../../server/src/platform/config.ts'",
    'acceptance may not import config',
  ],
  ['names say something', 'server/src/organizations/merchants/utils.ts', '', 'the name "utils" says nothing'],
  ['folders too', 'packages/sdk/src/lib/a.ts', '', 'the name "lib" says nothing'],
  [
    'kysely stays on its own tables',
    'server/src/delivery/events/a.ts',
    "\ntx.insertInto('merchants')",
    ':2 table merchants belongs to merchants',
  ],
  [
    'joins too',
    'server/src/delivery/events/a.ts',
    "q.innerJoin('merchants as m', 'm.id', 'events.merchant_id')",
    'table merchants belongs',
  ],
  [
    'sql too',
    'server/src/delivery/events/a.ts',
    'sql`\nwith x as (select 1)\nupdate only app.merchants set a = 1`',
    ':3 table merchants belongs',
  ],
  [
    'plain statements too',
    'server/src/platform/postgres/a.ts',
    "client.query('delete from events')",
    'table events belongs to events',
  ],
  [
    'a test writes no rows',
    'server/test/a.test.ts',
    'sql`insert into merchants values (1)`',
    'table merchants belongs',
  ],
  [
    'a migration names its owner',
    'server/schema/baseline/payees.sql',
    'create table a ();',
    'a line names the owning module',
  ],
  ['and one that exists', 'server/schema/0004_a.sql', '-- owner: nobody\n-- expand\n', 'not nobody'],
  ['in the baseline one of its area', 'server/schema/baseline/payees.sql', '-- owner: agents\n', 'not agents'],
  [
    'a table has one owner',
    'server/schema/0004_a.sql',
    '-- owner: agents\n-- expand\ncreate table merchants ();',
    ':3 table merchants belongs',
  ],
  ['a number is used once', 'server/schema/0003_b.sql', '-- owner: agents\n-- expand\n', '0003 is already'],
  ['a migration says what it does', 'server/schema/4.sql', '-- owner: agents\n', 'is named NNNN_what_it_does.sql'],
  [
    'no file only re-exports',
    'server/src/organizations/merchants/again.ts',
    "export { list } from './merchants.store.ts'",
    ':1 only re-exports',
  ],
  [
    'a new migration defines no function',
    'server/schema/0104_a.sql',
    '-- owner: agents\n-- expand\ncreate or replace function a() returns void',
    ':3 "create or replace function" belongs into the folder',
  ],
  [
    'and grants nothing',
    'server/schema/0104_a.sql',
    '-- owner: agents\n-- expand\n  grant select on events',
    '"grant" belongs into',
  ],
  ['a migration says its kind', 'server/schema/0104_a.sql', '-- owner: agents\n', ':2 the second line is'],
  [
    'an expanding one removes nothing',
    'server/schema/0104_a.sql',
    '-- owner: events\n-- expand\nalter table events\n  drop column note;',
    ':4 "drop column" belongs into',
  ],
  [
    'and reads no whole table under a lock',
    'server/schema/0104_a.sql',
    '-- owner: events\n-- expand\nalter table events alter column note set not null;',
    '"set not null" reads',
  ],
  [
    'constraints come not valid',
    'server/schema/0104_a.sql',
    '-- owner: events\n-- expand\nalter table events add constraint a check (note is null);',
    'says "not valid"',
  ],
  [
    'indexes of old tables are built concurrently',
    'server/schema/0104_a.sql',
    '-- owner: events\n-- expand\ncreate index on events (note);',
    'is built concurrently',
  ],
  [
    'one at a time',
    'server/schema/0104_a.sql',
    '-- owner: events\n-- online\ncreate index concurrently if not exists a on events (note); select 1;',
    'and no more',
  ],
  [
    'a file that is replaced is of a module',
    'server/schema/delivery/readers.sql',
    '-- owner: readers\n',
    'is named <area>/<module>.sql',
  ],
  ['in the folder of its area', 'server/schema/delivery/agents.sql', '-- owner: agents\n', 'is named <area>/<module>'],
  ['and says so', 'server/schema/connections/agents.sql', '-- owner: events\n', 'begins with -- owner: <module>'],
  [
    'a function writes tables of its own module only',
    'server/schema/connections/agents.sql',
    '-- owner: agents\ncreate or replace function a() returns void language plpgsql as $$\nbegin\n  update merchants m set a = 1;\nend $$;\n',
    ':4 a writes merchants, which belongs to merchants',
  ],
  [
    'and reads what is listed only',
    'server/schema/connections/agents.sql',
    '-- owner: agents\ncreate or replace view a as\n  select 1 from events;\n',
    ':3 a reads events, which belongs to events',
  ],
  [
    'a policy stands with its table',
    'server/schema/connections/agents.sql',
    '-- owner: agents\ncreate policy a on events using (true);\n',
    ':2 a stands on events',
  ],
  [
    'no SQL function is over 80 lines',
    'server/schema/connections/agents.sql',
    `-- owner: agents\ncreate or replace function a() returns void language plpgsql as $$\nbegin\n${'\n'.repeat(78)}end $$;\n`,
    ':2 a has 81 lines',
  ],
  [
    'a ledger is named in its own modules only',
    RESOURCE,
    "// Stellar\nexport const kind = 'stellar'\n",
    ':2 names stellar',
  ],
  [
    'nor is any other ledger',
    RESOURCE,
    "// Base Sepolia\nexport const network = 'base_sepolia'\n",
    ':2 names base_sepolia',
  ],
  [
    'nor is it named in SQL',
    'server/schema/delivery/events.sql',
    "-- owner: events\ncreate policy tenant on events using (asset = 'XLM');\n",
    ':2 names XLM',
  ],
  ['no file is over 300 lines', 'packages/sdk/src/long.ts', 'const a = 1\n'.repeat(301), ':301 has 301 lines'],
])('planted: %s', (_rule, file, text, fault) => {
  const faults = faultsWith({ [file]: text }).filter((one) => !one.includes('import each other'))
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain(file)
  expect(faults[0]).toContain(fault)
})

test('areas come after those that they may import, and what looks over several is the last of its area', () => {
  const names = AREAS.map(({ name }) => name)
  for (const [i, { may }] of AREAS.entries()) expect(names.slice(0, i)).toEqual(expect.arrayContaining([...may]))
  for (const { modules } of AREAS) expect(modules.slice(0, -1).filter((name) => name in OVERLOOKING)).toEqual([])
})

test('modules that import each other in a circle are named; imports of types are no circle', () => {
  const imports = (types: string) => ({
    'server/src/delivery/events/append-event.ts': '',
    'server/src/platform/jobs/jobs.ts': `import ${types}{ pool } from '../postgres/pool.ts'`,
    'server/src/platform/postgres/pool.ts': "import { jobs } from '../jobs/jobs.ts'",
  })
  const circles = (types: string) => faultsWith(imports(types)).filter((fault) => fault.includes('each other'))
  expect(circles('')).toEqual([expect.stringContaining('jobs -> postgres -> jobs')])
  expect(circles('type ')).toEqual([])
})

test.each([
  ['.ts', 'the median source file has 91 lines'],
  ['.test.ts', ''],
])('planted: the median is at most 90 lines, tests not counted: %s', (ending, fault) => {
  const paths = Array.from({ length: 20 }, (_, i) => `packages/sdk/src/a${i}${ending}`)
  const faults = faultsWith(Object.fromEntries(paths.map((path) => [path, 'a()\n'.repeat(91)])))
  expect(faults.map((one) => one.replace(/^\S+ /, '').split(',')[0])).toEqual(fault === '' ? [] : [fault])
})

test('every fault is reported at once, with the line it is on', () => {
  const faults = faultsWith({
    [RESOURCE]:
      "import pg from 'pg'\nimport {\n  a,\n} from './b'\n/* process.env */ const c = `${`}`} ${process.env.A}`\n",
  })
  expect(faults).toEqual([
    `${RESOURCE}:1 imports pg: a resource reaches it through its module`,
    `${RESOURCE}:2 imports ./b: a relative import ends in .ts`,
    `${RESOURCE}:5 only server/src/platform/config.ts reads the environment`,
  ])
})

test('the real tree is read with paths from the root', () => {
  const tree = readTree(fileURLToPath(new URL('../../..', import.meta.url)))
  expect(tree.get('tools/check/modules/modules.ts')).toContain('MODULES')
  expect([...tree.keys()].filter((path) => path.includes('node_modules'))).toEqual([])
})
