/** Three api and two worker processes behind HAProxy, each at a port of its own that its successor takes over. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAIN, type Process, startProcess } from '../../server/test/process.ts'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'

export interface DeployFleet {
  /** Where HAProxy listens. */
  readonly url: string
  /** Replaces every process, one after the other, by the program that is given; what each took to end. */
  roll(main?: string, before?: (api: Process) => void): Promise<Ended[]>
  stop(): Promise<void>
}

export interface Ended {
  readonly role: 'api' | 'worker'
  readonly code: number | null
  readonly ms: number
}

const ROLES = ['api', 'api', 'api', 'worker', 'worker'] as const

/** A process that says it is not ready gets no new calls; one that is only slow to say so keeps its place. */
const configOf = (port: number, apis: readonly number[]): string => `
defaults
  mode http
  timeout connect 2s
  timeout client 120s
  timeout server 120s
  timeout check 5s
  option redispatch
  retries 3
frontend all
  bind 127.0.0.1:${port}
  default_backend apis
backend apis
  balance roundrobin
  option httpchk GET /ready
  default-server check inter 200ms fall 1 rise 1
${apis.map((api) => `  server api${api} 127.0.0.1:${api}`).join('\n')}
`

const startHaproxy = async (apis: readonly number[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-haproxy-'))
  const port = await freePort()
  writeFileSync(join(folder, 'haproxy.cfg'), configOf(port, apis))
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    return answer?.ok === true
  })
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const startDeployFleet = async (
  settings: Readonly<Record<string, string>>,
  first_main: string,
): Promise<DeployFleet> => {
  const ports = await Promise.all(ROLES.map(() => freePort()))
  const start = async (n: number, main: string): Promise<Process> => {
    const [role, port] = [ROLES[n] ?? 'api', ports[n]]
    const process = await startProcess(role, { ...settings, PORT: String(port) }, main)
    // A deploy goes on when the new process says that it is ready.
    if (role === 'api') await until(async () => (await fetch(`${process.url}/ready`)).ok, 60_000)
    return process
  }
  const running = await Promise.all(ROLES.map((_, n) => start(n, first_main)))
  const apis = ports.filter((_, n) => ROLES[n] === 'api')
  const proxy = await startHaproxy(apis)
  return {
    url: proxy.url,
    async roll(main = MAIN, before = () => {}) {
      const ended: Ended[] = []
      for (const [n, role] of ROLES.entries()) {
        const old = running[n] as Process
        if (role === 'api') before(old)
        const began = performance.now()
        const code = await old.end('SIGTERM')
        ended.push({ role, code, ms: Math.round(performance.now() - began) })
        running[n] = await start(n, main)
        // What checks a process every 200 ms has seen the new one by now.
        if (role === 'api') await new Promise((resolve) => setTimeout(resolve, 500))
      }
      return ended
    },
    async stop() {
      await proxy.stop()
      await Promise.all(running.map((process) => process.end('SIGKILL')))
    },
  }
}

/** A call whose body never comes whole, straight to one process. */
export const halfSent = ({ url }: Process): void => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    `POST /v1/payment-requests HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 400\r\n\r\n{"recipient_id":`,
  )
}
