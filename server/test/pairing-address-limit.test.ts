/** Many wallets at one address buy no more guesses at pairing codes than the address has. */
import { once } from 'node:events'
import { request } from 'node:http'
import { newPairingCode } from '@pursestrings/contract/pairing/pairing-code'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentTokenOf, newAgent } from './agent.ts'
import { ALL_SCOPES, bearing, said, startPairing } from './connection.ts'
import { newDevice, type TestDevice } from './device.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

const PER_ADDRESS = 30
const PER_WALLET = 5
const ENOUGH_WALLETS = 8

let world: World
beforeAll(async () => {
  world = await startWorld({ RATE_LIMIT_SCALE: '1' })
})
afterAll(() => world.stop())

const PATH = '/v1/pairing/lookups'
const lookUp = (by: TestDevice, code: string) => by.call('POST', PATH, { body: { code } })

const lookUpFrom = async (localAddress: string, { token }: TestDevice, code: string): Promise<number | undefined> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = request(world.url + PATH, { method: 'POST', headers, localAddress }).end(JSON.stringify({ code }))
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

test('thirty wrong codes a minute per address, however many wallets type them; another address goes on', async () => {
  const agent = await newAgent(await newOperator(world), { allowed_scopes: ALL_SCOPES })
  const { code } = await startPairing(bearing(world, await agentTokenOf(world, agent)))
  const wallets = await Promise.all(Array.from({ length: ENOUGH_WALLETS }, () => newDevice(world)))
  const fresh = await newDevice(world)
  const tries = wallets.flatMap((wallet) => Array.from({ length: PER_WALLET }, () => wallet))
  const answers = await Promise.all(tries.map((wallet) => lookUp(wallet, newPairingCode())))
  expect(answers.filter((a) => a.status === 404)).toHaveLength(PER_ADDRESS)
  expect(answers.filter((a) => a.status === 429)).toHaveLength(tries.length - PER_ADDRESS)
  expect(said(await lookUp(fresh, code))).toEqual([429, 'rate_limited'])
  expect(await lookUpFrom('127.0.0.2', fresh, code)).toBe(200)
})
