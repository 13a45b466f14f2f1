/** The time, as often as a page wants to know it. */
import { useEffect, useState } from 'react'

export const useNow = (every_ms: number): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every_ms)
    return () => clearInterval(timer)
  }, [every_ms])
  return now
}
