// Test double of the public DNS: a real server (Debian's dnsmasq-base) on a high loopback port that holds the test's own
// records, asks nobody else and runs unprivileged. One process per call, ended by its own handle.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline'
import { freePort } from '../../../tools/dev/free-port.ts'

export type DnsServer = {
  /** `ip:port`, for `servers`. */
  readonly server: string
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * `records` are dnsmasq's own options, for instance `txt-record=_x.shop.test,hello`, `host-record=shop.test,127.0.0.1`
 * or `cname=*.wild.test,target.test`. Everything under `.test` that is not listed does not exist.
 */
export async function startDnsServer(records: readonly string[], at?: number): Promise<DnsServer> {
  const port = at ?? (await freePort())
  const place = [`port=${port}`, 'listen-address=127.0.0.1', `user=${userInfo().username}`, 'conf-file=/dev/null']
  const alone = ['keep-in-foreground', 'log-facility=-', 'pid-file=', 'no-resolv', 'no-hosts', 'bind-interfaces']
  const dnsmasq = spawn(
    'dnsmasq',
    [...place, ...alone, 'local=/test/', ...records].map((option) => `--${option}`),
    { stdio: ['ignore', 'ignore', 'pipe'], env: { PATH: `${process.env['PATH']}:/usr/sbin` } },
  )
  const ended = once(dnsmasq, 'exit')
  let said = ''
  for await (const line of createInterface(dnsmasq.stderr)) {
    said += line
    if (line.includes('started')) break
  }
  if (!said.includes('started')) {
    await ended
    // Somebody else took the port between our look and dnsmasq's.
    if (said.includes('in use') && at === undefined) return startDnsServer(records)
    throw new Error(`dnsmasq did not start: ${said}`)
  }
  dnsmasq.stderr.resume()
  return {
    server: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      dnsmasq.kill('SIGTERM')
      await ended
    },
  }
}
