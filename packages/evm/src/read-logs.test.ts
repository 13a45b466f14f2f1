import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { AUTHORIZATION_USED, type Log, TRANSFER, topicOf, transfersIn } from './read-logs.ts'

const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const nonce = 'cd'.repeat(32)
const data = `0x${(10_000).toString(16).padStart(64, '0')}`

const log = (index: number, topics: readonly string[], change: Partial<Log> = {}): Log => ({
  address: TOKEN.toLowerCase(),
  topics,
  data: '0x',
  block: 5,
  block_hash: '11'.repeat(32),
  transaction_hash: '22'.repeat(32),
  index,
  ...change,
})
const used = (index: number, by = PAYER, change: Partial<Log> = {}) =>
  log(index, [AUTHORIZATION_USED, topicOf(by), `0x${nonce}`], change)
const moved = (index: number, from = PAYER, change: Partial<Log> = {}) =>
  log(index, [TRANSFER, topicOf(from), topicOf(PAYEE)], { data, ...change })
const nonces = (...logs: Log[]) => transfersIn(logs, TOKEN).map((one) => one.nonce)

test('the topics are the hashes of what the token declares', () => {
  const hashed = (text: string) => `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`
  expect(TRANSFER).toBe(hashed('Transfer(address,address,uint256)'))
  expect(AUTHORIZATION_USED).toBe(hashed('AuthorizationUsed(address,bytes32)'))
})

test('a movement has the nonce of the authorization right before it', () => {
  expect(transfersIn([used(3), moved(4)], TOKEN)).toEqual([{ index: 4, from: PAYER, to: PAYEE, units: 10_000n, nonce }])
  expect(nonces(used(3), moved(4), moved(5))).toEqual([nonce, undefined])
})

test.each([
  ['of another account', [used(3, OTHER), moved(4)]],
  ['by another contract', [used(3, PAYER, { address: OTHER }), moved(4)]],
  ['with something in between', [used(2), log(3, [TRANSFER]), moved(4)]],
  ['with a log left out in between', [used(2), moved(4)]],
  ['after it', [moved(4), used(5)]],
])('an authorization %s lends it no nonce', (_, logs) => {
  expect(nonces(...logs)).toEqual([undefined])
})

test('what another contract wrote, or the token in another form, moved nothing', () => {
  expect(nonces(moved(4, PAYER, { address: OTHER }))).toEqual([])
  expect(nonces(moved(4, PAYER, { data: '0x' }))).toEqual([])
  expect(nonces(log(4, [TRANSFER, topicOf(PAYER)], { data }))).toEqual([])
  expect(nonces(log(4, [TRANSFER, topicOf(PAYER), `0x${'ff'.repeat(32)}`], { data }))).toEqual([])
  expect(nonces(log(4, [TRANSFER, topicOf(PAYER), topicOf(PAYEE), topicOf(PAYEE)], { data }))).toEqual([])
})
