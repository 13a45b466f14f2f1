/**
 * Loaded into the process that is tested, before its program: tells its memory after a collection of garbage, and the longest
 * time that one turn of its event loop spent computing. Waiting for a processor that others use does not count.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const cpu_ms = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let longest_ms = 0
let last = cpu_ms()
/** What follows a collection that was forced is the probe's doing, too. */
let looked = false
setInterval(() => {
  const now = cpu_ms()
  if (!looked) longest_ms = Math.max(longest_ms, now - last)
  looked = false
  last = now
}, 5).unref()

process.on('message', () => {
  const measured = longest_ms
  for (let times = 0; times < 4; times++) collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  longest_ms = 0
  looked = true
  process.send?.({ longest_ms: measured, heap: heapUsed + external, rss })
})
process.channel?.unref()
