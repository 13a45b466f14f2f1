/**
 * A wallet's device as a process of its own: it brings on what its journal has, pays what is asked, and kills itself at the
 * step that it was told. The two ways that are known to pay twice are here as well, so that the run is known to see it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createWalletClient, type WalletClient } from '@pursestrings/sdk'
import type { AgreedPolicy } from '@pursestrings/signing/agreed-policy'
import { type Journal, journalIn } from '@pursestrings/signing/journal'
import { createLedgerClient, type LedgerClient } from '@pursestrings/signing/ledger-client'
import { lookAround } from '@pursestrings/signing/look-around'
import { fileLock, fileStore } from '@pursestrings/signing/node/file-store'
import { payDue } from '@pursestrings/signing/pay-due'
import { createPayer } from '@pursestrings/signing/payer'
import { ownSigner, signedBy, type WalletSigner } from '@pursestrings/signing/signer'
import { buildPayment } from '@pursestrings/stellar/build-payment'
import { ownKey } from '@pursestrings/stellar/own-key'
import { termsOf } from '@pursestrings/stellar/terms'

export interface Orders {
  readonly base_url: string
  readonly audience: string
  readonly pinned_keys: readonly string[]
  readonly device_id: string
  readonly token: string
  readonly rpc_url: string
  readonly passphrase: string
  /** Where this device keeps its journal. */
  readonly folder: string
  readonly seed: number
  readonly requests: readonly { request_id: string; connection_id: string; facts_digest: string }[]
  /** It dies at the n-th step from its start on; undefined: it lives. */
  readonly dies_at?: number | undefined
  /** What it may pay without asking, as it was agreed to here. */
  readonly agreed?: AgreedPolicy | undefined
  readonly way: 'ours' | 'automatic' | 'automatic_without_limits' | 'send_before_claim' | 'rebuild_after_crash'
}

const orders = JSON.parse(process.argv[2] ?? '{}') as Orders
const { folder, passphrase, rpc_url, requests, way, dies_at } = orders
const wallet: WalletClient = createWalletClient({ ...orders, retries: 6 })
const ledger: LedgerClient = createLedgerClient({ rpc_url, passphrase, timeout_ms: 30_000 })
const seed = new Uint8Array(32).fill(3)
new DataView(seed.buffer).setUint32(0, orders.seed)
const signer: WalletSigner = ownSigner(ownKey(seed))
const journal: Journal = journalIn(fileStore(folder))

let steps = 0
const step = (): void => {
  if (++steps === dies_at) process.kill(process.pid, 'SIGKILL')
}

const payerHere = () =>
  createPayer({
    wallet,
    service: orders.audience,
    ledger,
    journal,
    lock: fileLock(folder),
    signer,
    tell: step,
    poll_ms: 50,
    wait_ms: 120_000,
  })

async function payByUs(): Promise<void> {
  const payer = payerHere()
  await payer.resume()
  for (const request of requests) {
    const result = await payer.pay(request)
    if (result.is === 'unknown') throw new Error(`${request.request_id}: ${result.heard}`)
  }
}

/** As the reference wallet does while it holds its keys. Without limits of its own, it pays whatever the service lets through. */
async function payWithoutAsking(): Promise<void> {
  const payer = payerHere()
  await payer.resume()
  const due = await payDue({
    wallet,
    agreed: (policy_id) => (orders.agreed?.policy_id === policy_id ? orders.agreed : undefined),
    mayPay: () => true,
    pay: ({ within, ...input }) => payer.pay(way === 'automatic' ? { ...input, within } : input),
  })
  for (const { agent_payment, result, failure } of due) {
    if (failure !== undefined) throw failure
    if (result?.is === 'unknown') throw new Error(`${agent_payment.id}: ${result.heard}`)
  }
}

/** Signs again after every crash, for nothing was kept; what goes first is the control's fault. */
async function payTwiceAtTimes(): Promise<void> {
  const account = await signer.address()
  for (const { request_id } of requests) {
    const { facts, payment_request } = await wallet.review(request_id)
    if (payment_request.status === 'confirmed' || payment_request.status === 'broadcasted') continue
    const verdict = termsOf(facts, payment_request.facts_digest)
    if (!verdict.ok) throw new Error(verdict.reason)
    const { payer, fee } = await lookAround(ledger, verdict.terms, account)
    const sequence = (payer?.sequence ?? 0n) + 1n
    const unsigned = buildPayment(verdict.terms, { source: account, sequence, fee, creates: false })
    const { hash, envelope } = await signedBy(signer, { unsigned, passphrase, account })
    step()
    const claim = () => wallet.paymentRequests.reportStatus(request_id, { status: 'signed' }).catch(() => undefined)
    if (way === 'rebuild_after_crash') await claim()
    step()
    await ledger.send(envelope)
    step()
    if (way === 'send_before_claim') await claim()
    step()
    // It does not know what became of it otherwise, and goes on as if it were lost.
    for (let looks = 0; looks < 40 && (await ledger.transaction(hash)).is === 'absent'; looks++) await pause(50)
    step()
    for (const status of ['broadcasted', 'confirmed'] as const)
      await wallet.paymentRequests.reportStatus(request_id, { status, transaction_hash: hash }).catch(() => undefined)
    step()
  }
}

if (way === 'ours') await payByUs()
else if (way === 'automatic' || way === 'automatic_without_limits') await payWithoutAsking()
else await payTwiceAtTimes()
