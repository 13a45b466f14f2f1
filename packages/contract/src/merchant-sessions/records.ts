/** The cookie of a merchant session, and how long a session lasts. */

export const SESSION_COOKIE = '__Host-svc_session'
export const SESSION_LIFETIME_S = 12 * 3600
export const SESSION_IDLE_S = 30 * 60
