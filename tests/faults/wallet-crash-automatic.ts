/**
 * Wallets that pay without asking, killed between any two steps: one or two devices per policy, some of which agreed to less than the
 * service lets through, some paused in the middle. What counts is what the ledger has.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PayerProof } from '@pursestrings/protocol/payer-proof'
import { checkPolicy, createProjectClient, HitlRequiredError, type ProjectClient } from '@pursestrings/sdk'
import { type AgreedPolicy, agreedOf } from '@pursestrings/signing/agreed-policy'
import { isEnvelope, journalIn } from '@pursestrings/signing/journal'
import { fileStore } from '@pursestrings/signing/node/file-store'
import { isProofSigned } from '@pursestrings/stellar/payer-proof'
import { xdr } from '@stellar/stellar-sdk/base'
import type { Ready } from '../acceptance/steps/ready.ts'
import type { Ledger } from '../ledger-double/ledger.ts'
import type { LedgerDouble } from '../ledger-double/ledger-double.ts'
import type { Orders } from './wallet-crash-device.ts'

// Whether a payment in the ledger is bound to its request in both ways: by its memo, and by the word of its account.

export interface Bound {
  readonly transaction_hash: string
  readonly facts_digest: string
  readonly payer_proof?: PayerProof
}

export const isBound = ({ ledgers }: Ledger, { transaction_hash, facts_digest, payer_proof }: Bound): boolean => {
  const paid = ledgers.flatMap(({ transactions }) => transactions).find(({ hash }) => hash === transaction_hash)
  const memo = paid?.inner.tx.memo
  if (memo?.type !== 'memoHash' || xdr.encodeBytes(memo.hash.toBytes(), 'hex') !== facts_digest) return false
  const about = { network: 'stellar_testnet', transaction_hash, facts_digest }
  return payer_proof !== undefined && isProofSigned(payer_proof, about)
}

export interface AutomaticTally {
  kills: number
  payments: number
  unpaid: number
  once: number
  twice: number
  /** Payments whose status is not what the ledger says. */
  disagree: number
  /** Payments that lack the reference or the account's word. */
  unbound: number
  /** Devices and policies of which the ledger has more than was agreed to. */
  over_limit: number
  /** Payments that were claimed after the person had paused. */
  after_pause: number
  /** Policies that were paused between two deaths. */
  paused: number
}

export const automaticTally = (): AutomaticTally => ({
  kills: 0,
  payments: 0,
  unpaid: 0,
  once: 0,
  twice: 0,
  disagree: 0,
  unbound: 0,
  over_limit: 0,
  after_pause: 0,
  paused: 0,
})

interface Ground {
  readonly base_url: string
  readonly ready: Ready
  readonly double: LedgerDouble
  readonly common: Omit<Orders, 'folder' | 'seed' | 'requests' | 'dies_at' | 'way'>
  readonly live: (orders: Orders) => Promise<boolean>
  readonly addressOf: (seed: number) => string
  /** How often the ledger has this amount. */
  readonly arrived: (units: bigint) => number
}

const DAY_MS = 86_400_000
const STEPS_MAX = 24
const ASKED = 4
const UNIT = 10_000_000n

