// One deadline for a whole call, look-up and body included: whoever drips is cut off all the same (reliability.md H6).
import { OutboundError } from './outbound-error.ts'
import { outboundFailure } from './outbound-failure.ts'

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
