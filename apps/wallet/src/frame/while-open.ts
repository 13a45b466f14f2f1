/** Loaded once the wallet is open: it needs the client of the service, which the first screen does without. */
import { payAutomatically } from '../automatic/pay-automatically.ts'
import { follow } from '../live/follow.ts'
import { keepGoing } from '../paying/keep-going.ts'

/** Until the function that it returns is called. */
export const whileOpen = (): (() => void) => {
  const ends = [follow(), keepGoing(), payAutomatically()]
  return () => {
    for (const end of ends) end()
  }
}
