import type { Client, Dispatcher } from 'undici'
import { traced } from '../tracing/tracing.ts'
import { type DialOptions, dialler } from './dial.ts'
import { HEADER_BYTES_MAX, OutboundError, outboundFailure, refuseReserved } from './outbound-error.ts'
import { type OutboundTarget, outboundTarget } from './outbound-target.ts'

// One deadline for a whole call, look-up and body included: whoever drips is cut off all the same.

export async function withinTime<R>(
  { timeout_ms, host, max_bytes }: { timeout_ms: number; host: string; max_bytes: number },
  run: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const deadline = new AbortController()
  const late = () => deadline.abort(new OutboundError('timeout', `${host} took longer than ${timeout_ms} ms`))
  const timer = setTimeout(late, timeout_ms)
  try {
    return await run(deadline.signal)
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : outboundFailure(error, host, max_bytes)
  } finally {
    clearTimeout(timer)
  }
}

// The way out for webhook deliveries and push messages: as `https-client`, but only the
// status and Retry-After of an answer are looked at, and a connection is kept for the next delivery to the same origin. A
// connection is classified in its own dial, lives a minute at most, and is dropped if the answer is long or slow to end.

type PostClientOptions = DialOptions & { readonly allow_loopback_for_tests?: readonly string[] }

type Post = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}
type Posted = { readonly status: number; readonly retry_after: string | undefined }
export type PostClient = { readonly post: (post: Post) => Promise<Posted>; readonly stop: () => Promise<void> }

const IDLE_MAX_MS = 10_000
const AGE_MAX_MS = 60_000
const KEPT_PER_ORIGIN = 4
const TARGETS_MAX = 1_000
const BODY_BYTES_MAX = 16 * 1024
const BODY_PATIENCE_MS = 1_000

type Line = { readonly client: Client; readonly opened: number }

export function createPostClient(options: PostClientOptions): PostClient {
  const { timeout_ms, allow_loopback_for_tests = [] } = options
  const dial = dialler(options)
  const kept = new Map<string, Line[]>()
  // What a URL permits follows from the URL alone; addresses are looked up and judged at every dial.
  const targets = new Map<string, OutboundTarget>()
  const targetOf = (url: string): OutboundTarget => {
    const known = targets.get(url)
    if (known) return known
    const target = outboundTarget(url, allow_loopback_for_tests)
    if (targets.size >= TARGETS_MAX) targets.clear()
    targets.set(url, target)
    return target
  }

  const open = async (target: OutboundTarget, signal: AbortSignal): Promise<Line> => {
    const idle = { keepAliveTimeout: IDLE_MAX_MS, keepAliveMaxTimeout: IDLE_MAX_MS }
    const { client } = await dial(target, signal, { pipelining: 1, ...idle })
    const line = { client, opened: performance.now() }
    client.once('disconnect', () => {
      forget(target.url.origin, line)
      void client.destroy()
    })
    return line
  }
  const forget = (origin: string, line: Line) => {
    const left = (kept.get(origin) ?? []).filter((other) => other !== line)
    if (left.length > 0) kept.set(origin, left)
    else kept.delete(origin)
  }
  const young = ({ opened }: Line) => performance.now() - opened < AGE_MAX_MS
  const take = (origin: string): Line | undefined => {
    const line = kept.get(origin)?.at(-1)
    if (!line) return undefined
    forget(origin, line)
    if (young(line)) return line
    void line.client.destroy()
    return take(origin)
  }
  const giveBack = (origin: string, line: Line) => {
    const lines = kept.get(origin) ?? []
    if (line.client.destroyed) return
    if (young(line) && lines.length < KEPT_PER_ORIGIN) kept.set(origin, [...lines, line])
    else void line.client.destroy()
  }

  const exchange = async (target: OutboundTarget, line: Line, post: Post, signal: AbortSignal): Promise<Posted> => {
    const { pathname, search, origin } = target.url
    try {
      const { headers, body } = post
      const answer = await line.client.request({ path: pathname + search, method: 'POST', headers, body, signal })
      const retry_after = [answer.headers['retry-after']].flat()[0]
      if (await endsSoon(answer.body)) giveBack(origin, line)
      else void line.client.destroy()
      return { status: answer.statusCode, retry_after }
    } catch (error) {
      void line.client.destroy()
      throw error
    }
  }

  return {
    async post(post) {
      refuseReserved(post.headers)
      const target = targetOf(post.url)
      const limits = { timeout_ms, max_bytes: HEADER_BYTES_MAX, host: target.host }
      const send = async (signal: AbortSignal) => {
        const line = take(target.url.origin)
        if (line) {
          try {
            return await exchange(target, line, post, signal)
          } catch (error) {
            // It was closed while it lay idle: that says nothing of the receiver.
            if (signal.aborted || !wasClosed(error)) throw error
          }
        }
        return exchange(target, await open(target, signal), post, signal)
      }
      return traced('outbound', () => withinTime(limits, send))
    },
    async stop() {
      const lines = [...kept.values()].flat()
      kept.clear()
      await Promise.all(lines.map(({ client }) => client.destroy()))
    },
  }
}

/** Nobody reads the body; it has to end before the connection can be used again. */
async function endsSoon(body: Dispatcher.ResponseData['body']): Promise<boolean> {
  const patience = setTimeout(() => body.destroy(), BODY_PATIENCE_MS)
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length
      if (bytes > BODY_BYTES_MAX) return false
    }
    return true
  } catch {
    return false
  } finally {
    clearTimeout(patience)
  }
}

function wasClosed(error: unknown): boolean {
  if (error instanceof OutboundError) return error.kind === 'protocol'
  return ['UND_ERR_SOCKET', 'UND_ERR_DESTROYED', 'ECONNRESET', 'EPIPE'].includes(
    (error as { code?: string }).code ?? '',
  )
}
