/** `log monitor` tells the owner of a domain of every payee that somebody else made, and of a log that lies. */
import { spawnSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { toBase64 } from '@pursestrings/protocol/log/log-bytes'
import {
  checkpointText,
  LOG_KEY_TYPE,
  noteOf,
  signatureLine,
  verifierKeyOf,
  verifierKeyText,
} from '@pursestrings/protocol/log/signed-note'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MerchantWeb, startMerchantWeb } from '../../../server/test/merchant-web.ts'
import { newOperator, type Operator } from '../../../server/test/operator.ts'
import { activate, type Payee, proveHost, verifiedPayee } from '../../../server/test/payee.ts'
import { MAIN } from '../../../server/test/process.ts'
import { until } from '../../../server/test/until.ts'
import { startWorld, type World } from '../../../server/test/world.ts'
import { type Home, newHome } from './command.ts'

const LOG_KEY = randomBytes(32).toString('base64url')
let web: MerchantWeb
let world: World
let liar: World | undefined
let home: Home
let seen: World | undefined
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_KEY })
  home = newHome()
})
afterAll(async () => {
  home.remove()
  await world.stop()
  await liar?.stop()
  await seen?.stop()
  await web.stop()
})

const newPayee = async (of: World, operator: Operator, domain_id: string): Promise<Payee> => {
  const payee = await verifiedPayee(web, operator, domain_id)
  expect((await activate(operator, payee)).status).toBe(200)
  const path = `/v1/payees/${payee.recipient_id}/versions/${payee.recipient_version_id}/record`
  await until(async () => (await of.call('GET', path)).json.proof != null)
  return payee
}

const expectOnly = (...payees: readonly Payee[]): void => {
  const recipients = payees.map(({ address }) => ({ network: 'stellar_testnet', asset: 'XLM', address }))
  writeFileSync(`${home.folder}/payees.json`, JSON.stringify({ recipients }))
}

/** The services of the tests call themselves by one name, and listen elsewhere. */
const pinPolicy = async (of: World): Promise<void> => {
  const policy = await (await fetch(`${of.url}/.well-known/svc-log-policy.txt`)).text()
  writeFileSync(`${home.folder}/p.txt`, policy.replace('http://127.0.0.1:8787/log', `${of.url}/log`))
}

const monitor = async (of: World, state: string, ...more: readonly string[]) => {
  await pinPolicy(of)
  const files = ['--policy', `${home.folder}/p.txt`, '--state', `${home.folder}/${state}`]
  const { code, stdout, stderr } = await home.run([
    'log',
    'monitor',
    ...files,
    '--domain',
    'shop.test',
    '--expect',
    `${home.folder}/payees.json`,
    '--json',
    ...more,
  ])
  return { code, told: stdout + stderr }
}

test('a payee that nobody expects ends with 10, another log with 11, a changed entry with 12', async () => {
  const operator = await newOperator(world)
  const domain_id = await proveHost(web, operator)
  const mine = await newPayee(world, operator, domain_id)
  expectOnly(mine)
  expect(await monitor(world, 'm.json')).toMatchObject({ code: 0, told: expect.stringContaining('"expected"') })
  expect(await monitor(world, 'm.json')).toMatchObject({ code: 0, told: expect.stringContaining('"nothing_new"') })
  const kept = readFileSync(`${home.folder}/m.json`, 'utf8')

  const swapped = await newPayee(world, operator, domain_id)
  const told = await monitor(world, 'm.json')
  expect(told).toMatchObject({ code: 10, told: expect.stringContaining(swapped.address) })

  // The same key, and another history.
  liar = await startWorld({ ...web.settings, LOG_KEY })
  const there = await newOperator(liar)
  const proven = await proveHost(web, there)
  await newPayee(liar, there, proven)
  writeFileSync(`${home.folder}/old.json`, kept)
  expect((await monitor(liar, 'old.json')).code).toBe(11)

  // What only an administrator of the database can do, with the triggers off.
  await world.database.admin.query(`begin; set local session_replication_role = replica;
    update log_leaves set entry = replace(entry, 'activated', 'retired'); commit`)
  expectOnly(mine, swapped)
  expect((await monitor(world, 'new.json')).code).toBe(12)
})

const ORIGIN = '127.0.0.1:8787/log'

/** The log's own key in the hands of whoever runs the service. */
const operatorKey = async () => {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(LOG_KEY, 'base64url')])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const raw = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
  const verifier = await verifierKeyOf({ name: ORIGIN, type: LOG_KEY_TYPE, key: new Uint8Array(raw) })
  const noteWith = (size: number, root: Uint8Array<ArrayBuffer>, origin = ORIGIN) => {
    const text = checkpointText({ origin, size, root })
    return noteOf(text, [signatureLine(verifier, new Uint8Array(sign(null, Buffer.from(text), key)))])
  }
  return { vkey: verifierKeyText(verifier), noteWith }
}

