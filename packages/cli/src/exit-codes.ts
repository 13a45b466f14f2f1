/** What the end of a command means to a script. */
export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  /** A credential is missing, was refused, or does not reach that far. */
  auth: 3,
  /** The user said no, let it expire, or the wallet reports that it failed. */
  not_approved: 4,
  /** Not decided in time, or not known; unknown is not failed. */
  unknown: 5,
  interrupted: 130,
} as const

export const EXIT_CODES_HELP = `
Exit codes:
  0  done; with --wait: the wallet reports the payment as confirmed
  1  error
  2  wrong usage
  3  a credential is missing or was refused
  4  not approved: rejected, expired or failed
  5  not decided in time, or not known: run the same command again`
