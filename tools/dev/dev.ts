/**
 * `npm run dev`: decides what a developer's machine runs and in which order: PostgreSQL, a mail catcher, a practice web
 * site, a practice ledger, one api that migrates first, and one worker. Ctrl-C stops them in reverse. `--own-postgres`
 * ignores a PostgreSQL that is already there; `--evm` adds a practice chain in place of Base Sepolia.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildPortal } from './build-portal.ts'
import { bundled } from './bundled.ts'
import { type DemoShop, startDemoShop } from './demo-shop.ts'
import { buildDocsBeside } from './docs-build.ts'
import { keptKey } from './kept-key.ts'
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts'
import { type PastWeek, pastWeekOn } from './past-week.ts'
import { type FoundPostgres, findOrStartPostgres } from './postgres.ts'
import { startOwnPostgres } from './postgres-own.ts'
import { ensureDatabase } from './postgres-probe.ts'
import type { PracticeChain } from './practice-chain.ts'
import { type PracticeLedger, startPracticeLedger } from './practice-ledger.ts'
import { PRACTICE_HOST, type PracticeSite, startPracticeSite } from './practice-site.ts'
import { claimPort, formatLine, portFrom, portOrAnother, type RunningProcess, startProcess } from './processes.ts'
import { rebuildIfOther } from './rebuild-database.ts'

// Decides whether development has wake-ups over NATS: only if one answers at NATS_URL, or on this machine.

const LOCAL_URL = 'nats://127.0.0.1:4222'
const TIMEOUT_MS = 1_000

async function findNats(url: string | undefined, log: (line: string) => void): Promise<string | undefined> {
  const input = url === undefined || url === '' ? LOCAL_URL : url
  if (await greets(input)) {
    log(`nats: using ${hostOf(input)}`)
    return input
  }
  log(`nats: none answers at ${hostOf(input)}, doing without (jobs are found by polling)`)
  return undefined
}

/** A NATS server speaks first; whatever else listens there does not say INFO. */
function greets(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!URL.canParse(url)) return resolve(false)
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port || 4222) })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(TIMEOUT_MS, () => end(false))
    socket.once('error', () => end(false))
    socket.once('close', () => resolve(false))
    socket.once('data', (chunk) => end(chunk.toString('latin1').startsWith('INFO ')))
  })
}

