/**
 * deploy/compose.yaml as it stands, started by podman-compose: PostgreSQL with the logins that it makes at first, NATS, migrate, api and
 * worker, each in a container, over a network of their own. A request is paid through them, and is still there when all
 * containers were made again. No registry is asked: the images are made here from Debian's packages, and stand in for those that
 * the file names. An override says that this is development, so that a practice site may be called. Storage and images are the run's own;
 * `COMPOSE_BASE` names a tar of a base that an earlier run made. Needs root, and port 8787.
 */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { until } from '../../server/test/until.ts'
import { bundled } from '../../tools/dev/bundled.ts'
import { startMailCatcher } from '../../tools/dev/mail-catcher.ts'
import { startPracticeLedger } from '../../tools/dev/practice-ledger.ts'
import { startPracticeSite } from '../../tools/dev/practice-site.ts'
import { packageServer } from '../../tools/release/package-server.ts'
import { bootstrapDebian, putNode } from './install-ground.ts'
import { report } from './report.ts'

const run = promisify(execFile)
const MINUTES = 60_000
/** Of the file. */
const URL_HERE = 'http://127.0.0.1:8787'
const [SERVICE, POSTGRES] = [10_001, 999]

const figures: Record<string, unknown> = {}
const note = (more: Readonly<Record<string, unknown>>) => {
  Object.assign(figures, more)
  report('compose', figures)
}

const folder = mkdtempSync(join(tmpdir(), 'pursestrings-compose-'))
const at = (path: string) => join(folder, path)
const write = (path: string, text: string, mode = 0o644): string => {
  writeFileSync(at(path), text, { mode })
  return at(path)
}
/** Without systemd the limits of a container and the way to its group are set by hand. */
const CONTAINERS = `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=1000:1000"]
[engine]
cgroup_manager = "cgroupfs"
runtime = "runc"
events_logger = "file"
[network]
network_backend = "netavark"
`
const env: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  CONTAINERS_CONF: at('containers.conf'),
  CONTAINERS_STORAGE_CONF: at('storage.conf'),
}
const program = async (name: string, ...words: string[]): Promise<string> =>
  (await run(name, words, { env, maxBuffer: 64_000_000 })).stdout.trim()

/** As the image of PostgreSQL does: everything as its own user, and what lies in the folder runs once, when the database is made. */
const MAKE_DATABASE = `#!/bin/sh
set -eu
bin=/usr/lib/postgresql/15/bin
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" && chown ${POSTGRES}:${POSTGRES} "$PGDATA"
  exec setpriv --reuid ${POSTGRES} --regid ${POSTGRES} --clear-groups "$0"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  "$bin/initdb" --username postgres --pwfile "$POSTGRES_PASSWORD_FILE" --auth-local trust --auth-host scram-sha-256 -D "$PGDATA"
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  "$bin/pg_ctl" -D "$PGDATA" -o "-k /tmp -c listen_addresses=''" -w start
  export PGHOST=/tmp POSTGRES_USER=postgres
  psql --username postgres --command "create database $POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  "$bin/pg_ctl" -D "$PGDATA" -m fast -w stop
fi
exec "$bin/postgres" -D "$PGDATA" -k /tmp -c listen_addresses='*'
`

const buildImages = async (): Promise<void> => {
  const base = process.env['COMPOSE_BASE'] ?? at('base.tar')
  if (process.env['COMPOSE_BASE'] === undefined) {
    const debian = at('debian')
    await bootstrapDebian(debian, ['ca-certificates', 'postgresql-15', 'nats-server'])
    putNode(debian)
    await run('tar', ['-C', debian, '-cf', base, '.'])
    rmSync(debian, { recursive: true })
  }
  await program('podman', 'import', '--quiet', base, 'localhost/base')
  await packageServer(at('dist/pursestrings-server'))
  write('make-database', MAKE_DATABASE, 0o755)
  write(
    'Dockerfile.postgres',
    `FROM localhost/base\nENV PGDATA=/var/lib/postgresql/data\nRUN usermod -u ${POSTGRES} postgres && groupmod -g ${POSTGRES} postgres\nCOPY make-database /\nENTRYPOINT ["/make-database"]\n`,
  )
  write('Dockerfile.nats', 'FROM localhost/base\nENTRYPOINT ["nats-server"]\n')
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { image: string }>
  }
  const build = (file: string, image = '') =>
    program(
      'buildah',
      'build',
      '--isolation',
      'chroot',
      '--layers=false',
      '--pull-never',
      '--build-arg',
      'BASE=localhost/base',
      '-f',
      file,
      '-t',
      `localhost/${image}`,
      folder,
    )
  await build('deploy/Dockerfile', services['api']?.image)
  await build(at('Dockerfile.postgres'), services['postgres']?.image)
  await build(at('Dockerfile.nats'), services['nats']?.image)
}

/** What the header of the file asks for: who reads a secret may, and nobody else. */
const keepSecrets = (ports: { smtp: string }): void => {
  const password = () => randomBytes(16).toString('hex')
  const key = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`
  const logins = { api: password(), api_system: password(), jobs: password(), admin: password() }
  const owner = password()
  const url = (login: string, secret: string) => `postgres://${login}:${secret}@postgres/pursestrings`
  const ofPostgres: Record<string, string> = {
    postgres_password: owner,
    ...Object.fromEntries(Object.entries(logins).map(([name, secret]) => [`login_${name}`, secret])),
  }
  const ofService: Record<string, string> = {
    database_url: url('pursestrings_api', logins.api),
    database_system_url: url('pursestrings_api_system', logins.api_system),
    database_worker_url: url('pursestrings_jobs', logins.jobs),
    database_owner_url: url('postgres', owner),
    facts_keys: key('facts-1'),
    receipt_keys: key('receipts-1'),
    webhook_secret_keys: key('seal-1'),
    log_key: randomBytes(32).toString('base64url'),
    push_keys: key('push-1'),
    smtp_url: ports.smtp,
    metrics_token: password(),
  }
  mkdirSync(at('deploy/secrets'), { mode: 0o755 })
  for (const [name, text] of Object.entries({ ...ofPostgres, ...ofService })) {
    const file = write(`deploy/secrets/${name}`, `${text}\n`, 0o640)
    if (name in ofPostgres) chownSync(file, POSTGRES, POSTGRES)
    else chownSync(file, 0, SERVICE)
  }
}

