import { useEffect, useState } from 'react'

/** The time, as often as a page wants to know it. */
export const useNow = (every_ms: number): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every_ms)
    return () => clearInterval(timer)
  }, [every_ms])
  return now
}

/** A day as people say it: the weekday while it is one of the last six, then the date. */
const DAY_MS = 86_400_000

export const dayOf = (at: string): string => {
  const date = new Date(at)
  const today = new Date()
  if (date.toDateString() === today.toDateString()) {
    return date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  }
  const lately = today.getTime() - date.getTime() < 6 * DAY_MS
  const same_year = date.getFullYear() === today.getFullYear()
  return date.toLocaleDateString(
    'en-GB',
    lately ? { weekday: 'long' } : { day: 'numeric', month: 'long', ...(!same_year && { year: 'numeric' as const }) },
  )
}

/** Monday of this week, at midnight. */
export const weekStart = (now = new Date()): number => {
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7))
  return monday.getTime()
}
