/**
 * What a payment request, its connection and its agent do, as a pure function, written from the contract and not from the
 * code. `judge` folds it over a history and names the first step that the contract does not allow, so that histories of
 * earlier runs can be judged again.
 */
export const STATUSES = ['pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected'] as const
export type Status = (typeof STATUSES)[number]
export const REPORTS = ['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'] as const

/** `at` names a request of the sequence, counted from its first and starting over at its end. */
export type Command =
  | { readonly op: 'create'; readonly amount: string }
  | { readonly op: 'repeat' | 'reuse' | 'cancel' | 'deadline'; readonly at: number }
  | {
      readonly op: 'report'
      readonly at: number
      readonly status: (typeof REPORTS)[number]
      readonly hash: string | null
    }
  | { readonly op: 'read'; readonly at: number; readonly by: 'agent' | 'wallet' | 'merchant' }
  | { readonly op: 'pause' | 'resume' | 'revoke' | 'suspend' | 'reinstate' | 'feed' }

/** What the service answered, in short. `status` is the request's. */
export interface Seen {
  readonly code: number
  readonly error?: string
  readonly status?: Status
  readonly hash?: string | null
  readonly late?: boolean
  /** Of the feed: kind and request, in order. */
  readonly events?: readonly string[]
}
export interface Step {
  readonly command: Command
  readonly seen: Seen
}

interface Request {
  readonly amount: string
  readonly status: Status
  readonly hash: string | null
  /** The wallet took no part in its end, so that a transaction named later is kept. */
  readonly ended_without_wallet: boolean
  readonly late: readonly string[]
  /** What the feed tells of it, in order. */
  readonly told: readonly string[]
}
export interface State {
  readonly connection: 'active' | 'paused' | 'revoked'
  readonly agent: 'active' | 'suspended'
  readonly requests: readonly Request[]
}
export const FIRST: State = { connection: 'active', agent: 'active', requests: [] }

/** What the contract allows next: the state, and the answer in the fields that it decides. */
export interface Next {
  readonly state: State
  readonly answer: Partial<Seen>
}

export const LATE_MAX = 16
export const PENDING_MAX = 4

const FOLLOWS: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['signed', 'rejected', 'failed', 'expired'],
  signed: ['broadcasted', 'failed'],
  broadcasted: ['confirmed', 'failed'],
  confirmed: [],
  failed: [],
  expired: [],
  rejected: [],
}
const NAMES_A_TRANSACTION: readonly Status[] = ['broadcasted', 'confirmed']

export const needsRequest = (command: Command): command is Command & { readonly at: number } => 'at' in command
export const aimedAt = (state: State, { at }: { readonly at: number }): number => at % state.requests.length

/** What may come of a command; more than one thing only where the contract leaves it to the moment. */
export const outcomes = (state: State, command: Command): readonly Next[] =>
  command.op === 'create' ? create(state, command.amount) : [next(state, command)]

export const fits = ({ answer }: Next, seen: Seen): boolean =>
  Object.entries(answer).every(([name, value]) => seen[name as keyof Seen] === value)

const next = (state: State, command: Exclude<Command, { op: 'create' }>): Next => {
  switch (command.op) {
    case 'pause':
    case 'resume':
    case 'revoke':
      return connect(state, command.op)
    case 'suspend':
    case 'reinstate': {
      const agent = command.op === 'suspend' ? 'suspended' : 'active'
      if (agent === state.agent) return { state, answer: { code: 409, error: 'agent_transition_invalid' } }
      return { state: { ...state, agent }, answer: { code: 200 } }
    }
    case 'feed':
      return { state, answer: lockedOut(state) ?? { code: 200 } }
    default:
      return onRequest(state, command)
  }
}

/** Why the agent cannot even read. */
const lockedOut = ({ connection, agent }: State): Partial<Seen> | undefined => {
  if (connection === 'revoked') return { code: 403, error: 'connection_revoked' }
  return agent === 'suspended' ? { code: 403, error: 'agent_not_active' } : undefined
}

/** Why it cannot ask. */
const heldBack = (state: State): Partial<Seen> | undefined =>
  lockedOut(state) ?? (state.connection === 'paused' ? { code: 403, error: 'connection_paused' } : undefined)

const create = (state: State, amount: string): readonly Next[] => {
  const refused = heldBack(state)
  if (refused) return [{ state, answer: refused }]
  const count = (...statuses: Status[]) => state.requests.filter(({ status }) => statuses.includes(status)).length
  const full: Next = { state, answer: { code: 429, error: 'too_many_pending' } }
  if (count('pending') >= PENDING_MAX) return [full]
  const one = {
    amount,
    status: 'pending' as const,
    hash: null,
    ended_without_wallet: false,
    late: [],
    told: ['pending'],
  }
  const made: Next = {
    state: { ...state, requests: [...state.requests, one] },
    answer: { code: 201, status: 'pending', hash: null },
  }
  // One that has just expired gives its place back within seconds.
  return count('pending', 'expired') >= PENDING_MAX ? [made, full] : [made]
}

const connect = (state: State, op: 'pause' | 'resume' | 'revoke'): Next => {
  if (op === 'revoke') return { state: { ...state, connection: 'revoked' }, answer: { code: 200 } }
  if (state.connection === 'revoked') return { state, answer: { code: 409 } }
  return { state: { ...state, connection: op === 'pause' ? 'paused' : 'active' }, answer: { code: 200 } }
}

