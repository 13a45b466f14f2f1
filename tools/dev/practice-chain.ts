/**
 * `npm run dev -- --evm`: an EVM chain on this machine in place of Base Sepolia, with test USDC for whoever asks. It begins again with every
 * start. Its parts are installed the first time; without the flag nothing of it is loaded.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { publishPayee } from '../../packages/cli/src/commands/demo-steps.ts'
import { type EvmChain, startEvmChain } from '../../tests/evm-chain/start-evm-chain.ts'

export interface PracticeChain {
  readonly rpc_url: string
  readonly friendbot_url: string
  /** For LEDGER_SOURCES, with those of other networks. */
  besides(sources: string): string
  stop(): Promise<void>
}

/** As often as Base. */
const BLOCK_EVERY_MS = 2_000
const FUNDS_UNITS = 20_000_000
/** The account that the example's shop is paid to. */
const SHOP = 2

export const startPracticeChain = async (port: number, site_folder: string): Promise<PracticeChain> => {
  const chain = await startEvmChain({ port })
  // A final block of before the token knows nothing of it.
  await chain.finalize()
  const faucet = await startFaucet(chain)
  const address = chain.accounts[SHOP]?.address
  await publishPayee(site_folder, { network: 'base_sepolia', asset: 'USDC', address, contract: chain.usdc })
  const timer = setInterval(() => {
    chain.mine().catch(() => undefined)
  }, BLOCK_EVERY_MS)
  const { rpc_url } = chain
  const says = { name: 'practice-chain', operator: 'practice-chain', network: 'base_sepolia', api: 'jsonrpc' }
  const source = { ...says, url: rpc_url, friendbot_url: faucet.url }
  return {
    rpc_url,
    friendbot_url: faucet.url,
    besides: (sources) => JSON.stringify([...(JSON.parse(sources) as object[]), source]),
    async stop() {
      clearInterval(timer)
      await faucet.stop()
      await chain.stop()
    },
  }
}

/** Asked as the one of the practice ledger is. */
const startFaucet = async (chain: EvmChain): Promise<{ url: string; stop(): Promise<void> }> => {
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://faucet').searchParams.get('addr') ?? ''
    const fund = /^0x[0-9a-fA-F]{40}$/.test(address)
      ? chain.fund(address, FUNDS_UNITS).then(() => 200)
      : Promise.resolve(400)
    void fund
      .catch(() => 500)
      .then((status) =>
        response
          .writeHead(status, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
          .end('{}'),
      )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/friendbot`,
    async stop() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
