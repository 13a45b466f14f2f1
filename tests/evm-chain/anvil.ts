/** One anvil as a process: it ends with its parent, however that ends, and is stopped by its own id. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Account {
  /** With the checksum of EIP-55. */
  readonly address: string
  /** `0x` and 64 digits; everybody knows them. */
  readonly private_key: string
}

export interface Anvil {
  readonly pid: number
  readonly url: string
  readonly accounts: readonly Account[]
  /** Nobody who waits is answered until `resume`. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

const LISTENS = /^Listening on (\S+)$/
const ACCOUNT = /^\(\d+\) (0x[0-9a-fA-F]{40}) /
const KEY = /^\(\d+\) (0x[0-9a-f]{64})$/
/** Says its id, then ends anvil when the line to the parent closes. */
const ENDS_WITH_PARENT = `"$0" "$@" & echo "pid $!"; read -r _; kill "$!"; wait "$!"`

export const startAnvil = async (binary: string, flags: readonly string[]): Promise<Anvil> => {
  const windows = process.platform === 'win32'
  const child = windows
    ? spawn(binary, flags, { stdio: ['pipe', 'pipe', 'inherit'] })
    : spawn('/bin/sh', ['-c', ENDS_WITH_PARENT, binary, ...flags], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const addresses: string[] = []
  const keys: string[] = []
  let pid = child.pid ?? 0
  const lines = createInterface(child.stdout)
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const [, address] = ACCOUNT.exec(line) ?? []
      const [, key] = KEY.exec(line) ?? []
      const [, listens] = LISTENS.exec(line) ?? []
      if (line.startsWith('pid ')) pid = Number(line.slice(4))
      if (address !== undefined) addresses.push(address)
      if (key !== undefined) keys.push(key)
      if (listens !== undefined) resolve(`http://${listens}`)
    })
    ended.then(() => reject(new Error(`${binary} ended before it listened`)), reject)
  })
  return {
    pid,
    url,
    accounts: addresses.map((address, at) => ({ address, private_key: keys[at] ?? '' })),
    pause: () => void process.kill(pid, 'SIGSTOP'),
    resume: () => void process.kill(pid, 'SIGCONT'),
    async stop() {
      if (child.exitCode === null) process.kill(pid, 'SIGCONT')
      child.stdin.end()
      if (windows) child.kill()
      await ended
    },
  }
}
