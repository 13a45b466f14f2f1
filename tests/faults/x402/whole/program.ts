/** A program of a lane that is killed by its pid and started again: what it was doing is lost with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ANSWERS_WITHIN_MS = 120_000

/** Its process died before it answered. */
export const KILLED = Symbol('killed')

export interface Program<Order, Answer> {
  /** Undefined where it is alive and never answered. */
  tell(order: Order): Promise<Answer | typeof KILLED | undefined>
  /** By its pid; another stands in its place when this resolves. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export type Unnumbered<Order> = Order extends { readonly id: number } ? Omit<Order, 'id'> : never

export async function startProgram<Order extends { readonly id: number }, Answer extends { readonly id: number }>(
  file: string,
  orders: object,
): Promise<Program<Unnumbered<Order>, Answer>> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  let ids = 0
  const waiting = new Map<number, (answer: Answer | typeof KILLED | undefined) => void>()

  const start = (): Promise<ChildProcess> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['--conditions=@pursestrings/source', path, JSON.stringify(orders)], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      let said = ''
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
      child.on('message', (answer: Answer | 'ready') => {
        if (answer === 'ready') resolve(child)
        else waiting.get(answer.id)?.(answer)
      })
      child.once('exit', (code, signal) => {
        for (const over of waiting.values()) over(KILLED)
        if (signal !== 'SIGKILL') reject(new Error(`${file} ended with ${code ?? signal}: ${said.slice(-2000)}`))
      })
    })

  let running = start()
  await running
  const end = async (): Promise<void> => {
    const child = await running
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  return {
    async tell(order) {
      const child = await running
      const id = ++ids
      return new Promise((resolve) => {
        const over = (answer: Answer | typeof KILLED | undefined) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(answer)
        }
        const timer = setTimeout(over, ANSWERS_WITHIN_MS, undefined)
        waiting.set(id, over)
        child.send({ ...order, id }, (error) => error && over(KILLED))
      })
    },
    async kill() {
      await end()
      running = start()
      await running
    },
    stop: end,
  }
}
