/**
 * A port on loopback for a server that is started, stopped and started again. It lies below the range from which systems
 * hand out ports by themselves (Linux 32768, others 49152), so that no passing connection can take it in between.
 */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

const LOWEST = 10_240
const ABOVE = 32_768
const TRIES = 50

export const freePort = async (): Promise<number> => {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const port = randomInt(LOWEST, ABOVE)
    if ((await canBindTcp(port)) && (await canBindUdp(port))) return port
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
