/** A wallet's device, and the two ways in which an agent gets connected to it (4.2, 4.3, 5). */
import { bearing, type Call, isDone, isRefused, type Json, needed, saidOf } from '../call.ts'
import type { Run } from '../place.ts'
import { type Agent, SCOPES } from './agent.ts'

export interface Wallet {
  readonly device: Readonly<{ device_id: string; token: string }>
  /** With the device's fields in the body, or in the query of a GET. */
  call(method: string, path: string, body?: object): ReturnType<Call>
}

export interface Connection {
  readonly connection_id: string
  /** With the connection token. */
  readonly call: Call
}

export const registerWallet = async ({ call }: Run): Promise<Wallet> => {
  const made = needed(await call('POST', '/v1/app-devices', { body: { name: "Ada's phone", platform: 'ios' } }))
  const device = { device_id: made.device.device_id as string, token: made.token as string }
  return {
    device,
    call: (method, path, body = {}) =>
      method === 'GET' ? call(method, path, { query: device }) : call(method, path, { body: { ...device, ...body } }),
  }
}

/** Connect Key, claim, approval, exchange. */
export const connect = async (run: Run, agent: Agent, wallet: Wallet, scopes = SCOPES): Promise<Connection> => {
  const { call, book } = run
  const { connect_key } = needed(await wallet.call('POST', '/v1/connect-keys'))
  const claim = (caller: Call) =>
    caller('POST', '/v1/connect-invitations/claim', { body: { connect_key: connect_key.key, scopes } })
  const stranger = await claim(bearing(call, 'svc_agent_of_nobody'))
  book.judge(
    ['5 agent', '5.5'],
    'a claim with a token that opens nothing is 401',
    stranger.status === 401,
    saidOf(stranger),
  )
  const claimed = await claim(agent.call)
  const { connect_invitation: invitation, claim_token } = claimed.json
  book.judge(
    ['2.3 claim input', '2.3 claim', '4.2 POST /v1/connect-invitations/claim', '1.3 claim', '5 agent'],
    'key and scopes give an invitation and a claim token',
    typeof invitation?.connect_invitation_id === 'string' && typeof claim_token === 'string',
    saidOf(claimed),
  )
  needed(claimed)
  const again = await claim(agent.call)
  book.judge('5.4', 'a Connect Key works once', isRefused(again), saidOf(again))
  const claimant = bearing(call, claim_token)
  const path = `/v1/connect-invitations/${invitation.connect_invitation_id}`
  const seen = [await claimant('GET', path), await wallet.call('GET', path)]
  book.judge(
    ['4.2 GET /v1/connect-invitations/{id}', '5 claimant'],
    'claimant and wallet see the invitation',
    seen.every((one) => one.json.connect_invitation?.connect_invitation_id === invitation.connect_invitation_id),
    seen.map(saidOf),
  )
  const early = await claimant('POST', `${path}/exchange`)
  book.judge(
    ['3 invitation', '5.4 exchange', '1.3 approval'],
    'an exchange before the approval is refused',
    isRefused(early),
    saidOf(early),
  )
  const self = await claimant('POST', `${path}/approve`, { body: { scopes } })
  book.judge('5.4 no approval', 'a claim token approves nothing', isRefused(self), saidOf(self))
  needed(await wallet.call('POST', `${path}/approve`, { scopes }))
  const exchanged = await claimant('POST', `${path}/exchange`)
  const { connection, connection_token } = exchanged.json
  book.judge(
    ['4.2 POST /v1/connect-invitations/{id}/exchange', '1.3 approval', '5.4 exchange'],
    'after the approval it gives a connection token',
    typeof connection_token === 'string',
    saidOf(exchanged),
  )
  needed(exchanged)
  const second = await claimant('POST', `${path}/exchange`)
  book.judge('5.4', 'a claim token exchanges once', isRefused(second), saidOf(second))
  const beyond = await claimant('GET', '/v1/payment-requests/events', { query: { since: '0' } })
  book.judge('5 claimant', 'a claim token opens nothing else', isRefused(beyond), saidOf(beyond))
  return { connection_id: connection.connection_id, call: bearing(call, connection_token) }
}

