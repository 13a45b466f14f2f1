/** What stands around the databases and the service: HAProxy before both, and three NATS that know each other. */
import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { until } from '../../../server/test/until.ts'
import { freePort } from '../../../tools/dev/free-port.ts'
import type { Node } from './patroni.ts'
import { folderIn, type Program, startProgram } from './programs.ts'

export interface Restartable {
  start(): Promise<void>
  kill(): Promise<void>
}

export interface Proxy extends Restartable {
  readonly port: number
}

const opens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

const proxyOf = async (folder: string, name: string, configAt: (port: number) => string): Promise<Proxy> => {
  const port = await freePort()
  const config = join(folder, `${name}.cfg`)
  writeFileSync(config, configAt(port))
  let program: Program | undefined
  return {
    port,
    async start() {
      program = startProgram('haproxy', ['-db', '-f', config], { log: join(folder, `${name}.log`) })
      await until(() => opens(port))
    },
    async kill() {
      await program?.kill()
    },
  }
}

/** Sends whoever wants the database to the node that Patroni calls the primary, and drops them when it no longer is. */
export const databaseProxy = (folder: string, nodes: readonly Node[]): Promise<Proxy> =>
  proxyOf(
    folder,
    'database',
    (port) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
frontend database
  bind 127.0.0.1:${port}
  default_backend primary
backend primary
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 200ms downinter 300ms rise 1 fall 2 on-marked-down shutdown-sessions
${nodes.map(({ name, port: at, api_port }) => `  server ${name} 127.0.0.1:${at} check port ${api_port}`).join('\n')}
`,
  )

/** A process that says it is not ready gets no new calls. */
export const apiProxy = (folder: string, apis: readonly number[]): Promise<Proxy> =>
  proxyOf(
    folder,
    'front',
    (port) => `
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
`,
  )

export interface Nats extends Restartable {
  readonly url: string
  /** What it kept on its disk; it must not run. */
  removeData(): void
}

export const natsCluster = async (folder: string): Promise<Nats[]> => {
  const names = ['q1', 'q2', 'q3']
  const ports = new Map<string, { client: number; route: number }>()
  for (const name of names) ports.set(name, { client: await freePort(), route: await freePort() })
  const routes = [...ports.values()].map(({ route }) => `nats://127.0.0.1:${route}`).join(',')
  return names.map((name) => {
    const { client, route } = ports.get(name) ?? { client: 0, route: 0 }
    const data = folderIn(folder, name)
    let program: Program | undefined
    return {
      url: `nats://127.0.0.1:${client}`,
      async start() {
        const flags = ['-a', '127.0.0.1', '-p', String(client), '-n', name, '-js', '-sd', data]
        const cluster = ['--cluster', `nats://127.0.0.1:${route}`, '--cluster_name', 'pursestrings', '--routes', routes]
        program = startProgram('nats-server', [...flags, ...cluster], { log: join(folder, `${name}.log`) })
        await until(() => opens(client))
      },
      async kill() {
        await program?.kill()
      },
      removeData: () => rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
    }
  })
}
