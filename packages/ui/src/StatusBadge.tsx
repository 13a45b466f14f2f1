/**
 * Outlined is reported, filled is proven. Every status has a shape of its own, so that colour is never the only difference.
 * The word and what it means come from the page, in its language.
 */
export type Tone = 'ink' | 'proven' | 'look' | 'stop' | 'idle'
export type Glyph = 'clock' | 'pen' | 'wave' | 'tick' | 'cross' | 'bar' | 'dot' | 'pause' | 'alert' | 'ring'

interface Look {
  readonly tone: Tone
  readonly glyph: Glyph
  readonly filled?: true
}

const LOOKS: Readonly<Record<string, Look>> = {
  pending: { tone: 'ink', glyph: 'clock' },
  signed: { tone: 'ink', glyph: 'pen' },
  broadcasted: { tone: 'ink', glyph: 'wave' },
  confirmed: { tone: 'proven', glyph: 'tick' },
  paid: { tone: 'proven', glyph: 'tick', filled: true },
  accepted: { tone: 'ink', glyph: 'tick' },
  disputed: { tone: 'stop', glyph: 'alert', filled: true },
  unpaid: { tone: 'idle', glyph: 'clock' },
  failed: { tone: 'stop', glyph: 'cross', filled: true },
  canceled: { tone: 'idle', glyph: 'bar' },
  recalled: { tone: 'idle', glyph: 'cross' },
  version_recalled: { tone: 'idle', glyph: 'cross' },
  expired: { tone: 'idle', glyph: 'clock' },
  rejected: { tone: 'idle', glyph: 'bar' },
  draft: { tone: 'idle', glyph: 'ring' },
  verified: { tone: 'proven', glyph: 'tick', filled: true },
  awaiting_approval: { tone: 'ink', glyph: 'clock' },
  cooling: { tone: 'ink', glyph: 'clock' },
  active: { tone: 'proven', glyph: 'dot' },
  needs_approval: { tone: 'look', glyph: 'alert' },
  handed_over: { tone: 'idle', glyph: 'pen' },
  awaiting_consent: { tone: 'ink', glyph: 'clock' },
  paused: { tone: 'look', glyph: 'pause' },
  withdrawn: { tone: 'idle', glyph: 'bar' },
  invited: { tone: 'ink', glyph: 'clock' },
  failing: { tone: 'look', glyph: 'alert' },
  lapsed: { tone: 'look', glyph: 'alert' },
  suspended: { tone: 'look', glyph: 'pause' },
  retired: { tone: 'idle', glyph: 'bar' },
  revoked: { tone: 'idle', glyph: 'cross' },
  ended: { tone: 'idle', glyph: 'clock' },
  unproven: { tone: 'ink', glyph: 'clock' },
  pending_verification: { tone: 'ink', glyph: 'clock' },
  disabled: { tone: 'look', glyph: 'pause' },
  notArriving: { tone: 'look', glyph: 'alert' },
  sending: { tone: 'ink', glyph: 'wave' },
  retrying: { tone: 'ink', glyph: 'clock' },
  held: { tone: 'look', glyph: 'pause' },
  delivered: { tone: 'proven', glyph: 'tick', filled: true },
}
const UNKNOWN: Look = { tone: 'idle', glyph: 'ring' }

export const glyphOf = (status: string): Look => LOOKS[status] ?? UNKNOWN

const PATHS: Readonly<Record<Glyph, string>> = {
  clock: 'M8 4.8V8l2.2 1.6',
  pen: 'm5.2 10.8.5-2.2 4.2-4.2 1.7 1.7-4.2 4.2z',
  wave: 'M8 8h.01M5.6 10.4a3.4 3.4 0 0 1 0-4.8M10.4 5.6a3.4 3.4 0 0 1 0 4.8',
  tick: 'm5.2 8.2 2 2 3.8-4.2',
  cross: 'm6 6 4 4m0-4-4 4',
  bar: 'M5.4 8h5.2',
  dot: 'M8 8h.01',
  pause: 'M6.7 6v4m2.6-4v4',
  alert: 'M8 5v3.4m0 2.2h.01',
  ring: '',
}

export const StatusGlyph = ({ tone, glyph, filled, size = 16 }: Look & { readonly size?: number }) => (
  <svg
    className={`glyph tone-${tone}`}
    data-filled={filled ? '' : undefined}
    width={size}
    height={size}
    viewBox="0 0 16 16"
    aria-hidden="true"
  >
    <circle cx="8" cy="8" r="6.4" />
    <path d={PATHS[glyph]} data-dot={glyph === 'dot' ? '' : undefined} />
  </svg>
)

interface Props {
  readonly status: string
  readonly word: string
  readonly means?: string
  /** Whose word it is, where that matters. */
  readonly and?: string
}

export const StatusBadge = ({ status, word, means, and }: Props) => {
  const look = glyphOf(status)
  return (
    <span className={`status tone-${look.tone}`} title={means}>
      <StatusGlyph {...look} />
      {word}
      {and !== undefined && <span className="status-and">{and}</span>}
    </span>
  )
}
