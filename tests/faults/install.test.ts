/**
 * The packed service on a clean Debian, without a checkout: installed by npm, checked, migrated, served by a user without
 * rights, and paid through by the packed command; then the same from an older commit (`INSTALL_FROM`, or that of the baseline), upgraded in place while
 * it serves. Makes the Debian with `mmdebstrap` from the machine's package sources, so it needs root.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { packPackages } from '../../tools/release/pack-packages.ts'
import { packageServer, packServer } from '../../tools/release/package-server.ts'
import { type DebianRoot, type Ground, makeDebianRoot, type Serving, startGround, USER } from './install-ground.ts'
import { baselineCommit, checkOut } from './old-tree.ts'
import { report } from './report.ts'

// The command `pursestrings` as it is published: its package and those of this tree that it needs, packed, then installed by npm.

const run = promisify(execFile)

/** Called from the root of this tree. The folder gets `node_modules/.bin/pursestrings`. */
const installPackedCli = async (folder: string): Promise<void> => {
  const scratch = mkdtempSync(join(tmpdir(), 'pursestrings-packed-'))
  try {
    const tarballs = await packPackages(scratch, ['protocol', 'stellar', 'evm', 'sdk', 'signing', 'cli'])
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    await run('npm', ['install', ...flags, ...tarballs], { cwd: folder })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const FROM = process.env.INSTALL_FROM ?? baselineCommit()
const MINUTES = 60_000

const figures: Record<string, unknown> = { from: FROM, payments: 0 }
const note = (more: Readonly<Record<string, unknown>>) => {
  Object.assign(figures, more)
  report('install', figures)
}

let debian: DebianRoot
beforeAll(async () => {
  const began = performance.now()
  debian = await makeDebianRoot()
  note({ debian_s: Math.round((performance.now() - began) / 1000) })
  await installPackedCli(join(debian.path, 'opt/pursestrings-cli'))
}, 15 * MINUTES)
afterAll(() => debian?.remove(), MINUTES)

/** Where the root finds a tarball that was packed outside of it. */
const handOver = (tarball: string, name: string): string => {
  mkdirSync(join(debian.path, 'srv'), { recursive: true })
  renameSync(tarball, join(debian.path, 'srv', `${name}.tgz`))
  return `/srv/${name}.tgz`
}

const packThis = async () => {
  const folder = join(debian.path, '..', 'made')
  return handOver(packServer(await packageServer(folder), join(folder, '..')), 'this')
}

const packOld = () => {
  const old = checkOut(FROM)
  try {
    execFileSync('npm', ['run', '--silent', 'package:server'], { cwd: old.root, stdio: 'ignore' })
    const [tarball = ''] = globSync('dist/*.tgz', { cwd: old.root })
    return handOver(join(old.root, tarball), 'old')
  } finally {
    old.remove()
  }
}

interface Paid {
  readonly payment_request: { readonly request_id: string; readonly status: string }
}

/** From the request to what the ledger shows, by the command alone. */
const pay = async (ground: Ground, task: string): Promise<string> => {
  const asked = await ground.pursestrings('requests', 'create', '--amount', '2.5', '--task', task, '--json')
  const { request_id } = (JSON.parse(asked) as Paid).payment_request
  await ground.pursestrings('wallet', 'approve', request_id)
  const said = await ground.pursestrings('requests', 'watch', request_id, '--timeout', '60', '--json')
  expect(JSON.parse(said)).toMatchObject({ outcome: 'paid' })
  note({ payments: Number(figures.payments) + 1 })
  return request_id
}

const groundFor = async (name: string): Promise<Ground> => {
  const ground = await startGround(debian, name)
  onTestFinished(() => ground.stop(), MINUTES)
  return ground
}

const serving = async (ground: Ground): Promise<Serving> => {
  const served = await ground.serve()
  onTestFinished(async () => void (await served.stop()), MINUTES)
  return served
}

test('on a clean Debian it is installed, migrated, served and paid through, by a user who may do nothing else', {
  timeout: 15 * MINUTES,
}, async () => {
  expect(globSync('**/{tsconfig.json,.git}', { cwd: debian.path, exclude: ['proc', 'opt'] })).toEqual([])
  const ground = await groundFor('fresh')
  note({ install_ms: await ground.install(await packThis()) })
  expect(await debian.run(['sh', '-c', 'ls /usr/local/lib/node_modules'])).toBe('npm\npursestrings-server\n')
  const node = (await debian.run(['node', '--version'])).trim()
  note({ node, version: (await ground.server('--version')).trim(), migrated: await ground.migrate() })
  await ground.createLogins()
  // Its resolvers are addresses for documents; every other peer answers.
  const checked = await ground.server('config', 'check').catch((error: Error) => error.message)
  const failed = checked.split('\n').filter((line) => /^ +failed/.test(line))
  expect(failed.filter((line) => !line.includes('DNS_SERVERS'))).toEqual([])
  expect(checked).toContain('ok     DATABASE_WORKER_URL')

  const served = await serving(ground)
  note({ ready_ms: served.started_ms })
  const demo = await ground.pursestrings('demo')
  expect(demo).toMatch(/payment .*1 XLM paid: ledger \d+ has it/)
  note({ payments: 1 })
  await pay(ground, 'after-install')
  expect(await served.stop()).toEqual([0, 0])
  const [uid] = USER.split(':')
  const written = await debian.run(['find', '/', '-xdev', '-uid', uid ?? '', '-not', '-path', '/home/fresh*'])
  expect(written, 'written outside of the home').toBe('')
  await debian.run(['npm', 'rm', '--global', 'pursestrings-server'])
  expect(existsSync(join(debian.path, 'usr/local/bin/pursestrings-server'))).toBe(false)
})

test('an older version is upgraded while it serves, and what was paid before is still there', {
  timeout: 15 * MINUTES,
}, async () => {
  const ground = await groundFor('upgraded')
  const [was, is] = [packOld(), existsSync(join(debian.path, 'srv/this.tgz')) ? '/srv/this.tgz' : await packThis()]
  await ground.install(was)
  await ground.migrate()
  await ground.createLogins()
  const old = await serving(ground)
  expect(await ground.pursestrings('demo')).toMatch(/payment .*paid/)
  note({ payments: Number(figures.payments) + 1 })
  const before = await pay(ground, 'before-upgrade')

  // In the order of docs/install.md: the package, the migrations while the old version serves, then the processes.
  note({ upgrade_install_ms: await ground.install(is) })
  const migrated = await ground.migrate()
  note({ upgrade_migrated: migrated })
  const between = await pay(ground, 'old-version-on-new-schema')
  expect(await old.stop()).toEqual([0, 0])
  const upgraded = await serving(ground)
  const after = await pay(ground, 'after-upgrade')
  const listed = await ground.pursestrings('requests', 'list', '--merchant', '--json')
  const { payment_requests } = JSON.parse(listed) as { payment_requests: Paid['payment_request'][] }
  const confirmed = payment_requests.filter(({ status }) => status === 'confirmed').map(({ request_id }) => request_id)
  expect(confirmed).toEqual(expect.arrayContaining([before, between, after]))
  expect(confirmed).toHaveLength(4)
  expect(await upgraded.stop()).toEqual([0, 0])
  note({ kept_after_upgrade: confirmed.length })
})
