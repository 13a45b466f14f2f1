/** Days and times as the review screen says them. */
const LOCALE = 'en-GB'

/** "12 September", and the year where it is not this one. */
export const dayOf = (at: string, now = Date.now()): string => {
  const same_year = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Date(at).toLocaleDateString(LOCALE, {
    day: 'numeric',
    month: 'long',
    ...(!same_year && { year: 'numeric' }),
  })
}

export const timeOf = (at: string | number): string =>
  new Date(at).toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit' })

export const timeToSecond = (at: string | number): string =>
  new Date(at).toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "2 days ago", "3 hours ago". A time that lies ahead is "just now": whoever says so is wrong about it anyway. */
export const agoOf = (at: string, now = Date.now()): string => {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  if (!(minutes >= 1)) return 'just now'
  if (minutes < 60) return AGO.format(-minutes, 'minute')
  if (minutes < 24 * 60) return AGO.format(-Math.floor(minutes / 60), 'hour')
  const days = Math.floor(minutes / 1440)
  return days < 60 ? AGO.format(-days, 'day') : AGO.format(-Math.floor(days / 30), 'month')
}
