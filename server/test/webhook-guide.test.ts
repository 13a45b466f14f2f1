/** The receiver that docs/webhooks.md gives merchants, run as it stands there, against the running service. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WEBHOOK_EVENT_TYPES, WEBHOOK_SCHEDULE_S } from '@pursestrings/contract/webhook-deliveries/webhook-events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../tools/dev/free-port.ts'
import { act, newEndpoint } from './endpoint.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { until } from './until.ts'
import type { Answering, Heard } from './webhook-receiver.ts'
import { startWorld, type World } from './world.ts'

const guide = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

/** The guide's receiver as a process; answers with how to hand it what arrived, as a proxy would. */
const startReceiver = async (secrets: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-receiver-'))
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, /^```js\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '')
  const port = await freePort()
  const env = { PATH: process.env.PATH, WEBHOOK_SECRETS: secrets, PORT: String(port) }
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    if (child.kill()) await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = ({ headers, body }: Pick<Heard, 'headers' | 'body'>) => {
    const kept = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'))
    return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: Object.fromEntries(kept), body })
  }
  await until(() =>
    ask({ headers: {}, body: '' }).then(
      () => true,
      () => false,
    ),
  )
  const hand: Answering = async (heard, response) => {
    const answer = await ask(heard)
    response.writeHead(answer.status).end(await answer.text())
  }
  return { ask, hand, output: () => output }
}

test('it answers challenges, takes events, knows both secrets of a rotation, and refuses what is bent, old or bare', async () => {
  const operator = await newOperator(world)
  let hand: Answering = (_, response) => response.writeHead(503).end()
  const { path, url } = web.webhooks.place((heard, response) => hand(heard, response))
  const { webhook_endpoint_id: id, secret } = await newEndpoint(operator, { url })
  const first = await startReceiver(secret)
  hand = first.hand
  expect((await act(operator, id, 'verify')).json.webhook_endpoint.status).toBe('active')
  await act(operator, id, 'test')
  await until(() => first.output().includes(`webhook_endpoint.test {"webhook_endpoint_id":"${id}"}`))

  const heard = web.webhooks.lastAt(path)
  const { headers, body } = heard
  const with_header = (name: string, value: string) => ({ body, headers: { ...headers, [name]: value } })
  const old = String(Number(headers['webhook-timestamp']) - 301)
  const refused = [
    { headers, body: `${body} ` },
    with_header('webhook-id', 'evt_other'),
    with_header('webhook-timestamp', old),
    with_header('webhook-timestamp', 'now'),
    with_header('webhook-signature', ''),
    with_header('webhook-signature', 'v1,'),
    with_header('webhook-signature', headers['webhook-signature']?.replace('v1,', 'v2,') ?? ''),
    { headers: {}, body },
  ]
  for (const one of refused) expect((await first.ask(one)).status).toBe(400)
  expect((await first.ask(heard)).status).toBe(204)

  const { secret: second } = (await act(operator, id, 'rotate-secret')).json
  expect((await act(operator, id, 'verify')).status).toBe(200)
  hand = (await startReceiver(`${secret} ${second}`)).hand
  expect((await act(operator, id, 'verify')).status).toBe(200)
  hand = (await startReceiver(second)).hand
  expect((await act(operator, id, 'verify')).status).toBe(200)
})

test('the guide names every type and the whole schedule', () => {
  for (const type of WEBHOOK_EVENT_TYPES) expect(guide).toContain(`| \`${type}\``)
  const spoken = (s: number) => (s === 0 ? 'at once' : s < 60 ? `${s} s` : s < 3600 ? `${s / 60} min` : `${s / 3600} h`)
  const row = guide.split('\n').find((line) => line.startsWith('| After')) as string
  expect(
    row
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.trim()),
  ).toEqual(WEBHOOK_SCHEDULE_S.map(spoken))
})
