/**
 * The setting LEDGER_SOURCES: who is asked what the ledger says, in which form, and who runs it. Two addresses of one
 * operator are one witness. Plain http leads to the practice ledger on this machine and to nothing else, so what rests on it
 * is called simulated wherever it is shown.
 */
import { ALL_NETWORK_NAMES, type Network } from '@pursestrings/protocol/network-names'
import { isNetwork } from '@pursestrings/protocol/networks'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ledgerModuleOf } from './ledgers.ts'

export interface LedgerSourceSetting {
  readonly name: string
  readonly operator: string
  /** One that the network's ledger has. */
  readonly api: string
  readonly network: Network
  readonly url: string
  readonly friendbot_url?: string
  readonly simulated: boolean
}

export class LedgerSourcesFault extends Error {}

const SOURCES_MAX = 10
const Entry = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
    operator: Type.String({ pattern: '^[a-z0-9.-]{1,60}$' }),
    api: Type.String(),
    network: Type.String(),
    url: Type.String({ maxLength: 300 }),
    friendbot_url: Type.Optional(Type.String({ maxLength: 300 })),
  },
  { additionalProperties: false },
)
const Entries = Type.Array(Entry, { minItems: 1, maxItems: SOURCES_MAX })
const OBSERVED = ALL_NETWORK_NAMES.filter((network) => ledgerModuleOf(network) !== undefined).join(', ')
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])$/

export const readLedgerSources = (text: string): LedgerSourceSetting[] => {
  const entries = parsed(text)
  const sources = entries.map((entry) => {
    const { name, network, api } = entry
    const ledger = ledgerModuleOf(network)
    if (!isNetwork(network) || ledger === undefined)
      throw new LedgerSourcesFault(`names the network ${network} for ${name}: only ${OBSERVED} are observed`)
    if (!ledger.apis.includes(api))
      throw new LedgerSourcesFault(
        `names the api ${api} for ${name}: ${network} is asked by ${ledger.apis.join(' or ')}`,
      )
    const simulated = [entry.url, entry.friendbot_url ?? entry.url].some((url) => isSimulated(name, url))
    return { ...entry, network, simulated }
  })
  if (new Set(sources.map(({ name }) => name)).size < sources.length)
    throw new LedgerSourcesFault('has two sources with one name')
  return sources
}

function parsed(text: string): Type.Static<typeof Entries> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new LedgerSourcesFault('is not JSON')
  }
  if (Value.Check(Entries, value)) return value
  const [first] = Value.Errors(Entries, value)
  throw new LedgerSourcesFault(
    `must be a list of { name, operator, api, network, url }: ${first?.instancePath || 'it'} ${first?.message ?? 'does not fit'}`,
  )
}

function isSimulated(name: string, text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return false
  if (url?.protocol === 'http:' && LOOPBACK.test(url.hostname)) return true
  throw new LedgerSourcesFault(`has an address for ${name} that is neither https nor http on this machine`)
}

/** How many operators can say the same of a network. */
export const operatorsOf = (sources: readonly LedgerSourceSetting[], network: Network): Set<string> =>
  new Set(sources.filter((source) => source.network === network).map(({ operator }) => operator))

/** How many operators must say the same. One alone is enough only where there is but one, and then it is shown as one. */
export const quorumOf = (
  sources: readonly LedgerSourceSetting[],
  network: Network,
  /** 0: nobody said. */
  setting: number,
): number => setting || Math.min(2, operatorsOf(sources, network).size)
