/** Policies that the person paused on this device: known here before the service hears of it, whether or not it answers. */
const stopped = new Set<string>()
let running: { readonly policy_id: string; readonly stop: AbortController } | undefined

export const isStopped = (policy_id: string): boolean => stopped.has(policy_id)
export const goOn = (policy_id: string): void => void stopped.delete(policy_id)

/** What is not signed yet will not be. */
export const stopNow = (policy_id: string): void => {
  stopped.add(policy_id)
  if (running?.policy_id === policy_id) running.stop.abort(new Error('stopped by the person'))
}
export const stopRunning = (): void => running?.stop.abort(new Error('stopped by the person'))

/** A signal that `stopNow` gives for this policy, and `stopRunning` for any. */
export const runningFor = (policy_id: string): AbortSignal => {
  const stop = new AbortController()
  running = { policy_id, stop }
  return stop.signal
}
