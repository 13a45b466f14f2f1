import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Bytes, fromBase64, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { judgeProof } from '@pursestrings/protocol/log/log-entry'
import { judgeNote, type LogPolicy, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { entriesInBundle, hashesInTile, nodesOfTiles, tilePath } from '@pursestrings/protocol/log/log-tiles'
import { type Head, isConsistent, leafHash, rootOf } from '@pursestrings/protocol/log/merkle-tree'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { checkConfig } from '../src/commands/check-config.ts'
import { readConfig } from '../src/platform/config.ts'
import { type MerchantSite, startMerchantSite } from './egress/merchant-site.ts'
import { createTestAuthority } from './egress/test-authority.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, type Payee, proveHost, verifiedPayee } from './payee.ts'
import { restorable } from './restorable.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** What anybody can read of the payee log, and whether it holds together without believing the service. */
describe('payee log files', () => {
  let web: MerchantWeb
  let world: World
  let operator: Operator
  let domain_id: string
  let payee: Payee
  let policy: LogPolicy
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_KEY: randomBytes(32).toString('base64url') })
    operator = await newOperator(world)
    domain_id = await proveHost(web, operator)
    payee = await newPayee()
    policy = await readPolicy((await file('/.well-known/svc-log-policy.txt')).text)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const file = async (path: string) => {
    const response = await fetch(world.url + path)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
  }

  const head = async (): Promise<Head> => {
    const judged = await judgeNote(policy, (await file('/log/checkpoint')).text)
    if (!judged) throw new Error('the checkpoint is not by the key of the policy')
    return judged.checkpoint
  }

  const recordOf = ({ recipient_id, recipient_version_id }: Payee) =>
    world.call('GET', `/v1/payees/${recipient_id}/versions/${recipient_version_id}/record`)

  const newPayee = async (): Promise<Payee> => {
    const made = await verifiedPayee(web, operator, domain_id)
    expect((await activate(operator, made)).status).toBe(200)
    await until(async () => (await recordOf(made)).json.proof != null)
    return made
  }

  const nodes = (size: number) =>
    nodesOfTiles(size, async (tile) => {
      const { bytes, status } = await file(`/log/${tilePath(tile)}`)
      expect(status).toBe(200)
      return hashesInTile(bytes, tile.width) as Bytes[]
    })

  test('head, tiles and entries are files that fit each other, open to every origin and kept for good', async () => {
    const { size, root } = await head()
    expect(await rootOf(size, nodes(size))).toEqual(root)
    const bundle = await file(`/log/${tilePath({ level: 'entries', tile: 0, width: size })}`)
    const entries = entriesInBundle(bundle.bytes, size) as Bytes[]
    const tile = await file(`/log/${tilePath({ level: 0, tile: 0, width: size })}`)
    expect(hashesInTile(tile.bytes, size)).toEqual(await Promise.all(entries.map((entry) => leafHash(entry))))
    expect(tile.headers.get('cache-control')).toContain('immutable')
    expect(tile.headers.get('access-control-allow-origin')).toBe('*')
    expect(bundle.headers.get('content-encoding')).toBe('gzip')
    expect((await file('/log/checkpoint')).headers.get('cache-control')).toBe('public, max-age=2')
  })

  test('nothing is served beyond the published size, and nothing under another spelling', async () => {
    const { size } = await head()
    for (const path of [
      tilePath({ level: 0, tile: 0, width: size + 1 }),
      tilePath({ level: 'entries', tile: 1, width: 1 }),
      'tile/0/000',
      'tile/1/000.p/1',
      'tile/0/0',
      'tile/0/000.p/01',
    ]) {
      expect([path, (await file(`/log/${path}`)).status]).toEqual([path, 404])
    }
    for (const query of [
      `index=${size}`,
      `index=0&size=${size + 1}`,
      'index=1&size=1',
      `from=0&size=${size + 1}`,
      'from=2&size=1',
    ]) {
      expect((await world.call('GET', `/v1/log/proof?${query}`)).json.error?.code).toBe('resource_not_found')
    }
    const neither = await world.call('GET', '/v1/log/proof')
    expect([neither.json.error?.code, neither.json.error?.field]).toEqual(['validation_failed', 'index'])
  })

  test('a payee that serves is found by its domain and by its address, with a proof that holds by itself', async () => {
    const found = await world.call('GET', `/v1/payees?network=stellar_testnet&address=${payee.address}`)
    expect(found.json.payees).toMatchObject([
      {
        recipient_id: payee.recipient_id,
        domain: 'shop.test',
        serving: { to: payee.address, number: 1, changed_at: null },
      },
    ])
    const listed = await world.call('GET', '/v1/payees?domain=shop.test')
    expect(listed.json.payees.map((one: Payee) => one.recipient_id)).toContain(payee.recipient_id)
    const { json: record } = await recordOf(payee)
    expect(await judgeProof(policy, utf8Of(record.entry), record.proof)).toMatchObject({ quorum: true })
    expect(JSON.parse(record.opening.document).payment.to).toBe(payee.address)
    expect(JSON.parse(record.evidence)).toMatchObject({
      type: 'svc.recipient_evidence.v2',
      finding: { domain: 'shop.test', status: 200, spki_digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    const read = await world.call('GET', `/v1/payees/${payee.recipient_id}`)
    expect(read.json.payee).toMatchObject({ complete: true, history: [{ seq: 1, event: 'activated', number: 1 }] })
  })

  test('there is no list of all payees, and none of what never served', async () => {
    expect((await world.call('GET', '/v1/payees')).json.payees).toEqual([])
    expect((await world.call('GET', '/v1/payees?network=stellar_testnet')).json.payees).toEqual([])
    expect((await world.call('GET', '/v1/payees?domain=shop.tes')).json.payees).toEqual([])
    const both = `/v1/payees?domain=other.test&network=stellar_testnet&address=${payee.address}`
    expect((await world.call('GET', both)).json.payees).toEqual([])
    const draft = await verifiedPayee(web, operator, domain_id)
    for (const path of [
      `/v1/payees/${draft.recipient_id}`,
      `/v1/payees/${draft.recipient_id}/versions/${draft.recipient_version_id}/record`,
      `/v1/payees/${payee.recipient_id}/versions/${draft.recipient_version_id}/record`,
      '/v1/payees/rcp_x',
    ]) {
      const { status, json } = await world.call('GET', path)
      expect([path, status, json.error?.code]).toEqual([path, 404, 'resource_not_found'])
    }
  })

  test('a renamed payee is on record under both names', async () => {
    const mine = await newPayee()
    const before = JSON.parse((await recordOf(mine)).json.opening.document).name as string
    const body = { name: 'Quay Street till', version: 2 }
    expect((await operator.call('PATCH', `/v1/recipients/${mine.recipient_id}`, { body })).status).toBe(200)
    expect(JSON.parse((await recordOf(mine)).json.opening.document).name).toBe('Quay Street till')
    const path = `/v1/payees/${mine.recipient_id}/versions/${mine.recipient_version_id}/record?name=${encodeURIComponent(before)}`
    expect(JSON.parse((await world.call('GET', path)).json.opening.document).name).toBe(before)
  })

  test('an older head is a part of the newer one', async () => {
    const older = await head()
    await newPayee()
    const newer = await head()
    expect(newer.size).toBeGreaterThan(older.size)
    const { json } = await world.call('GET', `/v1/log/proof?from=${older.size}&size=${newer.size}`)
    const hashes = json.consistency.hashes.map(fromBase64) as Bytes[]
    expect(await isConsistent(older, newer, hashes)).toBe(true)
    expect(await isConsistent({ ...older, root: newer.root }, newer, hashes)).toBe(false)
    const old = await world.call('GET', `/v1/log/proof?index=0&size=${older.size}`)
    expect(old.json.entry.proof).toContain(`\n${older.size}\n`)
  })

  test('without a key there is no log, and everything else works', async () => {
    const bare = await startWorld(web.settings)
    try {
      const merchant = await newOperator(bare)
      const made = await verifiedPayee(web, merchant, await proveHost(web, merchant))
      expect((await activate(merchant, made)).status).toBe(200)
      for (const path of [
        '/log/checkpoint',
        '/.well-known/svc-log-policy.txt',
        '/log/tile/0/000',
        '/v1/log/proof?index=0',
      ]) {
        expect([path, (await bare.call('GET', path)).status]).toEqual([path, 404])
      }
      // A wallet of another origin can read that there is none.
      const core = await bare.another({ EXTENSIONS: 'none' })
      for (const url of [bare.url, core.url]) {
        const { status, headers } = await fetch(`${url}/.well-known/svc-log-policy.txt`)
        expect([status, headers.get('access-control-allow-origin')]).toEqual([404, '*'])
      }
      const { rows } = await bare.database.admin.query('select from log_pending union all select from payee_openings')
      expect(rows).toEqual([])
      // From the day on which the log begins, what serves already stands in it.
      const later = await bare.another({ LOG_KEY: randomBytes(32).toString('base64url') })
      const path = `/v1/payees/${made.recipient_id}/versions/${made.recipient_version_id}/record`
      await until(async () => ((await (await fetch(`${later.url}${path}`)).json()) as { proof?: string }).proof != null)
    } finally {
      await bare.stop()
    }
  })
})

/** LOG_MIRROR on a web server: the same as a folder, for those who have no second disk to mount. */
describe('web mirror', () => {
  const TOKEN = 'mirror-token-of-the-test'
  const HOST = 'mirror.localhost'
  const BY = ['--actor', 'support', '--reason', 'the disk died']
  const seed = () => randomBytes(32).toString('base64url')

  /** What a server has, and how it behaves. */
  const files = new Map<string, Buffer>()
  let answer: 'keeps' | 'forgets' | 'fails' = 'keeps'

  const authority = createTestAuthority()
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-mirror-'))
  let site: MerchantSite
  let world: World
  beforeAll(async () => {
    const respond = async (request: IncomingMessage, response: ServerResponse) => {
      const path = request.url ?? ''
      const body = await buffer(request)
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return response.writeHead(403).end()
      if (answer === 'fails') return response.writeHead(500).end()
      if (request.method === 'PUT') {
        if (answer === 'keeps') files.set(path, body)
        return response.writeHead(201).end()
      }
      const kept = files.get(path)
      return response.writeHead(kept ? 200 : 404).end(kept)
    }
    site = await startMerchantSite(authority.issue([HOST]), (...heard) => void respond(...heard))
    writeFileSync(join(folder, 'root.pem'), authority.root)
    writeFileSync(join(folder, 'token'), `${TOKEN}\n`, { mode: 0o600 })
    world = await startWorld({
      FACTS_KEYS: `facts:${seed()}`,
      WEBHOOK_SECRET_KEYS: `seal:${seed()}`,
      RECEIPT_KEYS: `receipts:${seed()}`,
      LOG_MIRROR: `https://${HOST}/pursestrings/`,
      LOG_MIRROR_TOKEN_FILE: join(folder, 'token'),
      TRUSTED_CA_FILE: join(folder, 'root.pem'),
      OUTBOUND_LOOPBACK: `${HOST}:443=${site.port}`,
    })
  })
  afterAll(async () => {
    await world.stop()
    await site[Symbol.asyncDispose]()
    authority[Symbol.dispose]()
    rmSync(folder, { recursive: true })
  })

  const NEWEST = '/pursestrings/service/head'
  const headNow = (): { number: number; epoch: number } => {
    const [, payload = ''] = (files.get(NEWEST) ?? '').toString().split('.')
    return JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')
  }

  test('a worker writes its head there with the token, and `config check` tries it', async () => {
    await until(async () => files.has(NEWEST))
    expect(headNow()).toMatchObject({ number: 1, epoch: 1 })
    expect([...files.keys()].toSorted()).toEqual([NEWEST, '/pursestrings/service/mirror'])
    const before = site.requests.filter(({ method }) => method === 'PUT').length
    const { lines } = await checkConfig(world.settings)
    expect(lines.join('\n')).toContain('ok     LOG_MIRROR')
    expect(lines.join('\n')).not.toContain(TOKEN)
    expect(site.requests.filter(({ method }) => method === 'PUT').length).toBe(before)
  })

  test('a mirror that refuses, forgets or cannot be reached keeps a process from starting, and says why', async () => {
    const refused = (settings: Record<string, string> = {}) =>
      world.another(settings).then(
        () => 'started',
        (error: Error) => error.message,
      )
    const wrong = join(folder, 'wrong-token')
    writeFileSync(wrong, 'another-token', { mode: 0o600 })
    expect(await refused({ LOG_MIRROR_TOKEN_FILE: wrong })).toMatch(
      /LOG_MIRROR answered 403 to writing service\/mirror to https:\/\/mirror.localhost\/pursestrings: does LOG_MIRROR_TOKEN/,
    )
    answer = 'forgets'
    files.delete('/pursestrings/service/mirror')
    expect(await refused()).toContain('LOG_MIRROR does not give back what was written to')
    answer = 'fails'
    expect(await refused()).toContain('LOG_MIRROR answered 500')
    const failed = await checkConfig(world.settings)
    expect(failed.lines.join('\n')).toMatch(/failed LOG_MIRROR: LOG_MIRROR answered 500 to reading service\/head/)
    answer = 'keeps'
    expect(await refused({ OUTBOUND_LOOPBACK: '' })).toContain('is not at an address that may be called')
    expect(() => readConfig({ ...world.settings, LOG_MIRROR: folder })).toThrow(
      'LOG_MIRROR_TOKEN is for a LOG_MIRROR that is an https address',
    )
    for (const place of ['http://mirror.example/x', 'https://mirror.example/x?sig=1', 'https://a:b@mirror.example/x'])
      expect(() => readConfig({ ...world.settings, LOG_MIRROR: place })).toThrow('LOG_MIRROR must match')
  })

  test('a restored database is found out by it, and can be opened', async () => {
    const { backUp, restore, open } = restorable(world)
    await backUp()
    const { number } = headNow()
    // Another worker's first turn writes the next head.
    const second = await world.another()
    await until(async () => headNow().number > number)
    await second.stop()
    await restore()
    await expect(world.another()).rejects.toThrow(/behind LOG_MIRROR.*pursestrings-server admin restore open/)
    expect(await runAdmin(readConfig(world.settings), ['restore', 'open', ...BY])).toMatch(
      /^would begin epoch 2: the mirror knows head \d+ of epoch 1/,
    )
    expect(await open(2)).toContain('epoch 2 has begun')
    await (await world.another()).stop()
  })
})
