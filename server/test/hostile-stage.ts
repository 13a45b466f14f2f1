/**
 * Somebody who may call every operation: one credential of each kind that opens the same records, and those records by the
 * names that fields give their ids. Built by doing.
 */
import type { CredentialKind } from '@pursestrings/contract/operation'
import { agentTokenOf } from './agent.ts'
import { activePayee, askingOver } from './asking.ts'
import { newAutomation } from './automation.ts'
import { bearing, newConnection, startPairing } from './connection.ts'
import { activeEndpoint } from './deliveries.ts'
import type { MerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { LIST_FILE, newStellarAddress } from './payee.ts'
import { newApiKey, newMerchantKey } from './project.ts'
import type { World } from './world.ts'

export interface Stage {
  readonly headers: Readonly<Record<CredentialKind, Readonly<Record<string, string>>>>
  readonly ids: Readonly<Record<string, string>>
}

export const stageIn = async (world: World, web: MerchantWeb, metrics_token: string): Promise<Stage> => {
  const operator = await newOperator(world)
  const payee = await activePayee(web, operator)
  const connection = await newConnection(world, { operator })
  const { agent, device, connection_id, connect_invitation_id, call } = connection
  const { request_id } = await askingOver(connection, payee).asked()
  const agent_token = await agentTokenOf(world, agent)
  const { pairing_session_id } = await startPairing(bearing(world, agent_token))
  const context = (await call('POST', '/v1/transaction-contexts', { body: { title: 'Order' } })).json
  const listed = { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress() }
  web.files.set(`quay.test${LIST_FILE}`, JSON.stringify({ recipients: [listed] }))
  await call('POST', '/v1/payees/resolve', { body: { domain: 'quay.test', ...listed } })
  const { webhook_endpoint_id } = await activeEndpoint(operator)
  const tested = await operator.call('POST', `/v1/webhook-endpoints/${webhook_endpoint_id}/test`)
  const automation = await newAutomation(world, web, { connection, payee })
  const { id: policy_id } = await automation.consented()
  const { id: agent_payment_id } = await automation.intended()
  await automation.intend({ amount: '1000' })
  const attempts = await automation.asProject('GET', '/v1/agent-payments?status=refused')
  const { api_key_id } = await newApiKey(operator, automation.project_id)
  const { secret: merchant_key } = await newMerchantKey(operator)
  const { merchant_key_id } = await newMerchantKey(operator)
  const { audit_events } = (await operator.call('GET', '/v1/audit-events?limit=1')).json
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  return {
    headers: {
      none: {},
      merchant_session: { cookie: operator.cookie, 'x-csrf-token': operator.csrf },
      merchant_key: bearer(merchant_key),
      agent_token: bearer(agent_token),
      connection_token: bearer(connection.connection_token),
      claim_token: bearer(connection.claim_token),
      device_token: bearer(device.token),
      api_key: automation.api_key,
      metrics_token: bearer(metrics_token),
    },
    ids: {
      merchant_id: operator.merchant_id,
      audit_event_id: audit_events[0].audit_event_id,
      domain_id: payee.domain_id,
      source_id: payee.domain_id,
      recipient_id: payee.recipient_id,
      recipient_version_id: payee.recipient_version_id,
      request_id,
      agent_id: agent.agent_id,
      credential_id: agent.credential_id,
      device_id: device.device_id,
      connect_invitation_id,
      pairing_session_id,
      connection_id,
      transaction_id: context.transaction_context.transaction_id,
      project_id: automation.project_id,
      api_key_id,
      merchant_key_id,
      policy_id,
      agent_payment_id,
      refused_attempt_id: attempts.json.data.refused_attempts[0].id,
      webhook_endpoint_id,
      webhook_delivery_id: tested.json.webhook_delivery_id,
    },
  }
}

/**
 * What somebody might send in place of anything: texts that hide or break, times that are none, numbers without end, JSON
 * in the wrong shape. Bodies carry each as it is written in JSON, since some (`1e999`, a lone surrogate, a key twice) are no
 * JavaScript value; paths and queries carry it percent-encoded.
 */
export interface Hostile {
  /** As it stands in a body. */
  readonly json: string
  /** As it stands in a path or a query, already encoded; absent where no address can say it. */
  readonly url?: string
}

const encoded = (text: string): string | undefined =>
  text.isWellFormed() && text.length <= 2_000 ? encodeURIComponent(text) : undefined

const text = (value: string): Hostile => {
  const url = encoded(value)
  return { json: JSON.stringify(value), ...(url !== undefined && { url }) }
}
const json = (written: string): Hostile => {
  const url = encoded(written)
  return { json: written, ...(url !== undefined && { url }) }
}
/** An address that JSON has no counterpart for. */
const url = (written: string): Hostile => ({ json: JSON.stringify(written), url: written })

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`

const TEXTS = [
  '',
  ' ',
  '\t',
  '\n',
  'a ',
  ' a',
  '\u0000',
  'a\u0000b',
  '\\u0000',
  '\u0001\u001f\u007f',
  '\u0085\u009f',
  '\u202eevil\u202c',
  '\u2066a\u2069',
  '\u200b',
  'a\u200db\u200c',
  '\ufeffbom',
  '\u2028\u2029',
  '\ud800',
  'a\udc00b',
  '\udbff\udbff',
  '\uffff\ufffe',
  '\u{10ffff}',
  '\ue000',
  '\u3164\u2800',
  'ﷺ'.repeat(20),
  'ﷺ'.repeat(5_000),
  `e${'\u0301'.repeat(100)}`,
  'z\u0351\u036b\u0343\u036a'.repeat(300),
  '👨‍👩‍👧‍👦☕\ufe0f🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'ｍａｉｎｎｅｔ ＰＵＢＬＩＣ',
  'İıſẞﬃ',
  "'; drop table merchants; --",
  "' or '1'='1",
  '" or ""="',
  '$1 $$ %s %n \\x00',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '../../../etc/passwd',
  '..',
  '.',
  '/',
  'a/b/../c',
  '\\\\server\\share',
  'C:\\con',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://user:pw@127.0.0.1:0/#x',
  'http://[::1]/',
  `https://${'a'.repeat(70)}.example/`,
  'xn--a',
  '＠＠＠',
  'a@b',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  '1e999',
  '-0',
  '0x10',
  '1_000',
  '１２３',
  '٣',
  '0.00000000000000000000000000000000000001',
  '9'.repeat(79),
  '1'.repeat(400),
  'x'.repeat(161),
  'x'.repeat(10_000),
  'x'.repeat(60_000),
  'mer_00000000000000000000000000',
  'rcp_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  'pr_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  'con_01K0000000E008000000000000',
  '00000000-0000-0000-0000-000000000000',
  'svc_conn_0000000000000000000000000000000000000000000000000',
  '2026-12-31T23:59:60Z',
  '2026-12-31T23:59:60.999+00:00',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '9998-12-31T23:59:59-23:59',
  '1970-01-01T00:00:00+23:59',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '2026-11-15T24:00:00Z',
  '2026-11-15T09:30:00Z[Europe/Zurich]',
  '2026-11-15T09:30:00.123456789123456789Z',
  'infinity',
  'now',
]

