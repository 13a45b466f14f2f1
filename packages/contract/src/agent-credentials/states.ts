/** The statuses of agent credentials. */

/** What is stored. `expired` is no status of its own: the database's clock makes it of the other two. */
export const CREDENTIAL_STATUSES = ['pending', 'active', 'revoked'] as const
