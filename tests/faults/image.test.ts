/**
 * The container image of deploy/Dockerfile, built twice by buildah on a minimal Debian with Node, and run by podman as
 * deploy/compose.yaml runs it: read-only, not root, without capabilities, with little memory. It migrates and serves in production
 * with logins of its own, and ends by itself. Storage and images are the run's own. `IMAGE_BASE` names a tar of another base,
 * with Node in it, which saves making one. Needs root.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { packageServer } from '../../tools/release/package-server.ts'
import { createScratchDatabase } from '../e2e/scratch-database.ts'
import { bootstrapDebian, putNode } from './install-ground.ts'
import { report } from './report.ts'

const run = promisify(execFile)
const MINUTES = 60_000
const UID = 10_001
const PROGRAM = '/opt/pursestrings/bin/pursestrings-server.js'
const MEMORY_MB = 512

const figures: Record<string, unknown> = {}
const note = (more: Readonly<Record<string, unknown>>) => {
  Object.assign(figures, more)
  report('image', figures)
}
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return Math.round((performance.now() - began) / 100) / 10
}

const folder = mkdtempSync(join(tmpdir(), 'pursestrings-image-'))
const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
const buildah = async (...words: string[]) => (await run('buildah', [...storage, ...words])).stdout.trim()
const podman = async (...words: string[]) =>
  (await run('podman', [...storage, '--cgroup-manager', 'cgroupfs', '--runtime', 'runc', ...words])).stdout.trim()

const BASE = 'localhost/pursestrings-base'
const IMAGE = 'localhost/pursestrings-server'

const build = async (tag: string): Promise<string> => {
  const flags = ['--isolation', 'chroot', '--layers=false', '--timestamp', '0', '--pull-never']
  await buildah('build', ...flags, '--build-arg', `BASE=${BASE}`, '-f', 'deploy/Dockerfile', '-t', tag, folder)
  return buildah('images', '--quiet', '--no-trunc', tag)
}

const makeBase = async (tar: string): Promise<void> => {
  const debian = join(folder, 'debian')
  await bootstrapDebian(debian, ['ca-certificates'])
  putNode(debian)
  await run('tar', ['-C', debian, '-cf', tar, '.'])
  rmSync(debian, { recursive: true })
}

beforeAll(async () => {
  const base = process.env.IMAGE_BASE ?? join(folder, 'base.tar')
  if (process.env.IMAGE_BASE === undefined) note({ base_s: await seconds(() => makeBase(base)) })
  await podman('import', '--quiet', base, BASE)
  await packageServer(join(folder, 'dist/pursestrings-server'))
}, 15 * MINUTES)
afterAll(() => rmSync(folder, { recursive: true, force: true }), MINUTES)

test('two builds from the same sources are one image', { timeout: 10 * MINUTES }, async () => {
  const ids: string[] = []
  for (const tag of [IMAGE, `${IMAGE}-again`])
    note({ build_s: await seconds(async () => void ids.push(await build(tag))) })
  expect(ids[0]).toMatch(/^sha256:[\da-f]{64}$/)
  expect(ids[1]).toBe(ids[0])
  const size = await podman('image', 'inspect', '--format', '{{.Size}}', IMAGE)
  note({ same_id: true, image_mb: Math.round(Number(size) / 1e6) })
})

/** What compose.yaml sets, and the limits that a machine without systemd gives no container by itself. */
const CONFINED = (
  `--read-only --cap-drop all --security-opt no-new-privileges --memory ${MEMORY_MB}m --network host ` +
  '--ulimit nofile=20000:20000 --ulimit nproc=1000:1000'
).split(' ')

