/** Can I prove it? The receipt of one payment, checked here before it is saved. */
import '../review/review.css'
import { ApiError } from '@pursestrings/sdk'
import { SaveReceipt } from '@pursestrings/ui/SaveReceipt'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Fault } from '../frame/Fault.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { Leaf } from '../leaf/Leaf.tsx'
import { useAsked } from '../requests/use-asked.ts'
import { ReceiptView } from './ReceiptView.tsx'
import { checkReceipt, readReceipt } from './read-receipt.ts'

/** The log and the ledger have to be seen first. */
const AGAIN_MS = 3_000

export const Receipt = () => {
  const { t } = useTranslation()
  const asked = useAsked()
  const readOwn = () => readReceipt(asked)
  const read = useQuery({
    queryKey: ['receipt', asked],
    queryFn: async () => ({ verdict: await checkReceipt((await readOwn()).receipt) }),
    refetchInterval: ({ state }) =>
      state.error || (state.data?.verdict && !state.data.verdict.marks.includes('ledger')) ? AGAIN_MS : false,
  })
  const verdict = read.data?.verdict
  return (
    <Leaf
      title={t('receipt.title')}
      foot={
        <>
          <Link className="button" to="/">
            {t('receipt.done')}
          </Link>
          <SaveReceipt
            read={readOwn}
            request_id={asked.request_id}
            label={t('receipt.save')}
            none={t('receipt.none')}
            primary
          />
        </>
      }
    >
      <div className="review">
        {verdict && <ReceiptView verdict={verdict} own />}
        {read.error && !read.data && read.error instanceof ApiError && <p className="muted">{t('receipt.none')}</p>}
        {read.error && !read.data && !(read.error instanceof ApiError) && <Fault error={read.error} />}
        {!read.error && !read.data && <Skeleton as="card" lines={7} />}
        {read.data && !verdict && <p className="muted">{t('receipt.noPolicy')}</p>}
        {verdict && (
          <p className="muted">
            {t('receipt.anyone')}
            <br />
            <code>pursestrings receipt verify receipt.json --policy p.txt</code>
          </p>
        )}
      </div>
    </Leaf>
  )
}