/** Practice services listen on this machine's loopback; in a container's network the same ports lead here through a socket in a folder. */
const RELAY = `const net = require('node:net')
for (const port of process.env.PORTS.split(',')) net.createServer((from) => {
  const to = net.connect(process.env.AT + '/' + port)
  from.pipe(to).pipe(from)
  for (const end of [from, to]) end.on('error', () => (from.destroy(), to.destroy()))
}).listen(Number(port), '127.0.0.1')`

const relayTo = (ports: readonly string[]) => {
  for (const port of ports) {
    const server = createServer((from) => {
      const to = connect(Number(port), '127.0.0.1')
      from.pipe(to).pipe(from)
      for (const end of [from, to]) end.on('error', () => [from, to].forEach((one) => one.destroy()))
    }).listen(at(port))
    onTestFinished(() => void server.close())
  }
  return async (container: string) => {
    const pid = await program('podman', 'inspect', '--format', '{{.State.Pid}}', container)
    const relay = spawn('nsenter', ['-t', pid, '-n', process.execPath, '-e', RELAY], {
      env: { ...env, PORTS: ports.join(), AT: folder },
      stdio: 'inherit',
    })
    onTestFinished(() => void relay.kill())
  }
}

afterAll(() => rmSync(folder, { recursive: true, force: true }), MINUTES)

test('compose.yaml starts everything, and a request is paid through it', { timeout: 30 * MINUTES }, async () => {
  write('containers.conf', CONTAINERS)
  write('storage.conf', `[storage]\ndriver = "overlay"\ngraphroot = "${at('storage')}"\nrunroot = "${at('run')}"\n`)
  await buildImages()
  const mail = await startMailCatcher({ smtp_port: 0, http_port: 0 })
  onTestFinished(() => mail.stop())
  const site = await startPracticeSite({ port: 0, folder: at('site') })
  onTestFinished(() => site.stop())
  const ledger = await startPracticeLedger(0)
  onTestFinished(() => ledger.stop())
  const where = { base_url: URL_HERE, portal_url: URL_HERE, wallet_url: URL_HERE, mail_url: mail.page_url }
  write('site-run.json', JSON.stringify(where))

  cpSync('deploy', at('deploy'), { recursive: true })
  keepSecrets({ smtp: mail.smtp_url })
  const development = {
    environment: {
      ENVIRONMENT: 'development',
      OUTBOUND_LOOPBACK: site.loopback,
      TRUSTED_CA_FILE: '/run/practice.pem',
      LEDGER_VALIDATORS: ledger.validators,
    },
    volumes: [`${site.authority_file}:/run/practice.pem:ro`],
  }
  write('override.yaml', JSON.stringify({ services: { migrate: development, api: development, worker: development } }))
  Object.assign(env, {
    BASE_URL: URL_HERE,
    DNS_SERVERS: '192.0.2.53,198.51.100.53',
    MAIL_FROM: 'Pay <no-reply@pay.example>',
    SECURITY_CONTACT: 'mailto:security@pay.example',
    LEDGER_SOURCES: ledger.sources,
  })
  const compose = (...words: string[]) =>
    program('podman-compose', '-f', at('deploy/compose.yaml'), '-f', at('override.yaml'), ...words)
  const logs = async () =>
    (await run('sh', ['-c', 'for c in $(podman ps -aq); do podman logs $c 2>&1 | tail -n 8; done'], { env })).stdout
  onTestFinished(async () => void (await compose('down', '--volumes').catch(() => {})), 2 * MINUTES)
  const began = performance.now()
  await compose('up', '--detach')
  const isReady = async () => (await fetch(`${URL_HERE}/ready`).catch(() => undefined))?.ok === true
  await until(isReady, 3 * MINUTES).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${await logs()}`)
  })
  note({ ready_s: Math.round((performance.now() - began) / 1000) })
  const containerOf = async (service: string) =>
    program('podman', 'ps', '--quiet', '--filter', `label=com.docker.compose.service=${service}`)
  const ports = [mail.smtp_url, ledger.url, `tcp://${site.loopback}`].map((url) => /(\d+)\/?$/.exec(url)?.[1] ?? '')
  const relay = relayTo(ports)
  for (const service of ['api', 'worker']) await relay(await containerOf(service))
  const cli = await bundled('packages/cli')
  const pursestrings = async (...words: string[]): Promise<string> => {
    const settings = { ...env, HOME: at('home'), PURSESTRINGS_BASE_URL: URL_HERE, DEV_SITE_DIR: site.folder }
    return (await run(process.execPath, [cli, ...words], { env: settings })).stdout
  }
  mkdirSync(at('home'))
  expect(await pursestrings('demo')).toMatch(/payment .*1 XLM paid: ledger \d+ has it/)
  for (const port of [18_787, 18_700]) expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
  note({ payments: 1 })
  // What the service keeps outlives its containers: they are made again, and the payment is still there.
  await compose('down')
  await compose('up', '--detach')
  await until(isReady, 3 * MINUTES)
  expect(await pursestrings('requests', 'list', '--json')).toContain('paid')
  note({ kept: true })
})
