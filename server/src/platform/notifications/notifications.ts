/**
 * Notifications between processes: sent after a commit, heard by whoever waits. A notification is a hint, PostgreSQL is the answer, so
 * nothing here is awaited, kept or repeated, and losing NATS loses nothing. Without NATS the notifications ring in-process.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type NatsConnection } from '@nats-io/transport-node'

export interface Notifications {
  notify(topic: string): void
  /** Hears a topic for the life of the process. */
  on(topic: string, heard: () => void): void
  /** Resolves at the next ring (true), at the deadline or when the signal aborts, whichever comes first. */
  wait(topic: string, timeout_ms: number, signal?: AbortSignal): Promise<boolean>
  state(): 'ok' | 'failing' | 'not_configured'
  stop(): Promise<void>
}

const SUBJECT = 'svc.wake.'
const RETRY_MS = 500

export const startNotifications = (nats_url: string | undefined, onFault: (error: unknown) => void): Notifications => {
  const local = new EventEmitter().setMaxListeners(0)
  let nats: NatsConnection | undefined
  const stopping = new AbortController()
  const connected = nats_url === undefined ? undefined : hear(nats_url)

  async function hear(url: string): Promise<void> {
    // Asks for a NATS that is not there yet for as long as it takes: its absence is never a reason not to start.
    let connection: NatsConnection | undefined
    while (!connection && !stopping.signal.aborted) {
      connection = await connect({ servers: url, maxReconnectAttempts: -1, noEcho: true }).catch(() => undefined)
      if (!connection) await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    if (!connection) return
    if (stopping.signal.aborted) return connection.close()
    nats = connection
    for await (const message of connection.subscribe(`${SUBJECT}>`)) {
      local.emit(message.subject.slice(SUBJECT.length))
    }
  }
  connected?.catch(onFault)

  return {
    notify(topic) {
      // Sent after a commit, which a notification that fails must not turn into a failure.
      try {
        local.emit(topic)
        if (nats && !nats.isClosed()) nats.publish(SUBJECT + topic)
      } catch (error) {
        onFault(error)
      }
    },
    on: (topic, heard) => void local.on(topic, heard),
    wait: (topic, timeout_ms, signal) =>
      new Promise((resolve) => {
        const end = (rung: boolean) => {
          clearTimeout(timer)
          local.off(topic, ring)
          signal?.removeEventListener('abort', done)
          resolve(rung)
        }
        const ring = () => end(true)
        const done = () => end(false)
        const timer = setTimeout(done, timeout_ms)
        local.on(topic, ring)
        signal?.addEventListener('abort', done)
        if (signal?.aborted) done()
      }),
    state: () => (nats_url === undefined ? 'not_configured' : nats && connectedNow(nats) ? 'ok' : 'failing'),
    async stop() {
      stopping.abort()
      await nats?.close()
      await connected?.catch(() => {})
    },
  }
}

const connectedNow = (nats: NatsConnection): boolean =>
  !nats.isClosed() && (nats as unknown as { protocol?: { connected?: boolean } }).protocol?.connected !== false
