/**
 * Every key that the service makes is replaced several times while requests are created at two services on one database, decided and
 * delivered: whoever checks facts, receipts and webhooks meets no signature that it can't verify, and 10,000 endpoints are
 * sealed again meanwhile without a delivery lost.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { newUuid } from '@pursestrings/contract/wire/ids'
import { type Jwks, servedKeys, verifyFacts } from '@pursestrings/sdk'
import { readPolicy, verifyReceipt } from '@pursestrings/sdk/verify'
import { expect, test } from 'vitest'
import { startWitness } from '../../packages/sdk/test/witness.ts'
import { runAdmin } from '../../server/src/commands/admin/admin.ts'
import { type WebhookSecrets, webhookSecretsOf } from '../../server/src/delivery/webhooks/endpoints/webhook-secret.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { transactionsOn } from '../../server/src/platform/postgres/transaction.ts'
import { storeOf } from '../../server/src/transparency/open-keys.ts'
import { openKeyring } from '../../server/src/transparency/service-keys/keyring.ts'
import { askingOver } from '../../server/test/asking.ts'
import { call } from '../../server/test/call.ts'
import { activeEndpoint, holds, toDeliveries } from '../../server/test/deliveries.ts'
import { startFeedWorld } from '../../server/test/events-feed.ts'
import { newKeyFile } from '../../server/test/keyring.ts'
import { until } from '../../server/test/until.ts'
import { report } from './report.ts'

const ISSUER = 'http://127.0.0.1:8787'
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const ENDPOINTS = Number(process.env.ENDPOINTS ?? 10_000)
/** The hour before a key is used takes twelve seconds, and the five minutes for which caches keep keys one second. */
const SCALE = 300
const CACHED_MS = 300_000 / SCALE
const PURPOSES = ['facts', 'receipt', 'webhook'] as const
const BY = ['--actor', 'faults', '--reason', 'a fault run']

