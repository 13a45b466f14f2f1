/** Can I prove it? The receipt of one payment, checked here before it is saved. */
import '../review/review.css'
import { SaveReceipt } from '@countersign/ui/SaveReceipt'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api } from '../client.ts'
import { Leaf } from '../leaf/Leaf.tsx'
import { checkReceipt } from './check-receipt.ts'
import { ReceiptView } from './ReceiptView.tsx'

/** The log and the ledger have to be seen first. */
const AGAIN_MS = 3_000

export const Receipt = () => {
  const { t } = useTranslation()
  const { connection: connection_id = '', id = '' } = useParams()
  const readReceipt = () => api().paymentRequests.readReceipt(id, { connection_id })
  const read = useQuery({
    queryKey: ['receipt', connection_id, id],
    queryFn: async () => ({ verdict: await checkReceipt((await readReceipt()).receipt) }),
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
          <SaveReceipt read={readReceipt} request_id={id} label={t('receipt.save')} none={t('receipt.none')} primary />
        </>
      }
    >
      <div className="review">
        {verdict && <ReceiptView verdict={verdict} own />}
        {!read.data && <p className="muted">{t(read.error ? 'receipt.none' : 'receipt.loading')}</p>}
        {read.data && !verdict && <p className="muted">{t('receipt.noPolicy')}</p>}
        {verdict && (
          <p className="muted">
            {t('receipt.anyone')}
            <br />
            <code>countersign receipt verify receipt.json --policy p.txt</code>
          </p>
        )}
      </div>
    </Leaf>
  )
}
