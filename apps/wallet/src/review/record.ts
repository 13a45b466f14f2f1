/**
 * Is the payee on the public record? Asked of every request before it can be approved, by the policy of the log that this
 * wallet pinned when it was made. Whoever shows it two logs that exclude each other is not believed again.
 */
import { ResourceNotFoundError } from '@pursestrings/sdk'
import {
  type LogMemory,
  type PayeeClaim,
  PayeeNotOnRecordError,
  type PayeeStanding,
  requireOnRecord,
  verifyPayee,
} from '@pursestrings/sdk/verify'
import { api } from '../client.ts'
import { openedDevice } from '../keys/session.ts'

export type PayeeOnRecord =
  | PayeeStanding
  /** New: the log is about to show it. */
  | { readonly is: 'pending' }
  /** An agent found it on its domain, as its signed facts say: no log has it, and its listing is what there is to judge. */
  | { readonly is: 'listed' }
  | { readonly is: 'not_on_record'; readonly reason: string }
  | { readonly is: 'split_view' }

const SPLIT = 'log-split'

/** Heads of a public log: none of it is secret. */
const memory: LogMemory = {
  read: async (origin) => localStorage.getItem(`log-head ${origin}`) ?? undefined,
  write: async (origin, checkpoint) => localStorage.setItem(`log-head ${origin}`, checkpoint),
  prove: async (from, to) => (await api().log.prove({ from, size: to })).consistency?.hashes ?? [],
}

export const readRecord = async (claim: PayeeClaim): Promise<PayeeOnRecord> => {
  if (claim.payee.standing === 'listed') return { is: 'listed' }
  const { log_policy } = openedDevice()
  if (log_policy === undefined) return requireOnRecord(undefined)
  if (localStorage.getItem(SPLIT) !== null) return { is: 'split_view' }
  const record = await api()
    .payees.readRecord(claim.recipient_id, claim.recipient_version_id)
    .catch((failure: unknown) => {
      if (failure instanceof ResourceNotFoundError) return null
      throw failure
    })
  try {
    return requireOnRecord(await verifyPayee(claim, record, log_policy, memory))
  } catch (failure) {
    if (!(failure instanceof PayeeNotOnRecordError)) throw failure
    const { outcome } = failure
    if (outcome.outcome === 'pending') return { is: 'pending' }
    if (outcome.outcome !== 'split_view') return { is: 'not_on_record', reason: outcome.reason }
    // Both heads are signed by the log: together they prove it.
    localStorage.setItem(SPLIT, JSON.stringify(outcome.checkpoints))
    return { is: 'split_view' }
  }
}
