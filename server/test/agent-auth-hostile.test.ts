/** Whatever is sent in place of an assertion gives no token, burns nothing and gets one answer (RFC 8725). */
import { createPrivateKey } from 'node:crypto'
import { assertionInvalid } from '@pursestrings/contract/agent-auth/records'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertionOf, exchange, newAgent, newKey } from './agent.ts'
import {
  type Cast,
  hostileAssertions,
  hostileSignatures,
  wrongAlgorithms,
  wrongHeaders,
  wrongKids,
} from './agent-auth-hostile-assertions.ts'
import type { Answer } from './call.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'debug' })
  const operator = await newOperator(world)
  cast = {
    agent: await newAgent(operator),
    sibling: await newAgent(operator),
    stranger: await newAgent(await newOperator(world)),
    merchant_id: operator.merchant_id,
  }
})
afterAll(() => world.stop())

const bare = ({ status, text, headers }: Answer): string =>
  JSON.stringify([status, text, [...headers].filter(([h]) => !['date', 'ratelimit', 'content-length'].includes(h))])

const made = async () => (await world.database.admin.query('select count(*)::int as tokens from agent_tokens')).rows[0]

/** The answer without the claim that it names. */
const untold = (answer: Answer): string => {
  const claim: string | undefined = answer.json.error?.claim
  if (claim === undefined) return bare(answer)
  const { claim: _, ...error } = answer.json.error
  expect(error.message).toContain(`\`${claim}\` is missing or wrong. `)
  error.message = `${assertionInvalid.meaning} ${assertionInvalid.recovery}`
  const text = JSON.stringify({ ...answer.json, error })
  return bare({ ...answer, text })
}

test('no hostile assertion gives a token or burns a jti, and all get one answer; only the holder of the key is told a claim', async () => {
  const hostile = Object.entries(hostileAssertions(cast))
  expect(hostile.length).toBeGreaterThanOrEqual(150)
  const unsigned = new Set(
    [wrongAlgorithms, wrongHeaders, wrongKids, hostileSignatures].flatMap((of) => Object.keys(of(cast))),
  )
  const unknown = await exchange(world, assertionOf({ ...cast.agent, agent_id: 'agt_01k0000000e008000000000000' }))
  expect([unknown.status, unknown.json.error.code]).toEqual([401, 'assertion_invalid'])
  for (const [name, assertion] of hostile) {
    const answer = await exchange(world, assertion)
    expect([name, untold(answer)]).toEqual([name, bare(unknown)])
    if (unsigned.has(name)) expect([name, answer.json.error.claim]).toEqual([name, undefined])
  }
  expect(await made()).toEqual({ tokens: 0 })
})

test('whoever signs with the key of an agent is told which claim is wrong', async () => {
  const wrong = { aud: 'https://other.example', sub: cast.sibling.agent_id, jti: undefined, exp: undefined, iat: null }
  for (const [claim, value] of Object.entries(wrong)) {
    const answer = await exchange(world, assertionOf(cast.agent, { claims: { [claim]: value } }))
    expect([answer.status, answer.json.error.code, answer.json.error.claim]).toEqual([401, 'assertion_invalid', claim])
  }
  expect(await made()).toEqual({ tokens: 0 })
})

test('what is no text is refused before it is read, and a text of no sensible length is no assertion', async () => {
  const right = assertionOf(cast.agent)
  for (const assertion of [null, 1, true, [right], { assertion: right }, undefined]) {
    expect([assertion, (await exchange(world, assertion)).json.error.code]).toEqual([assertion, 'validation_failed'])
  }
  for (const assertion of ['', 'A'.repeat(4097)]) {
    expect([assertion, (await exchange(world, assertion)).json.error.code]).toEqual([assertion, 'assertion_invalid'])
  }
  const huge = await exchange(world, `${right}${'A'.repeat(100_000)}`)
  expect([huge.status, huge.json.error.code]).toEqual([413, 'body_too_large'])
  const inQuery = await world.call('POST', `/v1/agent-auth/token?assertion=${right}`, { body: { assertion: right } })
  expect(inQuery.json.error.code).toBe('unknown_field')
  for (const sent of [
    { body: { client_assertion: right } },
    { raw: `assertion=${right}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { body: {}, headers: { authorization: `Bearer ${right}` } },
  ]) {
    expect((await world.call('POST', '/v1/agent-auth/token', sent)).status).toBeGreaterThanOrEqual(400)
  }
  expect(await made()).toEqual({ tokens: 0 })
})

test('a key that anybody knows stands in for no agent', async () => {
  // The key of RFC 8032, 7.1, test 1, with which the service compares what names no key.
  const private_key = createPrivateKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    },
    format: 'jwk',
  })
  const known = await exchange(
    world,
    assertionOf({ ...cast.agent, agent_id: 'agt_01k0000000e008000000000000', private_key }),
  )
  const unknown = await exchange(
    world,
    assertionOf({ ...cast.agent, kid: 'unknown', private_key: newKey().private_key }),
  )
  for (const now_s of [0, Date.now() / 1000]) {
    const late = assertionOf({ ...cast.agent, kid: 'unknown', private_key }, { now_s })
    expect(bare(await exchange(world, late))).toBe(bare(unknown))
  }
  expect(bare(known)).toBe(bare(unknown))
})

test('after all of them the true assertion still opens, and no line of the log holds one', async () => {
  const right = assertionOf(cast.agent)
  expect((await exchange(world, right)).status).toBe(200)
  expect(await made()).toEqual({ tokens: 1 })
  const log = world.log.join('')
  for (const part of right.split('.').slice(1)) expect(log).not.toContain(part)
  expect(log).not.toContain('eyJ')
})
