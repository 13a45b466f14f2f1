/**
 * Decides how a PostgreSQL of our own lives: made once, started on a free loopback port, stopped with this process.
 *
 * pg_ctl does the starting and stopping. It puts the server in a session of its own, so Ctrl-C reaches only us and the
 * api can finish with its database; and it knows how to drop an administrator's rights on Windows.
 */
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { findBinaries } from './postgres-binaries.ts'
import { type Cluster, openCluster } from './postgres-cluster.ts'
import { settleLock } from './postgres-lock.ts'

const ATTEMPTS = 3
const STOP_SECONDS = 20
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The data folders this process serves. */
const running = new Set<string>()

export interface OwnPostgres {
  url: string
  started: boolean
  stop(): Promise<void>
}

export async function startOwnPostgres(dataDir: string, log: (line: string) => void): Promise<OwnPostgres> {
  const cluster = await openCluster(dataDir, findBinaries, log)
  const { pg_ctl } = cluster.binaries
  const stopNow = () => {
    spawnSync(pg_ctl, ['stop', '-D', cluster.data, '-m', 'fast', '-w', '-t', String(STOP_SECONDS)], cluster.run)
  }
  for (let attempt = 1; ; attempt++) {
    const lock = await settleLock(cluster, running.has(cluster.data), stopNow, log)
    if (lock.sharedUrl !== undefined) return { url: lock.sharedUrl, started: false, stop: async () => undefined }
    const port = await freePort()
    await writeFile(cluster.ownerFile, String(process.pid))
    const forget = stopWithProcess(stopNow)
    const started = spawnSync(
      pg_ctl,
      ['start', '-D', cluster.data, '-w', '-t', '60', '-s', '-l', cluster.logFile, '-o', `-p ${port}`],
      cluster.run,
    )
    if (started.status === 0) {
      running.add(cluster.data)
      log(`postgres: started on 127.0.0.1:${port}, data in ${cluster.data}`)
      return {
        url: cluster.urlAt(port),
        started: true,
        async stop() {
          forget()
          running.delete(cluster.data)
          stopNow()
        },
      }
    }
    forget()
    // The port was taken in between, or processes of a killed server are still going: both pass.
    if (attempt === ATTEMPTS) throw new Error(`postgres did not start:\n${await lastLines(cluster)}`)
    await pause(500)
  }
}

function onSignal(signal: NodeJS.Signals): void {
  // Whoever else listens is stopping in order and ends with 'exit'; alone, it is ours to end the process.
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
}

/** However this process ends, the server ends with it. Returns how to take that back. */
function stopWithProcess(stopNow: () => void): () => void {
  process.on('exit', stopNow)
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return () => {
    process.off('exit', stopNow)
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

async function lastLines(cluster: Cluster): Promise<string> {
  const text = await readFile(cluster.logFile, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-15).join('\n')
}
