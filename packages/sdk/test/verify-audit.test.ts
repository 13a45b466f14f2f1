/** A saved audit log shows every change that was made to it later, by whatever right, before its newest head in the log. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { leafHash, rootOfHashes } from '@pursestrings/protocol/log/merkle-tree'
import { auditExport, verifyAudit, verifyAuditProof } from '@pursestrings/sdk/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOperator, type Operator } from '../../../server/test/operator.ts'
import { until } from '../../../server/test/until.ts'
import { startWorld, type World } from '../../../server/test/world.ts'
import { bundled } from '../../../tools/dev/bundled.ts'

const CLI = await bundled('packages/cli')
const key = () => randomBytes(32).toString('base64url')

let world: World
let operator: Operator
let policy: string
beforeAll(async () => {
  world = await startWorld({ LOG_KEY: key(), RECEIPT_KEYS: `receipt-1:${key()}` })
  operator = await newOperator(world)
  policy = await (await fetch(`${world.url}/.well-known/svc-log-policy.txt`)).text()
})
afterAll(() => world.stop())

let made = 0
const change = async (times: number): Promise<void> => {
  for (let n = 0; n < times; n++) {
    const body = { name: `Project ${made++}` }
    expect((await operator.call('POST', '/v1/projects', { body })).status).toBe(201)
  }
}

const readHead = async () => (await operator.call('GET', '/v1/audit-events/entries')).json.head
const readEntries = async (): Promise<string[]> => (await operator.call('GET', '/v1/audit-events/entries')).json.entries
const listed = async () => (await operator.call('GET', '/v1/audit-events?limit=100')).json.audit_events.length

/** Every event has its place in the tree. */
const settled = () => until(async () => (await readHead()).size === (await listed()), 30_000)

/** As a day later: a head goes into the payee log. */
const dayPasses = async (): Promise<void> => {
  const before = (await readHead()).logged.length
  await world.database.admin.query('select log_audit_heads(0, 100)')
  await until(async () => (await readHead()).logged.length === before + 1, 30_000)
}

const saved = async (): Promise<string> => auditExport(await readEntries(), await readHead())

/** What only a superuser can do: with the triggers off. */
const rewrite = async (statement: string, values: unknown[] = []): Promise<void> => {
  const client = await world.database.admin.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query(statement, values)
  await client.query('commit')
  client.release()
}

