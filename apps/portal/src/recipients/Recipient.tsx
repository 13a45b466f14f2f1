/** One payee: the version to activate beside the one that serves, what its domain says of it, and all versions. */
import '../requests/request.css'
import { AddressView } from '@pursestrings/ui/AddressView'
import { networkName } from '@pursestrings/ui/network-name'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import './recipients.css'
import type { UsedRecipientVersion } from '@pursestrings/sdk'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Beyond } from '../frame/Beyond.tsx'
import { dayOf } from '../frame/day.ts'
import { Copy, Status } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Menu } from '../frame/Menu.tsx'
import { isNotFound, NotFound } from '../frame/NotFound.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useModules } from '../frame/use-service.ts'
import { useApprovals } from './Approvals.tsx'
import { AddVersion, Rename } from './Changes.tsx'
import { EvidenceCard } from './EvidenceCard.tsx'
import { Proposed } from './Proposed.tsx'
import { Discard, Hold, Recall, Reject, Retire } from './Stops.tsx'
import { Versions } from './Versions.tsx'

// What reached the payee without a request. Anybody can send it, so it concerns no request.

const SHOWN = 10

/** Nothing where there is nothing to tell. */
const LedgerFindings = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const read = useQuery({
    queryKey: ['recipient', id, 'findings'],
    queryFn: () => api.recipients.readLedgerFindings(id),
    enabled: useModules(),
  })
  if (!read.data) return null
  const { found, findings, shared_address } = read.data
  return (
    <>
      {shared_address && (
        <div className="notice" data-tone="look">
          <StatusGlyph tone="look" glyph="alert" />
          <p>
            <b>{t('recipient.shared.title')}</b> {t('recipient.shared.rest')}
          </p>
        </div>
      )}
      {found > 0 && (
        <section className="card pad">
          <h2>{t('recipient.unasked.title')}</h2>
          <p className="muted">{t('recipient.unasked.lead', { count: found })}</p>
          <ul className="who-says">
            {findings.slice(0, SHOWN).map(({ transaction_hash, place, amount, asset, from, closed_at }) => (
              <li key={transaction_hash + place}>
                <div>
                  <p>
                    <b>
                      {amount} {asset}
                    </b>{' '}
                    <time dateTime={closed_at}>{new Date(closed_at).toLocaleString()}</time>
                  </p>
                  <p className="muted mono">{t('recipient.unasked.from', { from })}</p>
                  <p className="muted mono">{transaction_hash}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const LOOK_AGAIN_MS = 10_000

const readAll = async (id: string) => {
  const [{ recipient }, versions, domains] = await Promise.all([
    api.recipients.read(id),
    api.recipients.listVersions(id).toArray({ limit: 100 }),
    api.merchantDomains.list().toArray({ limit: 100 }),
  ])
  const is = (...wanted: UsedRecipientVersion['status'][]) => versions.find(({ status }) => wanted.includes(status))
  const serving = is('active') ?? is('suspended')
  const proposed = is('draft', 'verified', 'awaiting_approval', 'cooling')
  const evidenceOf = async (version = serving ?? proposed) =>
    version && (await api.recipients.readVersion(id, version.recipient_version_id)).evidence[0]
  const shown = proposed ?? serving
  const [evidence, vouching] = await Promise.all([evidenceOf(shown), serving ? evidenceOf(serving) : undefined])
  return { recipient, versions, serving, proposed, shown, evidence, vouching, domains }
}

type Asked =
  | { readonly ask: 'rename' | 'retire' | 'add' }
  | { readonly ask: 'recall' | 'discard' | 'hold' | 'reject'; readonly version: UsedRecipientVersion }

export const Recipient = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const [asked, setAsked] = useState<Asked>()
  const approvals = useApprovals()
  const read = useQuery({
    queryKey: ['recipient', id],
    queryFn: () => readAll(id),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const { data } = read
  const is_retired = data !== undefined && data.recipient.retired_at !== null
  const leadOf = ({ recipient: { listed }, vouching }: Data) => {
    if (listed) return t('recipients.foundOn', { domain: listed.domain, day: dayOf(listed.seen_at) })
    return vouching ? t('recipient.lead', { domain: vouching.domain }) : t('recipient.noDomain')
  }
  if (isNotFound(read.error)) return <NotFound />
  return (
    <div className="page">
      <Link className="crumb" to="/recipients">
        {t('recipients.title')}
      </Link>
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      {!data && !read.error && <RecipientWaits />}
      {data && (
        <>
          <Heading
            title={data.recipient.name}
            shown={
              <>
                {data.recipient.name}{' '}
                <Status of={is_retired ? 'retired' : (data.serving?.status ?? data.proposed?.status ?? 'retired')} />
              </>
            }
            lead={
              <>
                {leadOf(data)}{' '}
                {data.serving && !data.recipient.listed && (
                  <Beyond>
                    <Link to={`/payee/${id}`}>{t('recipient.publicRecord')}</Link>
                  </Beyond>
                )}
              </>
            }
            {...(!is_retired && {
              action: (
                <div className="actions">
                  {data.versions[0] && !data.recipient.listed && (
                    <button type="button" className="button" onClick={() => setAsked({ ask: 'add' })}>
                      {t('addVersion.button')}
                    </button>
                  )}
                  <Beyond>
                    <Actions recipient={data.recipient} serving={data.serving} onAsk={setAsked} />
                  </Beyond>
                </div>
              ),
            })}
          />
          {is_retired && <p className="muted">{t('recipient.retired')}</p>}
          {data.serving?.status === 'suspended' && data.vouching?.source_id && (
            <Suspended domain={data.vouching.domain} domain_id={data.vouching.source_id} />
          )}
          {data.serving && <Serving version={data.serving} />}
          {data.proposed && (
            <Proposed
              recipient={data.recipient}
              version={data.proposed}
              before={data.serving}
              evidence={data.evidence}
              onDiscard={() => data.proposed && setAsked({ ask: 'discard', version: data.proposed })}
              onHold={() => data.proposed && setAsked({ ask: 'hold', version: data.proposed })}
              onReject={() => data.proposed && setAsked({ ask: 'reject', version: data.proposed })}
              approval={approvals.find(
                (one) => one.recipient_version.recipient_version_id === data.proposed?.recipient_version_id,
              )}
            />
          )}
          <div className="halves">
            {data.shown && (
              <EvidenceCard
                key={data.shown.recipient_version_id}
                recipient={data.recipient}
                version={data.shown}
                evidence={data.evidence}
                domains={data.domains.filter(({ status }) => status === 'verified')}
              />
            )}
            <Versions versions={data.versions} onRecall={(version) => setAsked({ ask: 'recall', version })} />
          </div>
          <LedgerFindings id={id} />
          {asked && <Question asked={asked} data={data} onClose={() => setAsked(undefined)} />}
        </>
      )}
    </div>
  )
}

const RecipientWaits = () => (
  <>
    <Skeleton lines={2} />
    <Skeleton lines={3} as="card" />
    <div className="halves">
      <Skeleton lines={5} as="card" />
      <Skeleton lines={4} as="card" />
    </div>
  </>
)

type Data = Awaited<ReturnType<typeof readAll>>

interface ActionsProps extends Pick<Data, 'recipient' | 'serving'> {
  readonly onAsk: (asked: Asked) => void
}

const Actions = ({ recipient, serving, onAsk }: ActionsProps) => {
  const { t } = useTranslation()
  const recall = serving && {
    label: t('recall.open', { number: serving.number }),
    run: () => onAsk({ ask: 'recall', version: serving }),
    stop: true,
  }
  return (
    <Menu
      label={t('recipient.more')}
      choices={[
        ...(recipient.listed ? [] : [{ label: t('rename.open'), run: () => onAsk({ ask: 'rename' }) }]),
        ...(recall ? [recall] : []),
        { label: t('retire.open'), run: () => onAsk({ ask: 'retire' }), stop: true },
      ]}
    />
  )
}

/** Where money goes now: what people come to look at. */
const Serving = ({ version }: { readonly version: UsedRecipientVersion }) => {
  const { t } = useTranslation()
  const { address, memo, network, asset, decimals } = version
  return (
    <section className="card pad">
      <h2>{t('recipient.serves')}</h2>
      <AddressView address={address} perRow={14} copy={<Copy value={address} what={t('recipients.address')} />} />
      {memo !== null && (
        <p>
          {t('request.memo')} <span className="mono">{memo}</span>
        </p>
      )}
      <p className="muted">
        {t('recipient.facts', {
          network: networkName(network),
          asset,
          decimals,
        })}
      </p>
    </section>
  )
}

interface QuestionProps {
  readonly asked: Asked
  readonly data: Data
  readonly onClose: () => void
}

const Question = ({ asked, data, onClose }: QuestionProps) => {
  const { recipient, serving, versions } = data
  const before = serving ?? versions[0]
  switch (asked.ask) {
    case 'rename':
      return <Rename recipient={recipient} onClose={onClose} />
    case 'retire':
      return <Retire recipient={recipient} onClose={onClose} />
    case 'add':
      return before ? <AddVersion recipient={recipient} before={before} onClose={onClose} /> : null
    case 'recall':
      return <Recall recipient={recipient} version={asked.version} onClose={onClose} />
    case 'discard':
      return <Discard recipient={recipient} version={asked.version} onClose={onClose} />
    case 'reject':
      return <Reject recipient={recipient} version={asked.version} onClose={onClose} />
    case 'hold':
      return <Hold recipient={recipient} version={asked.version} onClose={onClose} />
  }
}

const Suspended = ({ domain, domain_id }: { readonly domain: string; readonly domain_id: string }) => {
  const { t } = useTranslation()
  return (
    <div className="notice" data-tone="look">
      <StatusGlyph tone="look" glyph="pause" />
      <p>
        <b>{t('recipient.suspended')}</b> {t('recipient.suspendedDo', { domain })}
      </p>
      <Link className="button" data-size="small" to={`/domains/${domain_id}`}>
        {t('recipient.toDomain', { domain })}
      </Link>
    </div>
  )
}
