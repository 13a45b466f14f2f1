/**
 * What became of an authorization, by one look at the chain. Others send it, so there is nothing to send here and nothing to hurry. An
 * end is concluded only from blocks that are final: that it was used, or that it can't be used anymore.
 */
import type { AuthorizationEntry, Outcome } from '../journal.ts'
import { LedgerUnavailableError } from '../rpc-call.ts'
import type { ChainClient, Use, Wanted } from './chain-client.ts'

export type Followed =
  | { readonly is: 'ended'; readonly outcome: Outcome; readonly transaction_hash?: string }
  | { readonly is: 'open'; readonly seen: Use | undefined }

export const wantedOf = ({ contract, account, to, value, facts_digest }: AuthorizationEntry): Wanted => ({
  contract,
  account,
  to,
  value,
  nonce: facts_digest,
})

export async function followAuthorization(
  chain: ChainClient,
  entry: AuthorizationEntry,
  signal?: AbortSignal,
): Promise<Followed> {
  const { anchor, max_time } = entry
  const wanted = wantedOf(entry)
  const final = await chain.block('finalized', signal)
  if (final === null) throw new LedgerUnavailableError('The node does not say which block is final.')
  const { number, timestamp } = final
  // Blocks' times only grow: a later one at a lower number is another chain.
  if (number < anchor.sequence) {
    return timestamp > BigInt(anchor.closed_at) ? lost('ledger_reset') : { is: 'open', seen: undefined }
  }
  if (await chain.isSpent(wanted, number, signal)) {
    const use = await chain.useOf(wanted, { from: anchor.sequence, through: number }, signal)
    if (use !== undefined) return paid(chain, use, signal)
    // Canceled by its account elsewhere, or in a history that this node does not keep.
    return timestamp >= BigInt(max_time) ? lost('history_gone') : { is: 'open', seen: undefined }
  }
  if (timestamp >= BigInt(max_time)) {
    const before = await chain.block(anchor.sequence, signal)
    if (before === null) return lost('history_gone')
    if (before.hash !== anchor.hash) return lost('ledger_reset')
    return { is: 'ended', outcome: { is: 'failed', reason: 'expired_unapplied' } }
  }
  return { is: 'open', seen: await seenAfter(chain, wanted, number, signal) }
}

const lost = (reason: 'ledger_reset' | 'history_gone'): Followed => ({ is: 'ended', outcome: { is: 'lost', reason } })

async function paid(chain: ChainClient, use: Use, signal?: AbortSignal): Promise<Followed> {
  const block = await chain.block(use.block, signal)
  if (block === null) throw new LedgerUnavailableError('The node showed a payment in a block that it does not have.')
  const outcome: Outcome = { is: 'paid', ledger: use.block, closed_at: Number(block.timestamp) }
  return { is: 'ended', outcome, transaction_hash: use.transaction_hash }
}

/** In blocks that may still be undone. */
async function seenAfter(chain: ChainClient, wanted: Wanted, final: number, signal?: AbortSignal) {
  const latest = await chain.block('latest', signal)
  if (latest === null || latest.number <= final) return undefined
  if (!(await chain.isSpent(wanted, latest.number, signal))) return undefined
  return chain.useOf(wanted, { from: final + 1, through: latest.number }, signal)
}
