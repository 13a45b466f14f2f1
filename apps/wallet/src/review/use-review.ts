/** Everything that the review screen is made of: read, checked, and kept up to date while it is open. */
import { ApiError, type Connection, ResourceNotFoundError } from '@pursestrings/sdk'
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'
import { useVault } from '../keys/session.ts'
import { entryFor } from '../paying/journal.ts'
import type { Payment } from '../requests/payment.ts'
import { readPayment } from '../requests/use-asked.ts'
import type { Asked, RequestCheck } from './check-request.ts'
import { wasHandedOver } from './handed-over.ts'
import { readAsked } from './read-asked.ts'
import type { PayeeOnRecord } from './record.ts'
import { isRejected } from './rejections.ts'
import { type Paid, type Review, reviewOf } from './review-of.ts'
import { serviceKeys } from './service-keys.ts'
import { useCheck } from './use-check.ts'

const LEDGER_AGAIN_MS = 10_000
const PENDING_AGAIN_MS = 2_000
const RECORD_AGAIN_MS = 10_000
const PAID_READ = 50

export interface Reviewed {
  readonly request: Payment
  readonly check: RequestCheck
  readonly review: Review
  readonly funds: ReturnType<typeof useFunds>['data']
  readonly context: ReturnType<typeof useContext>['data']
  /** Undefined while it is being asked for. */
  readonly record: PayeeOnRecord | undefined
  /** Of what is paid by an authorization that is sealed to the agent. */
  readonly terms: ReturnType<typeof useTerms>['data']
  readonly paused: boolean
  /** The connection takes signed answers alone. */
  readonly must_sign: boolean
  readonly rejected: boolean
  /** Who asks; undefined where this wallet has no such connection. */
  readonly agent: Connection['source'] | undefined
}

const useRequest = (asked: Asked) =>
  useQuery({
    queryKey: ['request', asked.connection_id, asked.request_id, asked.kind],
    queryFn: () =>
      readAsked(
        () => readPayment(asked),
        () => entryFor(asked),
      ),
  })

const useConnection = (connection_id: string) =>
  useQuery({
    queryKey: ['connection', connection_id],
    queryFn: async () => {
      try {
        return (await api().connections.read(connection_id)).connection
      } catch (failure) {
        if (failure instanceof ResourceNotFoundError) return null
        throw failure
      }
    },
  })

/** Only what was signed counts as a payment of the past, whatever a list says. */
const usePaid = (recipient_id: string | undefined) =>
  useQuery({
    queryKey: ['requests', 'paid', recipient_id],
    queryFn: async (): Promise<readonly Paid[]> => {
      const keys = await serviceKeys()
      const listed = await api()
        .paymentRequests.list({ recipient_id: recipient_id ?? '', status: 'confirmed', limit: PAID_READ })
        .toArray({ limit: PAID_READ })
      const paid = await Promise.all(listed.map(async (one) => ({ one, check: await keys.check(one, one) })))
      return paid.flatMap(({ one, check }) => {
        if (check.is !== 'checked' || check.facts.recipient_id !== recipient_id) return []
        const { to, memo, amount, asset } = check.facts.payment
        return [{ recipient_id, connection_id: one.connection_id, to, memo, amount, asset, at: one.created_at }]
      })
    },
    enabled: recipient_id !== undefined,
  })

const useFunds = (asked: Asked, request: Payment | undefined) => {
  const { address } = useVault()
  return useQuery({
    queryKey: ['balance', 'for', address, asked, request?.facts_digest],
    queryFn: async () => {
      const { payment, terms } = request as Payment
      const { readFunds } = await import('./funds.ts')
      return readFunds(asked, { network: payment.network, agent_key: terms?.seal.agent_key })
    },
    enabled: request !== undefined,
    refetchInterval: ({ state }) => (state.data?.is === 'ready' ? false : LEDGER_AGAIN_MS),
  })
}

/** Entries appear within a minute: asked again while the page is open. */
const useRecord = (facts: CheckedFacts | undefined) =>
  useQuery({
    queryKey: ['record', facts],
    queryFn: async () => {
      const { readRecord } = await import('./record.ts')
      return readRecord(facts as CheckedFacts)
    },
    enabled: facts !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => {
      if (state.data?.is === 'pending') return PENDING_AGAIN_MS
      return state.data?.is === 'not_on_record' || state.error ? RECORD_AGAIN_MS : false
    },
  })

/** Undefined where nothing is sealed to the agent, and while it is being checked. */
const useTerms = (request: Payment | undefined, facts: CheckedFacts | undefined) =>
  useQuery({
    queryKey: ['terms', facts, request?.terms],
    queryFn: async () => (await import('./check-terms.ts')).readTerms(facts as CheckedFacts, request?.terms),
    enabled: facts?.payment.method === 'evm.eip3009',
    structuralSharing: false,
  })

const useContext = (request: Payment | undefined) =>
  useQuery({
    queryKey: ['context', request?.connection_id, request?.transaction_id, request?.transaction_revision],
    queryFn: async () => {
      const { connection_id, transaction_id = '', transaction_revision: revision } = request as Payment
      const read = await api().transactionContexts.read(transaction_id, {
        connection_id,
        ...(revision !== undefined && { revision }),
      })
      return read.transaction_context
    },
    enabled: request?.transaction_context === 'pinned',
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Undefined until everything that decides is there; `fault` where it cannot be read. */
export const useReview = (asked: Asked): { reviewed: Reviewed | undefined; fault: unknown; again: () => void } => {
  const read = useRequest(asked)
  const { request, entry } = read.data ?? {}
  const checked = useCheck(request, asked)
  const check = checked.data
  const facts = check?.is === 'checked' ? check.facts : undefined
  const waits = facts !== undefined && request?.status === 'pending'
  const connection = useConnection(asked.connection_id)
  const paid = usePaid(facts?.recipient_id)
  const signed = entry !== undefined && entry.state !== 'erased'
  const funds = useFunds(asked, waits && !signed ? request : undefined)
  const record = useRecord(waits ? facts : undefined)
  const context = useContext(facts && request)
  const terms = useTerms(request, waits ? facts : undefined)
  const fault = read.error ?? checked.error ?? terms.error ?? connection.error ?? paid.error ?? unexpected(funds.error)
  const again = () => {
    for (const one of [read, checked, connection, paid, funds]) if (one.error) void one.refetch()
  }
  const known = request && check && connection.data !== undefined && !terms.isLoading
  if (!known || (facts && !paid.data)) return { reviewed: undefined, fault, again }
  const review = reviewOf({
    request,
    check,
    connection: connection.data ?? undefined,
    paid: paid.data ?? [],
    under_way: signed,
    handed_over: wasHandedOver(asked),
    funds: funds.data,
    record: record.data,
    terms: terms.data,
    now: Date.now(),
  })
  const paused = connection.data?.status === 'paused'
  const reviewed = {
    request,
    check,
    review,
    funds: funds.data,
    context: context.data,
    record: record.data,
    terms: terms.data,
    paused,
    must_sign: connection.data?.decision_signature === 'required',
    rejected: isRejected(asked),
    agent: connection.data?.source,
  }
  return { reviewed, fault, again }
}

/** The check before paying reads the request again; where that is refused, the request itself says so here, too. */
const unexpected = (error: unknown): unknown => (error instanceof ApiError ? undefined : error)
