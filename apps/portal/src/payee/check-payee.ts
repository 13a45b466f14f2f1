/**
 * What this browser checks of a payee by itself: the entry is in the log, witnesses saw that log, it is the log of the visits
 * before, the domain listed the address, and the history is whole. The head of the log and its policy are kept from the first visit on.
 */
import { judgeProof, type PayeeOutcome, readPolicy, verifyHistory, verifyPayee } from '@pursestrings/sdk/verify'
import { api } from '../client.ts'

type Payee = Awaited<ReturnType<typeof api.payees.read>>['payee']

/** What this browser keeps of a log. */
interface Visit {
  readonly policy: string
  readonly checkpoint: string
  readonly at: string
}

export interface Checked {
  readonly payee: Payee
  /** Undefined where nothing of the payee can be paid now. */
  readonly outcome: PayeeOutcome | undefined
  readonly witnesses: { readonly signed: number; readonly known: number; readonly needed: boolean }
  /** When this browser saw the log before. */
  readonly visited_at: string | undefined
  /** The service shows other keys than on the visit before. */
  readonly other_policy: boolean
  readonly listed: { readonly where: string; readonly at: string } | undefined
  readonly history: Awaited<ReturnType<typeof verifyHistory>>
  readonly size: number | undefined
}

const KEPT = 'payee-log'

const visitBefore = (): Visit | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Visit | null
    return typeof kept?.policy === 'string' && typeof kept.checkpoint === 'string' ? kept : undefined
  } catch {
    return undefined
  }
}

const fileAt = async (path: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const response = await fetch(path)
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
}

/** Undefined where the service keeps no log. */
export const checkPayee = async (recipient_id: string): Promise<Checked | undefined> => {
  const { payee } = await api.payees.read(recipient_id)
  const shown = await fileAt('/.well-known/svc-log-policy.txt')
  if (!shown) return undefined
  const before = visitBefore()
  const policy_text = before?.policy ?? new TextDecoder().decode(shown)
  const policy = await readPolicy(policy_text)
  const { name, domain, serving } = payee
  const history = await verifyHistory(payee, policy, (path) => fileAt(`/log/${path}`))
  const checked = {
    payee,
    visited_at: before?.at,
    other_policy: policy_text !== new TextDecoder().decode(shown),
    history,
    size: payee.checkpoint === null ? undefined : Number(payee.checkpoint.split('\n')[1]),
  }
  const known = policy.witnesses.length
  const needed = policy.quorum !== 'none'
  if (!serving) {
    return { ...checked, outcome: undefined, listed: undefined, witnesses: { signed: 0, known, needed } }
  }
  const { recipient_version_id, number: _number, since: _since, changed_at: _changed, ...payment } = serving
  const record = await api.payees.readRecord(recipient_id, recipient_version_id, { name })
  const claim = { recipient_id, recipient_version_id, payee: { name, domain }, payment }
  const outcome = await verifyPayee(claim, record, policy, {
    read: async () => before?.checkpoint,
    write: async (_origin, checkpoint) => {
      const visit: Visit = { policy: policy_text, checkpoint, at: new Date().toISOString() }
      localStorage.setItem(KEPT, JSON.stringify(visit))
    },
    prove: async (from, to) => (await api.log.prove({ from, size: to })).consistency?.hashes ?? [],
  })
  const judged =
    record.proof === null ? undefined : await judgeProof(policy, new TextEncoder().encode(record.entry), record.proof)
  return {
    ...checked,
    outcome,
    witnesses: { signed: judged?.witnesses.length ?? 0, known, needed },
    listed: outcome.outcome === 'on_record' ? listingIn(record.evidence) : undefined,
  }
}

/** Where and when the domain was seen to list the address, as the evidence says whose digest is in the log. */
const listingIn = (evidence: string | null): Checked['listed'] => {
  type Evidence = { readonly finding?: { readonly found_in?: string; readonly observed_at?: string } }
  const { found_in, observed_at } = (JSON.parse(evidence ?? '{}') as Evidence).finding ?? {}
  return found_in === undefined || observed_at === undefined ? undefined : { where: found_in, at: observed_at }
}
