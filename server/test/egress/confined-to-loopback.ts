// Safety net for tests of egress: no TCP connection of this process leaves loopback, even when the guard under
// test is broken. An attempt fails as a connection would, and is kept so that a test can say there was none.
import { Socket } from 'node:net'
import { isLoopbackAddress } from '../../src/platform/egress/outbound-target.ts'

const attempts: string[] = []
// oxlint-disable-next-line typescript/unbound-method -- called with its own this below
const connect = Socket.prototype.connect

// oxlint-disable-next-line typescript/no-explicit-any -- stands in for every overload of connect
Socket.prototype.connect = function confined(this: Socket, ...args: any[]): Socket {
  // node:net hands over its normalised list, others the bare options.
  const options: { host?: string; path?: string } = [args[0]].flat()[0] ?? {}
  if (options.path === undefined && !isLoopbackAddress(options.host ?? '127.0.0.1')) {
    attempts.push(options.host ?? '')
    process.nextTick(() => this.destroy(new Error(`a test may not connect to ${options.host}`)))
    return this
  }
  return Reflect.apply(connect, this, args)
}

/** Every address outside loopback that somebody tried to reach. */
export const attemptsOutside: readonly string[] = attempts
