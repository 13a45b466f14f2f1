import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpsClient, type HttpsClient } from '../../server/src/outside/https-client.ts'
import { createPracticeAuthority } from './practice-authority.ts'
import { type PracticeSite, startPracticeSite } from './practice-site.ts'

const OTHER = createPracticeAuthority().root
let home: string
let site: PracticeSite

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'countersign-site-test-'))
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
const ask = async (path: string, method = 'GET') => {
  const ca = await readFile(site.authority_file, 'utf8')
  const { port } = new URL(site.url)
  const asked = request({ host: '127.0.0.1', port, servername: 'shop.localhost', path, method, ca, agent: false })
  asked.end()
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
