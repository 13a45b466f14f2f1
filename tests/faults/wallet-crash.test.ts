/**
 * Wallets are killed between any two steps of a payment: real processes, a real service and database, one and two devices;
 * and the reference wallet in Chromium. Every payment is on the ledger once or not at all, bound to its request in both ways, and what
 * the service knows agrees. Two other ways of paying go through the same, and must pay twice: otherwise this run would not see it.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isEnvelope, journalIn } from '@pursestrings/signing/journal'
import { fileStore } from '@pursestrings/signing/node/file-store'
import { ownKey } from '@pursestrings/stellar/own-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlace, type TestPlace } from '../../packages/sdk/test/place.ts'
import { getReady, type Ready } from '../acceptance/steps/ready.ts'
import { pinKeys } from '../acceptance/steps/wallet.ts'
import { skipBrowserTests } from '../e2e/browser.ts'
import { type LedgerDouble, startLedgerDouble } from '../ledger-double/ledger-double.ts'
import { report } from './report.ts'
import { automaticPeople, automaticTally, isBound } from './wallet-crash-automatic.ts'
import { killInChromium } from './wallet-crash-chromium.ts'
import type { Orders } from './wallet-crash-device.ts'

const KILLS = Number(process.env.WALLET_CRASH_KILLS ?? 1000)
const CHROMIUM_KILLS = Number(process.env.WALLET_CRASH_CHROMIUM_KILLS ?? 50)
const AUTOMATIC_KILLS = Number(process.env.WALLET_CRASH_AUTOMATIC_KILLS ?? 300)
const CONTROL_PAYMENTS = Number(process.env.WALLET_CRASH_CONTROL ?? 24)
/** After this no new payments are begun; what is open is brought to its end. */
const LIMIT_MS = Number(process.env.WALLET_CRASH_LIMIT_MS ?? 30 * 60_000)
const SIDE_BY_SIDE = Number(process.env.WALLET_CRASH_SIDE_BY_SIDE ?? 4)
const DEVICE = fileURLToPath(new URL('wallet-crash-device.ts', import.meta.url))
/** Of one payment without a crash; a process dies within about two of them. */
const STEPS_MAX = 24
const EACH = 3
const CLOSE_MS = 250
const DAY_MS = 86_400_000

const figures: Record<string, unknown> = {}
afterAll(() => report('wallet-crash', figures))

let place: TestPlace
let ready: Ready
let double: LedgerDouble
let common: Pick<Orders, 'base_url' | 'audience' | 'pinned_keys' | 'device_id' | 'token' | 'rpc_url' | 'passphrase'>
const folders: string[] = []
beforeAll(async () => {
  place = await startPlace({
    CREATES_PER_MINUTE_MAX: '1000000',
    PENDING_MAX: '100000',
    WALLET_PENDING_MAX: '100000',
    LOG_LEVEL: 'silent',
  })
  ready = await getReady(place)
  double = await startLedgerDouble({ every_ms: CLOSE_MS })
  double.ledger.fund(ready.payee.address)
  const { device_id = '' } = ready.wallet
  const { token } = await ready.wallet.devices.rotateToken(device_id)
  ready.wallet.useDevice({ device_id, token })
  common = {
    base_url: place.base_url,
    audience: place.audience ?? place.base_url,
    pinned_keys: await pinKeys(place),
    device_id,
    token,
    rpc_url: double.source.rpc_url,
    passphrase: double.ledger.passphrase,
  }
}, 600_000)
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  await double.stop()
  await place.stop()
})

let asks = 0
const ask = async () => {
  const n = ++asks
  // Each has an amount of its own, by which the ledger tells them apart.
  const amount = `1.${String(n).padStart(7, '0')}`
  const expires_at = new Date(Date.now() + DAY_MS).toISOString()
  const { payment_request } = await ready.ask(`crash-${n}`, { amount, expires_at })
  const { request_id, connection_id, facts_digest } = payment_request
  return { request_id, connection_id, facts_digest, units: 10_000_000n + BigInt(n) }
}

const addressOf = (number: number): string => {
  const seed = new Uint8Array(32).fill(3)
  new DataView(seed.buffer).setUint32(0, number)
  return ownKey(seed).address
}

let processes = 0
/** Gives true where it was killed. */
const live = (orders: Orders): Promise<boolean> =>
  new Promise((resolve, reject) => {
    processes++
    const child = spawn(process.execPath, ['--conditions=@pursestrings/source', DEVICE, JSON.stringify(orders)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(true)
      else if (code === 0) resolve(false)
      else reject(new Error(`a device ended with ${code ?? signal}: ${said.slice(-2000)}`))
    })
  })

interface Tally {
  kills: number
  payments: number
  /** Of requests, by how often the ledger has them. */
  unpaid: number
  once: number
  twice: number
  /** Requests whose status is not what the ledger says. */
  disagree: number
  /** Payments that lack the reference or the account's word. */
  unbound: number
  two_devices: number
}
const tally = (): Tally => ({
  kills: 0,
  payments: 0,
  unpaid: 0,
  once: 0,
  twice: 0,
  disagree: 0,
  unbound: 0,
  two_devices: 0,
})

const arrived = (units: bigint): number =>
  double.ledger.ledgers
    .flatMap(({ transactions }) => transactions)
    .filter(({ successful, inner }) => {
      const body = inner.tx.operations[0]?.body
      return successful && body?.type === 'payment' && body.paymentOp.amount === units
    }).length

