/** The payee log: what changes a payee is in it by the same commit, in order, once, and nobody changes it afterwards. */
import { randomBytes } from 'node:crypto'
import { idOf, newUuid } from '@pursestrings/contract/wire/ids'
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { commitmentOf, domainTag, type PayeeEntry, readEntry, subjectTag } from '@pursestrings/protocol/log/log-entry'
import { judgeNote, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { leafHash, rootOfHashes } from '@pursestrings/protocol/log/merkle-tree'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, type Payee, proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let operator: Operator
let domain_id: string
let payee: Payee
beforeAll(async () => {
  web = await startMerchantWeb()
  const LOG_KEY = `test:${randomBytes(32).toString('base64url')}`
  const FACTS_KEYS = `facts:${randomBytes(32).toString('base64url')}`
  world = await startWorld({ ...web.settings, LOG_KEY, FACTS_KEYS })
  operator = await newOperator(world)
  domain_id = await proveHost(web, operator)
  payee = await verifiedPayee(web, operator, domain_id)
  expect((await activate(operator, payee)).status).toBe(200)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const rows = async (query: string, values: unknown[] = []) => (await world.database.admin.query(query, values)).rows

/** Once nothing waits and the newest head is signed. */
const settled = () =>
  until(async () => {
    const [row] = await rows(`select (select count(*)::int from log_pending) as waiting, s.size = c.size as signed
      from log_state s left join lateral (select max(size) as size from log_checkpoints) c on true`)
    return row?.waiting === 0 && row.signed === true
  })

const entriesOf = async (subject_tag: string): Promise<PayeeEntry[]> => {
  await settled()
  const found = await rows(`select l.entry from log_leaves l where l.subject_tag = decode($1, 'hex') order by l.seq`, [
    subject_tag,
  ])
  return found.map(({ entry }) => readEntry(utf8Of(entry)) as PayeeEntry)
}

test('an activated payee, its domain and the key of the facts stand in the log as canonical entries', async () => {
  const [entry] = await entriesOf(await subjectTag('recipient', payee.recipient_id))
  expect(entry).toMatchObject({
    type: 'svc.log.payee.v1',
    event: 'activated',
    seq: 1,
    domain_tag: await domainTag('shop.test'),
  })
  const [domain] = await entriesOf(await subjectTag('domain', domain_id))
  expect(domain).toMatchObject({ type: 'svc.log.domain.v1', event: 'verified', seq: 1 })
  const [key] = await entriesOf(await subjectTag('keys', 'facts'))
  expect(key).toMatchObject({ type: 'svc.log.key.v1', purpose: 'facts', kid: 'facts', state: 'added' })
})

test('the opening shows what a commitment means, with the evidence for it, and fits it alone', async () => {
  const [entry] = await entriesOf(await subjectTag('recipient', payee.recipient_id))
  const [opening] = await rows(
    `select encode(salt, 'hex') as salt, document from payee_openings
    where recipient_version_id is not null and commitment = decode($1, 'hex')`,
    [entry?.commitment],
  )
  expect(JSON.parse(opening.document)).toMatchObject({
    type: 'svc.payee_opening.v1',
    recipient_id: payee.recipient_id,
    recipient_version_id: payee.recipient_version_id,
    number: 1,
    domain: 'shop.test',
    payment: { network: 'stellar_testnet', asset: 'XLM', to: payee.address },
    evidence_digest: payee.evidence.evidence_digest,
  })
  expect(await commitmentOf('svc.payee_opening.v1', opening)).toBe(entry?.commitment)
  const other = { ...opening, document: opening.document.replace(payee.address, 'G') }
  expect(await commitmentOf('svc.payee_opening.v1', other)).not.toBe(entry?.commitment)
})

test('a replaced version is retired before the next is activated; a rename and a stop stand there, too', async () => {
  const mine = await verifiedPayee(web, operator, domain_id)
  expect((await activate(operator, mine)).status).toBe(200)
  const renamed = await operator.call('PATCH', `/v1/recipients/${mine.recipient_id}`, {
    body: { name: 'Café “Ümläut” \\ till', version: 2 },
  })
  expect(renamed.status).toBe(200)
  const retired = await operator.call('PATCH', `/v1/recipients/${mine.recipient_id}`, { body: { status: 'retired' } })
  expect(retired.status).toBe(200)
  const entries = await entriesOf(await subjectTag('recipient', mine.recipient_id))
  expect(entries.map(({ event, seq }) => [seq, event])).toEqual([
    [1, 'activated'],
    [2, 'activated'],
    [3, 'retired'],
  ])
  const [{ document }] = await rows(`select document from payee_openings where commitment = decode($1, 'hex')`, [
    entries[1]?.commitment,
  ])
  expect(JSON.parse(document).name).toBe('Café “Ümläut” \\ till')
})

test('the signed head is the root over all entries, by the key that the policy shows', async () => {
  await settled()
  const entries = await rows('select entry from log_leaves order by log_index')
  const leaves = await Promise.all(entries.map(({ entry }) => leafHash(utf8Of(entry))))
  const [{ note, policy }] = await rows(
    `select c.note, s.policy from log_state s join log_checkpoints c on c.size = s.size`,
  )
  const judged = await judgeNote(await readPolicy(policy), note)
  expect(judged?.checkpoint.size).toBe(entries.length)
  expect(judged?.checkpoint.root).toEqual(await rootOfHashes(leaves))
  expect(judged?.quorum).toBe(true)
})

test('ids are written in SQL as they are written elsewhere', async () => {
  for (let at = 0; at < 50; at++) {
    const id = newUuid()
    expect(await rows('select wire_id($1, $2) as id', ['rcp', id])).toEqual([{ id: idOf('rcp', id) }])
  }
})

test('what stands in the log is changed by nobody', async () => {
  await settled()
  for (const statement of [
    "update log_leaves set leaf_hash = ''",
    'delete from log_leaves',
    "update log_leaves set entry = ''",
    'delete from log_checkpoints',
    "update log_checkpoints set note = ''",
    'delete from log_tiles where true',
    'update log_state set size = 0',
    "update log_state set root = ''",
    "update log_state set origin = 'x'",
    'delete from log_state',
    'truncate log_state',
    "update payee_openings set document = ''",
    'delete from payee_openings',
  ]) {
    const refused = await world.database.admin.query(statement).then(
      ({ rowCount }) => rowCount,
      (error: { code: string }) => error.code,
    )
    expect([statement, ['42501', 0].includes(refused as never)]).toEqual([statement, true])
  }
})

test('a log whose past was changed, by whatever right, is not signed any more', async () => {
  await settled()
  const [before] = await rows('select max(size) as size from log_checkpoints')
  await world.database.admin.query(`begin; set local session_replication_role = replica;
    update log_leaves set leaf_hash = sha256('other') where log_index = 0; commit`)
  expect((await activate(operator, await verifiedPayee(web, operator, domain_id))).status).toBe(200)
  const signed = () => rows('select max(size) as size from log_checkpoints')
  const isTold = () => world.log.some((line) => line.includes('log_rewritten'))
  await until(async () => isTold() || (await signed())[0]?.size !== before?.size)
  expect(isTold()).toBe(true)
  expect(await signed()).toEqual([before])
})
