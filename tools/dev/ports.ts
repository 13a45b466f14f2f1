/**
 * Decides which ports development uses: the one asked for when it is free, else a free one, and 0 always means a free one. Addresses have
 * to be known before anything listens there, so a free one is one that no passing connection takes meanwhile.
 */
import { createServer } from 'node:net'
import { freePort } from './free-port.ts'

const LOOPBACK = '127.0.0.1'

/** The port, or undefined when somebody else has it. */
async function tryPort(port: number, host: string): Promise<number | undefined> {
  if (port === 0) return freePort()
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
    server.listen(port, host, () => server.close(() => resolve(port)))
  })
}

/** For a port that people have in their bookmarks and settings: taken is a fault, not a reason to move. */
export async function claimPort(port: number, host = LOOPBACK): Promise<number> {
  const bound = await tryPort(port, host)
  if (bound !== undefined) return bound
  throw new Error(`port ${port} is taken. Choose another: PORT=${port + 1} npm run dev`)
}

/** For a port that only this run's links name: taken means another, and it is said. */
export async function portOrAnother(port: number, what: string, log: (line: string) => void): Promise<number> {
  const bound = await tryPort(port, LOOPBACK)
  if (bound !== undefined) return bound
  const other = await freePort()
  log(`${what}: port ${port} is taken, using ${other}`)
  return other
}

export function portFrom(environment: NodeJS.ProcessEnv, name: string, preset: number): number {
  const text = environment[name]
  if (text === undefined || text === '') return preset
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`${name} is not a port: ${text}`)
  return port
}