/** Without a password that the address may carry. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'NATS_URL'
}

const { env } = process
const DATA = env['DEV_DATA_DIR'] || fileURLToPath(new URL('../../.pursestrings/postgres', import.meta.url))
const SITE = env['DEV_SITE_DIR'] || fileURLToPath(new URL('../../.pursestrings/site', import.meta.url))
const FACTS_KEYS = fileURLToPath(new URL('../../.pursestrings/facts-keys', import.meta.url))
const RECEIPT_KEYS = fileURLToPath(new URL('../../.pursestrings/receipt-keys', import.meta.url))
const LOG_KEY = fileURLToPath(new URL('../../.pursestrings/log-key', import.meta.url))
const PUSH_KEYS = fileURLToPath(new URL('../../.pursestrings/push-keys', import.meta.url))
const WEBHOOK_KEYS = fileURLToPath(new URL('../../.pursestrings/webhook-secret-keys', import.meta.url))
const LOG_POLICY = '/.well-known/svc-log-policy.txt'
const READY_MS_MAX = 180_000

const say = (line: string): void => console.log(line)
const hear = (who: string, line: string): void => say(formatLine(who, line, process.stdout.isTTY))
const tell = (line: string): void => hear('dev', line)

/** Runs until it is asked to stop, which comes as a rejection, or until a process dies. */
async function dev(input: AbortSignal): Promise<void> {
  const { own_postgres, evm } = readFlags(process.argv.slice(2))
  const port = await claimPort(portFrom(env, 'PORT', 8787), env['HOST'] || undefined)
  const base_url = env['BASE_URL'] || `http://127.0.0.1:${port}`
  const wallet_port = await portOrAnother(portFrom(env, 'WALLET_PORT', 8788), 'wallet', tell)
  // Names, since passkeys do not work at a number.
  const portal_url = env['PORTAL_URL'] || env['BASE_URL'] || `http://localhost:${port}`
  const wallet_url = env['WALLET_URL'] || `http://localhost:${wallet_port}`

  // A test puts the published program here, to run everything else on it.
  const has_shop = env['DEV_SHOP'] !== 'off' && !env['LEDGER_SOURCES']
  const building = Promise.all([env['DEV_SERVER'] || bundled('server'), buildPortal(has_shop)])
  // Told below, where it is waited for.
  building.catch(() => undefined)
  await using started = new AsyncDisposableStack()
  const postgres = own_postgres
    ? await ownPostgres()
    : await findOrStartPostgres({ url: env['DATABASE_URL'], dataDir: DATA, log: tell })
  started.defer(() => postgres.stop())
  const owner_url = env['DATABASE_OWNER_URL'] || postgres.url
  await rebuildIfOther(owner_url, { named: !own_postgres && Boolean(env['DATABASE_URL']), log: tell })
  const ledger = await openLedger()
  started.defer(() => ledger.stop())
  // Elsewhere, the past is not ours to make.
  const mail = await catchMail(env['LEDGER_SOURCES'] ? undefined : pastWeekOn(owner_url, ledger))
  started.defer(() => mail.stop())
  const site = await openSite()
  started.defer(() => site.stop())
  const chain = evm ? await openChain() : undefined
  started.defer(async () => chain?.stop())
  const shop = has_shop ? await openShop({ base_url, wallet_url }) : undefined
  started.defer(async () => shop?.stop())
  const environment = {
    ...env,
    DEMO_SHOP_URL: shop?.url ?? '',
    ENVIRONMENT: 'development',
    PORT: String(port),
    BASE_URL: base_url,
    PORTAL_URL: portal_url,
    WALLET_PORT: String(wallet_port),
    WALLET_URL: wallet_url,
    DATABASE_URL: postgres.url,
    // Logins meant for another database are not used on this one.
    ...(env['DATABASE_URL'] !== postgres.url && {
      DATABASE_OWNER_URL: '',
      DATABASE_SYSTEM_URL: '',
      DATABASE_WORKER_URL: '',
    }),
    NATS_URL: (await findNats(env['NATS_URL'], tell)) ?? '',
    SMTP_URL: mail.smtp_url,
    TRUSTED_CA_FILE: site.authority_file,
    OUTBOUND_LOOPBACK: [env['OUTBOUND_LOOPBACK'] || [], site.loopback].flat().join(','),
    // Kept, so that whoever pinned it meets the same key after a restart.
    FACTS_KEYS: env['FACTS_KEYS'] || (await keptKey(FACTS_KEYS)),
    LOG_KEY: env['LOG_KEY'] || (await keptKey(LOG_KEY)),
    PUSH_KEYS: env['PUSH_KEYS'] || (await keptKey(PUSH_KEYS)),
    WEBHOOK_SECRET_KEYS: env['WEBHOOK_SECRET_KEYS'] || (await keptKey(WEBHOOK_KEYS)),
    ...(chain && { NETWORKS_ENABLED: env['NETWORKS_ENABLED'] || 'stellar_testnet,base_sepolia' }),
    LEDGER_SOURCES: env['LEDGER_SOURCES'] || (chain?.besides(ledger.sources) ?? ledger.sources),
    LEDGER_VALIDATORS: env['LEDGER_SOURCES'] ? env['LEDGER_VALIDATORS'] : ledger.validators,
    RECEIPT_KEYS: env['RECEIPT_KEYS'] || (await keptKey(RECEIPT_KEYS, 'dev-receipt')),
    DRAIN_MS: env['DRAIN_MS'] || '0',
  }
  const [program] = await building
  const start = (role: RunningProcess['role']): RunningProcess => {
    input.throwIfAborted()
    const one = startProcess(program, role, environment, hear)
    started.defer(() => one.stop())
    return one
  }
  const died = async ({ role, ended }: RunningProcess) => `${role} ended unexpectedly with ${await ended}`
  const api = died(start('api'))
  const gone = new AbortController()
  void api.then(() => gone.abort())
  const whenAnswered = (path: string) => whenOk(port, path, AbortSignal.any([input, gone.signal]))
  const first = await endOrAbort([whenAnswered('/ready'), api], input)
  if (first !== 'ok') throw new Error(first)
  const worker = died(start('worker'))
  // A wallet that is made before there is a log would not know it.
  const second = env['EXTENSIONS'] === 'none' ? 'ok' : await endOrAbort([whenAnswered(LOG_POLICY), api, worker], input)
  if (second !== 'ok') throw new Error(second)
  started.defer(await sayWhere(site.folder, { base_url, portal_url, wallet_url, mail_url: mail.page_url }))
  say(links({ base_url, portal_url, wallet_url, mail, site, ledger, chain }))
  if (env['DEV_DOCS'] !== 'off') started.defer(buildDocsBeside(tell))
  tell(`${await endOrAbort([api, worker], input)}: stopping the others`)
}

const FLAGS = ['--own-postgres', '--evm']

