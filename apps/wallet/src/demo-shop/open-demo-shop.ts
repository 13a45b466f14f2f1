/** What a person who begins would do by hand: makes a wallet, gets test money, and gives the shop's agent a Connect Key. */
import type { ConnectInvitation } from '@pursestrings/sdk'
import { openInvitations } from '../agents/invitations.ts'
import { api } from '../client.ts'
import { type Bytes, wipe } from '../keys/bytes.ts'
import { makeWallet } from '../keys/make-wallet.ts'
import { currentSession } from '../keys/session.ts'
import { type Payment, pathOf } from '../requests/payment.ts'
import { settings } from '../settings.ts'
import { keepPracticePassphrase } from './practice-passphrase.ts'

export const STEPS = ['wallet', 'funds', 'shop', 'agent'] as const
export type Step = (typeof STEPS)[number]

const POLL_MS = 400
const WAITS_MS_MAX = 60_000

const tellShop = async (path: '/open' | '/connect', body: object): Promise<void> => {
  const { demo_shop_url } = await settings()
  const answer = await fetch(`${demo_shop_url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the demo shop answered ${answer.status}`)
}

/** What `look` finds, looked for until `gives_up` or for a minute. */
const found = async <T>(look: () => Promise<T | undefined>, gives_up: Promise<never>): Promise<T> => {
  const end = Date.now() + WAITS_MS_MAX
  while (Date.now() < end) {
    const one = await Promise.race([look(), gives_up])
    if (one !== undefined) return one
    await new Promise((resume) => setTimeout(resume, POLL_MS))
  }
  throw new Error('the demo shop was not heard of')
}

export interface Invited {
  readonly invitation: ConnectInvitation
  /** Where the shop's first request is reviewed, once the invitation is approved. */
  readonly firstRequest: () => Promise<string>
}

/** Again after a fault, it goes on with the wallet that there is. */
export const openDemoShop = async (
  entropy: Bytes,
  passphrase: string,
  tell: (step: Step) => void,
): Promise<Invited> => {
  const opening = tellShop('/open', {})
  // Told below, where it is waited for.
  opening.catch(() => undefined)
  if (!currentSession().vault) {
    tell('wallet')
    await makeWallet(entropy, passphrase)
    wipe(entropy)
    keepPracticePassphrase(passphrase)
  }
  tell('funds')
  const { vault } = currentSession()
  const { askForTestFunds, readBalance } = await import('../ledger/stellar/account.ts')
  if (vault && (await readBalance(vault.address)) === null) await askForTestFunds(vault.address)
  tell('shop')
  await opening
  tell('agent')
  const { key } = (await api().connectKeys.issue()).connect_key
  // It ends when the shop has asked for its payment; until then only a fault of it matters.
  const gives_up = tellShop('/connect', { connect_key: key }).then(() => new Promise<never>(() => undefined))
  gives_up.catch(() => undefined)
  const invitation = await found(async () => (await openInvitations())[0], gives_up)
  const pending = async (): Promise<Payment | undefined> =>
    (await api().paymentRequests.list({ status: 'pending' }).toArray({ limit: 1 }))[0]
  return { invitation, firstRequest: async () => pathOf('review', await found(pending, gives_up)) }
}
