import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpsClient, type HttpsClient } from '../../server/src/platform/egress/https-client.ts'
import { createPracticeAuthority, type PracticeSite, startPracticeSite } from './practice-site.ts'

const OTHER = createPracticeAuthority().root
let home: string
let site: PracticeSite

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pursestrings-site-test-'))
  site = await startPracticeSite({ port: 0, folder: join(home, 'site'), trusted: OTHER })
  await writeFile(join(site.folder, '.well-known', 'svc-challenge.txt'), 'hello\n')
  await writeFile(join(site.folder, '.well-known', 'svc-recipients.json'), '{"recipients":[]}')
  await writeFile(join(home, 'secret.txt'), 'secret')
  await symlink(join(home, 'secret.txt'), join(site.folder, 'link.txt'))
})
afterAll(async () => {
  await site.stop()
  await rm(home, { recursive: true, force: true })
})

/** As it stands, without a client that would tidy the path up first. */
const ask = async (path: string, method = 'GET', body = '') => {
  const ca = await readFile(site.authority_file, 'utf8')
  const { port } = new URL(site.url)
  const headers = { 'webhook-id': 'msg_1' }
  const asked = request({
    host: '127.0.0.1',
    port,
    servername: 'shop.localhost',
    path,
    method,
    ca,
    headers,
    agent: false,
  })
  asked.end(body)
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (!response) throw new Error('no response')
  return { status: response.statusCode, type: response.headers['content-type'], body: await text(response) }
}

const client = (trusted_cas: string[]): HttpsClient =>
  createHttpsClient({
    timeout_ms: 5_000,
    max_bytes: 1_000,
    dns_servers: [],
    trusted_cas,
    allow_loopback_for_tests: [site.loopback],
  })

test('the service reads its files as https://shop.localhost, through the authority of this run', async () => {
  const url = 'https://shop.localhost/.well-known/svc-challenge.txt'
  const trusting = client([await readFile(site.authority_file, 'utf8')])
  const { status, body } = await trusting.request({ url })
  expect([status, new TextDecoder().decode(body)]).toEqual([200, 'hello\n'])
  await expect(client([]).request({ url })).rejects.toThrow(/certificate/)
  await expect(client([createPracticeAuthority().root]).request({ url })).rejects.toThrow(/certificate/)
})

test('what was to be trusted already stays trusted', async () => {
  expect(await readFile(site.authority_file, 'utf8')).toContain(OTHER)
})

test('files have their type, and a missing one is absent', async () => {
  expect(await ask('/.well-known/svc-recipients.json')).toMatchObject({ status: 200, type: 'application/json' })
  expect(await ask('/.well-known/svc-challenge.txt', 'HEAD')).toMatchObject({ status: 200, body: '' })
  expect(await ask('/.well-known/stellar.toml')).toMatchObject({ status: 404 })
  expect(await ask('/.well-known/svc-challenge.txt', 'POST')).toMatchObject({ status: 405 })
})

test('what is posted goes to the port that its folder names, as long as it names one', async () => {
  const server = createServer((incoming, response) => {
    response.writeHead(202, { 'content-type': 'text/x-heard' })
    const { method, url, headers } = incoming
    void text(incoming).then((body) => response.end([method, url, headers['webhook-id'], body].join(' ')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const marker = join(site.folder, '.posts-go-to')
  await writeFile(marker, String((server.address() as AddressInfo).port))
  const heard = await ask('/hooks/1?x=1', 'POST', '{"type":"test"}')
  expect(heard).toEqual({ status: 202, type: 'text/x-heard', body: 'POST /hooks/1?x=1 msg_1 {"type":"test"}' })
  for (const port of ['', '0', '99999', 'localhost:80']) {
    await writeFile(marker, port)
    expect(await ask('/hooks/1', 'POST')).toMatchObject({ status: 405 })
  }
  server.close()
})

test.each([
  '/',
  '/.well-known',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/.well-known/..%2f..%2fsecret.txt',
  '/..%5csecret.txt',
  '/link.txt',
  '/%00',
  '/%',
  '//evil.example/secret.txt',
  '/../site-authority.pem',
])('nothing outside its folder is served: %s', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404 })
})
