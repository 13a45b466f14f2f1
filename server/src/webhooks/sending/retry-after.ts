/** What a receiver says of when to come again (RFC 9110, 10.2.3): seconds or a date, at most a day. Nonsense is nothing. */
const RETRY_AFTER_MAX_S = 86_400
const IMF_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

export const retryAfterS = (header: string | undefined, now: Date): number => {
  const text = header?.trim() ?? ''
  const seconds = /^\d{1,15}$/.test(text)
    ? Number(text)
    : IMF_DATE.test(text)
      ? (Date.parse(text) - now.getTime()) / 1000
      : 0
  return Math.min(Math.max(seconds || 0, 0), RETRY_AFTER_MAX_S)
}
