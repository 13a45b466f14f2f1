/**
 * The calls of docs/specification.md, run by a shell as they stand there: only what is an example, such as an id, gives way to
 * what the calls before have answered.
 */
import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf, type Json, needed } from '../src/call.ts'
import { type KitPlace, startKitPlace } from './place.ts'

const PAGE = new URL('../../../docs/specification.md', import.meta.url)
const METRICS_TOKEN = 'metrics-token-of-the-test'
/** What the times in the examples are around. */
const EXAMPLE_NOW = Date.parse('2026-11-15T09:30:00.000Z')
const later = Date.now() - EXAMPLE_NOW

let place: KitPlace
let folder: string
/** By the name of the operation. */
let calls: ReadonlyMap<string, string>
beforeAll(async () => {
  place = await startKitPlace({ METRICS_TOKEN })
  folder = await mkdtemp(join(tmpdir(), 'specification-calls-'))
  const text = await readFile(PAGE, 'utf8')
  const shown = new Map(
    [...text.matchAll(/^### (.+)$[\s\S]*?^```bash\n([\s\S]*?)^```$/gm)].map(([, title = '', call = '']) => [
      title,
      call,
    ]),
  )
  // The table has each with its name.
  const rows = [...text.matchAll(/^\| [\d.]+ \| \[(.+?)\]\(\S+\) \| `([\w.]+)` \|/gm)]
  calls = new Map(rows.map(([, title = '', id = '']) => [id, shown.get(title) ?? '']))
})
afterAll(async () => {
  await place.stop()
  await rm(folder, { recursive: true })
})

/** The newest text under each name in an answer, and the newest id of each kind. */
const answered = new Map<string, string>()
const keep = (value: Json, name = ''): void => {
  if (typeof value === 'string') {
    answered.set(name, value)
    const [, kind] = /^([a-z]{2,3})_\w{20,}$/.exec(value) ?? []
    if (kind) answered.set(`${kind}_`, value)
  } else if (value !== null && typeof value === 'object') {
    for (const [at, one] of Object.entries<Json>(value)) keep(one, at)
  }
}
const own = (name: string): string => answered.get(name) ?? `nothing answered ${name} yet`

const filled = (call: string): string =>
  call
    .replaceAll('https://shop.example/webhooks', own('url'))
    .replaceAll('shop.example', place.host)
    .replaceAll('svc_link_…', own('link'))
    .replaceAll('svc_grant_…', own('grant'))
    .replaceAll('0Z77-G2M9-QXC0-4TNK-V8E9', own('key'))
    .replaceAll('WDJB-MJHT', own('code'))
    .replaceAll('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', own('public_key'))
    .replaceAll(/svc\.credential_proof\.v1:A+/g, own('challenge'))
    .replaceAll(/"signature":"A+"/g, `"signature":"${own('signature')}"`)
    .replaceAll(/eyJ[\w.-]+/g, own('assertion'))
    .replaceAll(/\b0{64}\b/g, own('digest'))
    .replaceAll(/\b([a-z]{2,3}_)01k0\w+/g, (_, kind: string) => own(kind))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => new Date(Date.parse(time) + later).toISOString())

const ran = new Set<string>()

/** Runs the call of an operation, which has to work, and keeps what it answers. */
const run = async (id: string, change = (call: string) => call): Promise<Json> => {
  const call = calls.get(id) ?? ''
  const tokens = ['AGENT_TOKEN', 'CLAIM_TOKEN', 'CONNECTION_TOKEN', 'DEVICE_ID', 'DEVICE_TOKEN', 'API_KEY']
  const { stdout } = await promisify(execFile)(
    'bash',
    // Bash takes the pipe for a network connection, and would read what its user has set up for those.
    ['--norc', '-c', `curl() { command curl -sS --noproxy '*' -w '\\n%{http_code}' "$@"; }\n${change(filled(call))}`],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        BASE: place.base_url,
        CSRF: own('csrf_token'),
        METRICS_TOKEN,
        ...Object.fromEntries(tokens.map((name) => [name, own(name.toLowerCase())])),
      },
    },
  )
  const end = stdout.lastIndexOf('\n')
  const [text, status] = [stdout.slice(0, end), Number(stdout.slice(end))]
  expect(`${id} ${status} ${text}`).toMatch(/^\S+ 20[0124] /)
  ran.add(id)
  const json: Json = text.startsWith('{') ? JSON.parse(text) : {}
  keep(json)
  return json
}

