/**
 * The test wallet pays for real where the service names a ledger of the test network: with a key of its own in the profile,
 * through the same engine as any wallet, so that a killed command neither loses nor repeats a payment.
 */
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AgentPayment, PaymentRequest, WalletClient } from '@pursestrings/sdk'
// Loaded where it is needed: other commands start without the ledger's library.
import type { Entry } from '@pursestrings/signing/journal'
import type { LedgerClient } from '@pursestrings/signing/ledger-client'
import type { PayerClient, PayerOptions, PayResult } from '@pursestrings/signing/payer'
import type { OwnKey } from '@pursestrings/stellar/own-key'
import type { ProfileStore } from './profile-store.ts'
import { failed } from './stop.ts'

const NETWORK = 'stellar_testnet'
const PASSPHRASE = 'Test SDF Network ; September 2015'
const SEED_BYTES = 32
const POLL_MS = 250

interface Paying {
  readonly payer: PayerClient
  readonly account: string
  readonly ledger: LedgerClient
  /** Test funds, where the network gives some. */
  fund(): Promise<boolean>
}

/** With what an account pays: its key, what was signed with it, and one payment at a time. */
type Account = Pick<PayerOptions, 'journal' | 'lock' | 'tell'> & { readonly key: OwnKey }

/** The ledger that the service names for the test network; undefined where it names none. */
const ledgerOf = async (wallet: WalletClient): Promise<string | undefined> => {
  const { service } = await wallet.service.read()
  return service.networks.find(({ network }) => network === NETWORK)?.ledger?.rpc_url
}

export const hasLedger = async (wallet: WalletClient): Promise<boolean> => (await ledgerOf(wallet)) !== undefined

/** Made at the first payment, and kept with the wallet's token. */
export const seedOf = async (profiles: ProfileStore): Promise<Uint8Array> => {
  const { wallet } = await profiles.change((now) =>
    now.wallet && now.wallet.seed === undefined
      ? { ...now, wallet: { ...now.wallet, seed: randomBytes(SEED_BYTES).toString('base64url') } }
      : now,
  )
  const seed = Buffer.from(wallet?.seed ?? '', 'base64url')
  if (seed.length === SEED_BYTES) return new Uint8Array(seed)
  throw failed("Can't read the test wallet's key.", 'Create another: pursestrings wallet register --replace')
}

/** The account that the profile keeps. */
const ownAccount = async (profiles: ProfileStore): Promise<Account> => {
  const [{ ownKey }, { journalIn }, { fileStore }, { fileLock }] = await Promise.all([
    import('@pursestrings/stellar/own-key'),
    import('@pursestrings/signing/journal'),
    import('@pursestrings/signing/node/file-store'),
    import('@pursestrings/signing/node/file-store'),
  ])
  const folder = join(dirname(profiles.file), `${profiles.name}.journal`)
  return { key: ownKey(await seedOf(profiles)), journal: journalIn(fileStore(folder)), lock: fileLock(folder) }
}

/** For one payment, kept nowhere: an account that pays beside the others. */
export const passingAccount = async (): Promise<Account> => {
  const [{ ownKey }, { memoryLock }] = await Promise.all([
    import('@pursestrings/stellar/own-key'),
    import('@pursestrings/signing/journal'),
  ])
  const entries = new Map<string, Entry>()
  const journal = {
    list: async () => [...entries.values()],
    put: async (entry: Entry) => void entries.set(entry.id, entry),
  }
  return { key: ownKey(new Uint8Array(randomBytes(SEED_BYTES))), journal, lock: memoryLock() }
}

export const payingOf = async (
  profiles: ProfileStore,
  wallet: WalletClient,
  given?: Account,
): Promise<Paying | undefined> => {
  const rpc_url = await ledgerOf(wallet)
  if (rpc_url === undefined) return undefined
  const [{ createPayer }, { createLedgerClient }, { ownSigner }] = await Promise.all([
    import('@pursestrings/signing/payer'),
    import('@pursestrings/signing/ledger-client'),
    import('@pursestrings/signing/signer'),
  ])
  const { key, ...kept } = given ?? (await ownAccount(profiles))
  const ledger = createLedgerClient({ rpc_url, passphrase: PASSPHRASE })
  const payer = createPayer({
    wallet,
    service: profiles.read().base_url,
    ledger,
    ...kept,
    signer: ownSigner(key),
    decide: async ({ payable, transaction_hash }) => {
      const status = payable.kind === 'agent_payment' ? 'approved' : 'signed'
      const { decision_jws } = await wallet.signReport(payable, { status, transaction_hash })
      return decision_jws === undefined ? {} : { decision_jws }
    },
    poll_ms: POLL_MS,
  })
  return { payer, account: key.address, ledger, fund: () => ledger.fund(key.address) }
}

export interface PaidFor {
  readonly kind: 'payment_request' | 'agent_payment'
  readonly id: string
}

/** False where there is no ledger to pay on. Throws where there is one, and it was not paid. */
export const payOnLedger = async (profiles: ProfileStore, wallet: WalletClient, paid: PaidFor): Promise<boolean> => {
  const paying = await payingOf(profiles, wallet)
  if (paying === undefined) return false
  const { payer, account, fund } = paying
  await payer.resume()
  const input = { request_id: paid.id, kind: paid.kind }
  const first = await payer.check({ ...input, account })
  if (first.payable.facts.payment.network !== NETWORK) return false
  // It was decided in another way, such as by reports alone: they are gone on with.
  if (first.findings.some(({ code }) => code === 'not_pending')) return false
  if (first.findings.some(({ code }) => code === 'payer_not_funded')) await fund()
  await expectPaid(await payer.pay({ ...input, facts_digest: first.payable.facts_digest }))
  return true
}

export const expectPaid = async (result: PayResult): Promise<void> => {
  switch (result.is) {
    case 'paid':
    case 'handed_over':
      return
    case 'refused': {
      const { findingText } = await import('@pursestrings/signing/check-payment')
      throw failed(result.findings.map(findingText).join(' '), 'Nothing was signed.')
    }
    case 'not_claimed':
      throw failed(`The service refused it: ${result.why}.`, 'Nothing was sent. Check the request again.')
    case 'failed':
      throw failed(`Not paid: ${result.reason}.`, 'Request it again with another task.')
    case 'lost':
      throw failed(`Can't tell whether it was paid: ${result.reason}.`, 'The ledger was reset.')
    case 'unknown':
      throw failed(
        `Don't know yet whether it was paid: the ${result.waits_for} hasn't answered.`,
        'Run the same command again. It continues with the same transaction and pays nothing twice.',
      )
  }
}

/** What the service's own look at the ledger says takes a few seconds more. */
const LOOKS = 60

/** As it is once the ledger has spoken, or after a while without. */
export const seenByLedger = async <T extends Pick<PaymentRequest | AgentPayment, 'settlement'>>(
  read: () => Promise<T>,
): Promise<T> => {
  for (let looks = 1; ; looks++) {
    const found = await read()
    if (found.settlement.assurance === 'chain_observed' || looks === LOOKS) return found
    await pause(POLL_MS)
  }
}
