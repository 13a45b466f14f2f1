/** Exit codes for scripts. */
export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  /** A credential is missing, was refused, or isn't allowed to do this. */
  auth: 3,
  /** The user said no, let it expire, or the wallet reports that it failed. */
  not_approved: 4,
  /** No decision in time, or unknown; it may still succeed. */
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
  5  no decision in time, or unknown: run the same command again`
