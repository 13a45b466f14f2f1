/** Decides whether development has wake-ups over NATS: only if one answers at NATS_URL, or on this machine. */
import { connect } from 'node:net'

const LOCAL_URL = 'nats://127.0.0.1:4222'
const TIMEOUT_MS = 1_000

export async function findNats(url: string | undefined, log: (line: string) => void): Promise<string | undefined> {
  const input = url === undefined || url === '' ? LOCAL_URL : url
  if (await greets(input)) {
    log(`nats: using ${hostOf(input)}`)
    return input
  }
  log(`nats: none answers at ${hostOf(input)}, doing without (jobs are found by polling)`)
  return undefined
}

/** A NATS server speaks first; whatever else listens there does not say INFO. */
function greets(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!URL.canParse(url)) return resolve(false)
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port || 4222) })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(TIMEOUT_MS, () => end(false))
    socket.once('error', () => end(false))
    socket.once('close', () => resolve(false))
    socket.once('data', (chunk) => end(chunk.toString('latin1').startsWith('INFO ')))
  })
}

/** Without a password that the address may carry. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'NATS_URL'
}
