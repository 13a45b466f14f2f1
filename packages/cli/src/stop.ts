/** An end that we meant: what happened, what the reader does next, and the exit codes for scripts. */
export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  /** A credential is missing, was refused, or isn't allowed to do this. */
  auth: 3,
  /** The user said no or let it expire, or nothing was paid. */
  not_approved: 4,
  /** Nothing is decided yet, or an answer was lost; it may still succeed. */
  unknown: 5,
  /** Only the wallet says that it is paid, or the ledger disagrees. */
  not_proven: 6,
  interrupted: 130,
} as const

export const EXIT_CODES_HELP = `
Exit codes:
  0  done; when waiting for a payment: paid, as the ledger shows
  1  error
  2  wrong usage
  3  a credential is missing or was refused
  4  not paid: unpaid, rejected, expired, canceled or failed
  5  still waiting, or the answer was lost: run the same command again
  6  not proven: reported by the wallet alone, or disputed`

export class Stop extends Error {
  override readonly name = 'Stop'
  readonly exit_code: number
  readonly what_to_do: string

  constructor(exit_code: number, message: string, what_to_do: string) {
    super(message)
    this.exit_code = exit_code
    this.what_to_do = what_to_do
  }
}

export const wrongUsage = (message: string, what_to_do: string): Stop => new Stop(EXIT.usage, message, what_to_do)
export const notAllowed = (message: string, what_to_do: string): Stop => new Stop(EXIT.auth, message, what_to_do)
export const failed = (message: string, what_to_do: string): Stop => new Stop(EXIT.error, message, what_to_do)