let people = 0
/** One person with some requests, on one or two devices, each killed again and again until it has nothing left to do. */
const person = async (way: Orders['way'], sum: Tally, wantsKills: () => boolean): Promise<void> => {
  const number = ++people
  const devices = number % 2 === 0 ? 2 : 1
  // Two devices share an account, or have one each.
  const seeds = devices === 1 ? [number] : [number, number % 4 === 0 ? number : number + 1_000_000]
  for (const seed of seeds) double.ledger.fund(addressOf(seed))
  const requests = []
  for (let n = 0; n < EACH; n++) requests.push(await ask())
  const wanted = requests.map(({ request_id, connection_id, facts_digest }) => ({
    request_id,
    connection_id,
    facts_digest,
  }))
  const journals = await Promise.all(
    seeds.map(async (seed) => {
      const folder = mkdtempSync(join(tmpdir(), 'pursestrings-crash-'))
      folders.push(folder)
      for (let killed = true; killed; ) {
        const dies_at = wantsKills() ? 1 + Math.floor(Math.random() * STEPS_MAX) : undefined
        killed = await live({ ...common, folder, seed, requests: wanted, dies_at, way })
        if (killed) sum.kills++
      }
      return journalIn(fileStore(folder))
    }),
  )
  if (way === 'ours')
    for (const journal of journals)
      for (const entry of (await journal.list()).filter(isEnvelope)) {
        expect(['reported', 'erased']).toContain(entry.state)
        if (entry.outcome?.is === 'paid' && !isBound(double.ledger, entry)) sum.unbound++
      }
  for (const { request_id, units } of requests) {
    const times = arrived(units)
    const { payment_request } = await ready.wallet.paymentRequests.read(request_id)
    sum.payments++
    if (devices === 2) sum.two_devices++
    if (times === 0) sum.unpaid++
    else if (times === 1) sum.once++
    else sum.twice++
    if ((payment_request.status === 'confirmed') !== times > 0) sum.disagree++
  }
}

const sideBySide = async (begin: () => Promise<void>, goesOn: () => boolean): Promise<void> => {
  const lane = async () => {
    while (goesOn()) await begin()
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane))
}

test.each(['send_before_claim', 'rebuild_after_crash'] as const)(
  'control: %s pays twice, and this run sees it',
  { timeout: LIMIT_MS },
  async (way) => {
    const sum = tally()
    const ends_at = Date.now() + LIMIT_MS / 4
    await sideBySide(
      () => person(way, sum, () => Math.random() < 0.7),
      () => Date.now() < ends_at && (sum.payments < CONTROL_PAYMENTS || sum.twice === 0),
    )
    figures[way] = sum
    expect(sum.twice).toBeGreaterThan(0)
  },
)

test('killed between any two steps, nothing is paid twice, and every outcome is known', {
  timeout: 2 * LIMIT_MS,
}, async () => {
  const sum = tally()
  const began = Date.now()
  const goesOn = () => sum.kills < KILLS && Date.now() - began < LIMIT_MS
  await sideBySide(() => person('ours', sum, goesOn), goesOn)
  Object.assign(figures, { ...sum, processes, seconds: Math.round((Date.now() - began) / 1000) })
  const { twice, disagree, unbound } = sum
  expect({ twice, disagree, unbound }).toEqual({ twice: 0, disagree: 0, unbound: 0 })
  expect(sum.kills).toBeGreaterThanOrEqual(KILLS)
  expect(sum.once).toBeGreaterThan(sum.payments / 2)
})

test('killed while it pays without asking: nothing twice, nothing after a pause, nothing over a limit', {
  timeout: 2 * LIMIT_MS,
}, async () => {
  const began = Date.now()
  const begin = await automaticPeople({ base_url: place.base_url, ready, double, common, live, addressOf, arrived })
  // Without limits of its own, it pays what only the service allows: this run sees it.
  const control = automaticTally()
  await begin(control, () => false, 'automatic_without_limits')
  expect(control.over_limit).toBe(1)
  const sum = automaticTally()
  const goesOn = () => sum.kills < AUTOMATIC_KILLS && Date.now() - began < LIMIT_MS
  await sideBySide(() => begin(sum, goesOn), goesOn)
  figures.automatic = { ...sum, seconds: Math.round((Date.now() - began) / 1000) }
  const { twice, disagree, unbound, over_limit, after_pause } = sum
  const none = { twice: 0, disagree: 0, unbound: 0, over_limit: 0, after_pause: 0 }
  expect({ twice, disagree, unbound, over_limit, after_pause }).toEqual(none)
  expect(sum.kills).toBeGreaterThanOrEqual(AUTOMATIC_KILLS)
  expect(sum.once).toBeGreaterThan(0)
  expect(sum.paused).toBeGreaterThan(0)
})

test.skipIf(skipBrowserTests)(
  'the wallet in Chromium, killed while it pays, pays nothing twice, and tells every outcome',
  {
    timeout: 2 * LIMIT_MS,
  },
  async () => {
    const began = Date.now()
    const sum = await killInChromium({ kills: CHROMIUM_KILLS, limit_ms: LIMIT_MS })
    figures.chromium = { ...sum, seconds: Math.round((Date.now() - began) / 1000) }
    const { twice, disagree, unbound } = sum
    expect({ twice, disagree, unbound }).toEqual({ twice: 0, disagree: [], unbound: [] })
    expect(sum.kills).toBeGreaterThanOrEqual(CHROMIUM_KILLS)
    expect(sum.once).toBeGreaterThan(sum.payments / 2)
    // Deaths before anything was kept, and while a payment was on its way: otherwise this run shows nothing.
    if (CHROMIUM_KILLS >= 50) for (const state of ['nothing', 'claimed']) expect(sum.found[state]).toBeGreaterThan(0)
  },
)
