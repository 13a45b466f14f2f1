/**
 * Many agents that wait, in a process of their own: half of them by streams, half by polls that begin again. Arguments: the
 * service's address and a file with a token on each line. Tells its parent when all wait, and when which of them has heard.
 */
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const [url = '', file = ''] = process.argv.slice(2)
const tokens = readFileSync(file, 'utf8').trim().split('\n')
const WAIT_S = 25
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const tell = (message: object): void => void process.send?.(message)

interface Asked {
  readonly path: string
  readonly accept: string
  readonly token: string
}

/** Calls back with the first bytes that tell of an event; resolves when the answer is over. */
const call = ({ path, accept, token }: Asked, hears: (text: string) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept }
    const request = get(`${url}/v1/payment-requests/${path}`, { agent, headers }, (response) => {
      response.setEncoding('utf8').on('data', hears).on('error', reject)
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', reject)
  })

let faults = 0
const follow = async (token: string, at: number): Promise<void> => {
  const heard = new AbortController()
  const hears = (text: string): void => {
    if (heard.signal.aborted || !text.includes('"cursor"')) return
    heard.abort()
    tell({ heard: at })
  }
  while (!heard.signal.aborted) {
    const [path, accept] =
      at % 2 === 0 ? ['events', 'text/event-stream'] : [`events?wait=${WAIT_S}`, 'application/json']
    const status = await call({ path, accept, token }, hears).catch(() => 0)
    if (status !== 200) {
      faults++
      tell({ faults })
      await pause(1_000)
    }
  }
}

for (const [at, token] of tokens.entries()) {
  void follow(token, at)
  // They come within half a minute, as they would.
  if (at % 50 === 49) await pause(150)
}
tell({ waiting: tokens.length })
