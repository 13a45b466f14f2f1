// Test double: listeners on loopback that nothing may ever reach. They count connections and bytes, nothing else.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { listening } from './listening.ts'

export type TrapListeners = {
  readonly places: readonly { readonly address: string; readonly port: number }[]
  readonly connections: () => number
  readonly bytes: () => number
  /** Resolves when whoever came has left: the counts are final then. */
  readonly emptied: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** A port that is taken, or not ours to open, is replaced by a free one at the same address. */
export async function openTrapListeners(wanted: readonly { address: string; port: number }[]): Promise<TrapListeners> {
  let connections = 0
  let bytes = 0
  const guests: Promise<unknown>[] = []
  const open = async (address: string, port: number) => {
    const server = createServer((socket) => {
      connections += 1
      guests.push(once(socket, 'close').catch(() => {}))
      socket.on('data', (data) => {
        bytes += data.length
      })
    })
    return { server, address, port: await listening(server, { address, port }) }
  }
  const places = await Promise.all(wanted.map(({ address, port }) => open(address, port).catch(() => open(address, 0))))
  return {
    places,
    connections: () => connections,
    bytes: () => bytes,
    async emptied() {
      if (guests.length === 0) await Promise.race(places.map(({ server }) => once(server, 'connection')))
      await Promise.all(guests)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(places.map(({ server }) => new Promise((done) => server.close(done))))
    },
  }
}
