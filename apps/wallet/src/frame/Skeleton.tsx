import { Skeleton as Shape, type SkeletonShape } from '@pursestrings/ui/Skeleton'
import { useTranslation } from 'react-i18next'

export const Skeleton = (shape: SkeletonShape) => {
  const { t } = useTranslation()
  return <Shape {...shape} label={t('frame.loading')} />
}

/** The shape of a page that nobody knows yet. */
export const PageWaits = () => (
  <div className="page">
    <Skeleton lines={1} />
    <Skeleton as="card" lines={6} />
  </div>
)
