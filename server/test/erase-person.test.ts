/** A person is told what is kept of them, and forgotten: no trace of the mailbox stays, and what they did stays as it was. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { newMember } from './member.ts'
import { grantFor, linkFor, newOperator, type Operator } from './operator.ts'
import { startWorld, type World } from './world.ts'

let world: World
let owner: Operator
let person: Operator
beforeAll(async () => {
  world = await startWorld()
  owner = await newOperator(world)
  person = await newMember(world, owner, 'admin')
})
afterAll(() => world.stop())

const admin = (...words: string[]) => runAdmin(readConfig(world.settings), words)
const BY = ['--actor', 'support', '--reason', 'asked by letter']

/** Every row of every table, as text. */
const rowsOf = async (schemas: readonly string[]): Promise<Map<string, string[]>> => {
  const { rows: tables } = await world.database.admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any ($1)`,
    [schemas],
  )
  const all = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await world.database.admin.query<{ row: string }>(
      `select t::text as row from ${name} t order by 1`,
    )
    all.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return all
}
const tablesNaming = (rows: ReadonlyMap<string, string[]>, mailbox: string) =>
  [...rows].filter(([, all]) => all.some((row) => row.toLowerCase().includes(mailbox))).map(([name]) => name)

/** Where a person stands; everything else must be the same afterwards. */
const CHANGED = new Set([
  'accounts',
  'audit_events',
  // The erasure is an event itself, and gets its place in the tree.
  'audit_leaves',
  'audit_pending',
  'audit_state',
  'member_invitations',
  'memberships',
  'merchant_sessions',
  'one_time_codes',
])

test('what is kept of a person is told as one document', async () => {
  const kept = JSON.parse(await admin('person', 'export', person.email.toUpperCase()))
  expect(kept.account).toMatchObject({ email: person.email })
  expect(kept.organizations).toEqual([{ merchant_id: owner.merchant_id, name: 'Harbour Books', role: 'admin' }])
  expect(kept.invitations).toMatchObject([{ merchant_id: owner.merchant_id, role: 'admin', status: 'accepted' }])
  expect(kept.audit_events.map(({ action }: { action: string }) => action)).toContain('merchant_session.opened')
  expect(await admin('person', 'export', 'nobody@merchant.example')).toBe('nothing is kept of this mailbox')
})

test('it needs a name, a reason without the mailbox, and the id; an organization keeps an owner', async () => {
  await expect(admin('person', 'erase', person.email)).rejects.toThrow('--actor must name you')
  await expect(admin('person', 'erase', person.email, '--actor', 'support')).rejects.toThrow('--reason must tell why')
  const telling = ['--actor', 'support', '--reason', `about ${person.email.toUpperCase()}`]
  await expect(admin('person', 'erase', person.email, ...telling)).rejects.toThrow('must not hold the mailbox')
  await expect(admin('person', 'erase', owner.email, ...BY)).rejects.toThrow(`only owner of ${owner.merchant_id}`)
  const planned = await admin('person', 'erase', person.email, ...BY)
  expect(planned).toMatch(
    /^would erase (acc_\w+): member of 1, invited by 1 organizations\nto do it, add --confirm \1$/,
  )
  await expect(admin('person', 'erase', person.email, ...BY, '--confirm', 'acc_x')).rejects.toThrow('--confirm must be')
  expect((await person.call('GET', '/v1/merchant-sessions/current')).status).toBe(200)
})

test('erased, the mailbox stands nowhere, opens nothing, and all else is as it was', async () => {
  // One more link on its way, which names the mailbox in a table and in a job.
  await grantFor(world, person.email)
  await linkFor(world, person.email)
  const before = await rowsOf(['pursestrings'])
  expect(tablesNaming(before, person.email)).toEqual(
    expect.arrayContaining(['accounts', 'one_time_codes', 'member_invitations']),
  )
  const [, id = ''] = /--confirm (\S+)/.exec(await admin('person', 'erase', person.email, ...BY)) ?? []
  expect(await admin('person', 'erase', person.email, ...BY, '--confirm', id)).toContain(`erased ${id}`)

  const after = await rowsOf(['pursestrings'])
  expect(tablesNaming(after, person.email)).toEqual([])
  expect(tablesNaming(await rowsOf(['pgboss']), person.email)).toEqual([])
  expect(world.log.filter((line) => line.includes(person.email))).toEqual([])
  expect(await admin('person', 'export', person.email)).toBe('nothing is kept of this mailbox')
  expect((await person.call('GET', '/v1/merchant-sessions/current')).status).toBe(401)

  const differ = [...before].filter(([name, rows]) => rows.join() !== after.get(name)?.join()).map(([name]) => name)
  expect(differ.filter((name) => !CHANGED.has(name))).toEqual([])
  const told = before.get('audit_events') ?? []
  expect(after.get('audit_events')).toEqual(expect.arrayContaining(told))
  const seen = await owner.call('GET', '/v1/audit-events?action=member.erased')
  expect(seen.json.audit_events).toMatchObject([{ actor: 'operator:support', details: { reason: 'asked by letter' } }])

  const joined = await grantFor(world, person.email)
  expect([joined.merchant_choices, joined.account.account_id === id]).toEqual([[], false])
})
