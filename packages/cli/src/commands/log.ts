/** `log`: the payee log, watched by those whose domains stand in it. */
import { readFileSync } from 'node:fs'
import { mirrorLog, type Watched, type WatchState, watchLog } from '@pursestrings/sdk/verify'
import { type Command, Option } from 'commander'
import { addressOf, fetched, fetchedJson, keepFile, mirrorIn, readJsonFile, readPinned } from '../log-files.ts'
import { addCommand, addGroup, needed, type Run, runs } from '../run.ts'
import { wrongUsage } from '../stop.ts'
import { addWitness } from './log-witness.ts'

/** What `log monitor` ends with, for scripts that run it. */
const MONITOR_EXIT = {
  nothing_new: 0,
  expected: 0,
  unexpected_payee: 10,
  split_view: 11,
  stale: 12,
  missing_seq: 13,
} as const

interface Monitor {
  readonly policy: string
  readonly domain: string
  readonly state: string
  readonly expect?: string
  readonly mirror?: string
}

type Facts = Readonly<Record<string, unknown>>

/** Every fact that a list of payees can name must be the same; what it leaves out must be absent. */
const isListed = (list: readonly Facts[], payment: Facts): boolean =>
  list.some(
    (one) =>
      one['address'] === payment['to'] &&
      ['network', 'asset', 'memo', 'contract', 'issuer'].every(
        (fact) => (one[fact] ?? null) === (payment[fact] ?? null),
      ),
  )

const listOf = async ({ expect, domain }: Monitor): Promise<readonly Facts[]> => {
  const url = `https://${domain}/.well-known/svc-recipients.json`
  type List = { readonly recipients?: readonly Facts[] }
  const list = expect === undefined ? await fetchedJson<List>(url) : (JSON.parse(readFileSync(expect, 'utf8')) as List)
  if (!Array.isArray(list?.recipients)) {
    throw wrongUsage(`${expect ?? url} isn't a list of payees.`, 'It must be JSON like {"recipients": [...]}.')
  }
  return list.recipients
}

type Openings = {
  readonly payee: { readonly history: readonly { opening: { salt: string; document: string } | null }[] }
}

const openingsOf = async (service: string, domain: string) => {
  type Found = { readonly payees: readonly { readonly recipient_id: string }[] }
  const found = await fetchedJson<Found>(`${service}/v1/payees?domain=${encodeURIComponent(domain)}`)
  const read = (found?.payees ?? []).map(({ recipient_id }) =>
    fetchedJson<Openings>(`${service}/v1/payees/${recipient_id}`),
  )
  return (await Promise.all(read)).flatMap((one) => one?.payee.history ?? []).flatMap(({ opening }) => opening ?? [])
}

const monitor = async ({ output }: Run, options: Monitor): Promise<void> => {
  const pinned = await readPinned(options.policy)
  const { log, service } = addressOf(pinned)
  const state = readJsonFile(options.state) as WatchState | undefined
  // Each file once: what was checked is what is kept.
  const files = new Map<string, ReturnType<typeof fetched>>()
  const read = (path: string) => {
    const reading = files.get(path) ?? fetched(`${log}/${path}`)
    files.set(path, reading)
    return reading
  }
  const list = await listOf(options)
  const watched: Watched = await watchLog({
    policy: pinned.text,
    domain: options.domain,
    state,
    read,
    openings: () => openingsOf(service, options.domain),
    expects: (payment) => isListed(list, payment),
  })
  if ('state' in watched) {
    if (options.mirror !== undefined) await mirrorLog(pinned.text, read, mirrorIn(options.mirror))
    keepFile(options.state, JSON.stringify(watched.state))
  }
  const { found } = watched
  const payees = 'payees' in watched ? watched.payees : []
  const shown = payees.map(({ event, at, document }) => {
    const { to } = (document?.['payment'] ?? {}) as { to?: string }
    return [event, `${to ?? 'hidden by the service'} (${at})`] as const
  })
  const told = 'reason' in watched ? ([['reason', watched.reason]] as const) : []
  output.fields({ found, payees, ...('reason' in watched && { reason: watched.reason }) }, [
    ['found', found.replaceAll('_', ' ')],
    ...told,
    ...shown,
  ])
  process.exitCode = MONITOR_EXIT[found]
}

export const addLog = (program: Command): void => {
  const log = addGroup(program, 'log', 'Watch the public payee log', [
    'log monitor --policy p.txt --domain shop.example --state m.json',
  ])
  addCommand(log, 'monitor', "Report payees of your domain that you don't expect", [
    'log monitor --policy p.txt --domain shop.example --state m.json',
  ])
    .addOption(needed('--policy <file>', 'your pinned policy file'))
    .addOption(needed('--domain <domain>', 'your domain'))
    .addOption(needed('--state <file>', 'file that keeps the last head'))
    .addOption(new Option('--expect <file>', "payees you expect (default: your domain's list)"))
    .addOption(new Option('--mirror <folder>', 'keep a copy of the log, checked, in this folder'))
    .addHelpText(
      'after',
      `
Exit codes:
  0   nothing new, or only what you expect
  10  a payee that you don't expect
  11  split view: a different log than before; keep both heads
  12  stale: no signed head, or files that don't match it
  13  a number is missing: an entry is hidden`,
    )
    .action(runs(monitor))
  addWitness(log)
}
