/** How many orders the receiver has delivered so far: the number that a command prints, or that an address answers. */
import { exec } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export type Delivered = () => Promise<number>

export const deliveredBy = (how: string): Delivered => {
  const ask = /^https?:\/\//.test(how) ? async () => (await fetch(how)).text() : () => printedBy(how)
  return async () => {
    const said = await ask()
    if (/^\s*\d+\s*$/.test(said)) return Number(said)
    throw new Error(`${how}: a number of orders was expected, and this came: ${said.slice(0, 200)}`)
  }
}

/** Its exit code doesn't count: `grep -c` fails where it counts to 0. */
const printedBy = (command: string): Promise<string> =>
  new Promise((resolve) => exec(command, (failure, stdout) => resolve(stdout || (failure?.message ?? ''))))

/** As soon as it is this number or more, or the last one when time is over. */
export const deliveredUpTo = async (delivered: Delivered, count: number, ms_max: number): Promise<number> => {
  for (const end = Date.now() + ms_max; ; await pause(50)) {
    const now = await delivered()
    if (now >= count || Date.now() > end) return now
  }
}
