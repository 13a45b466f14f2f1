/**
 * `npm run ledger:shapes -- <url>`: holds a live node to the answers that the observer expects of it. A node of Stellar's by RPC or
 * Horizon, or one of Base Sepolia; which it is, is found out. Ends with the first answer that does not fit.
 */
import { NETWORKS } from '@pursestrings/protocol/networks'
import { createHttpsClient } from '../../server/src/platform/egress/https-client.ts'
import { openSource } from '../../server/src/platform/egress/ledger/evm/reading.ts'
import { ledgerHttp } from '../../server/src/platform/egress/ledger/ledger-http.ts'
import type { LedgerSource } from '../../server/src/platform/egress/ledger/ledger-source.ts'
import { horizonSource } from '../../server/src/platform/egress/ledger/stellar/horizon-source.ts'
import { rpcSource } from '../../server/src/platform/egress/ledger/stellar/rpc-source.ts'

const NETWORK = 'stellar_testnet'
/** Whoever gives out test funds is paid now and then, and pays all the time. */
const PAID_OFTEN = 'GAIH3ULLFQ4DGSECF2AR555KZ4KNDGEKN4AFI4SU2M7B43MGK3QJZNSR'
const BYTES_MAX = 16 * 1024 * 1024

const [url, account] = process.argv.slice(2)
if (url === undefined) {
  console.error('npm run ledger:shapes -- <url of a node> [account that is paid often]')
  process.exit(2)
}
const http = ledgerHttp(createHttpsClient({ timeout_ms: 15_000, max_bytes: BYTES_MAX }), url)
const passphrase = NETWORKS[NETWORK].ledger.passphrase
const simulated = url.startsWith('http:')
const setting = { name: url, operator: 'shapes', network: NETWORK, url, simulated } as const
const rpc = rpcSource({ ...setting, api: 'rpc' }, { http, passphrase, now: () => Date.now() })
const horizon = horizonSource({ ...setting, api: 'horizon' }, { http, passphrase })
const evm = { ...setting, network: 'base_sepolia', api: 'jsonrpc' } as const
const jsonrpc = openSource(evm, { http, now: () => Date.now() })

async function hold(source: LedgerSource, payee: string): Promise<void> {
  const { oldest, latest } = await source.range()
  console.log(`ledgers ${oldest} to ${latest.sequence}`)
  const head = await source.headAt(latest.sequence - 1)
  if (head === undefined) throw new Error('it does not have the ledger before its latest')
  const absent = await source.transaction('0'.repeat(64))
  if (absent.is !== 'absent') throw new Error(`a transaction that nobody made is ${absent.is}`)
  const after = Math.max(oldest, latest.sequence - 2_000) - 1
  const {
    transactions: paid,
    unreadable,
    through,
  } = await source.transfersTo({
    payee,
    own_assets: [],
    after,
    through: latest.sequence,
  })
  console.log(`${paid.length} transactions of ${payee.slice(0, 8)}… in ledgers ${after + 1} to ${through}`)
  if (unreadable.length > 0)
    throw new Error(`it shows ${unreadable.length} that cannot be read, such as ${unreadable[0]?.hash}`)
  const [one] = paid
  if (one === undefined) return console.log('none to look at: name an account that is paid often')
  const found = await source.transaction(one.hash)
  if (found.is !== 'found') throw new Error(`a transaction that it lists is ${found.is}`)
  console.log(`seal: ${(await source.seal(one))?.node ?? 'none'}`)
}

const answers = (source: LedgerSource): Promise<boolean> =>
  source.range().then(
    () => true,
    () => false,
  )
const kind = (await answers(rpc)) ? 'rpc' : (await answers(horizon)) ? 'horizon' : 'jsonrpc'
try {
  if (kind === 'jsonrpc') await hold(jsonrpc, account ?? NETWORKS.base_sepolia.ledger.token.contract)
  else await hold(kind === 'rpc' ? rpc : horizon, account ?? PAID_OFTEN)
  console.log(JSON.stringify({ url, kind, fits: true }))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log(JSON.stringify({ url, kind, fits: false }))
  process.exitCode = 1
}
