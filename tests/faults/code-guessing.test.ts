/**
 * Guessing at codes, with the real limits: what gets through is at most what was computed, and whoever guesses keeps
 * nobody out. Windows of the limiter are passed by moving its clock, not by waiting.
 */
import { CONNECT_KEY_BITS, newConnectKey as someKey } from '@pursestrings/contract/connect-invitations/connect-key'
import { CODE_ALPHABET, CODES_IN_ALL, newPairingCode, WRONG_CODES_MAX } from '@pursestrings/contract/pairing/records'
import { expect, test } from 'vitest'
import { agentTokenOf, newAgent } from '../../server/test/agent.ts'
import { ALL_SCOPES, bearing, claim, pairingPath, startPairing } from '../../server/test/connection.ts'
import { newDevice, type TestDevice } from '../../server/test/device.ts'
import { newOperator } from '../../server/test/operator.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const SESSIONS = 200
const WINDOWS = 20
const DEVICES = 8
const TRIES_PER_ADDRESS = 30
const CALLS_PER_AGENT_MINUTE = 600

test('what gets through is at most what was computed', { timeout: 900_000 }, async () => {
  const lax = await startWorld({ LOG_LEVEL: 'silent' })
  const asAgent = bearing(
    lax,
    await agentTokenOf(lax, await newAgent(await newOperator(lax), { allowed_scopes: ALL_SCOPES })),
  )
  const [attacker, user] = [await newDevice(lax), await newDevice(lax)]
  const approve = (by: TestDevice, id: string, code: string) =>
    by.call('POST', pairingPath(id, 'approve'), { body: { code, scopes: ALL_SCOPES } })

  // An attacker who knows the session and all letters but one tries the 20 that are left, all at once.
  let hits = 0
  let slowest_ms = 0
  for (let i = 0; i < SESSIONS; i++) {
    const { pairing_session_id, code } = await startPairing(asAgent)
    const order = Array.from(CODE_ALPHABET).toSorted(() => Math.random() - 0.5)
    const raced = await Promise.all(
      order.map((last) => approve(attacker, pairing_session_id, code.slice(0, -1) + last)),
    )
    hits += raced.filter((a) => a.status === 200).length
    const began = performance.now()
    const again = await startPairing(asAgent)
    expect((await approve(user, again.pairing_session_id, again.code)).status).toBe(200)
    slowest_ms = Math.max(slowest_ms, performance.now() - began)
  }
  const { rows } = await lax.database.admin.query('select max(wrong_codes)::int as most from pairing_sessions')
  await lax.stop()
  const chance = WRONG_CODES_MAX / CODE_ALPHABET.length
  const deviation = Math.sqrt(SESSIONS * chance * (1 - chance))

  // An attacker who knows nothing types codes into many wallets at one address, window after window.
  const real = await startWorld({ LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '1' })
  const agent = bearing(
    real,
    await agentTokenOf(real, await newAgent(await newOperator(real), { allowed_scopes: ALL_SCOPES })),
  )
  for (let i = 0; i < 20; i++) await startPairing(agent)
  const devices: TestDevice[] = []
  for (let i = 0; i < DEVICES; i++) devices.push(await newDevice(real))
  const looked = { seen: 0, refused: 0, found: 0 }
  for (let window = 0; window < WINDOWS; window++) {
    await real.database.admin.query('update rate_limits set expire = 0')
    const guesses = devices.flatMap((device) =>
      Array.from({ length: 15 }, () =>
        device.call('POST', '/v1/pairing/lookups', { body: { code: newPairingCode() } }),
      ),
    )
    for (const { status } of await Promise.all(guesses)) {
      looked[status === 200 ? 'found' : status === 429 ? 'refused' : 'seen']++
    }
  }
  const claims = { unknown: 0, refused: 0 }
  for (let i = 0; i < 20; i++) claims[(await claim(agent, someKey())).status === 429 ? 'refused' : 'unknown']++
  await real.stop()

  const figures = {
    one_session: { tries: WRONG_CODES_MAX, chance: WRONG_CODES_MAX / CODES_IN_ALL },
    one_letter_unknown: { sessions: SESSIONS, hits, bound: SESSIONS * chance, most_wrong_codes: rows[0].most },
    honest_pairing_after_attack_ms: Math.round(slowest_ms),
    typed: { windows: WINDOWS, devices: DEVICES, ...looked, bound: WINDOWS * TRIES_PER_ADDRESS },
    hits_per_address_and_year_with_100_sessions: (TRIES_PER_ADDRESS * 525_600 * 100) / CODES_IN_ALL,
    connect_keys: { ...claims, chance_per_agent_and_year: (CALLS_PER_AGENT_MINUTE * 525_600) / 2 ** CONNECT_KEY_BITS },
  }
  report('code-guessing', figures)
  expect(rows[0].most).toBe(WRONG_CODES_MAX)
  expect(hits).toBeLessThanOrEqual(SESSIONS * chance + 4 * deviation)
  // Not vacuous: about as many as the bound do get through when a single letter is left to guess.
  expect(hits).toBeGreaterThanOrEqual(SESSIONS * chance - 4 * deviation)
  expect(looked.seen).toBeLessThanOrEqual(WINDOWS * TRIES_PER_ADDRESS)
  expect([looked.found, claims.unknown]).toEqual([0, 5])
  expect(slowest_ms).toBeLessThan(60_000)
})
