/**
 * Pays what agents ask for within the limits that were agreed to on this device, while it is open and holds the keys for it. Each
 * payment passes the checks that a request passes before a person may approve it; what fails one waits for the person.
 */
import type { AgentPayment } from '@pursestrings/sdk'
import { type DueDeps, payDue } from '@pursestrings/signing/pay-due'
import type { PayInput, PayResult } from '@pursestrings/signing/payer'
import { queries } from '../client.ts'
import { heldKeys, onHeldKeys } from '../keys/held-keys.ts'
import type { SigningKeys } from '../keys/vault.ts'
import { sideOf } from '../ledger/sides.ts'
import { lookNow } from '../paying/keep-going.ts'
import { signingSide } from '../paying/signing-side.ts'
import { keyOf, tellUnknown } from '../paying/told.ts'
import { requestOf } from '../requests/payment.ts'
import { readRecord } from '../review/record.ts'
import { isVouched } from '../review/review-of.ts'
import { serviceKeys } from '../review/service-keys.ts'
import { agreedHere } from './agreed.ts'
import { endShown, type Shown, show } from './shown.ts'
import { isStopped, runningFor, stopRunning } from './stopped.ts'
import { onWake } from './wake.ts'

const AGAIN_MS = 15_000
/** What was refused is asked about again, but not at every look. */
const TRIED_AGAIN_MS = 60_000
/** The next one waits no longer than this for one whose outcome is not known. */
const FOLLOWED_MS = 20_000

/** Until the function that it returns is called. */
export const payAutomatically = (): (() => void) => {
  const over = new AbortController()
  const off = onHeldKeys(() => {
    if (heldKeys() === undefined) stopRunning()
    else tried.clear()
  })
  void untilOver(over.signal)
  return () => {
    over.abort()
    off()
    stopRunning()
  }
}

const untilOver = async (over: AbortSignal): Promise<void> => {
  while (!over.aborted) {
    const again = pause(over)
    const keys = heldKeys()
    if (keys) await payOnce(keys).catch(() => {})
    await again
  }
}

/** Begun before a round, so that what happens during it is not slept over. */
const pause = (over: AbortSignal): Promise<void> =>
  new Promise((resume) => {
    const timer = setTimeout(resume, AGAIN_MS)
    const go = () => {
      clearTimeout(timer)
      resume()
    }
    onWake(go)
    over.addEventListener('abort', go, { once: true })
  })

const tried = new Map<string, number>()

class TriedLately extends Error {}

const payOnce = async (keys: SigningKeys): Promise<void> => {
  const wallet = await signingSide(keys.device_key)
  const mayPay = (policy_id: string): boolean => !isStopped(policy_id) && heldKeys() !== undefined
  const pay: DueDeps['pay'] = async (input, asked) => {
    if (Date.now() - (tried.get(asked.id) ?? 0) < TRIED_AGAIN_MS) throw new TriedLately()
    tried.set(asked.id, Date.now())
    await vet(asked)
    return payShown(asked, { ...input, signal: runningFor(asked.policy.policy_id ?? '') }, { keys, wallet, mayPay })
  }
  const due = await payDue({ wallet, agreed: agreedHere, mayPay, pay })
  if (due.every(({ failure }) => failure instanceof TriedLately)) return
  lookNow()
  void queries.invalidateQueries()
}

/** As for a request: what the service signed, by keys that this wallet knows, of a payee on the public record. */
const vet = async (asked: AgentPayment): Promise<void> => {
  const check = await (await serviceKeys()).check(requestOf(asked), {
    connection_id: asked.connection_id,
    request_id: asked.id,
    kind: 'agent_payment',
  })
  if (check.is !== 'checked') throw new Error('this is not what the service signed')
  if (!isVouched(await readRecord(check.facts))) throw new Error('the payee is not on the public record')
}

const ENDS: Readonly<Record<PayResult['is'], Shown['is']>> = {
  paid: 'paid',
  handed_over: 'handed_over',
  unknown: 'unknown',
  lost: 'unknown',
  failed: 'not_paid',
  refused: 'not_paid',
  not_claimed: 'not_paid',
}

interface By {
  readonly keys: SigningKeys
  readonly wallet: Awaited<ReturnType<typeof signingSide>>
  readonly mayPay: (policy_id: string) => boolean
}

const payShown = async (asked: AgentPayment, input: PayInput, { keys, wallet, mayPay }: By): Promise<PayResult> => {
  const { id, connection_id, payee, payment, policy } = asked
  const { policy_id = '', policy_digest } = input.within ?? {}
  const { network } = payment
  const payer = await (await sideOf(network)).payer(network, {
    wallet,
    keys,
    wait_ms: FOLLOWED_MS,
    // Last before it is kept: whoever said stop until here is not paid for.
    decide: async ({ payable, transaction_hash }) => {
      const report = await wallet.signReport(payable, { status: 'approved', transaction_hash }, { policy_digest })
      if (!mayPay(policy_id)) throw new Error('stopped by the person')
      return report.decision_jws === undefined ? {} : { decision_jws: report.decision_jws }
    },
    tell: ({ step }) => {
      if (step !== 'kept') return
      const { amount, asset } = payment
      show({ id, connection_id, policy_id: policy.policy_id ?? '', payee: payee.name, amount, asset, is: 'paying' })
    },
  })
  const result = await payer.pay(input)
  if (result.is === 'unknown') tellUnknown(keyOf({ connection_id, request_id: id, kind: 'agent_payment' }), Date.now())
  endShown(id, ENDS[result.is])
  return result
}
