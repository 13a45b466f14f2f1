/** The test wallet on a service that names a ledger: it pays there, once, and the ledger says so. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PaymentRequest } from '@pursestrings/sdk'
import { isEnvelope, journalIn } from '@pursestrings/signing/journal'
import { fileStore } from '@pursestrings/signing/node/file-store'
import { isProofSigned } from '@pursestrings/stellar/payer-proof'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeLedger, startPracticeLedger } from '../../../tools/dev/practice-ledger.ts'
import type { Home } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

let ledger: PracticeLedger
let place: CliPlace
let home: Home
let demo: { steps: { name: string; text: string; made: boolean }[] }
beforeAll(async () => {
  ledger = await startPracticeLedger(0)
  place = await startCliPlace({
    LEDGER_SOURCES: ledger.sources,
    LEDGER_VALIDATORS: ledger.validators,
    RECEIPT_KEYS: `receipt-1:${randomBytes(32).toString('base64url')}`,
  })
  home = await place.home()
  demo = await home.json(place.demo)
})
afterAll(async () => {
  await place?.stop()
  await ledger?.stop()
})

const ask = async (task: string, amount = '12.5'): Promise<string> => {
  const asked = ['requests', 'create', '--amount', amount, '--task', task]
  return (await home.json<{ payment_request: PaymentRequest }>(asked)).payment_request.request_id
}

test('demo ends with a payment that the ledger confirms, and makes no second one', async () => {
  const paid = expect.stringMatching(/^1 XLM paid: ledger \d+ has it \(simulated ledger\)$/)
  expect(demo.steps.at(-1)).toEqual({ name: 'payment', text: paid, made: true })
  const again = await home.json<typeof demo>(place.demo)
  expect(again.steps.at(-1)).toEqual({ name: 'payment', text: demo.steps.at(-1)?.text, made: false })
})

test('pays with a key of its own, from test funds, and the service sees it on the ledger', async () => {
  const request_id = await ask('order-1')
  const { payment_request } = await home.json<{ payment_request: PaymentRequest }>(['wallet', 'approve', request_id])
  expect(payment_request).toMatchObject({ status: 'confirmed', settlement: { assurance: 'chain_observed' } })
  expect(payment_request.reason).toBeUndefined()
  const profile = JSON.parse(readFileSync(join(home.folder, 'default.json'), 'utf8')) as { wallet: { seed?: string } }
  expect(profile.wallet.seed).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('the payment carries the digest of its facts, and the account signs which request it pays', async () => {
  const request_id = await ask('order-bound')
  const { payment_request } = await home.json<{ payment_request: PaymentRequest }>(['wallet', 'approve', request_id])
  const { transaction_hash = '', facts_digest, payment, reference_value } = payment_request
  expect([payment.reference, reference_value]).toEqual(['memo_hash', facts_digest])
  const listed = (await (await fetch(`${ledger.url}/transactions/${transaction_hash}`)).json()) as object
  expect(listed).toMatchObject({ memo_type: 'hash', memo: Buffer.from(facts_digest, 'hex').toString('base64') })
  const journal = await journalIn(fileStore(join(home.folder, 'default.journal'))).list()
  const { account, payer_proof } = journal.filter(isEnvelope).find((entry) => entry.request_id === request_id) ?? {}
  expect(payer_proof).toMatchObject({ account, signer: account })
  const paid = { network: 'stellar_testnet', transaction_hash, facts_digest }
  expect(payer_proof && isProofSigned(payer_proof, paid)).toBe(true)
})

test('what it cannot pay is refused before anything is signed, with the figures', async () => {
  const request_id = await ask('order-2', '99999')
  const { code, stderr } = await home.run(['wallet', 'approve', request_id])
  expect(code).toBe(1)
  expect(stderr).toMatch(/You have \d+\.\d+ XLM available\. This needs 99999\.00001\./)
  const shown = await home.json<{ payment_request: PaymentRequest }>(['requests', 'show', request_id])
  expect(shown.payment_request.status).toBe('pending')
  await home.run(['wallet', 'reject', request_id])
})

test('approves by itself, each on the ledger', async () => {
  const waiting = home.start(['requests', 'create', '--amount', '2', '--task', 'order-3', '--wait', '--json'])
  const run = await home.run(['wallet', 'run', '--behave', 'approve', '--once'])
  expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/^confirmed +task-\S+\n$/)])
  expect(JSON.parse((await waiting.ended).stdout)).toMatchObject({ outcome: 'paid' })
})
