/** One change: a sentence, and on request everything that the log holds about it. */
import type { AuditEvent } from '@countersign/sdk'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sentenceOf } from './sentence.ts'

export const Line = ({ event }: { readonly event: AuditEvent }) => {
  const { t } = useTranslation()
  const { action, actor, actor_name, target, target_name, occurred_at } = event
  const { did, of } = sentenceOf(action)
  return (
    <li>
      <details>
        <summary>
          <time className="mono muted audit-time" dateTime={occurred_at} title={new Date(occurred_at).toLocaleString()}>
            {new Date(occurred_at).toLocaleTimeString('en-GB')}
          </time>
          <span className="audit-said">
            <b>{did}</b> {target_name !== null && `${of === undefined ? '' : `${of} `}${target_name}`}
          </span>
          <span className="muted audit-by">{actor_name ?? t('audit.service')}</span>
          <span className="mono muted audit-action">{action}</span>
        </summary>
        <div className="audit-more">
          <dl>
            <Fact name="actor" value={actor} />
            <Fact name="target" value={target} />
            {Object.entries(event.details).map(([name, value]) => (
              <Fact key={name} name={name} value={value} />
            ))}
          </dl>
          <p>
            <Link to={`?target=${encodeURIComponent(target)}`}>{t('audit.onlyRecord')}</Link>
            {actor_name !== null && <Link to={`?actor=${encodeURIComponent(actor)}`}>{t('audit.onlyPerson')}</Link>}
          </p>
        </div>
      </details>
    </li>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: unknown }) => (
  <div>
    <dt>{name}</dt>
    <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
  </div>
)
