// Test double's helper step: opens a server on loopback and says which port it got.
import { once } from 'node:events'
import type { Server } from 'node:net'

export async function listening(server: Server, { address = '127.0.0.1', port = 0 } = {}): Promise<number> {
  server.listen(port, address)
  await once(server, 'listening')
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('the server has no port')
  return place.port
}
