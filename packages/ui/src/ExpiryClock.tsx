/** How long the user can still decide: minutes and seconds, amber under five minutes, said aloud at five and at one. */
import './expiry-clock.css'
import { useEffect, useState } from 'react'

export interface ClockWords {
  /** Of the time that is left, as it is drawn. */
  readonly left: (time: string) => string
  readonly over: string
  /** Said by screen readers: "5 minutes left". */
  readonly said: (minutes: number) => string
}

interface Props {
  readonly expires_at: string
  readonly words: ClockWords
  /** Called once, when the time is over. */
  readonly onOver?: () => void
}

const LOOK_S = 300
const SAID_S = [300, 60]

const two = (n: number): string => String(n).padStart(2, '0')

/** From an hour on without seconds: nobody needs them then. */
export const timeLeft = (seconds: number): string => {
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

export const ExpiryClock = ({ expires_at, words, onOver }: Props) => {
  const secondsTo = () => Math.max(0, Math.ceil((Date.parse(expires_at) - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(secondsTo)
  useEffect(() => {
    const tick = setInterval(() => setSeconds(secondsTo), 500)
    return () => clearInterval(tick)
  })
  const over = seconds === 0
  useEffect(() => {
    if (over) onOver?.()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [over])
  const said = SAID_S.findLast((mark) => seconds <= mark && seconds > mark - 15)
  return (
    <span className={`expiry-clock ${seconds <= LOOK_S ? 'tone-look' : ''}`}>
      <svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.4" />
        <path d="M8 4.8V8l2.2 1.6" />
      </svg>
      <span role="timer">{over ? words.over : words.left(timeLeft(seconds))}</span>
      <span className="visually-hidden" role="status">
        {said !== undefined && !over ? words.said(said / 60) : ''}
      </span>
    </span>
  )
}