/** Another connection, by a code that the user types; it ends here. */
export const judgePairing = async ({ call, book }: Run, agent: Agent, wallet: Wallet): Promise<void> => {
  const start = async (): Promise<Json> => {
    const started = await agent.call('POST', '/v1/pairing/sessions', { body: { scopes: SCOPES } })
    const { code, pairing_uri } = started.json
    book.judge(
      ['2.3 pairing', '4.3 POST /v1/pairing/sessions'],
      'a short code and a svc://pair? address',
      typeof code === 'string' && code.length <= 16 && String(pairing_uri).startsWith('svc://pair?'),
      saidOf(started),
    )
    needed(started)
    return started.json
  }
  const { pairing_session, code } = await start()
  const path = `/v1/pairing/sessions/${pairing_session.pairing_session_id}`
  const seen = await agent.call('GET', path, { query: { code } })
  book.judge(
    '4.3 GET /v1/pairing/sessions/{id}',
    'the agent sees that it is pending',
    seen.json.pairing_session?.status === 'pending',
    saidOf(seen),
  )
  const self = await agent.call('POST', `${path}/approve`, { body: { code, scopes: SCOPES } })
  book.judge('5.4 no approval', 'an agent approves no pairing', isRefused(self), saidOf(self))
  const approved = await wallet.call('POST', `${path}/approve`, { code, scopes: SCOPES })
  const { connection, connection_token } = approved.json
  book.judge(
    '4.3 POST /v1/pairing/sessions/{id}/approve',
    'the wallet gets the connection token',
    typeof connection_token === 'string',
    saidOf(approved),
  )
  needed(approved)
  const rejected = await start()
  const other = `/v1/pairing/sessions/${rejected.pairing_session.pairing_session_id}`
  const no = await wallet.call('POST', `${other}/reject`, { code: rejected.code })
  const after = await agent.call('GET', other, { query: { code: rejected.code } })
  book.judge(
    '4.3 POST /v1/pairing/sessions/{id}/reject',
    'a rejected pairing reads as rejected',
    isDone(no) && after.json.pairing_session?.status === 'rejected',
    [saidOf(no), saidOf(after)],
  )
  await judgeConnection({ call, book }, wallet, connection.connection_id, connection_token)
}

const judgeConnection = async (
  { call, book }: Pick<Run, 'call' | 'book'>,
  wallet: Wallet,
  id: string,
  token: string,
) => {
  const path = `/v1/connections/${id}`
  const create = (by: string) =>
    bearing(call, by)('POST', '/v1/transaction-contexts', { body: { title: 'Order', summary: 'Two books' } })
  const listed = await wallet.call('GET', '/v1/connections')
  const ids = (listed.json.connections ?? []).map((one: Json) => one.connection_id)
  book.judge(
    ['4.3 GET /v1/connections', '5 wallet', '4.4 device'],
    'the device sees its connection',
    ids.includes(id),
    ids,
  )
  const nobody = await call('GET', '/v1/connections', { query: { ...wallet.device, token: 'svc_device_of_nobody' } })
  book.judge('5 wallet', 'a wrong device token is 401', nobody.status === 401, saidOf(nobody))
  const paused = await wallet.call('PATCH', path, { status: 'paused' })
  const [while_paused] = [await create(token)]
  const resumed = await wallet.call('PATCH', path, { status: 'active' })
  const while_active = await create(token)
  book.judge(
    ['4.3 PATCH /v1/connections/{id}', '3 connection'],
    'a paused one creates nothing, a re-activated one does',
    isDone(paused) && isRefused(while_paused) && isDone(resumed) && isDone(while_active),
    [paused, while_paused, resumed, while_active].map(saidOf),
  )
  const rotated = await wallet.call('POST', `${path}/rotate-token`)
  const next: unknown = rotated.json.connection_token
  const [by_old, by_new] = [await create(token), await create(String(next))]
  book.judge(
    '4.3 POST /v1/connections/{id}/rotate-token',
    'the new token works and the old one does not',
    isRefused(by_old) && isDone(by_new),
    [by_old, by_new].map(saidOf),
  )
  const revoked = await wallet.call('DELETE', path)
  const late = await create(String(next))
  book.judge(
    ['4.3 DELETE /v1/connections/{id}', '3 connection'],
    'a revoked one opens nothing',
    isDone(revoked) && isRefused(late),
    [revoked, late].map(saidOf),
  )
}
