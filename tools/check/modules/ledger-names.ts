/**
 * Finds the names of a ledger outside its entry in the table of networks and its modules: whatever else knows one would have
 * to be changed for the next. Comments may name it. What is said to people (the contract, the pages, the command) is not read.
 */
import { isTest } from './modules.ts'
import { withoutComments } from './schema-files.ts'
import { type Fault, lineAt, readSource } from './source.ts'

const NAMES = /stellar|xlm|horizon|sep-?7|evm|eip-?\d|erc-?20|base_sepolia|usdc/gi
const READ = ['server/src/', 'server/schema/', 'packages/protocol/src/', 'packages/sdk/src/', 'packages/ui/src/']

/** The entries, and what the ledgers have of their own. */
const OWN = [
  'packages/protocol/src/network-names.ts',
  'packages/protocol/src/networks.ts',
  'packages/protocol/src/stellar.ts',
  'packages/protocol/src/evm.ts',
  'packages/protocol/src/eip55.ts',
  // The tokens of the networks.
  'packages/protocol/src/amount.ts',
  'server/src/rules/networks/',
  'server/src/platform/egress/ledger/ledgers.ts',
  'server/src/platform/egress/ledger/stellar/',
  'server/src/platform/egress/ledger/evm/',
]

const THIS_FILE = 'tools/check/modules/ledger-names.ts'
/** Each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'packages/protocol/src/check-phrase.ts': 'one of its words is horizon',
  'packages/protocol/src/payment-facts.ts': 'the facts have a word for each way to pay',
  'packages/ui/src/network-name.ts': 'what people call the networks',
  'packages/sdk/src/index.ts': 'offers what wallets of a ledger sign',
  'server/schema/platform/postgres.contract.sql': 'made from the table',
  'server/src/platform/config.ts': 'which networks are on where no setting names any, and what the settings say',
  'server/src/platform/health/read-service.ts': 'the wire has a name for each api',
  'server/src/platform/wallet-site.ts': 'the wallet pays on one network',
}

export function ledgerNameFaults(files: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  const used = new Set<string>()
  for (const [file, text] of files) {
    if (!READ.some((folder) => file.startsWith(folder)) || OWN.some((place) => file.startsWith(place))) continue
    if (isTest(file) || file.includes('/generated/') || !/\.(tsx?|sql)$/.test(file)) continue
    const code = file.endsWith('.sql') ? withoutComments(text) : readSource(file, text).code
    const [first] = code.matchAll(NAMES)
    if (first === undefined) continue
    used.add(file)
    if (file in EXCEPTIONS) continue
    const said = `names ${first[0]}: that belongs into the table of networks (packages/protocol) or a ledger's own module`
    faults.push({ file, line: lineAt(code, first.index), text: said })
  }
  if (!files.has(THIS_FILE)) return faults
  const unused = Object.keys(EXCEPTIONS).filter((file) => !used.has(file))
  return [
    ...faults,
    ...unused.map((file) => ({ file: THIS_FILE, line: 1, text: `nobody needs the exception ${file}` })),
  ]
}
