/**
 * Everything but agents and wallets: a chain behind three nodes of which one may lie, the service as processes that are killed by
 * their pids, the example's shop, and a domain that lists it.
 */
import { randomBytes } from 'node:crypto'
import type { MerchantClient } from '@pursestrings/sdk'
import { startPlace, type TestPlace } from '../../../../packages/sdk/test/place.ts'
import { RECEIPT_KEYS } from '../../../../server/test/ledger-world.ts'
import { LIST_FILE } from '../../../../server/test/payee.ts'
import { type Process, startProcess } from '../../../../server/test/process.ts'
import { freePort } from '../../../../tools/dev/free-port.ts'
import { preparePayee, signInAsMerchant } from '../../../acceptance/steps/merchant.ts'
import { scratchFolder } from '../../../e2e/document-walk.ts'
import { type LyingRpc, startLyingRpc } from '../../../evm-chain/lying-rpc.ts'
import { type EvmChain, startEvmChain } from '../../../evm-chain/start-evm-chain.ts'
import { placeExample, startShop } from '../../../x402/shop-process.ts'
import { type Front, SHOP, startFront } from './front.ts'

type Role = 'api' | 'worker'

export interface Stage extends AsyncDisposable {
  readonly place: TestPlace
  readonly merchant: MerchantClient
  readonly chain: EvmChain
  readonly nodes: readonly LyingRpc[]
  readonly front: Front
  readonly example: string
  /** Of the process that answers, once it has begun. */
  readonly api_url: string
  readonly payee: string
  readonly thief: string
  /** Folders of its own, gone afterwards. */
  readonly folder: string
  /** From here on the service is processes of its own, and nothing is done in this one. */
  begin(): Promise<void>
  /** The process that answers, or the one that observes; another stands in its place when this resolves. */
  kill(role: Role): Promise<void>
  /** Whether the shop's domain lists it. */
  list(is_there: boolean): void
}

/** Those of the chain's accounts that have a part of their own; the first sends for the example's shop, the third is paid. */
const PARTS = { thief: 7, payee: 2 } as const
const OPERATORS = 3

export async function startStage(): Promise<Stage> {
  await using started = new AsyncDisposableStack()
  const scratch = started.use(await scratchFolder())
  const chain = await startEvmChain()
  started.defer(() => chain.stop())
  const [payee = '', thief = ''] = [PARTS.payee, PARTS.thief].map((part) => chain.accounts[part]?.address ?? '')
  await chain.fund(thief, 1_000_000_000)
  const nodes: LyingRpc[] = []
  while (nodes.length < OPERATORS) nodes.push(started.use(await startLyingRpc(chain.rpc_url)))
  const sources = nodes.map(({ url }, n) => {
    return { name: `node-${n}`, operator: `operator-${n}`, api: 'jsonrpc', network: 'base_sepolia', url }
  })
  const place = await startPlace({
    NETWORKS_ENABLED: 'stellar_testnet,base_sepolia',
    LEDGER_SOURCES: JSON.stringify(sources),
    LEDGER_QUORUM: '2',
    // Of its processes, each would else make one of its own.
    FACTS_KEYS: `facts-1:${randomBytes(32).toString('base64url')}`,
    RECEIPT_KEYS,
    PENDING_MAX: '100000',
    WALLET_PENDING_MAX: '100000',
    CREATES_PER_MINUTE_MAX: '100000',
  })
  const merchant = await signInAsMerchant(place)
  // Only who has proven a domain may ask for what others list.
  await preparePayee(place, merchant)
  await place.listPayee({ network: 'base_sepolia', asset: 'USDC', contract: chain.usdc, address: payee })
  const { world, web } = place
  const listed = web.files.get(`${SHOP}${LIST_FILE}`) ?? ''

  const port = await freePort()
  const settings = { ...world.settings, LOG_LEVEL: 'info', PORT: String(port) }
  const processes = new Map<Role, Process>()
  started.defer(async () => {
    await Promise.all([...processes.values()].map((one) => one.end('SIGKILL')))
    await (processes.size === 0 ? world.service.stop() : undefined)
    await world.mailbox.stop()
    await world.database.drop()
    await web.stop()
  })
  const example = await placeExample(`${scratch.path}/tree`)
  const shop = started.use(await startShop(example, { rpc_url: chain.rpc_url }))
  const front = await startFront({
    shop_port: shop.port,
    thief,
    sendFirst: ({ authorization, signature }) => chain.sendAuthorization(authorization, signature, thief),
  })
  started.defer(() => front.stop())
  const rest = started.move()
  return {
    place,
    merchant,
    chain,
    nodes,
    front,
    example,
    api_url: `http://127.0.0.1:${port}`,
    payee,
    thief,
    folder: scratch.path,
    async begin() {
      await world.service.stop()
      for (const role of ['api', 'worker'] as const) processes.set(role, await startProcess(role, settings))
    },
    async kill(role) {
      await processes.get(role)?.end('SIGKILL')
      processes.set(role, await startProcess(role, settings))
    },
    list: (is_there) => void web.files.set(`${SHOP}${LIST_FILE}`, is_there ? listed : '{"recipients":[]}'),
    [Symbol.asyncDispose]: () => rest[Symbol.asyncDispose](),
  }
}
