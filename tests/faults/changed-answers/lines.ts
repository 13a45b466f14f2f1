/** A program that does one thing per line of its input and answers each with a line: for clients that take long to start. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Shown } from './showings.ts'

export interface Lines {
  ask(line: unknown): Promise<Shown>
  [Symbol.asyncDispose](): Promise<void>
}

export const startLines = (command: string, args: readonly string[], env: Readonly<Record<string, string>>): Lines => {
  const child: ChildProcess = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  return {
    async ask(line) {
      child.stdin?.write(`${JSON.stringify(line)}\n`)
      const { value, done } = await answers.next()
      if (done === true) throw new Error(`${command} ${args.join(' ')} has ended`)
      return JSON.parse(value) as Shown
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.stdin?.end()
      await ended
    },
  }
}
