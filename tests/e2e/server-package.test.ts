/**
 * The published package as an operator has it: the tarball and Node, nothing of this tree. Installed into an empty folder, it
 * checks its settings, migrates, serves in production with logins of its own, and stops.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startCollectorDouble } from '../../server/test/otlp-collector-double.ts'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { startMailCatcher } from '../../tools/dev/mail-catcher.ts'
import { packageServer, packServer } from '../../tools/release/package-server.ts'
import { scratchFolder } from './document-walk.ts'
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.ts'

const run = promisify(execFile)
const key = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`

let folder: Awaited<ReturnType<typeof scratchFolder>>
let database: ScratchDatabase
let tarball: string
let program: string
beforeAll(async () => {
  folder = await scratchFolder()
  database = await createScratchDatabase()
  tarball = packServer(await packageServer(join(folder.path, 'made')), folder.path)
  const home = join(folder.path, 'installed')
  await mkdir(home)
  await writeFile(join(home, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: home })
  program = join(home, 'node_modules/.bin/pursestrings-server')
})
afterAll(async () => {
  await database?.drop()
  await folder?.[Symbol.asyncDispose]()
})

/** No setting of the machine that runs the tests reaches it. */
const call = (words: readonly string[], env: Readonly<Record<string, string>>) =>
  run(program, [...words], {
    cwd: folder.path,
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, ...env },
  })

const digest = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

test('the same sources give the same tarball, with a list of all that is in it', async () => {
  const first = await digest(tarball)
  const again = packServer(await packageServer(join(folder.path, 'made')), join(folder.path, 'again'))
  expect(await digest(again)).toBe(first)
  const sbom = JSON.parse(await readFile(join(folder.path, 'made/sbom.cdx.json'), 'utf8')) as {
    components: { name: string; hashes: object[] }[]
  }
  expect(sbom.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pg', 'typebox']))
  expect(sbom.components.filter(({ hashes }) => hashes.length === 0)).toEqual([])
  const notices = await readFile(join(folder.path, 'made/THIRD-PARTY-NOTICES'), 'utf8')
  for (const { name } of sbom.components) expect(notices).toContain(`${name} `)
})

test('a command that is not known, and settings that do not fit, are told with what to do', async () => {
  const env = { DATABSE_URL: 'postgres://db.example/pursestrings', PORT: 'many' }
  await expect(call(['serve'], env)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('all   ') })
  const { stdout } = await call(['config', 'check'], env).catch((error: { stdout: string }) => error)
  expect(stdout).toContain('DATABSE_URL is not a setting. Did you mean DATABASE_URL?')
  expect(stdout).toContain('PORT must be integer')
  await expect(call(['--help'], {})).resolves.toMatchObject({ stdout: expect.stringContaining('config check') })
})

test('installed alone, it is checked, migrated, served in production from secret files, probed and stopped', async () => {
  await call(['migrate'], { ENVIRONMENT: 'development', DATABASE_URL: database.url })
  const mail = await startMailCatcher({ smtp_port: 0, http_port: 0 })
  const secrets = { ...(await database.createLogins()), FACTS_KEYS: key('facts-1'), WEBHOOK_SECRET_KEYS: key('seal-1') }
  const collector = await startCollectorDouble()
  onTestFinished(() => collector.stop())
  const port = await freePort()
  const env: Record<string, string> = {
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DNS_SERVERS: '192.0.2.53,198.51.100.53',
    SMTP_URL: mail.smtp_url,
    MAIL_FROM: 'Pay <no-reply@pay.example>',
    TRACE_URL: collector.url,
    TRACE_RATIO: '1',
  }
  for (const [name, text] of Object.entries(secrets)) {
    const file = join(folder.path, name)
    await writeFile(file, `${text}\n`, { mode: 0o600 })
    env[`${name}_FILE`] = file
  }
  await chmod(join(folder.path, 'FACTS_KEYS'), 0o644)

  const { stdout } = await call(['config', 'check'], env).catch((error: { stdout: string }) => error)
  expect(stdout).toContain('ok     DATABASE_WORKER_URL')
  expect(stdout).toContain('ok     SMTP_URL')
  // Nobody answers at an address that is for documents only.
  expect(stdout).toContain('failed DNS_SERVERS 192.0.2.53')
  expect(stdout).toMatch(/FACTS_KEYS_FILE: .* has mode 644; 640 or less is enough/)
  for (const text of Object.values(secrets)) expect(stdout).not.toContain(text)

  await expect(call(['probe', `http://127.0.0.1:${port}`], {})).rejects.toMatchObject({ code: 1 })
  const served = serve(env)
  onTestFinished(() => void served.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await until(
    () =>
      fetch(`${url}/ready`).then(
        (answer) => answer.ok,
        () => false,
      ),
    60_000,
  )
  for (const [words, settings] of [
    [['probe', url], {}],
    [['probe'], env],
  ] as const)
    await expect(call(words, settings)).resolves.toMatchObject({ stdout: expect.stringContaining('"ready"') })
  for (const [path, type] of [
    ['/docs', 'text/html'],
    ['/sign-in', 'text/html'],
    ['/.well-known/jwks.json', 'application/'],
  ] as const) {
    const answer = await fetch(url + path, { headers: { accept: 'text/html' } })
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      expect.stringContaining(type),
    ])
  }
  const asked = await fetch(`${url}/v1/merchant-accounts/registrations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@shop.example' }),
  })
  expect(asked.status).toBe(202)
  await until(async () => (await (await fetch(mail.page_url)).text()).includes('owner@shop.example'), 60_000)
  expect(await stop(served)).toBe(0)
  expect(collector.spans.map(({ name }) => name)).toContain('merchant_accounts.register')
  await mail.stop()
})

const serve = (env: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, [program, 'all'], { cwd: folder.path, env, stdio: 'ignore' })

const stop = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
