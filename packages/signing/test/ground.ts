/** A real service with its database, an agent and a wallet on it, and a ledger in the test's hands. */
import { createWalletClient, type PayerProof, type WalletClient } from '@pursestrings/sdk'
import {
  type EnvelopeEntry,
  isEnvelope,
  type Journal,
  journalIn,
  memoryLock,
  memoryStore,
} from '@pursestrings/signing/journal'
import { createLedgerClient } from '@pursestrings/signing/ledger-client'
import { createPayer, type PayerClient, type PayerOptions } from '@pursestrings/signing/payer'
import type { Step } from '@pursestrings/signing/progress'
import { ownSigner, type WalletSigner } from '@pursestrings/signing/signer'
import { ownKey } from '@pursestrings/stellar/own-key'
import type { xdr } from '@stellar/stellar-sdk/base'
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { pinKeys } from '../../../tests/acceptance/steps/wallet.ts'
import { type LedgerDouble, startLedgerDouble } from '../../../tests/ledger-double/ledger-double.ts'
import { startPlace, type TestPlace } from '../../sdk/test/place.ts'
import { type Deciding, type Proxy, startProxy } from '../../sdk/test/proxy.ts'

export interface Ground {
  readonly place: TestPlace
  readonly ready: Ready
  /** The ledger of now. */
  readonly double: LedgerDouble
  /** Another ledger in its place, for a test that moves its time or its history. */
  newLedger(): Promise<LedgerDouble>
  /** Between the wallet and the service. */
  readonly proxy: Proxy
  /** That of every device. */
  readonly wallet: WalletClient
  fate: Deciding
  /** A person's device: its own journal, the same account at the service. */
  device(more?: DeviceOptions): Device
  /** Asks for a payment of its own amount. */
  asked(): Promise<Asked>
  /** How often this amount arrived at the payee, by the ledger itself. */
  payments(units: bigint): number
  /** The memo of a transaction, by the ledger itself. */
  memo(transaction_hash: string): xdr.Memo | undefined
  /** What wallets reported of a payment, in order, as it was sent. */
  reports(id: string): readonly Reported[]
  stop(): Promise<void>
}

export interface Reported {
  readonly status: string
  readonly payer_proof?: PayerProof
  readonly decision_jws?: string
}

export interface Asked {
  readonly request_id: string
  readonly connection_id: string
  readonly facts_digest: string
  readonly units: bigint
}

export interface DeviceOptions extends Partial<PayerOptions> {
  /** Which of the funded accounts pays. */
  readonly account?: number
  /** Where the device is killed. */
  readonly dies_at?: Step
  /** Ledgers close by themselves once something was sent. */
  readonly closes?: boolean
}

export interface Device {
  readonly payer: PayerClient
  readonly journal: Journal
  readonly account: string
  entry(request_id: string): Promise<EnvelopeEntry | undefined>
}

/** What a killed device leaves: nothing after it runs. */
export class Killed extends Error {}

const signerOf = (fill: number): WalletSigner & { account: string } => {
  const key = ownKey(new Uint8Array(32).fill(fill))
  return { ...ownSigner(key), account: key.address }
}

export async function startGround(): Promise<Ground> {
  const place = await startPlace()
  const ready = await getReady(place)
  const openLedger = async (): Promise<LedgerDouble> => {
    const opened = await startLedgerDouble()
    opened.ledger.fund(ready.payee.address)
    return opened
  }
  let double = await openLedger()
  let fate: Deciding = () => 'pass'
  const proxy = await startProxy(place.base_url, (passing) => fate(passing))
  const { device_id = '' } = ready.wallet
  const { token } = await ready.wallet.devices.rotateToken(device_id)
  ready.wallet.useDevice({ device_id, token })
  const pinned_keys = await pinKeys(place)
  const { audience } = place
  const wallet: WalletClient = createWalletClient({
    base_url: proxy.base_url,
    audience,
    pinned_keys,
    device_id,
    token,
    retries: 0,
  })
  let asks = 0
  return {
    place,
    ready,
    proxy,
    wallet,
    get double() {
      return double
    },
    async newLedger() {
      await double.stop()
      double = await openLedger()
      return double
    },
    get fate() {
      return fate
    },
    set fate(next) {
      fate = next
    },
    device({ account: fill = 1, dies_at, closes = true, ...options } = {}) {
      const { account, ...signer } = signerOf(fill)
      double.ledger.fund(account)
      const journal = options.journal ?? journalIn(memoryStore())
      const { source, ledger } = double
      const payer = createPayer({
        wallet,
        service: place.base_url,
        ledger: createLedgerClient({ rpc_url: source.rpc_url, passphrase: ledger.passphrase }),
        lock: memoryLock(),
        signer,
        poll_ms: 10,
        wait_ms: 20_000,
        tell: ({ step }) => {
          if (step === dies_at) throw new Killed(step)
          if (step === 'sent_reported' && closes) ledger.close()
        },
        ...options,
        journal,
      })
      const entry = async (id: string) =>
        (await journal.list()).filter(isEnvelope).find(({ request_id }) => request_id === id)
      return { payer, journal, account, entry }
    },
    async asked() {
      const units = 10_000_000n + BigInt(++asks)
      const amount = `1.${String(asks).padStart(7, '0')}`
      const { payment_request } = await ready.ask(`task-${asks}`, { amount })
      const { request_id, connection_id, facts_digest } = payment_request
      return { request_id, connection_id, facts_digest, units }
    },
    payments: (units) =>
      double.ledger.ledgers
        .flatMap(({ transactions }) => transactions)
        .filter(({ successful, inner }) => {
          const body = inner.tx.operations[0]?.body
          return successful && body?.type === 'payment' && body.paymentOp.amount === units
        }).length,
    memo: (transaction_hash) =>
      double.ledger.ledgers.flatMap(({ transactions }) => transactions).find(({ hash }) => hash === transaction_hash)
        ?.inner.tx.memo,
    reports: (id) =>
      proxy.seen.filter(({ path }) => path.endsWith(`/${id}/status`)).map(({ body }) => JSON.parse(body) as Reported),
    async stop() {
      await proxy[Symbol.asyncDispose]()
      await double.stop()
      await place.stop()
    },
  }
}
