/** The file by which a domain lists payees. Whoever sells needs no account to be payable. */
import { existsSync, writeFileSync } from 'node:fs'
import { ALL_NETWORK_NAMES, type Network, networkOf } from '@pursestrings/sdk'
import { readJsonFile } from './log-files.ts'
import type { Run } from './run.ts'
import { failed, wrongUsage } from './stop.ts'

interface Publish {
  readonly address?: string
  readonly x402?: string
  readonly network: Network
  readonly asset: string
  readonly memo?: string
  readonly contract?: string
  readonly issuer?: string
  readonly file?: string
}

export const publishPayees = async ({ output }: Run, options: Publish): Promise<void> => {
  const { network, asset, address, memo, contract, issuer, file, x402 } = options
  if ((address === undefined) === (x402 === undefined)) {
    throw wrongUsage('What is to be listed?', 'Give --address, or --x402 with the routes of an x402 server.')
  }
  const wanted = x402 === undefined ? [{ network, asset, address, memo, contract, issuer }] : paidIn(x402)
  const recipients = wanted.reduce(withEntry, listedIn(file))
  const document = { recipients }
  const written = JSON.stringify(document, undefined, 2)
  if (file === undefined) output.answer(document, written)
  else {
    writeFileSync(file, `${written}\n`)
    output.fields({ file, ...document }, [
      ['written', file],
      ['payees', String(recipients.length)],
    ])
  }
  output.note('Serve it as https://<your domain>/.well-known/svc-recipients.json, without a redirect.')
}

/** What the file lists already. */
const listedIn = (file: string | undefined): readonly unknown[] => {
  if (file === undefined || !existsSync(file)) return []
  const recipients = (readJsonFile(file) as { recipients?: unknown } | undefined)?.recipients
  if (Array.isArray(recipients)) return recipients
  throw failed(`${file} has no list "recipients".`, 'Give another file, or move this one away.')
}

const withEntry = (before: readonly unknown[], entry: object): readonly unknown[] => {
  const text = JSON.stringify(entry)
  return before.some((one) => JSON.stringify(one) === text) ? before : [...before, JSON.parse(text) as object]
}

interface Accepted {
  readonly scheme?: unknown
  readonly network?: unknown
  readonly payTo?: unknown
}

/** As the routes are given to the middleware of x402: each with one way to be paid, or several. */
const paidIn = (file: string): readonly object[] => {
  const routes = Object.values(
    (readJsonFile(file) ?? {}) as Readonly<Record<string, { accepts?: Accepted | Accepted[] }>>,
  )
  const entries = routes.flatMap(({ accepts = [] }) => [accepts].flat().flatMap(entryOf))
  if (entries.length > 0) return entries
  throw failed(
    `${file} has no route that is paid by the scheme exact on ${SERVED.map(({ caip }) => caip).join(' or ')} to a fixed address.`,
    'Give the routes as the x402 middleware takes them, or list the address with --address.',
  )
}

const SERVED = ALL_NETWORK_NAMES.flatMap((network) => {
  const { ledger, asset } = networkOf(network)
  if (ledger?.kind !== 'evm') return []
  return [{ network, asset, contract: ledger.token.contract, caip: `eip155:${ledger.chain_id}` }]
})

/** A price may name another token than ours: what is listed is where our token goes, and an agent compares both. */
const entryOf = ({ scheme, network: paid_on, payTo }: Accepted): object[] => {
  const served = SERVED.find(({ caip }) => caip === paid_on)
  if (served === undefined || scheme !== 'exact' || typeof payTo !== 'string') return []
  const { network, asset, contract } = served
  return [{ network, asset, address: payTo, contract }]
}