test('what is saved holds, on record up to the newest head, and says nothing of others', async () => {
  await change(3)
  await settled()
  expect(await verifyAudit(await saved(), policy)).toMatchObject({ level: 'signed', on_record: 0 })
  await dayPasses()
  const { size } = await readHead()
  await change(2)
  await settled()
  expect(await verifyAudit(await saved(), policy)).toMatchObject({
    level: 'on_record',
    entries: size + 2,
    on_record: size,
    witnessed: false,
  })
  const other = await newOperator(world)
  await until(async () => (await other.call('GET', '/v1/audit-events/entries')).json.head.size > 0, 30_000)
  const theirs: string[] = (await other.call('GET', '/v1/audit-events/entries')).json.entries
  const mine = await readEntries()
  expect(theirs.filter((entry) => mine.includes(entry))).toEqual([])
  expect(mine[0]).toMatch(/^\{"action":"[^@]*"type":"svc.audit_entry.v1"\}$/)
})

const otherSignature = (jws: string): string =>
  jws.replace(/\.([^.])([^.]*)$/, (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`)

test('a line that is changed, moved, added or left out breaks it, and so does a missing head', async () => {
  for (const _day of [1, 2, 3]) {
    await change(2)
    await settled()
    await dayPasses()
  }
  const text = await saved()
  expect(await verifyAudit(text, policy)).toMatchObject({ level: 'on_record' })
  const lines = text.split('\n')
  const [first = '', second = '', ...rest] = lines
  const head = await readHead()
  const entries = await readEntries()
  const broken: [text: string, reason: string][] = [
    [[first.replace('"actor":"acc', '"actor":"acd'), second, ...rest].join('\n'), 'was changed'],
    [[second, first, ...rest].join('\n'), 'was changed'],
    [[second, ...rest].join('\n'), 'lacks events'],
    [[first, first, second, ...rest].join('\n'), 'was changed'],
    [text.slice(0, -1), 'cut off'],
    [lines.slice(0, -2).join('\n'), 'cut off'],
    [auditExport(entries, { ...head, merchant_id: 'mer_01k0000000e008000000000000' }), 'about something else'],
    [auditExport(entries, { ...head, logged: head.logged.toSpliced(1, 1) }), 'left out'],
    [auditExport(entries, { ...head, keys: [] }), 'No receipt key'],
    [auditExport(entries, { ...head, head_jws: otherSignature(head.head_jws) }), 'No receipt key'],
    ['', 'last line'],
    ['{}\n', 'last line'],
  ]
  for (const [bent, reason] of broken) {
    expect([(await verifyAudit(bent, policy)).level, (await verifyAudit(bent, policy)).reason]).toEqual([
      'broken',
      expect.stringContaining(reason),
    ])
  }
})

/** The proof of an event, and what it proves. */
const proven = async (audit_event_id: string, by = operator) => {
  const { status, json } = await by.call('GET', `/v1/audit-events/${audit_event_id}/proof`)
  return { status, proof: json.proof as string }
}
const idIn = (entry: string): string => JSON.parse(entry).audit_event_id

test('one event is proven without the others: signed, and on record once a head has it', async () => {
  await change(1)
  await settled()
  const entries = await readEntries()
  const newest = idIn(entries.at(-1) as string)
  const { proof: early } = await proven(newest)
  expect(await verifyAuditProof(early, policy)).toMatchObject({ level: 'signed', event: { audit_event_id: newest } })
  await dayPasses()
  for (const entry of entries) {
    const { proof } = await proven(idIn(entry))
    const { type: _type, ...event } = JSON.parse(entry)
    expect(await verifyAuditProof(`${proof}\n`, policy)).toMatchObject({ level: 'on_record', witnessed: false, event })
    expect(entries.filter((one) => proof.includes(JSON.stringify(one)))).toEqual([entry])
  }
  const stranger = await newOperator(world)
  expect((await proven(newest, stranger)).status).toBe(404)
  expect((await proven('aud_01k0000000e008000000000000')).status).toBe(404)
})

test('no byte of a proof can be changed, nor its event moved or the head swapped', async () => {
  await change(2)
  await settled()
  await dayPasses()
  const entries = await readEntries()
  const { proof } = await proven(idIn(entries[1] as string))
  const parts = JSON.parse(proof)
  const bent = (more: object) => canonicalJson({ ...parts, ...more })
  const broken: [text: string, reason: string][] = [
    [bent({ index: parts.index + 1 }), "isn't what the head has"],
    [bent({ index: '1' }), "isn't a proof"],
    [bent({ event: entries[2] }), "isn't what the head has"],
    [bent({ event: '{}' }), "isn't a proof"],
    [bent({ hashes: parts.hashes.slice(1) }), "isn't what the head has"],
    [bent({ hashes: ['ab', ...parts.hashes.slice(1)] }), "A hash isn't one"],
    [bent({ logged: [] }), 'Nothing vouches'],
    [bent({ merchant_id: 'mer_01k0000000e008000000000000' }), 'about something else'],
    ['{}', "isn't a proof"],
    ['', "isn't a proof"],
  ]
  for (const [text, reason] of broken) {
    const verdict = await verifyAuditProof(text, policy)
    expect(verdict).toMatchObject({ level: 'broken', reason: expect.stringContaining(reason) })
  }
  for (let at = 0; at < proof.length; at += 7) {
    const letter = proof[at] === 'a' ? 'b' : 'a'
    const { level } = await verifyAuditProof(proof.slice(0, at) + letter + proof.slice(at + 1), policy)
    expect([at, level]).toEqual([at, 'broken'])
  }
})

test('an event that a superuser changes is found, also where every hash is computed again and the service signs it', async () => {
  const [event] = (
    await operator.call('GET', '/v1/audit-events?limit=100&action=project.created')
  ).json.audit_events.slice(-1)
  await rewrite(`update audit_events set actor = 'operator:nobody' where audit_event_id = $1`, [
    uuidOf('aud', event.audit_event_id),
  ])
  expect(await verifyAudit(await saved(), policy)).toMatchObject({ level: 'broken' })
  const merchant = uuidOf('mer', (await readHead()).merchant_id)
  const leaves = await Promise.all((await readEntries()).map((entry) => leafHash(utf8Of(entry))))
  await rewrite(
    `update audit_leaves l set leaf_hash = n.leaf from unnest($2::bytea[]) with ordinality n (leaf, place)
    where l.merchant_id = $1 and l.audit_index = n.place - 1`,
    [merchant, leaves.map((leaf) => Buffer.from(leaf))],
  )
  await rewrite('update audit_state set root = $2 where merchant_id = $1', [
    merchant,
    Buffer.from(await rootOfHashes(leaves)),
  ])
  const lie = await saved()
  expect(await verifyAudit(lie, policy)).toMatchObject({
    level: 'broken',
    reason: expect.stringContaining('a head in the log'),
  })

  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-audit-'))
  writeFileSync(join(folder, 'p.txt'), policy)
  writeFileSync(join(folder, 'audit.ndjson'), lie)
  writeFileSync(join(folder, 'proof.json'), (await proven(event.audit_event_id)).proof)
  for (const file of ['audit.ndjson', 'proof.json']) {
    const line = ['audit', 'verify', join(folder, file), '--policy', join(folder, 'p.txt')]
    const told = spawnSync(process.execPath, [CLI, ...line], {
      env: { PATH: process.env['PATH'], PURSESTRINGS_CONFIG_DIR: folder },
      encoding: 'utf8',
    })
    expect([file, told.stdout]).toEqual([file, expect.stringMatching(/^level +Broken/m)])
    expect(told.status).toBe(10)
  }
  rmSync(folder, { recursive: true })
})

test('nobody but a superuser changes a tree, and it only grows', async () => {
  for (const statement of [
    'update audit_leaves set leaf_hash = leaf_hash',
    'delete from audit_leaves',
    'truncate audit_leaves',
    'update audit_heads set salt = salt',
    'update audit_state set size = size - 1',
    'delete from audit_state',
  ]) {
    await expect(world.database.admin.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})
