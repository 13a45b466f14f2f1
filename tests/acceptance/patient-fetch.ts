/** Waits where the service says that an address called too often: a whole run signs in about as often as a minute allows. */
import { setTimeout as pause } from 'node:timers/promises'

export const patientFetch: typeof fetch = async (url, init) => {
  for (;;) {
    const answer = await fetch(url, init)
    const wait_s = Number(answer.headers.get('retry-after'))
    if (answer.status !== 429 || !(wait_s > 0)) return answer
    await pause(wait_s * 1000)
  }
}