export async function automaticPeople(ground: Ground) {
  const { base_url, ready, double, common, live, addressOf, arrived } = ground
  const { merchant, payee, connection_id, wallet } = ready
  const { project_id } = (await merchant.projects.create({ name: 'Automatic' })).project
  const { secret: api_key } = await merchant.apiKeys.create(project_id, { name: 'Server' })
  const project = createProjectClient({ base_url, api_key })
  let people = 0
  let asks = 0

  const agree = async (single: string, cumulative: string): Promise<AgreedPolicy> => {
    const { id } = await project.automationPolicies.create({
      connection_id,
      name: `Limits ${people}`,
      network: 'stellar_testnet',
      asset: 'XLM',
      single_tx_limit: single,
      cumulative_limit: cumulative,
      validity_window: {
        from: new Date(Date.now() - DAY_MS).toISOString(),
        to: new Date(Date.now() + DAY_MS).toISOString(),
      },
      allowlist: [payee.recipient_id],
    })
    const policy = await wallet.automationPolicies.read(id)
    const policy_digest = await checkPolicy(policy)
    await wallet.automationPolicies.optIn(id, await wallet.signConsent(policy_digest))
    return agreedOf(policy, policy_digest)
  }

  /** Each has an amount of its own, by which the ledger tells them apart. */
  const ask = async (policy_id: string) => {
    const units = 2n * UNIT + BigInt(++asks)
    const { recipient_id, recipient_version_id } = payee
    const amount = `2.${String(asks).padStart(7, '0')}`
    const intent = { initiator: 'agent' as const, connection_id, recipient_id, recipient_version_id, amount, policy_id }
    const { id } = await project.agentPayments.create(intent)
    return { id, units }
  }

  return async (sum: AutomaticTally, wantsKills: () => boolean, way: Orders['way'] = 'automatic'): Promise<void> => {
    const number = ++people
    const agreed = await agree('3', '7')
    const { policy_id } = agreed
    // The service lets three through; a device that agreed to less pays two at most.
    const here: AgreedPolicy = number % 2 === 1 ? { ...agreed, cumulative_limit: '5' } : agreed
    const seeds = number % 4 === 0 ? [3_000_000 + number, 4_000_000 + number] : [3_000_000 + number]
    const pauses = number % 3 === 0
    for (const seed of seeds) double.ledger.fund(addressOf(seed))
    const asked: Awaited<ReturnType<typeof ask>>[] = []
    for (let n = 0; n < ASKED; n++) {
      const one = await ask(policy_id).catch((failure: unknown) => {
        if (failure instanceof HitlRequiredError) return undefined
        throw failure
      })
      if (one !== undefined) asked.push(one)
    }
    const pause = async () => {
      await wallet.automationPolicies.setStatus(policy_id, { status: 'paused' })
      sum.paused++
    }
    let pausing: Promise<void> | undefined
    await Promise.all(
      seeds.map(async (seed) => {
        const folder = mkdtempSync(join(tmpdir(), 'pursestrings-automatic-'))
        try {
          for (let killed = true; killed; ) {
            const dies_at = wantsKills() ? 1 + Math.floor(Math.random() * STEPS_MAX) : undefined
            killed = await live({ ...common, folder, seed, requests: [], agreed: here, dies_at, way })
            if (killed) sum.kills++
            if (killed && pauses) await (pausing ??= pause())
          }
          let paid = 0n
          for (const entry of (await journalIn(fileStore(folder)).list()).filter(isEnvelope)) {
            if (entry.state !== 'reported' && entry.state !== 'erased') sum.disagree++
            if (entry.outcome?.is !== 'paid') continue
            if (!isBound(double.ledger, entry)) sum.unbound++
            paid += asked.find(({ id }) => id === entry.request_id)?.units ?? 0n
          }
          if (paid > BigInt(here.cumulative_limit) * UNIT) sum.over_limit++
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      }),
    )
    await pausing
    await judge({ sum, policy_id, asked, limit: BigInt(agreed.cumulative_limit) * UNIT })
    await close(project, policy_id, asked)
  }

  async function judge(over: {
    sum: AutomaticTally
    policy_id: string
    asked: readonly { id: string; units: bigint }[]
    limit: bigint
  }): Promise<void> {
    const { sum, policy_id, asked, limit } = over
    const { history = [] } = await wallet.automationPolicies.read(policy_id)
    const paused_at = history.find(({ change }) => change === 'paused')?.occurred_at
    let paid = 0n
    for (const { id, units } of asked) {
      const times = arrived(units)
      const payment = await wallet.agentPayments.read(id)
      sum.payments++
      if (times === 0) sum.unpaid++
      else if (times === 1) sum.once++
      else sum.twice++
      if ((payment.status === 'settled') !== times > 0) sum.disagree++
      paid += BigInt(times) * units
      const claimed_at = payment.history?.find(({ status }) => status === 'approved')?.occurred_at
      if (times > 0 && paused_at !== undefined && (claimed_at ?? '9') > paused_at) sum.after_pause++
    }
    if (paid > limit) sum.over_limit++
  }
}

/** A connection has room for a few policies, and its list for some payments. */
const close = async (project: ProjectClient, policy_id: string, asked: readonly { id: string }[]): Promise<void> => {
  await project.automationPolicies.withdraw(policy_id)
  for (const { id } of asked) await project.agentPayments.cancel(id).catch(() => {})
}
