/** How the model's service is called: the routes that agents and wallets use, with the answers and refusals of the contract. */
import type { Answer, Asked } from './gates.ts'
import { CONNECTION_ID, FACTS_JWK, type Json } from './model-facts.ts'
import {
  KEPT_AFTER_EXPIRY_MS,
  type Kept,
  type ModelService,
  Refusal,
  type Report,
  type Wanted,
} from './model-service.ts'

export const POLICY_ID = 'pol_01k0000000e008000000000000'
const PROJECT_ID = 'prj_01k0000000e008000000000000'

const replayedHeader = (replayed: boolean) => ({ headers: { 'idempotency-replayed': String(replayed) } })
const ok = (json: Json, status = 200, replayed = false): Answer => ({
  status,
  json: { ok: true, ...json },
  ...replayedHeader(replayed),
})
const done = (data: Json, status = 200, replayed = false): Answer => ({
  status,
  json: { success: true, data },
  ...replayedHeader(replayed),
})
interface Input extends Wanted, Report {
  readonly idempotency_key?: string
  readonly sealed?: string
  readonly domain?: string
  readonly address?: string
}

const deviceOf = ({ headers }: Asked): string => headers.get('authorization') ?? ''
const keyIn = ({ headers }: Asked, { idempotency_key }: Input): string =>
  idempotency_key ?? headers.get('x-idempotency-key') ?? headers.get('idempotency-key') ?? ''

const shown = (kept: Kept): Json => {
  const { kind, request_id, facts, facts_digest, facts_jws, settlement, terms, version, by_agent } = kept
  const { type: _type, request_id: _id, payee, ...rest } = facts
  const policy_id = by_agent ? POLICY_ID : null
  return {
    ...rest,
    ...(kind === 'payment_request'
      ? { protocol: 'svc.payment_request.v1', request_id, late_reports: [] }
      : {
          id: request_id,
          initiator: by_agent ? 'agent' : 'human',
          project_id: PROJECT_ID,
          policy: { policy_id, policy_version: by_agent ? 1 : null, allowed_without_asking: by_agent },
        }),
    payee: { ...(payee as Json), verified: !version.gone },
    idempotency_key: kept.idempotency_key,
    created_at: new Date(kept.created_at).toISOString(),
    status: kept.status,
    settlement: { notes: [], decision: 'none', ...settlement },
    facts_digest,
    facts_jws,
    reference_value: facts_digest,
    ...(terms && { terms }),
    ...(kept.transaction_hash !== undefined && { transaction_hash: kept.transaction_hash }),
    ...(kept.reason !== undefined && { reason: kept.reason }),
  }
}

const shownBox = ({ sealed, expires_at }: Kept): Answer =>
  ok({
    authorization: {
      connection_id: CONNECTION_ID,
      sealed,
      put_at: new Date().toISOString(),
      kept_until: new Date(expires_at + KEPT_AFTER_EXPIRY_MS).toISOString(),
    },
  })

export type ServiceRoutes = ReturnType<typeof routesOf>

export function routesOf(service: ModelService, agent_key: string) {
  const connection = () => ({
    connection_id: CONNECTION_ID,
    status: 'active',
    token_expires_at: new Date(Date.now() + 80 * 86_400_000).toISOString(),
    agent_keys: [{ kid: 'k1', public_key: agent_key }],
  })

  /** Undefined while a long poll has nothing to tell. */
  const feed = ({ url, is_over }: Asked): Answer | undefined => {
    const given = url.searchParams.get('since') ?? '0'
    const since = given === 'latest' ? service.events.length : Number(given)
    const events = service.events.filter(({ cursor }) => cursor > since)
    const waits = url.searchParams.has('wait') && events.length === 0 && !is_over
    return waits ? undefined : ok({ events, next_since: events.at(-1)?.cursor ?? since })
  }

  const create = (asked: Asked, input: Input): Answer => {
    const kind = asked.url.pathname === '/v1/payment-requests' ? 'payment_request' : 'agent_payment'
    const { kept, replayed } = service.create(kind, input, keyIn(asked, input))
    const status = replayed ? 200 : 201
    return kind === 'payment_request'
      ? ok({ payment_request: shown(kept) }, status, replayed)
      : done(shown(kept), status, replayed)
  }

  const ofOne = (asked: Asked, input: Input): Answer => {
    const [, , , id = '', what] = asked.url.pathname.split('/')
    const kept = service.current(decodeURIComponent(id))
    const answer = (more: Json = {}): Answer =>
      kept.kind === 'payment_request'
        ? ok({ payment_request: shown(kept), ...more })
        : done({ ...shown(kept), ...more })
    switch (what) {
      case undefined:
        return answer()
      case 'status':
        return answer(service.report(kept, input, deviceOf(asked)))
      case 'cancel':
        service.cancel(kept)
        return answer()
      case 'authorization':
        if (Date.now() > kept.expires_at + KEPT_AFTER_EXPIRY_MS) throw new Refusal(410, 'authorization_erased')
        if (asked.method === 'PUT') service.putSealed(kept, input.sealed ?? '', deviceOf(asked))
        if (kept.sealed === undefined) throw new Refusal(404, 'authorization_not_there')
        return shownBox(kept)
      default:
        throw new Refusal(404, 'route_not_found')
    }
  }

  const answerTo = (asked: Asked): Answer | undefined => {
    const input = JSON.parse(asked.body === '' ? '{}' : asked.body) as Input
    switch (`${asked.method} ${asked.url.pathname}`) {
      case 'GET /.well-known/jwks.json':
        return { status: 200, json: { keys: [FACTS_JWK] } }
      case 'GET /v1/connections/current':
      case `GET /v1/connections/${CONNECTION_ID}`:
        return ok({ connection: connection() })
      case 'GET /v1/payment-requests/events':
        return feed(asked)
      case 'POST /v1/payees/resolve': {
        const { recipient_id, recipient_version_id } = service.resolve(input.domain ?? '', input.address ?? '')
        return ok({ recipient_id, recipient_version_id, standing: 'listed', evidence: {} })
      }
      case 'POST /v1/payment-requests':
      case 'POST /v1/agent-payments':
        return create(asked, input)
      case 'GET /v1/agent-payments': {
        const agent_payments = [...service.requests.values()].filter(({ kind }) => kind === 'agent_payment').map(shown)
        return done({ agent_payments, refused_attempts: [], next_cursor: null })
      }
      default:
        return ofOne(asked, input)
    }
  }

  return (asked: Asked): Answer | undefined => {
    try {
      return answerTo(asked)
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure
      const { status, code } = failure
      return { status, json: { ok: false, error: { code, message: code } } }
    }
  }
}
