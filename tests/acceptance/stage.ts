/** What the tests share: one shop and one wallet for the whole run, with a connection of its own for whoever asks. */
import assert from 'node:assert/strict'
import { type TestOptions, test } from 'node:test'
import { ApiError, type PaymentRequestsCreateInput, type WalletClient } from '@pursestrings/sdk'
import { thePlace } from './place.ts'
import { getReady, openShop, type Pairing, type Ready, type Shop } from './steps/ready.ts'
import { registerWallet } from './steps/wallet.ts'

let shop: Promise<Shop> | undefined
let wallet: Promise<WalletClient> | undefined

/** One for all: sign-ins, look-ups of domains and new wallets are limited to some per minute. */
export const theShop = (): Promise<Shop> => (shop ??= openShop(thePlace()))
const theWallet = (): Promise<WalletClient> => (wallet ??= registerWallet(thePlace()))

/** A new agent with a connection of its own, so that no test wears down another's. */
export const newReady = async (pairing: Pairing = {}): Promise<Ready> =>
  getReady(thePlace(), { wallet: await theWallet(), ...pairing }, await theShop())

/** The input of a create, for tests that say more than `ask` does. */
export const intentOf = ({ payee }: Pick<Ready, 'payee'>, amount = '12.5'): PaymentRequestsCreateInput => {
  const { recipient_id, recipient_version_id } = payee
  return { recipient_id, recipient_version_id, payment: { amount }, policy: { requires_user_approval: true } }
}

/** The refusal, which must have this code and status. */
export const refused = async (call: PromiseLike<unknown>, code: string, status: number): Promise<ApiError> => {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failure instanceof ApiError && failure.code === 'extension_not_served') throw failure
  assert.ok(
    failure instanceof ApiError,
    `expected ${code}, got ${failure === undefined ? 'success' : JSON.stringify(failure)}`,
  )
  assert.deepEqual([failure.code, failure.status], [code, status])
  assert.ok(failure.request_id, 'a refusal names its request')
  return failure
}

// A journey: what one kind of user wants, said as they would say it. docs/journeys.md lists them all.

export type User = 'merchant' | 'agent' | 'payer' | 'wallet' | 'operator'

export const journey = (_user: User, name: string, run: () => Promise<void>, options: TestOptions = {}): void => {
  void test(name, options, run)
}