/** What the specification leaves to a reader, between its own calls. */
const beside = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Json> => {
  const json = needed(await callerOf(place.base_url, [])('POST', path, { body, headers }))
  keep(json)
  return json
}

test('every call of the page works', async () => {
  const link = await place.linkFor('operator@merchant.example', () => run('merchant_accounts.register'))
  answered.set('link', link.split('#token=')[1] ?? '')
  for (const id of ['merchant_accounts.verify_email', 'merchants.create', 'merchant_sessions.open']) await run(id)
  await run('merchant_domains.register')
  // This test's host has files and no name server.
  const { challenge } = await run('merchant_domains.register', (call) => call.replace('"dns"', '"https"'))
  await place.publishChallenge(challenge.value)
  await run('merchant_domains.verify')
  const { recipient_version } = await run('recipients.create')
  const { network, asset, address } = recipient_version
  await place.listPayee({ network, asset, address })
  const { evidence } = await run('recipients.verify')
  answered.set('digest', evidence.evidence_digest)
  await run('recipients.activate_version')

  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url')
  answered.set('public_key', publicKey.export({ format: 'jwk' }).x ?? '')
  const { agent } = await run('agents.create')
  const { credential, proof_challenge } = await run('agent_credentials.register')
  answered.set('signature', signed(proof_challenge.challenge))
  await run('agent_credentials.activate')
  await run('agents.update')
  const [now_s, part] = [
    Math.floor(Date.now() / 1000),
    (one: object) => Buffer.from(JSON.stringify(one)).toString('base64url'),
  ]
  const claims = { iss: agent.agent_id, sub: agent.agent_id, aud: place.audience, iat: now_s, exp: now_s + 60 }
  const unsigned = `${part({ alg: 'EdDSA', typ: 'svc-agent-assertion+jwt', kid: credential.kid })}.${part({ ...claims, jti: randomUUID() })}`
  answered.set('assertion', `${unsigned}.${signed(unsigned)}`)
  await run('agent_auth.token')

  answered.set('url', await place.receive((body) => ({ challenge: JSON.parse(body).data.challenge })))
  for (const id of ['webhook_endpoints.create', 'webhook_endpoints.verify', 'webhook_deliveries.list']) await run(id)

  const { device, token } = await beside('/v1/app-devices', { name: "Ada's phone", platform: 'ios' })
  answered.set('device_token', token)
  const wallet = { device_id: device.device_id, token }
  const { connect_key } = await beside('/v1/connect-keys', wallet)
  answered.set('key', connect_key.key)
  await run('connect_invitations.claim')
  await run('connect_invitations.read')
  await beside(`/v1/connect-invitations/${own('cki_')}/approve`, { ...wallet, scopes: agent.allowed_scopes })
  await run('connect_invitations.exchange')
  for (const id of ['create', 'read']) await run(`transaction_contexts.${id}`)
  for (const id of ['create', 'read', 'report_status']) await run(`payment_requests.${id}`)
  expect((await run('events.list')).events.map(({ status }: Json) => status)).toEqual(['pending', 'signed'])

  const cookies = await readFile(join(folder, 'cookies'), 'utf8')
  const [name, value] = /^#HttpOnly_.*\t(\S*session\S*)\t(\S+)$/m.exec(cookies)?.slice(1) ?? []
  const session = { cookie: `${name}=${value}`, 'x-csrf-token': own('csrf_token') }
  const { project } = await beside('/v1/projects', { name: 'Groceries' }, session)
  const { secret } = await beside(`/v1/projects/${project.project_id}/api-keys`, { name: 'Server' }, session)
  answered.set('api_key', secret)
  for (const id of ['create', 'list', 'read', 'update']) await run(`automation_policies.${id}`)
  answered.set('digest', own('policy_digest'))
  await run('automation_policies.opt_in')
  for (const id of ['create', 'read']) await run(`agent_payments.${id}`)
  await run('automation_policies.withdraw')

  for (const id of ['start', 'read', 'reject', 'start', 'approve']) await run(`pairing.${id}`)
  for (const id of ['list', 'rotate_token', 'update', 'revoke']) await run(`connections.${id}`)
  for (const id of ['read', 'metrics']) await run(`health.${id}`)
  expect([ran.size, [...ran].toSorted()]).toEqual([44, [...calls.keys()].toSorted()])
})