/** A file for each secret, which only the container's user can read; the settings that name them. */
const keepSecrets = (secrets: Readonly<Record<string, string>>): string[] => {
  const at = join(folder, 'secrets')
  mkdirSync(at, { recursive: true, mode: 0o755 })
  return Object.entries(secrets).flatMap(([setting, text]) => {
    writeFileSync(join(at, setting), `${text}\n`, { mode: 0o400 })
    chownSync(join(at, setting), UID, UID)
    return ['--env', `${setting}_FILE=/run/secrets/${setting}`]
  })
}

const key = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`

test('it serves in production without rights, writes nowhere, and ends with code 0 on SIGTERM', {
  timeout: 10 * MINUTES,
}, async () => {
  const database = await createScratchDatabase()
  onTestFinished(() => database.drop())
  const port = await freePort()
  const settings = {
    PORT: String(port),
    OPS_PORT: String(await freePort()),
    BASE_URL: `http://127.0.0.1:${port}`,
    DNS_SERVERS: '192.0.2.53,198.51.100.53',
    SMTP_URL: 'smtp://127.0.0.1:1025',
    MAIL_FROM: 'Pay <no-reply@pay.example>',
    SECURITY_CONTACT: 'mailto:security@pay.example',
    DRAIN_MS: '0',
  }
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const confined = [...CONFINED, '--volume', `${folder}/secrets:/run/secrets:ro`, ...environment]
  const keys = keepSecrets({
    FACTS_KEYS: key('facts-1'),
    WEBHOOK_SECRET_KEYS: key('seal-1'),
    METRICS_TOKEN: randomBytes(16).toString('hex'),
  })
  const owner = keepSecrets({ DATABASE_OWNER_URL: database.url, DATABASE_URL: database.url })
  note({ migrate_s: await seconds(() => podman('run', '--rm', ...confined, ...keys, ...owner, IMAGE, 'migrate')) })
  const logins = keepSecrets(await database.createLogins())

  const id = await podman('run', '--detach', ...confined, ...keys, ...logins, IMAGE)
  onTestFinished(async () => void (await podman('rm', '--force', '--time', '0', id)), MINUTES)
  const isReady = async () => {
    const running = await podman('inspect', '--format', '{{.State.Running}}', id)
    if (running !== 'true') throw new Error(`it ended:\n${await podman('logs', id)}`)
    return (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined))?.ok === true
  }
  note({ ready_s: await seconds(() => until(isReady)) })
  // As its HEALTHCHECK does, at whichever port OPS_PORT names.
  const probed = await podman('exec', id, 'node', PROGRAM, 'probe')
  expect(probed).toContain('"ready"')

  const pid = await podman('inspect', '--format', '{{.State.Pid}}', id)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => new RegExp(`^${name}:\\s+(.+)$`, 'm').exec(status)?.[1]
  const rights = {
    uids: of('Uid')?.split(/\s+/),
    groups: of('Gid')?.split(/\s+/),
    capabilities: ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => Number(`0x${of(name)}`)),
    no_new_privileges: of('NoNewPrivs'),
    seccomp: of('Seccomp'),
  }
  expect(rights).toEqual({
    uids: Array(4).fill(String(UID)),
    groups: Array(4).fill(String(UID)),
    capabilities: Array(5).fill(0),
    no_new_privileges: '1',
    seccomp: '2',
  })
  for (const place of ['/written', '/opt/pursestrings/written'])
    await expect(podman('exec', '--user', '0:0', id, 'touch', place)).rejects.toThrow('Read-only file system')
  const memory = await podman('inspect', '--format', '{{.HostConfig.Memory}}', id)
  expect(Number(memory)).toBe(MEMORY_MB * 1024 * 1024)
  note({ uid: UID, capabilities: 0, rss_mb: Math.round(Number.parseInt(of('VmRSS') ?? '', 10) / 1024) })

  note({ stop_s: await seconds(() => podman('kill', '--signal', 'TERM', id).then(() => podman('wait', id))) })
  const exit_code = Number(await podman('inspect', '--format', '{{.State.ExitCode}}', id))
  note({ exit_code })
  expect(exit_code).toBe(0)
})
