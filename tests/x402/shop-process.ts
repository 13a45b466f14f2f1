/** The shop of examples/x402 as a process, as its README starts it: the official middleware and facilitator, from its own lock. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { OfficialClient, OfficialPackages } from '@pursestrings/x402/official'
import { ROOT } from '../e2e/dev-run.ts'
import { installExample } from '../e2e/example-install.ts'

/** The example in a folder of the test's own, with what its lock says, and our packages as they are in this tree. */
export const placeExample = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true })
  await symlink(join(ROOT, 'packages'), join(folder, 'packages'))
  return installExample(folder, 'x402')
}

/** The client that its lock pins. */
export const officialIn = (example: string): OfficialPackages<OfficialClient> => {
  const load = createRequire(join(example, 'agent.ts'))
  return {
    ...(load('@x402/core/client') as object),
    ...(load('@x402/fetch') as object),
  } as OfficialPackages<OfficialClient>
}

export interface Shop extends AsyncDisposable {
  readonly port: number
  /** Its lines, each with the sale that it tells of. */
  readonly said: string[]
  stop(): Promise<void>
}

export interface ShopSettings {
  readonly rpc_url: string
  readonly price?: string
  readonly port?: number
}

export const startShop = async (
  example: string,
  { rpc_url, price = '$0.25', port = 0 }: ShopSettings,
): Promise<Shop> => {
  const env = { ...process.env, RPC_URL: rpc_url, PRICE: price, SHOP_PORT: String(port) }
  const child: ChildProcess = spawn(process.execPath, ['--conditions=@pursestrings/source', 'shop.ts'], {
    cwd: example,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const said: string[] = []
  const listening = new Promise<number>((resolve, reject) => {
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        said.push(line)
        const [, found] = /^http:\/\/shop\.localhost:(\d+)\//.exec(line) ?? []
        if (found !== undefined) resolve(Number(found))
      })
    ended.then(([code]) => reject(new Error(`the shop ended with ${code}`)), reject)
  })
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  return { port: await listening, said, stop, [Symbol.asyncDispose]: stop }
}
