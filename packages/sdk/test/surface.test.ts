/** What holds for the package as a whole. */
import { readFileSync } from 'node:fs'
import { operations } from '@pursestrings/contract/operations'
import { factsText as contractText } from '@pursestrings/protocol/payment-facts'
import * as sdk from '@pursestrings/sdk'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { namesOf } from '../src/request-payment.ts'

const base_url = 'http://127.0.0.1:9'

test('every operation of the contract has a method, but streams and the metrics', () => {
  const missing = operations.map((o) => o.id).filter((id) => !(id in sdk.OPERATIONS))
  expect(missing.filter((id) => !id.endsWith('.stream'))).toEqual(['health.metrics'])
  const client = { agent: sdk.createAgentClient({ base_url }), wallet: sdk.createWalletClient({ base_url }) }
  expect(typeof client.agent.paymentRequests.create).toBe('function')
  expect(typeof client.wallet.paymentRequests.reportStatus).toBe('function')
})

test('the version is the package’s', () => {
  const read = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(sdk.VERSION).toBe(read.version)
})

test('the facts’ text is the contract’s', () => {
  expect(String(sdk.factsText)).toBe(String(contractText))
})

describe('a browser page', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('may hold a wallet, and nothing that every visitor could take', () => {
    vi.stubGlobal('window', { document: {} })
    expect(() => sdk.createAgentClient({ base_url })).toThrow(/dangerously_allow_browser/)
    expect(() => sdk.createMerchantClient({ base_url })).toThrow(/dangerously_allow_browser/)
    expect(() => sdk.createProjectClient({ base_url, api_key: '' })).toThrow(/dangerously_allow_browser/)
    expect(sdk.createAgentClient({ base_url, dangerously_allow_browser: true })).toBeDefined()
    expect(sdk.createWalletClient({ base_url })).toBeDefined()
  })
})

test.each(['', 'nonsense', 'ftp://x', 'http://user:secret@x', 'http://x/?a=1'])('%j is no base address', (wrong) => {
  expect(() => sdk.createWalletClient({ base_url: wrong })).toThrow('base_url must be')
})

test('plain http goes to this machine only', () => {
  for (const host of ['pay.example.com', '192.168.0.2', 'localhost.example.com', '127.0.0.1.example.com', '[::2]']) {
    for (const create of [sdk.createWalletClient, sdk.createAgentClient, sdk.createMerchantClient]) {
      expect(() => create({ base_url: `http://${host}:8787` })).toThrow('base_url must be https')
    }
    expect(sdk.createWalletClient({ base_url: `https://${host}` })).toBeDefined()
  }
  for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', 'svc.localhost', '[::1]']) {
    expect(sdk.createWalletClient({ base_url: `http://${host}:8787` })).toBeDefined()
  }
})

test('a task has one key, whatever it asks for, and no two tasks share one', async () => {
  const task = { connection_id: 'con_1', task_ref: 'order-1' }
  const others = [{}, { task_ref: 'order-2' }, { connection_id: 'con_2' }, { after: 'task-1' }, { after: 'task-2' }]
  const all = await Promise.all(others.map((other) => namesOf({ ...task, ...other })))
  expect(new Set(all.map((names) => names.idempotency_key)).size).toBe(others.length)
  expect(new Set(all.map((names) => names.request_id)).size).toBe(others.length)
})

test('a decision is signed by its device, over this status and these facts alone', async () => {
  for (const alg of ['EdDSA', 'ES256'] as const) {
    const key = await sdk.generateDeviceKey(alg)
    const about = { aud: 'https://pay.example', device_id: 'dev_1', connection_id: 'con_1', request_id: 'order-1' }
    const decision = { ...about, facts_digest: 'f'.repeat(64), status: 'signed' }
    const jws = await sdk.signDecision(key, decision)
    const said = await sdk.readDecision(key.public_key, jws)
    expect(said).toMatchObject({ ...decision, by: 'person', type: 'svc.device_decision.v2' })
    const other = await sdk.generateDeviceKey(alg)
    expect(await sdk.readDecision(other.public_key, jws)).toBeUndefined()
    const [header, , signature] = jws.split('.')
    const moved = sdk.canonicalJson({ ...said, status: 'rejected' })
    expect(await sdk.readDecision(key.public_key, `${header}.${btoa(moved)}.${signature}`)).toBeUndefined()
    expect(await sdk.readDecision(key.public_key, `${jws}=`)).toBeUndefined()
    expect(await sdk.readDecision(key.public_key, `${jws}.e30`)).toBeUndefined()
  }
})

test('an id that would name another path, or is none, is refused before anything is sent', () => {
  const { paymentRequests } = sdk.createWalletClient({ base_url })
  for (const wrong of ['', '.', '..', undefined as unknown as string]) {
    expect(() => paymentRequests.read(wrong)).toThrow('must be an ID string')
  }
})
