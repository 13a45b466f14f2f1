/**
 * One request in a list: who, how much, and what became of it, or how long it still waits. Who and how much are drawn once
 * they are known to be what the service signed.
 */
import { AmountView } from '@pursestrings/ui/AmountView'
import { agentLines } from '@pursestrings/ui/agent-text'
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { standingOf } from '@pursestrings/ui/standing'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dayOf, useNow } from '../frame/day.ts'
import { Icon } from '../frame/Icon.tsx'
import { Status } from '../frame/Status.tsx'
import { useCheck } from '../review/use-check.ts'
import { type Payment, pathOf, timeOfPayment } from './payment.ts'

const MINUTE_MS = 60_000
const SOON_MS = 5 * MINUTE_MS
const DAY_MS = 86_400_000
/** An address that changed this lately is said in the list already. */
const CHANGED_LATELY_DAYS = 30

/** Null for what is not what the service signed; undefined while that is being looked at. */
const useFacts = (request: Payment): CheckedFacts | null | undefined => {
  const check = useCheck(request, request).data
  return check?.is === 'checked' ? check.facts : check && null
}

const Who = ({ facts }: { readonly facts: CheckedFacts | null | undefined }) => {
  const { t } = useTranslation()
  return facts ? facts.payee.name : facts === null ? t('inbox.unverified') : '…'
}

const Sum = ({ facts }: { readonly facts: CheckedFacts | null | undefined }) =>
  facts ? <AmountView amount={facts.payment.amount} asset={facts.payment.asset} /> : <span />

interface WaitingProps {
  readonly request: Payment
  /** Who asks, as this wallet knows it. */
  readonly agent?: string | undefined
}

export const WaitingRow = ({ request, agent }: WaitingProps) => {
  const { t } = useTranslation()
  const { payee } = request
  const facts = useFacts(request)
  const now = useNow(10_000)
  // The agent's own words, which nobody checked: one line of them, in the type of agents' words.
  const [purpose] = agentLines(request.display)
  const left_ms = Date.parse(facts?.expires_at ?? request.expires_at) - now
  const changed_days = payee.changed_at ? Math.floor((now - Date.parse(payee.changed_at)) / DAY_MS) : undefined
  return (
    <li>
      <Link className="row" to={pathOf('review', request)}>
        <b>
          <Who facts={facts} />
        </b>
        <Sum facts={facts} />
        <Asks request={request} agent={agent} domain={facts?.payee.domain} />
        <span className={left_ms < SOON_MS ? 'tone-look row-left' : 'muted row-left'}>
          <Icon name="clock" size={18} />
          {left_ms > 0 ? t('time.leftMinutes', { n: Math.max(1, Math.floor(left_ms / MINUTE_MS)) }) : t('time.over')}
        </span>
        {purpose !== undefined && <span className="row-wide row-purpose">{purpose}</span>}
        {changed_days !== undefined && changed_days < CHANGED_LATELY_DAYS && (
          <span className="row-wide tone-look">
            <StatusGlyph tone="look" glyph="alert" size={18} />
            {t('inbox.changed', { count: changed_days })}
          </span>
        )}
      </Link>
    </li>
  )
}

const Asks = ({ request, agent, domain }: WaitingProps & { readonly domain: string | undefined }) => {
  const { t } = useTranslation()
  const { within_limits } = request
  if (within_limits !== undefined)
    return (
      <span className={within_limits ? 'muted' : 'tone-look'}>
        {t(within_limits ? 'inbox.within' : 'inbox.beyond')}
      </span>
    )
  return (
    <span className="muted">
      <bdi>{agent === undefined ? domain : t('inbox.asks', { agent })}</bdi>
    </span>
  )
}

export const EndedRow = ({ request }: { readonly request: Payment }) => {
  const facts = useFacts(request)
  return (
    <li>
      <Link className="row" to={pathOf('review', request)}>
        <span>
          <Who facts={facts} />
        </span>
        <Sum facts={facts} />
        <span className="muted">{dayOf(timeOfPayment(request))}</span>
        <Status of={standingOf(request)} />
      </Link>
    </li>
  )
}
