/** A wallet that does everything right, except for what it is told to do wrong. */
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../src/call.ts'
import type { Drive } from '../src/wallet/drive.ts'
import { canonical, digestOf, TYP } from '../src/wallet/facts.ts'

const SIGNED = ['signature', 'unsigned', 'statement', 'key']
const FACTS = ['address', 'amount', 'network', 'asset', 'memo', 'memo kind', 'payee', 'domain', 'time']

/** Each fault with the sentences that it breaks. */
export const FAULTS = {
  'pairs with nobody': ['pair', 'scopes'],
  'grants all that there is': ['scopes'],
  'prints its token': ['hidden'],
  'checks no facts': [...FACTS, ...SIGNED, 'digest', 'service', 'other request', 'told', 'user'],
  'checks the digest alone': [...FACTS, ...SIGNED],
  'checks the signature alone': [...FACTS, 'digest', 'signature'],
  'shows facts before it checks them': FACTS.filter((one) => one !== 'time'),
  'leaves the address out': ['shown'],
  'leaves the memo out': ['shown'],
  'takes any algorithm': ['unsigned'],
  'takes any statement': ['statement'],
  'believes every key that is served': ['key'],
  "takes any service's facts": ['service'],
  'takes any request for the one that it asked for': ['other request', 'told', 'user'],
  'approves what it lists': ['beside', 'reject', 'twice', 'user'],
  'approves what it shows': ['reject', 'user'],
  'reports a no as failed': ['reject'],
  'says that all went well': ['401', 'told'],
  'goes on after a refusal': ['canceled', 'early', 'expired', 'order', 'told'],
  'pays again when it is told again': ['again', 'backwards', 'transaction'],
  'pays again what is pending again': ['backwards', 'transaction'],
  'reports without having signed': ['canceled', 'expired', 'order'],
  'reports confirmed early': ['early'],
  'names no transaction': ['transaction'],
  'names another transaction each time': ['again', 'backwards', 'busy', 'lost', 'slow', 'transaction'],
  'pays two requests at once': ['own'],
  'signs no decision': ['decision'],
  'signs another status': ['decision'],
  'goes on without an answer': ['lost'],
  'waits for no answer': ['lost', 'slow'],
  'comes back at once': ['busy'],
  'ends at an unknown field': ['fields'],
  'shows nothing where one does not hold': ['beside'],
  'reports what is listed twice, twice': ['twice'],
  'prints whatever the agent says': ['words'],
  'keeps a token after 401': ['401'],
  'follows where it is led': ['elsewhere'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type WalletFault = keyof typeof FAULTS

const part = (value: Json): string =>
  Buffer.from(typeof value === 'string' ? value : canonical(value)).toString('base64url')
const decoded = (text: string): Json => JSON.parse(Buffer.from(text, 'base64url').toString())
const WAY = ['signed', 'broadcasted', 'confirmed']
const KNOWN = new Set(
  `protocol issuer connection_id request_id recipient_id recipient_version_id payee payment created_at expires_at idempotency_key status
  source policy display settlement late_reports facts_digest facts_jws transaction_hash reason`.split(/\s+/),
)

class Refused extends Error {}

export const carelessWallet = (...faults: readonly WalletFault[]): Drive => {
  const is = (one: WalletFault): boolean => faults.includes(one)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const hashes = new Map<string, string>()
  let device = { device_id: '', token: '' }
  let [base, known] = ['', '']

  const call = async (method: string, path: string, body?: object): Promise<Json> => {
    for (let tries = 1; ; tries++) {
      const headers = { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' }
      const redirect = is('follows where it is led') ? 'follow' : 'manual'
      const timeout = is('waits for no answer') && path.endsWith('/status') ? 50 : 10_000
      const sent = {
        method,
        headers,
        redirect,
        signal: AbortSignal.timeout(timeout),
        body: body ? JSON.stringify(body) : null,
      } as const
      const came = await fetch(base + path, sent).catch((error: unknown) => error as Error)
      if (came instanceof Error) {
        if (is('goes on without an answer') || is('waits for no answer')) return { payment_request: {} }
        if (tries < 3) continue
        throw came
      }
      if (came.status === 429 && tries < 3) {
        if (!is('comes back at once')) await pause(Number(came.headers.get('retry-after')) * 1000)
        continue
      }
      if (came.status === 401 && tries < 5 && is('keeps a token after 401')) continue
      if (came.ok) return came.json()
      if (came.status === 409 && is('goes on after a refusal')) return { payment_request: {} }
      throw new Refused(`${method} ${path}: ${came.status}`)
    }
  }

  const checked = async (request: Json): Promise<void> => {
    const { facts_jws = '', facts_digest, payee, payment, expires_at } = request
    const { issuer, connection_id, request_id, recipient_id, recipient_version_id } = request
    const { rail, network, asset, amount, to, memo, issuer: by, decimals } = payment
    const facts: Json = {
      type: 'svc.payment_facts.v2',
      issuer,
      connection_id,
      request_id,
      recipient_id,
      recipient_version_id,
      expires_at,
      payee: { name: payee.name, domain: payee.domain },
      payment: { rail, network, asset, amount, to, ...(memo && { memo }), ...(by && { issuer: by }), decimals },
    }
    if (is('checks no facts')) return
    if (issuer !== base && !is("takes any service's facts")) throw new Refused('another service')
    if (digestOf(facts) !== facts_digest && !is('checks the signature alone')) throw new Refused('the digest')
    if (is('checks the digest alone')) return
    const [header = '', payload = '', signature = ''] = String(facts_jws).split('.')
    const { alg, typ, kid } = header === '' ? ({} as Json) : decoded(header)
    if (alg === 'none' && is('takes any algorithm')) return
    if (typ !== TYP && !is('takes any statement')) throw new Refused('another statement')
    const { keys } = await call('GET', '/.well-known/jwks.json')
    const believed = (keys as Json[]).filter(
      ({ crv, kty, x }) =>
        is('believes every key that is served') ||
        createHash('sha256').update(canonical({ crv, kty, x })).digest('base64url') === known,
    )
    const good = believed.some(
      (jwk) =>
        alg === 'EdDSA' &&
        (jwk.kid === kid || is('believes every key that is served')) &&
        verify(
          null,
          Buffer.from(`${header}.${payload}`),
          createPublicKey({ key: jwk, format: 'jwk' }),
          Buffer.from(signature, 'base64url'),
        ),
    )
    if (!good) throw new Refused('the signature')
    if (payload !== part(facts) && !is('checks the signature alone')) throw new Refused('other facts were signed')
  }

  const read = async (id: string): Promise<Json> => {
    const { payment_request: request } = await call('GET', `/v1/payment-requests/${id}`)
    await checked(request)
    if (request.request_id !== id && !is('takes any request for the one that it asked for') && !is('checks no facts'))
      throw new Refused('another request')
    if (is('ends at an unknown field') && Object.keys(request).some((name) => !KNOWN.has(name)))
      throw new Refused('an unknown field')
    return request
  }

  const textOf = (request: Json): string => {
    const { payee, payment } = request
    const plain = (text: string) =>
      is('prints whatever the agent says') ? text : text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    const to = is('leaves the address out') ? '' : payment.to
    const memo = is('leaves the memo out') ? '' : payment.memo
    return [
      request.request_id,
      payment.amount,
      payment.asset,
      payment.network,
      to,
      memo,
      payee.name,
      payee.domain,
      plain(request.display.title),
      plain(request.source.agent_name),
    ].join('  ')
  }

  const hashOf = (request: Json): string => {
    const fresh = randomBytes(32).toString('hex')
    if (is('names another transaction each time')) return fresh
    const id = is('pays two requests at once') ? 'all' : request.request_id
    const begun = request.status !== 'pending' || !(is('pays again what is pending again') && hashes.get(`${id} done`))
    const kept = (begun && hashes.get(id)) || fresh
    hashes.set(id, kept)
    return kept
  }

  const report = async (request: Json, status: string, transaction_hash?: string): Promise<Json> => {
    const { connection_id, request_id, facts_digest } = request
    const said = is('signs another status') ? 'signed' : status
    const decision = {
      type: 'svc.device_decision.v2',
      aud: base,
      device_id: device.device_id,
      connection_id,
      request_id,
      facts_digest,
      by: 'person',
      status: said,
      ...(transaction_hash !== undefined && { transaction_hash }),
      decided_at: new Date().toISOString(),
    }
    const input = `${part({ alg: 'EdDSA', kid: 'k', typ: 'svc-device-decision+jws' })}.${part(decision)}`
    const decision_jws = `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`
    const signed = is('signs no decision') ? {} : { decision_jws }
    return call('POST', `/v1/payment-requests/${request_id}/status`, {
      status,
      connection_id,
      transaction_hash,
      ...signed,
    })
  }

  const approve = async (request: Json): Promise<void> => {
    if (is('pays again when it is told again')) hashes.delete(request.request_id)
    const from =
      is('pays again when it is told again') && request.status === 'confirmed' ? 1 : WAY.indexOf(request.status) + 1
    const way = WAY.slice(from)
    if (is('reports without having signed')) way.splice(0, way.length, 'broadcasted', 'confirmed')
    if (is('reports confirmed early')) way.splice(0, way.length, 'signed', 'confirmed')
    const hash = hashOf(request)
    for (const status of way) {
      const named =
        status === 'signed' || is('names no transaction')
          ? undefined
          : is('names another transaction each time')
            ? hashOf(request)
            : hash
      await report(request, status, named)
    }
    hashes.set(`${request.request_id} done`, hash)
  }

  const list = async (): Promise<string> => {
    const { payment_requests } = await call('GET', '/v1/payment-requests?status=pending')
    const lines: string[] = []
    for (const request of payment_requests as Json[]) {
      try {
        await checked(request)
        lines.push(textOf(request))
      } catch (failure) {
        if (is('shows nothing where one does not hold')) throw failure
      }
    }
    if (is('approves what it lists')) for (const request of payment_requests as Json[]) await approve(request)
    return lines.join('\n')
  }

  const act = async (verb: string, id: string, key: string): Promise<string> => {
    if (verb === 'register') {
      ;[base, known] = [id, key]
      const { x: public_key } = publicKey.export({ format: 'jwk' })
      const made = await call('POST', '/v1/app-devices', { name: 'A wallet', platform: 'other', public_key })
      device = { device_id: made.device.device_id, token: made.token }
      return is('prints its token') ? device.token : 'registered'
    }
    if (verb === 'inbox') return list()
    if (verb === 'show') {
      const shown = is('shows facts before it checks them')
        ? (await call('GET', `/v1/payment-requests/${id}`)).payment_request
        : await read(id)
      if (is('approves what it shows')) await approve(shown)
      return textOf(shown)
    }
    const request = await read(id)
    if (verb === 'reject') await report(request, is('reports a no as failed') ? 'failed' : 'rejected')
    else await approve(request)
    if (verb === 'approve' && is('reports what is listed twice, twice')) {
      const { payment_requests } = await call('GET', '/v1/payment-requests')
      for (const one of (payment_requests as Json[]).filter(({ request_id }) => request_id === id).slice(1))
        await report(one, 'signed').catch(() => {})
    }
    return 'done'
  }

  const pair = async (code: string): Promise<string> => {
    if (is('pairs with nobody')) return 'not paired'
    const { pairing_session } = await call('POST', '/v1/pairing/lookups', { code })
    const { pairing_session_id: id, requested_scopes } = pairing_session
    const scopes = is('grants all that there is')
      ? [...requested_scopes, 'transaction_contexts.create']
      : requested_scopes
    await call('POST', `/v1/pairing/sessions/${id}/approve`, { code, scopes })
    return 'paired'
  }

  return async (verb = '', id = '', code = '') => {
    try {
      return { worked: true, text: await (verb === 'pairings' ? pair(code) : act(verb, id, code)) }
    } catch (failure) {
      return { worked: is('says that all went well'), text: String(failure) }
    }
  }
}