const WRITTEN = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e21',
  '1e308',
  '1e999',
  '-1e999',
  '1e-999',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(400),
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '["a","a"]',
  `[${Array.from({ length: 300 }, (_, i) => i).join(',')}]`,
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":null}',
  '{"\\u0000":"\\u0000"}',
  '{"\\ud800":"\\udfff"}',
  '{"to":"GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H"}',
  '{"a":1e999}',
  '{"length":1e9,"0":"x"}',
  `{${Array.from({ length: 200 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
  `{"${'ﷺ'.repeat(3_000)}":"${'ﷺ'.repeat(3_000)}"}`,
  nested('[', ']', 20),
  nested('{"a":', '}', 28),
  nested('[', ']', 5_000),
  nested('{"a":', '}', 5_000),
  nested('[{"a":', '}]', 7_900),
  '"',
  '{',
  'NaN',
  "'x'",
  '"\\x00"',
  '"\u0000"',
]

const ADDRESSES = [
  '%',
  '%zz',
  '%00',
  '%ff%fe',
  '%c0%80',
  '%ed%a0%80',
  '%e2%80%ae',
  '%2e%2e',
  '%2e',
  '%2f%2f',
  '%0d%0aX-A:%20b',
  '+',
  '%u0000',
]

export const HOSTILE: readonly Hostile[] = [...TEXTS.map(text), ...WRITTEN.map(json), ...ADDRESSES.map(url)]

/** What HTTP lets a header say: one byte a character. */
export const HOSTILE_HEADERS: readonly string[] = [
  '',
  ' ',
  '\t',
  '""',
  '"',
  '"\\"',
  'é\u0085\u009f',
  'a,b',
  'x'.repeat(257),
  'x'.repeat(4_000),
  '-1',
  '1e3',
  '99999999999999999999',
  '../..',
  "'; drop table x; --",
  '\u00ff\u00fe',
]