/** What a restored backup brings back: the tables as they were. */
const RESTORED = 'log_state log_leaves log_tiles log_checkpoints log_cosignatures log_pending payee_openings'.split(' ')
const backUp = async ({ database }: World) => {
  for (const table of [...RESTORED, 'recipients']) {
    await database.admin.query(`create table backup_${table} as table ${table}`)
  }
}
const restore = async ({ database }: World) => {
  const tables = RESTORED.map(
    (table) => `delete from ${table};
    insert into ${table} overriding system value select * from backup_${table};`,
  )
  await database.admin.query(`begin; set local session_replication_role = replica; ${tables.join('')}
    update recipients r set name = b.name, version = b.version from backup_recipients b where b.recipient_id = r.recipient_id;
    commit`)
}

test('a witness signs what only grew; a restored log is not signed until a copy gives back what it lost', async () => {
  const { vkey, noteWith } = await operatorKey()
  const file = (name: string) => `${home.folder}/${name}`
  writeFileSync(file('logs.txt'), `log ${vkey}\nquorum none\n`)
  const key = ['--key', file('w.pem'), '--state', file('w.json'), '--policy', file('logs.txt')]
  const witness = home.start(['log', 'witness', ...key, '--name', 'w.example', '--listen', '127.0.0.1:0', '--json'])
  const [, listening = '', signer = ''] = await witness.says(/"listening":"([^"]+)","witness":"([^"]+)"/)
  const ask = async (body: string) => (await fetch(`${listening}/add-checkpoint`, { method: 'POST', body })).status

  seen = await startWorld(web.settings)
  const at = seen
  const settings = { LOG_KEY, LOG_WITNESSES: `witness w ${signer} ${listening}; quorum w` }
  const first = await at.another(settings)
  const operator = await newOperator(at)
  const payee = await newPayee(at, operator, await proveHost(web, operator))
  expectOnly(payee)
  const record = async () =>
    (await at.call('GET', `/v1/payees/${payee.recipient_id}/versions/${payee.recipient_version_id}/record`)).json
  const rename = async (name: string) => {
    const body = { name, version: 2 }
    expect((await operator.call('PATCH', `/v1/recipients/${payee.recipient_id}`, { body })).status).toBe(200)
  }
  const named = (name: string) => async () => {
    const { opening, proof } = await record()
    return proof !== null && JSON.parse(opening.document).name === name
  }
  expect((await record()).proof).toContain('\n\u2014 w.example ')
  await backUp(at)
  await rename('Quay till')
  await until(named('Quay till'))
  await pinPolicy(at)
  const verified = await home.run([
    'payee',
    'verify',
    'shop.test',
    '--policy',
    file('p.txt'),
    '--state',
    file('v.json'),
  ])
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/Quay till .*on public record since 20/) })
  expect((await monitor(at, 'w-m.json', '--mirror', file('copy'))).code).toBe(0)

  // Whoever holds the log's key cannot get two histories signed.
  const kept = JSON.parse(readFileSync(file('w.json'), 'utf8'))[ORIGIN].checkpoint as string
  const size = Number(kept.split('\n')[1])
  const other = new Uint8Array(32).fill(7)
  expect(readFileSync(file('copy/checkpoint'), 'utf8').startsWith(kept.slice(0, kept.indexOf('\n\n')))).toBe(true)
  expect(await ask(`old ${size}\n\n${noteWith(size, other)}`)).toBe(409)
  expect(await ask(`old ${size}\n${toBase64(other)}\n\n${noteWith(size + 1, other)}`)).toBe(422)
  expect(await ask(`old 0\n\n${noteWith(size + 1, other)}`)).toBe(409)
  expect(await ask(`old ${size + 2}\n\n${noteWith(size + 1, other)}`)).toBe(400)
  expect(await ask(`old 0\n\n${noteWith(1, other, 'else.example/log')}`)).toBe(404)
  expect(await ask(`old ${size}\n\n${noteWith(size + 1, other).replace(/.{8}\n$/, 'AAAAAAA=\n')}`)).toBe(403)
  expect(JSON.parse(readFileSync(file('w.json'), 'utf8'))[ORIGIN]).toMatchObject({
    checkpoint: kept,
    refused: [noteWith(size, other), noteWith(size + 1, other)],
  })

  await first.stop()
  await restore(at)
  await at.another(settings)
  await until(() => at.log.some((line) => line.includes('log_behind')))
  // Changed while the log is behind: under a number that the lost history has used.
  await rename('Pier till')
  const repair = (from: string) => {
    const line = [MAIN, 'admin', 'log', 'repair', '--from', file(from)]
    const env = { PATH: process.env['PATH'], ...at.settings, ...settings }
    return spawnSync(process.execPath, line, { env, encoding: 'utf8' })
  }
  expect(repair('no-copy').stderr).toContain('the copy has no head signed by this log')
  expect(repair('copy').stdout).toMatch(
    /^the log now has \d+ entries, 1 of them from the copy; 1 waiting entries were renumbered/,
  )
  await until(named('Pier till'))
  const { history, complete } = (await at.call('GET', `/v1/payees/${payee.recipient_id}`)).json.payee
  expect(history.map((one: { seq: number }) => one.seq)).toEqual([4, 3, 1])
  expect(complete).toBe(false)
  expect(await monitor(at, 'w-m.json', '--mirror', file('copy'))).toMatchObject({ code: 0 })
  expect(existsSync(file('copy/tile/entries'))).toBe(true)
  expect(JSON.parse(readFileSync(file('w.json'), 'utf8'))[ORIGIN].refused).toHaveLength(2)
  expect(await witness.end()).toBe(0)
})
