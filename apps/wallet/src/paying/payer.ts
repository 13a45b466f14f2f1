/** The engine that pays, put together for this wallet: loaded when a request is opened, or when something signed is still open. */
import { NETWORKS } from '@pursestrings/protocol/networks'
import { type ClaimDetails, webLock } from '@pursestrings/signing/journal'
import { createLedgerClient, type LedgerClient } from '@pursestrings/signing/ledger-client'
import { createPayer, type PayerClient, type PayResult } from '@pursestrings/signing/payer'
import type { Payable, WalletSide } from '@pursestrings/signing/payment-calls'
import type { Progress, Step } from '@pursestrings/signing/progress'
import { ownSigner, type WalletSigner } from '@pursestrings/signing/signer'
import { PAYMENT_FIELDS } from '@pursestrings/stellar/compare-payment'
import { api } from '../client.ts'
import type { DeviceKey, SigningKeys } from '../keys/vault.ts'
import { wasHandedOver } from '../review/handed-over.ts'
import { settings } from '../settings.ts'
import { journal } from './journal.ts'
import { signingSide } from './signing-side.ts'
import type { PayingStep } from './steps-of.ts'
import { keyOf, tellStep, tellUnknown } from './told.ts'

/** The only network that this wallet pays on. */
export const NETWORK = 'stellar_testnet'
export const FIELDS_COMPARED = PAYMENT_FIELDS.length

/** A page that waits longer says that it does not know yet, and goes on looking. */
const FOLLOWED_MS = 20_000
const RESUMED_MS = 5_000

export class NoLedgerError extends Error {
  override readonly name = 'NoLedgerError'
}

let ledger: LedgerClient | undefined
export const ledgerClient = async (): Promise<LedgerClient> => {
  const { ledger_url } = await settings()
  if (ledger_url === null) throw new NoLedgerError('this installation names no ledger')
  ledger ??= createLedgerClient({ rpc_url: ledger_url, passphrase: NETWORKS[NETWORK].ledger.passphrase })
  return ledger
}

const SHOWN: Partial<Record<Step, PayingStep>> = { built: 'checked', kept: 'signed', sent: 'sent', settled: 'ledger' }

interface Wanted {
  readonly wallet?: WalletSide
  readonly signer?: WalletSigner
  readonly wait_ms?: number
  readonly tell?: (progress: Progress) => void
  readonly decide?: (claim: { payable: Payable; transaction_hash: string }) => Promise<ClaimDetails>
}

export const payerWith = async (wanted: Wanted = {}): Promise<PayerClient> => {
  const [{ service_url }, at] = await Promise.all([settings(), ledgerClient()])
  return createPayer({ wallet: api(), service: service_url, ledger: at, journal, lock: webLock(), ...wanted })
}

export interface Approved {
  readonly connection_id: string
  readonly request_id: string
  readonly kind?: 'agent_payment' | undefined
  /** Of the facts that were drawn: the engine pays these or nothing. */
  readonly facts_digest: string
}

/** The account's key stays in WebCrypto. It signs the payment and the proof who paid, and is dropped with this call. */
export const signerOf = ({ address, account_key }: SigningKeys): WalletSigner =>
  ownSigner({
    address,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', account_key, Uint8Array.from(bytes))),
  })

interface How {
  readonly signer: WalletSigner
  /** Of this device: with it the decision and what follows are signed. A wallet that signs elsewhere has none at hand. */
  readonly device_key?: DeviceKey
  /** Called once the signed envelope is in the journal: from there on the paying page tells the rest. */
  readonly onKept: () => void
}

/** Approved by a person, for this transaction: not even the service could have made it up. */
const decisionFor = async (wallet: WalletSide, payable: Payable, transaction_hash: string): Promise<ClaimDetails> => {
  const status = payable.kind === 'agent_payment' ? 'approved' : 'signed'
  const { decision_jws } = await wallet.signReport(payable, { status, transaction_hash })
  return decision_jws === undefined ? {} : { decision_jws }
}

export const payApproved = async (approved: Approved, { signer, device_key, onKept }: How): Promise<PayResult> => {
  const key = keyOf(approved)
  const wallet = device_key === undefined ? api() : await signingSide(device_key)
  const payer = await payerWith({
    wallet,
    signer,
    wait_ms: FOLLOWED_MS,
    // The service must know that a link without an end may still be paid, too.
    decide: async ({ payable, transaction_hash }) => ({
      ...(await decisionFor(wallet, payable, transaction_hash)),
      ...(wasHandedOver(approved) && { handoff_shown: true }),
    }),
    tell: ({ step }) => {
      const shown = SHOWN[step]
      if (shown) tellStep(key, shown)
      if (step === 'kept') onKept()
    },
  })
  const result = await payer.pay(approved)
  if (result.is === 'unknown') tellUnknown(key, Date.now())
  return result
}

export const resumeAll = async (wallet: WalletSide, signal: AbortSignal) => {
  const payer = await payerWith({ wallet, wait_ms: RESUMED_MS })
  return payer.resume(signal)
}
