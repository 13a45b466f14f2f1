/** Which part of the list this is, and the way to the next one. */
import type { PaymentRequestsListAnswer } from '@pursestrings/sdk'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { queries } from '../client.ts'
import { withFilter } from './filters.ts'

export const Pager = ({ page, filters }: { readonly page: PaymentRequestsListAnswer; readonly filters: string }) => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const after = Number(query.get('after') ?? 0) || 0
  // Counted on the first page only; later ones remember it.
  const first = queries.getQueryData<PaymentRequestsListAnswer>(['requests', filters, ''])
  const { total, total_is_capped } = page.total === undefined ? (first ?? page) : page
  const [from, to] = [after + 1, after + page.payment_requests.length]
  const shown = { from, to, total: total?.toLocaleString('en') ?? '' }
  const newer = () => {
    if (state === 'paged') void navigate(-1)
    else void navigate({ search: withFilter(query, {}).toString() })
  }
  const older = () => {
    const next = withFilter(query, { cursor: [page.next_cursor ?? ''], after: [String(to)] })
    void navigate({ search: next.toString() }, { state: 'paged' })
  }
  const words = total === undefined ? 'requests.rows' : total_is_capped ? 'requests.ofMany' : 'requests.of'
  return (
    <footer className="pager">
      <p className="muted" role="status">
        {t(page.payment_requests.length === 0 ? 'requests.noneHere' : words, shown)}
      </p>
      {query.has('cursor') && (
        <button type="button" className="button" data-size="small" onClick={newer}>
          {t('requests.newer')}
        </button>
      )}
      {page.next_cursor !== null && (
        <button type="button" className="button" data-size="small" onClick={older}>
          {t('requests.older')}
        </button>
      )}
    </footer>
  )
}