test('keys are replaced under load without a signature that does not verify', { timeout: 600_000 }, async () => {
  const file = newKeyFile()
  const witness = await startWitness(file.log_key, ISSUER)
  const ground = await startFeedWorld({
    KEY_STORE: file.setting,
    KEY_TIME_SCALE: String(SCALE),
    LOG_WITNESSES: witness.setting,
    PENDING_MAX: '1000000',
  })
  const { world, operator, payee } = ground
  // With keys, workers and caches of its own: it learns of a new key from the database alone.
  const second = (await world.another()).url as string
  const urls = [world.url, second] as const
  const figures = { creates: 0, receipts: 0, deliveries: 0, failed_facts: 0, failed_receipts: 0, refused: 0 }
  const kids = { facts: new Set<string>(), receipt: new Set<string>() }
  const why: string[] = []

  const { url } = ground.web.webhooks.place(
    toDeliveries((heard, response) => {
      const ok = holds(secret, heard)
      if (ok) figures.deliveries++
      else figures.refused++
      return response.writeHead(ok ? 200 : 401).end()
    }),
  )
  const { webhook_endpoint_id, secret } = await activeEndpoint(operator, { url })
  const shop = askingOver(await ground.connect(), payee)
  const keysAt = async (at: string): Promise<Jwks> => (await call(at, 'GET', '/.well-known/jwks.json')).json
  const pinned_keys = (await servedKeys(await keysAt(world.url))).map(({ thumbprint }) => thumbprint)
  const trust = { issuer: ISSUER, pinned_keys }
  const policy = await readPolicy(await (await fetch(`${world.url}/.well-known/svc-log-policy.txt`)).text())
  const kidOf = (jws: string): string => JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()).kid
  const rows = async (text: string, values: unknown[] = []) => (await world.database.admin.query(text, values)).rows
  const currentKid = async (purpose: string): Promise<string> =>
    (await rows(`select kid from service_keys where purpose = $1 and state = 'current'`, [purpose]))[0].kid

  // oxlint-disable-next-line typescript/no-explicit-any
  const signed: any[] = []
  const receipts: string[] = []
  const checkFacts = async (request: (typeof signed)[number], jwks: Jwks, how: string) => {
    try {
      await verifyFacts(request, jwks, trust)
    } catch (error) {
      figures.failed_facts++
      why.push(`${how}: ${(error as Error).message}`)
    }
  }
  const checkReceipt = async (text: string, how: string) => {
    const { level, reason } = await verifyReceipt(text, policy)
    if (level !== 'broken' && level !== 'stated') return
    figures.failed_receipts++
    why.push(`${how}: ${level}: ${reason}`)
  }

  const load = { running: true }
  const cached: Jwks[] = []
  const caching = (async () => {
    while (load.running) {
      const fresh = await Promise.all(urls.map(keysAt))
      await pause(CACHED_MS)
      cached.splice(0, 2, ...fresh)
    }
  })()
  const creating = [0, 1].map(async (at) => {
    while (load.running) {
      const { recipient_id, recipient_version_id } = payee
      const created = await call(urls[at] as string, 'POST', '/v1/payment-requests', {
        headers: { authorization: `Bearer ${shop.connection_token}` },
        body: {
          recipient_id,
          recipient_version_id,
          payment: { amount: '12.5' },
          policy: { requires_user_approval: true },
          idempotency_key: `rotation-${at}-${figures.creates++}`,
        },
      })
      expect([created.status, created.json.error]).toEqual([201, undefined])
      const request = created.json.payment_request
      signed.push(request)
      kids.facts.add(kidOf(request.facts_jws))
      // Against what the other service serves, and against what a cache has kept.
      await checkFacts(request, await keysAt(urls[1 - at] as string), 'the other service')
      for (const jwks of cached) await checkFacts(request, jwks, 'a cache')
      await pause(50)
    }
  })
  const deciding = (async () => {
    while (load.running) {
      const { request_id } = await shop.asked()
      expect((await shop.report(request_id, { status: 'rejected' })).status).toBe(200)
      const path = `/v1/payment-requests/${request_id}/receipt`
      const answer = await shop.call('GET', path)
      expect([answer.status, answer.json.error?.code]).toEqual([200, undefined])
      const text = answer.json.receipt as string
      receipts.push(text)
      kids.receipt.add(kidOf((JSON.parse(text) as { statement_jws: string }).statement_jws))
      figures.receipts++
      await checkReceipt(text, 'a new receipt')
      await pause(300)
    }
  })()

  const config = readConfig(world.settings)
  const sealer = storeOf(config).sealer()
  if (!sealer) throw new Error('no key store')
  const secretsNow = async (): Promise<WebhookSecrets> =>
    webhookSecretsOf(
      (await openKeyring({ transactions: transactionsOn(world.database.admin), sealer, log: console })).sealing,
    )
  const known = new Map<string, string>()
  const [{ merchant_id }] = await rows('select merchant_id from webhook_endpoints limit 1')
  const before = await secretsNow()
  for (let made = 0; made < ENDPOINTS; made += 500) {
    const batch = Array.from({ length: 500 }, () => {
      const id = newUuid()
      return { id, ...before.make(id) }
    })
    await rows(
      `insert into webhook_endpoints (merchant_id, webhook_endpoint_id, url, status, secret_key_id, secret_sealed)
       select $1, i, 'https://shop.test/none', 'pending_verification', $3, s from unnest($2::uuid[], $4::bytea[]) r (i, s)`,
      [merchant_id, batch.map(({ id }) => id), before.key_ids[0], batch.map(({ sealed }) => sealed)],
    )
    for (const { id, secret: own } of batch) known.set(id, own)
  }

  const began = performance.now()
  for (let round = 0; round < ROUNDS; round++) {
    const old = await Promise.all(PURPOSES.map(currentKid))
    for (const purpose of PURPOSES) await runAdmin(config, ['keys', 'rotate', purpose, ...BY])
    await until(async () => {
      const now = await Promise.all(PURPOSES.map(currentKid))
      return now.every((kid, i) => kid !== old[i])
    }, 60_000)
    await pause(2_000)
  }
  const rotated_s = (performance.now() - began) / 1000
  const resealing = performance.now()
  const delivered_before = figures.deliveries
  const resealed_by_hand = await runAdmin(config, ['keys', 'reseal', ...BY])
  const reseal_s = (performance.now() - resealing) / 1000
  const during_reseal = figures.deliveries - delivered_before
  const sealedWith = () => rows('select secret_key_id, count(*)::int as n from webhook_endpoints group by 1')
  // What a worker held at that moment it has sealed again itself.
  await until(async () => (await sealedWith()).length === 1, 60_000)
  await pause(2_000)
  load.running = false
  await Promise.all([caching, ...creating, deciding])
  await until(
    async () =>
      (await ground.world.database.admin.query(`select from webhook_deliveries where status = 'pending'`)).rowCount ===
      0,
    60_000,
  )

  const after = await secretsNow()
  const sealed_with = await sealedWith()
  const endpoints = await rows(
    'select webhook_endpoint_id as id, secret_key_id as key_id, secret_sealed as sealed from webhook_endpoints',
  )
  const lost = endpoints.filter(
    (row) => row.id !== webhook_endpoint_id && known.has(row.id) && after.open(row.id, row) !== known.get(row.id),
  )
  // The old keys stay published: whatever was signed in all that time still verifies.
  const last = await keysAt(second)
  for (const request of signed) await checkFacts(request, last, 'at the end')
  for (const text of receipts) await checkReceipt(text, 'at the end')
  await rows(
    `update service_keys set not_after = now() - interval '1 day' where purpose = 'webhook' and state = 'retired'`,
  )
  const retired = async () =>
    (await rows(`select from service_keys where purpose = 'webhook' and state = 'retired'`)).length
  await until(async () => (await retired()) === 0, 30_000)
  const failed_deliveries = (await rows(`select from webhook_deliveries where status <> 'delivered'`)).length

  await ground.stop()
  witness.stop()
  report('rotation', {
    rounds: ROUNDS,
    ...figures,
    facts_kids: kids.facts.size,
    receipt_kids: kids.receipt.size,
    failed_deliveries,
    endpoints: ENDPOINTS,
    resealed_by_hand: Number(/\d+/.exec(resealed_by_hand)?.[0]),
    during_reseal,
    lost: lost.length,
    rotated_s: Math.round(rotated_s),
    reseal_s: Number(reseal_s.toFixed(1)),
  })
  expect(why).toEqual([])
  expect([figures.failed_facts, figures.failed_receipts, figures.refused, failed_deliveries, lost.length]).toEqual([
    0, 0, 0, 0, 0,
  ])
  expect([kids.facts.size, kids.receipt.size]).toEqual([ROUNDS + 1, ROUNDS + 1])
  expect(sealed_with).toEqual([{ secret_key_id: after.key_ids[0], n: ENDPOINTS + 1 }])
})