function readFlags(flags: string[]): { own_postgres: boolean; evm: boolean } {
  const unknown = flags.filter((flag) => !FLAGS.includes(flag))
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(' ')}. There are ${FLAGS.join(' and ')}`)
  return { own_postgres: flags.includes('--own-postgres'), evm: flags.includes('--evm') }
}

async function ownPostgres(): Promise<FoundPostgres> {
  const own = await startOwnPostgres(DATA, tell)
  return { ...own, url: await ensureDatabase(own.url, 'pursestrings_dev') }
}

async function catchMail(past_week: PastWeek | undefined): Promise<MailCatcher> {
  return startMailCatcher({
    smtp_port: await portOrAnother(portFrom(env, 'DEV_SMTP_PORT', 1025), 'mail (SMTP)', tell),
    http_port: await portOrAnother(portFrom(env, 'DEV_MAIL_PORT', 8025), 'mail (page)', tell),
    ...(past_week && { past_week }),
  })
}

async function openSite(): Promise<PracticeSite> {
  const port = await portOrAnother(portFrom(env, 'DEV_SITE_PORT', 8443), 'practice site', tell)
  const file = env['TRUSTED_CA_FILE']
  return startPracticeSite({ port, folder: SITE, ...(file && { trusted: await readFile(file, 'utf8') }) })
}

/** It pays on the practice ledger, so where there is another, there is no shop. */
async function openShop(addresses: { base_url: string; wallet_url: string }): Promise<DemoShop> {
  const port = await portOrAnother(portFrom(env, 'DEV_SHOP_PORT', 8026), 'demo shop', tell)
  return startDemoShop({ port, site_folder: SITE, log: tell, ...addresses })
}

async function openLedger(): Promise<PracticeLedger> {
  return startPracticeLedger(await portOrAnother(portFrom(env, 'DEV_LEDGER_PORT', 8000), 'practice ledger', tell))
}

/** Loaded here alone: nobody else waits for it. */
async function openChain(): Promise<PracticeChain> {
  const { startPracticeChain } = await import('./practice-chain.ts')
  tell('practice chain: starting; the first time, its parts are installed')
  return startPracticeChain(await portOrAnother(portFrom(env, 'DEV_EVM_PORT', 8545), 'practice chain', tell), SITE)
}

/** Asked of the route itself, on the address it listens on: BASE_URL may name a proxy that is not up. */
async function whenOk(port: number, path: string, input: AbortSignal): Promise<string> {
  const end = Date.now() + READY_MS_MAX
  while (Date.now() < end) {
    input.throwIfAborted()
    const host = env['HOST'] || '127.0.0.1'
    const answer = await fetch(`http://${host}:${port}${path}`, { signal: input }).catch(() => undefined)
    if (answer?.ok) return 'ok'
    await pause(50)
  }
  return `${path} had no answer within ${READY_MS_MAX / 1000} s`
}

/** Whatever comes first; being asked to stop comes as a rejection. */
function endOrAbort(ends: Promise<string>[], input: AbortSignal): Promise<string> {
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(input.reason)
    if (input.aborted) stop()
    input.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([aborted, ...ends])
}

/** For `pursestrings demo`, beside the practice site, for as long as this runs. */
async function sayWhere(folder: string, where: object): Promise<() => Promise<void>> {
  const file = `${folder}-run.json`
  await writeFile(file, `${JSON.stringify(where, null, 2)}\n`)
  return () => rm(file, { force: true })
}

interface Links {
  readonly base_url: string
  readonly portal_url: string
  readonly wallet_url: string
  readonly mail: MailCatcher
  readonly site: PracticeSite
  readonly ledger: PracticeLedger
  readonly chain: PracticeChain | undefined
}

const links = ({ base_url, portal_url, wallet_url, mail, site, ledger, chain }: Links): string => `
  API            ${base_url}
  API explorer   ${base_url}/docs/explorer/
  Mail           ${mail.page_url}
  Practice site  https://${PRACTICE_HOST} for the service, ${site.url} for you
  its files      ${site.folder}
  Ledger         ${ledger.rpc_url} (practice; test funds at ${ledger.friendbot_url})${chain ? `\n  EVM chain      ${chain.rpc_url} (practice; test USDC at ${chain.friendbot_url})` : ''}

  Ctrl-C stops everything. To begin, open:

  Portal  ${portal_url}/
  Wallet  ${wallet_url}/
  Docs    ${base_url}/docs/
`

const input = new AbortController()
const stop = (): void => {
  if (input.signal.aborted) return
  tell('stopping')
  input.abort()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// A signal for npm alone ends the shell between npm and us, and never arrives here: we notice that it is gone.
const parent = process.ppid
setInterval(() => process.ppid === parent || stop(), 500).unref()
try {
  await dev(input.signal)
  process.exitCode = 1
} catch (error) {
  if (!input.signal.aborted) {
    console.error(`dev: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
if (input.signal.aborted) tell('stopped')
