/**
 * A port on loopback that has to be known before a server listens there, or for one that is stopped and started again; any other
 * server takes port 0, and tells which it got. It lies below the range from which systems hand out ports by themselves (Linux 32768,
 * others 49152), so that no passing connection can take it in between.
 */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

const LOWEST = 10_240
const ABOVE = 32_768
const TRIES = 50
/** Nobody may listen there yet. */
const given = new Set<number>()

export const freePort = async (): Promise<number> => {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const port = randomInt(LOWEST, ABOVE)
    if (given.has(port) || !(await canBindTcp(port)) || !(await canBindUdp(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`no free port found in ${TRIES} tries`)
}

const canBindTcp = async (port: number): Promise<boolean> => {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    await once(server.close(), 'close')
    return true
  } catch {
    return false
  }
}

const canBindUdp = async (port: number): Promise<boolean> => {
  const socket = createSocket('udp4')
  try {
    await once(socket.bind(port, '127.0.0.1'), 'listening')
    return true
  } catch {
    return false
  } finally {
    socket.close()
  }
}
