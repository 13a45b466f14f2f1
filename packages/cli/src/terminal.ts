/**
 * What a command finds around it: words, environment, streams, signals and where its exit code goes. They are those of the
 * process, unless whoever runs several commands in one process gives each its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable, Writable } from 'node:stream'

export interface Terminal {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  exitCode?: number | string | null | undefined
  on(signal: NodeJS.Signals, hear: () => void): unknown
}

const given = new AsyncLocalStorage<Terminal>()

export const terminal = (): Terminal => given.getStore() ?? process

export const runAt = <T>(own: Terminal, run: () => T): T => given.run(own, run)
