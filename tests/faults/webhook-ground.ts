/** Where webhooks are tried: a merchant with events in numbers, receivers in this process, workers in their own. */
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type FeedWorld, startFeedWorld } from '../../server/test/events-feed.ts'
import { startProcess } from '../../server/test/process.ts'

export interface HookGround extends FeedWorld {
  /** With which other processes join. */
  readonly settings: Record<string, string>
  startWorker(): ReturnType<typeof startProcess>
  counts(): Promise<Record<string, number>>
}

export const startHookGround = async (more: Record<string, string> = {}): Promise<HookGround> => {
  const key = `one:${randomBytes(32).toString('base64url')}`
  const feed = await startFeedWorld({ LOG_LEVEL: 'silent', WEBHOOK_SECRET_KEYS: key, ...more })
  const settings = { ...feed.world.settings, LOG_LEVEL: 'info' }
  return {
    ...feed,
    settings,
    startWorker: () => startProcess('worker', settings),
    async counts() {
      const { rows } = await feed.world.database.admin.query(
        'select status, count(*)::int as n from webhook_deliveries group by 1',
      )
      return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
    },
  }
}

/** Eight ways to fail; two of them take as long as they are let. */
export const BAD_WAYS: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  status: (response) => response.writeHead(500).end(),
  busy: (response) => response.writeHead(429, { 'retry-after': '10' }).end(),
  redirect: (response) => response.writeHead(302, { location: 'https://shop.test/elsewhere' }).end(),
  reset: (response) => response.socket?.destroy(),
  garbage: (response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
  huge_header: (response) => response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
  silence: () => {},
  drip: (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => response.socket?.write('x: y\r\n'), 500)
    response.once('close', () => clearInterval(timer))
  },
}