const onRequest = (state: State, command: Exclude<Command, { op: 'create' }> & { readonly at: number }): Next => {
  const n = aimedAt(state, command)
  const request = state.requests[n] as Request
  const now = (changed: Partial<Request>): State => ({
    ...state,
    requests: state.requests.map((one, i) => (i === n ? { ...one, ...changed } : one)),
  })
  const shown = { status: request.status, hash: request.hash }
  const stay = (answer: Partial<Seen>): Next => ({ state, answer })
  switch (command.op) {
    case 'read': {
      const refused = command.by === 'agent' ? lockedOut(state) : undefined
      return stay(refused ?? { code: 200, ...shown })
    }
    // A repetition asks for nothing new: also a paused connection hears what became of its request.
    case 'repeat':
      return stay(lockedOut(state) ?? { code: 201, ...shown })
    case 'reuse':
      return stay(lockedOut(state) ?? { code: 422, error: 'idempotency_key_reused' })
    case 'deadline':
      if (request.status !== 'pending') return stay({ code: 200 })
      return {
        state: now({ status: 'expired', ended_without_wallet: true, told: [...request.told, 'expired'] }),
        answer: { code: 200 },
      }
    case 'cancel': {
      const refused = lockedOut(state)
      if (refused) return stay(refused)
      // Taking it back again changes nothing; what ended otherwise cannot be taken back.
      if (request.status === 'failed' && request.ended_without_wallet) return stay({ code: 200, ...shown })
      if (request.status !== 'pending') return stay({ code: 409, error: 'invalid_transition' })
      const told = [...request.told, 'failed']
      const answer = { code: 200, status: 'failed' as const, hash: null }
      return { state: now({ status: 'failed', ended_without_wallet: true, told }), answer }
    }
    case 'report':
      return report(request, command, { now, stay, shown })
    default:
      throw new Error(`${command.op} is aimed at no request`)
  }
}

interface Around {
  readonly now: (changed: Partial<Request>) => State
  readonly stay: (answer: Partial<Seen>) => Next
  readonly shown: Partial<Seen>
}

/** Also from a paused or revoked connection, and for an agent that is not active: the user has acted. */
const report = (
  { status, hash: known, ended_without_wallet, late, told }: Request,
  { status: reported, hash }: Command & { readonly op: 'report' },
  { now, stay, shown }: Around,
): Next => {
  const refuse = (code: number, error: string) => stay({ code, error })
  if (hash === null && NAMES_A_TRANSACTION.includes(reported)) return refuse(422, 'transaction_hash_required')
  if (ended_without_wallet && hash !== null && (late.includes(hash) || late.length < LATE_MAX)) {
    if (late.includes(hash)) return stay({ code: 200, late: true, ...shown })
    const state = now({ late: [...late, hash], told: [...told, 'late_report'] })
    return { state, answer: { code: 200, late: true, ...shown } }
  }
  const other = hash !== null && known !== null && hash !== known
  if (reported === status) {
    if (hash === null || hash === known) return stay({ code: 200, late: false, ...shown })
    return other ? refuse(409, 'transaction_hash_fixed') : refuse(409, 'invalid_transition')
  }
  if (!FOLLOWS[status].includes(reported)) return refuse(409, 'invalid_transition')
  if (other) return refuse(409, 'transaction_hash_fixed')
  const named = hash ?? known
  const state = now({ status: reported, hash: named, told: [...told, reported] })
  return { state, answer: { code: 200, late: false, status: reported, hash: named } }
}

/** What the feed must have told once nothing is under way: of each request in order, and nothing else. */
export const toldOf = ({ requests }: State): readonly (readonly string[])[] => requests.map(({ told }) => told)

/** Where a history leaves the contract; undefined where it does not. */
export const judge = (history: readonly Step[]): { step: number; expected: object } | undefined => {
  let state = FIRST
  for (const [step, { command, seen }] of history.entries()) {
    if (needsRequest(command) && state.requests.length === 0) continue
    const allowed = outcomes(state, command)
    const after = allowed.find((one) => fits(one, seen))
    const told = seen.events !== undefined && !feedFits(state, seen.events) ? toldOf(state) : undefined
    if (after === undefined || told) return { step, expected: { allowed: allowed.map(({ answer }) => answer), told } }
    state = after.state
  }
  return undefined
}

/** An expiry is told within seconds: it may be missing at the end, together with what came after it. */
const feedFits = (state: State, events: readonly string[]): boolean =>
  state.requests.every(({ told }, n) => {
    const seen = events.filter((event) => event.endsWith(` ${n}`)).map((event) => event.split(' ')[0])
    const late = told.indexOf('expired')
    const least = late === -1 ? told.length : late
    return seen.length >= least && seen.every((kind, i) => kind === told[i])
  }) && events.every((event) => Number(event.split(' ')[1]) < state.requests.length)

/** The cells that a run must visit: what is done, and where things stand. */
export const cellOf = (state: State, command: Command): string => {
  const around = `${state.connection} connection, ${state.agent} agent`
  if (!needsRequest(command)) return `${around}: ${command.op}`
  const { status } = state.requests[aimedAt(state, command)] as Request
  const what =
    command.op === 'report'
      ? `report ${command.status}${command.hash === null ? '' : ' with a transaction'}`
      : command.op === 'read'
        ? `read by ${command.by}`
        : command.op
  return `${status}: ${what}`
}
