/** The engine that pays, put together for this wallet: loaded when a request is opened, or when something signed is still open. */
import type { WalletClient } from '@pursestrings/sdk'
import type { ClaimDetails } from '@pursestrings/signing/journal'
import type { PayResult, Resumed } from '@pursestrings/signing/payer'
import type { Payable } from '@pursestrings/signing/payment-calls'
import type { Step } from '@pursestrings/signing/progress'
import type { WalletSigner } from '@pursestrings/signing/signer'
import { api } from '../client.ts'
import type { SigningKeys } from '../keys/vault.ts'
import { KINDS, sideOf, sideOfKind } from '../ledger/sides.ts'
import { wasHandedOver } from '../review/handed-over.ts'
import { isOwedEntry, journal } from './journal.ts'
import { signingSide } from './signing-side.ts'
import type { PayingStep } from './steps-of.ts'
import { keyOf, tellStep, tellUnknown } from './told.ts'

/** A page that waits longer says that it does not know yet, and goes on looking. */
const FOLLOWED_MS = 20_000
const RESUMED_MS = 5_000

const SHOWN: Partial<Record<Step, PayingStep>> = {
  built: 'checked',
  sealed: 'checked',
  kept: 'signed',
  sent: 'sent',
  hand_over_kept: 'handed',
  settled: 'ledger',
}

export interface Approved {
  readonly connection_id: string
  readonly request_id: string
  readonly kind?: 'agent_payment' | undefined
  readonly network: string
  /** Of the facts that were drawn: the engine pays these or nothing. */
  readonly facts_digest: string
  /** That the person looked at, since this device did not know it. */
  readonly agent_key?: string | undefined
}

interface How {
  /** This wallet's own: with the device's the decision and what follows are signed. A wallet that signs elsewhere has none at hand. */
  readonly keys?: SigningKeys
  readonly signer?: WalletSigner
  /** Called once what was signed is in the journal: from there on the paying page tells the rest. */
  readonly onKept: () => void
}

/** Approved by a person, for this transaction where there is one: not even the service could have made it up. */
const decisionFor = async (
  wallet: WalletClient,
  payable: Payable,
  transaction_hash: string | undefined,
): Promise<ClaimDetails> => {
  const status = payable.kind === 'agent_payment' ? 'approved' : 'signed'
  const { decision_jws } = await wallet.signReport(payable, { status, transaction_hash })
  return decision_jws === undefined ? {} : { decision_jws }
}

export const payApproved = async (
  { network, ...approved }: Approved,
  { keys, signer, onKept }: How,
): Promise<PayResult> => {
  const key = keyOf(approved)
  const wallet = keys === undefined ? api() : await signingSide(keys.device_key)
  const side = await sideOf(network)
  const payer = await side.payer(network, {
    wallet,
    ...(keys && { keys }),
    ...(signer && { signer }),
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

/** Only sides of which something is open are loaded. */
export const resumeAll = async (wallet: WalletClient, signal: AbortSignal): Promise<readonly Resumed[]> => {
  const resumed: Resumed[] = []
  for (const kind of KINDS) resumed.push(...(await resumeKind(kind, wallet, signal)))
  return resumed
}

const METHODS = { stellar: undefined, evm: 'evm.eip3009' } as const

const resumeKind = async (
  kind: keyof typeof METHODS,
  wallet: WalletClient,
  signal: AbortSignal,
): Promise<readonly Resumed[]> => {
  const open = (await journal.list()).some((entry) => entry.method === METHODS[kind] && isOwedEntry(entry))
  if (!open) return []
  const side = await sideOfKind(kind)
  const resumed = await Promise.all(
    (await side.networks()).map(async (network) =>
      (await side.payer(network, { wallet, wait_ms: RESUMED_MS })).resume(signal),
    ),
  )
  return resumed.flat()
}
