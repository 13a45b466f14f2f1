/** Guessing is counted against whoever guesses, with the real limits; nobody else is kept out by it. */
import { newConnectKey as someKey } from '@pursestrings/contract/connect-invitations/connect-key'
import { newPairingCode } from '@pursestrings/contract/pairing/pairing-code'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentTokenOf, newAgent } from './agent.ts'
import { ALL_SCOPES, bearing, type Call, claim, newConnectKey, pairingPath, said, startPairing } from './connection.ts'
import { newDevice, type TestDevice } from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { startWorld, type World } from './world.ts'

let world: World
let elsewhere: string
let operator: Operator
let device: TestDevice
beforeAll(async () => {
  world = await startWorld({ RATE_LIMIT_SCALE: '1' })
  elsewhere = (await world.another()).url as string
  operator = await newOperator(world)
  device = await newDevice(world)
})
afterAll(() => world.stop())

const newCall = async (): Promise<Call> =>
  bearing(world, await agentTokenOf(world, await newAgent(operator, { allowed_scopes: ALL_SCOPES })))
const lookUp = (by: TestDevice, code: string) => by.call('POST', '/v1/pairing/lookups', { body: { code } })

test('five wrong keys shut one agent out of claims, for the rest of ten minutes and on every process', async () => {
  const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const authorization = `Bearer ${await agentTokenOf(world, agent)}`
  const guesser = bearing(world, authorization.slice(7))
  for (let i = 0; i < 20; i++)
    expect(said(await claim(guesser, '7G2M-9QXC-04TN-KV8E-W'))).toEqual([422, 'validation_failed'])
  for (let i = 0; i < 5; i++) expect(said(await claim(guesser, someKey()))).toEqual([404, 'connect_key_unknown'])
  const key = await newConnectKey(device)
  const refused = await claim(guesser, key)
  expect(said(refused)).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(540)
  const body = JSON.stringify({ connect_key: key, scopes: ALL_SCOPES })
  const headers = { authorization, 'content-type': 'application/json' }
  const there = await fetch(`${elsewhere}/v1/connect-invitations/claim`, { method: 'POST', headers, body })
  expect(there.status).toBe(429)
  // The same key, by another agent of the same organization: neither it nor the wallet is kept out.
  expect(said(await claim(await newCall(), key))).toEqual([201])
  expect((await device.call('POST', '/v1/connect-keys')).status).toBe(201)
})

test('five wrong codes a minute per wallet, however many at once; right ones cost nothing; others go on', async () => {
  const asAgent = await newCall()
  const { code } = await startPairing(asAgent)
  for (let i = 0; i < 8; i++) expect(said(await lookUp(device, code))).toEqual([200])
  const guesses = await Promise.all(Array.from({ length: 24 }, () => lookUp(device, newPairingCode())))
  expect(guesses.filter((a) => a.status === 404).length).toBe(5)
  const refused = await lookUp(device, code)
  expect(said(refused)).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  const another = await newDevice(world)
  expect(said(await lookUp(another, 'mistyped'))).toEqual([404, 'pairing_code_unknown'])
  expect(said(await lookUp(another, code))).toEqual([200])
})

test('who burns the tries of a session ends that session alone: a new one works at once', async () => {
  const asAgent = await newCall()
  const { pairing_session_id, code } = await startPairing(asAgent)
  const attacker = await newDevice(world)
  const decide = (by: TestDevice, tried: string, id = pairing_session_id) =>
    by.call('POST', pairingPath(id, 'approve'), { body: { code: tried, scopes: ALL_SCOPES } })
  const guesses = await Promise.all(Array.from({ length: 20 }, () => decide(attacker, newPairingCode())))
  expect(new Set(guesses.map((a) => a.status))).toEqual(new Set([404]))
  expect(said(await decide(device, code))).toEqual([410, 'pairing_ended'])
  const again = await startPairing(asAgent)
  expect(said(await decide(device, again.code, again.pairing_session_id))).toEqual([200])
})
