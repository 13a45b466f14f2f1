/**
 * What people come to the list for, each with how many there are, and views of their own that this browser keeps. "Needs you" has what
 * else waits for a person, too.
 */
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { NoticeList, useNotices } from '../overview/Notices.tsx'
import { useSession } from '../session.ts'
import { FILTERS, filtersOf } from './filters.ts'
import { type Stands, VIEWS, type View } from './stands.ts'
import { countText, useCount } from './use-count.ts'

const searchOf = (stands: readonly Stands[]): string => stands.map((name) => `standing=${name}`).join('&')

interface Kept {
  readonly name: string
  readonly search: string
}

const NAME_MAX = 40
const keptIn = (place: string): readonly Kept[] => JSON.parse(localStorage.getItem(place) ?? '[]') as readonly Kept[]

export const Views = () => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const place = `views-${useSession().data?.merchant.merchant_id}`
  const [kept, setKept] = useState(() => keptIn(place))
  /** Of a view that is about to be kept. */
  const [name, setName] = useState<string>()
  const shown = filtersOf(query)
  const others = useNotices()
  const views = Object.keys(VIEWS) as View[]
  const keep = (all: readonly Kept[]) => {
    localStorage.setItem(place, JSON.stringify(all))
    setKept(all)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name !== undefined && name.trim() !== '') keep([...kept, { name: name.trim(), search: shown }])
    setName(undefined)
  }
  const is_own = kept.some(({ search }) => search === shown)
  const is_new =
    !is_own && FILTERS.some((one) => query.has(one)) && !views.some((view) => searchOf(VIEWS[view]) === shown)
  return (
    <>
      <nav className="views" aria-label={t('requests.views.label')}>
        {views.map((view) => (
          <ViewLink
            key={view}
            view={view}
            is_open={searchOf(VIEWS[view]) === shown}
            more={view === 'needsYou' ? others.length : 0}
          />
        ))}
        {kept.map(({ name: of, search }) => (
          <Link key={search} to={{ search }} aria-current={search === shown ? 'page' : undefined}>
            {of}
          </Link>
        ))}
        {name !== undefined ? (
          <form onSubmit={save}>
            <input
              value={name}
              onChange={({ target: { value } }) => setName(value)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the button in its place.
              autoFocus
              required
              maxLength={NAME_MAX}
              aria-label={t('requests.views.name')}
              placeholder={t('requests.views.name')}
              onKeyDown={({ key }) => key === 'Escape' && setName(undefined)}
            />
            <button type="submit" className="button" data-size="small">
              {t('dialog.save')}
            </button>
          </form>
        ) : (
          is_new && (
            <button type="button" className="link" onClick={() => setName('')}>
              {t('requests.views.save')}
            </button>
          )
        )}
        {is_own && (
          <button type="button" className="link" onClick={() => keep(kept.filter(({ search }) => search !== shown))}>
            {t('requests.views.forget')}
          </button>
        )}
      </nav>
      {searchOf(VIEWS.needsYou) === shown && <NoticeList notices={others} />}
    </>
  )
}

interface LinkProps {
  readonly view: View
  readonly is_open: boolean
  /** What else is counted with its requests. */
  readonly more: number
}

const ViewLink = ({ view, is_open, more }: LinkProps) => {
  const { t } = useTranslation()
  const asked = useCount(view)
  const count = asked && { ...asked, total: asked.total + more }
  return (
    <Link to={{ search: searchOf(VIEWS[view]) }} aria-current={is_open ? 'page' : undefined}>
      {t(`requests.views.${view}`)}{' '}
      {count && (
        <span className="views-count" data-needs={view === 'needsYou' && count.total > 0 ? '' : undefined}>
          {countText(count)}
        </span>
      )}
    </Link>
  )
}
