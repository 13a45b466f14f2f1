/** The statuses of agent credentials. */

/** What is stored. */
export const CREDENTIAL_STATUSES = ['pending', 'active', 'revoked'] as const
/** What is shown: `expired` is never stored, the database's clock makes it of the first two. */
export const CREDENTIAL_STATUSES_SHOWN = [...CREDENTIAL_STATUSES, 'expired'] as const
